"""The one-class support vector machine: which digits look odd?

No labels are needed. The model encloses all but a share `nu` of the images; those whose weight is at its
bound of one lie outside.
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
    stored = np.load(DATA / "digits.npz")
    X = stored["images"][:400] / 16
    squares = (X**2).sum(axis=1)
    distances = np.maximum(squares[:, None] + squares - 2 * X @ X.T, 0)
    return {"K": np.exp(-distances / 10), "nu": 0.1}


def main(picture: str = "") -> None:
    """Solve, tell what came out, and draw it where a file is named."""
    data = problem()
    solution = Model(MODEL).solve(data)
    print(solution)
    print(
        f"\n{np.sum(solution.a > 1 - 1e-6)} images lie outside, {np.sum(solution.a > 1e-6)} have a weight."
    )
    if picture:
        draw(picture, data, solution)


def draw(picture: str, data: dict[str, Any], solution: Any) -> None:
    """Show the eight oddest images above the eight most usual ones."""
    from matplotlib.figure import Figure

    images = np.load(DATA / "digits.npz")["images"]
    order = np.argsort(data["K"] @ solution.a)
    figure = Figure(figsize=(6, 2), layout="constrained")
    for axes, index in zip(figure.subplots(2, 8).flat, [*order[:8], *order[-8:]], strict=True):
        axes.imshow(images[index].reshape(8, 8), cmap="gray_r")
        axes.set_axis_off()
    figure.suptitle("the oddest above, the most usual below", fontsize=9)
    figure.savefig(picture)


if __name__ == "__main__":
    main(*sys.argv[1:])
