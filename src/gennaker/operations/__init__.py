"""One row for every operation: shape, sign, curvature, domain, print and documentation."""
