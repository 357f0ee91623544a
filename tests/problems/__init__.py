"""Constrained problems with known optima, and a judge of answers that knows nothing of the solver."""
