"""Where the symbol half and the number half meet."""
