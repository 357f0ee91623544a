"""A second description of the language, to hold the parser against, and random models."""
