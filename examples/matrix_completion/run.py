"""Matrix completion: digits with half of their pixels missing.

A table of images, one in each row, in which every other pixel was lost. Images are alike, so the table
is nearly of a low rank, and that is enough to fill the holes. The problem is not convex as it is
written, but its local optima of a high enough rank are global ones.
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
    images = np.load(DATA / "digits.npz")["images"][:100] / 16
    known = (np.random.default_rng(7).random(images.shape) < 0.5).astype(float)
    return {"M": known * images, "known": known, "lambda": 1.0}


def main(picture: str = "") -> None:
    """Solve, tell what came out, and draw it where a file is named."""
    data = problem()
    solution = Model(MODEL).solve(data, size={"k": 30})
    print(solution)
    images = np.load(DATA / "digits.npz")["images"][:100] / 16
    missing = data["known"] == 0
    error = np.sqrt(np.mean((solution.U @ solution.V.T - images)[missing] ** 2))
    mean = data["M"].sum(axis=0) / np.maximum(data["known"].sum(axis=0), 1)
    plain = np.sqrt(np.mean((mean - images)[missing] ** 2))
    print(
        f"\nThe error of the missing pixels is {error:.2f}; the mean of each pixel has {plain:.2f}."
    )
    if picture:
        draw(picture, data, solution)


def draw(picture: str, data: dict[str, Any], solution: Any) -> None:
    """Show images as they were seen, filled in, and whole."""
    from matplotlib.figure import Figure

    images = np.load(DATA / "digits.npz")["images"][:8] / 16
    seen = np.where(data["known"] == 1, data["M"], 0.5)[:8]
    figure = Figure(figsize=(6, 2.6), layout="constrained")
    shown = [*seen, *(solution.U @ solution.V.T)[:8], *images]
    for axes, pixels in zip(figure.subplots(3, 8).flat, shown, strict=True):
        axes.imshow(pixels.reshape(8, 8), cmap="gray_r", vmin=0, vmax=1)
        axes.set_axis_off()
    figure.suptitle("seen, filled in, true", fontsize=9)
    figure.savefig(picture)


if __name__ == "__main__":
    main(*sys.argv[1:])
