"""Principal components: two directions that tell the most of a digit.

A maximum of a convex function over matrices whose columns are at right angles and of length one: nothing
about it is convex, and it has saddle points. Still the answer is that of the eigenvectors.
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
    return {"C": np.cov(np.load(DATA / "digits.npz")["images"] / 16, rowvar=False)}


def main(picture: str = "") -> None:
    """Solve, tell what came out, and draw it where a file is named."""
    data = problem()
    solution = Model(MODEL).solve(data, size={"k": 2})
    print(solution)
    share = solution.objective / np.trace(data["C"])
    print(f"\nTwo of 64 directions hold {share:.0%} of the variance.")
    if picture:
        draw(picture, data, solution)


def draw(picture: str, data: dict[str, Any], solution: Any) -> None:
    """Draw the digits in the two directions."""
    from matplotlib.figure import Figure

    stored = np.load(DATA / "digits.npz")
    place = stored["images"][:800] / 16 @ solution.W
    figure = Figure(figsize=(5, 3.6), layout="constrained")
    axes = figure.subplots()
    for label in range(10):
        of = stored["labels"][:800] == label
        axes.plot(*place[of].T, ".", markersize=3, label=str(label))
    axes.legend(ncols=2, fontsize=7, markerscale=2)
    figure.savefig(picture)


if __name__ == "__main__":
    main(*sys.argv[1:])
