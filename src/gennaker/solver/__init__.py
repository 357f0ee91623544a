"""Algorithms that solve problems over one flat vector, in any array library."""
