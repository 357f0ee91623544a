"""The tests: `rooms/` mirrors `src`, `house/` keeps the rules of the house."""
