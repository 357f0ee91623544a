"""Optimal transport with squares: turn a zero into a one, along few ways.

The ink of one image is moved to the places of the ink of another one; `P[i,j]` of it goes from place
`i` to place `j`, and a way costs its squared length. Squares in place of an entropy leave most entries
of the plan at exactly zero.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import numpy as np

from gennaker import Model

MODEL = Path(__file__).with_name("model.txt").read_text(encoding="utf-8")
DATA = Path(__file__).parents[1] / "data"


def problem() -> dict[str, Any]:
    """Return the data by the names of the model."""
    images = np.load(DATA / "digits.npz")["images"]
    place = np.stack(np.divmod(np.arange(64), 8), axis=1)
    ink, other = (np.flatnonzero(images[i]) for i in (0, 1))
    M = ((place[ink, None] - place[other]) ** 2).sum(axis=2)
    u, v = images[0][ink] / images[0].sum(), images[1][other] / images[1].sum()
    return {"M": M.astype(float), "u": u, "v": v, "lambda": 10.0}


def main(picture: str = "") -> None:
    """Solve, tell what came out, and draw it where a file is named."""
    data = problem()
    solution = Model(MODEL).solve(data)
    print(solution)
    cost = np.sum(data["M"] * solution.P)
    print(
        f"\nThe ink moves {cost:.2f} squared pixels on average, along {np.sum(solution.P > 1e-6)} ways."
    )
    if picture:
        draw(picture, data, solution)


def draw(picture: str, data: dict[str, Any], solution: Any) -> None:
    """Draw the ink on its way."""
    from matplotlib.figure import Figure

    images = np.load(DATA / "digits.npz")["images"]
    place = np.stack(np.divmod(np.arange(64), 8), axis=1)
    ink, other = (np.flatnonzero(images[i]) for i in (0, 1))
    figure = Figure(figsize=(6, 1.7), layout="constrained")
    for axes, t in zip(figure.subplots(1, 5), np.linspace(0, 1, 5), strict=True):
        where = (1 - t) * place[ink, None] + t * place[other]
        axes.scatter(where[..., 1], -where[..., 0], 400 * solution.P, color="black", linewidths=0)
        axes.set(xlim=(0, 7), ylim=(-7.5, 0.5), aspect="equal")
        axes.set_title(f"{t:.0%} of the way", fontsize=8)
        axes.set_axis_off()
    figure.savefig(picture)


if __name__ == "__main__":
    main(*sys.argv[1:])
