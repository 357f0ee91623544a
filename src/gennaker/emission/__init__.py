"""Programs of straight-line steps, and their source for several array libraries."""
