"""D-optimal design: which experiments tell the most?

An experiment has two settings, each between -1 and 1 in steps of 0.2, and its outcome is a quadratic
function of both with six unknown coefficients. The model shares out the experiments so that the
coefficients are known as well as possible: their confidence ellipsoid has the smallest volume.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import numpy as np

from gennaker import Model

MODEL = Path(__file__).with_name("model.txt").read_text(encoding="utf-8")


def problem() -> dict[str, Any]:
    """Return the data by the names of the model."""
    s, t = (grid.ravel() for grid in np.meshgrid(np.linspace(-1, 1, 11), np.linspace(-1, 1, 11)))
    return {"X": np.column_stack([np.ones(121), s, t, s * t, s**2, t**2])}


def main(picture: str = "") -> None:
    """Solve, tell what came out, and draw it where a file is named."""
    data = problem()
    solution = Model(MODEL).solve(data)
    print(solution)
    print(
        f"\n{np.sum(solution.w > 1e-3)} of 121 settings are tried; a corner gets {solution.w[0]:.1%}."
    )
    if picture:
        draw(picture, data, solution)


def draw(picture: str, data: dict[str, Any], solution: Any) -> None:
    """Draw the settings and their shares."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(3.2, 3), layout="constrained")
    axes = figure.subplots()
    axes.plot(data["X"][:, 1], data["X"][:, 2], ".", color="lightgray", markersize=2)
    axes.scatter(data["X"][:, 1], data["X"][:, 2], 1500 * solution.w, alpha=0.7)
    axes.set(aspect="equal", xlabel="first setting", ylabel="second setting")
    figure.savefig(picture)


if __name__ == "__main__":
    main(*sys.argv[1:])
