"""Algorithms 1 to 4 as they were published: the reference that the default is measured against."""
