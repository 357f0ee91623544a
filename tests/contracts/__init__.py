"""One battery for all operations."""
