"""From model text to a checked problem."""
