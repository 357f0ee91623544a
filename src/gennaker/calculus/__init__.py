"""Matrix and tensor calculus: a normal form over named indices, and its derivatives."""
