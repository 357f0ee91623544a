"""The array libraries that source can be printed for."""
