"""Rewrites a checked problem as a smooth minimising one, and keeps what leads back."""
