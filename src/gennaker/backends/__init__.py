"""Array libraries: which one some data belongs to, and what differs between them."""
