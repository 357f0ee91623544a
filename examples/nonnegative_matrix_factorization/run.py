"""Non-negative matrix factorisation: the strokes that digits are made of.

Every image is written as a sum of a few parts, with weights that are not negative. Since nothing can be
taken away again, the parts look like pieces of digits. Two unknown matrices are multiplied, so the
problem is not convex: the answer is a local optimum. Nothing in the data tells how many parts there
shall be; `size` does.
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
    return {"X": np.load(DATA / "digits.npz")["images"][:100] / 16}


def main(picture: str = "") -> None:
    """Solve, tell what came out, and draw it where a file is named."""
    data = problem()
    solution = Model(MODEL).solve(data, size={"k": 8})
    print(solution)
    error = np.linalg.norm(data["X"] - solution.W @ solution.H) / np.linalg.norm(data["X"])
    print(f"\n{len(solution.H)} parts explain {1 - error**2:.0%} of 100 images.")
    if picture:
        draw(picture, data, solution)


def draw(picture: str, data: dict[str, Any], solution: Any) -> None:
    """Show the parts."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(6, 1.2), layout="constrained")
    for axes, part in zip(figure.subplots(1, len(solution.H)), solution.H, strict=True):
        axes.imshow(part.reshape(8, 8), cmap="gray_r")
        axes.set_axis_off()
    figure.savefig(picture)


if __name__ == "__main__":
    main(*sys.argv[1:])
