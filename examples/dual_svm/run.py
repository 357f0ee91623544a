"""The kernel support vector machine, in its dual form: is this digit an eight?

The model sees the images only through a kernel, here a Gaussian of their distances. Only the images
with `a > 0`, the support vectors, are needed to tell new ones.
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
    y = np.where(stored["labels"][:400] == 8, 1.0, -1.0)
    return {"K": np.exp(-distances / 10), "y": y, "c": 10.0}


def main(picture: str = "") -> None:
    """Solve, tell what came out, and draw it where a file is named."""
    data = problem()
    solution = Model(MODEL).solve(data)
    print(solution)
    print(f"\n{np.sum(solution.a > 1e-6)} of {len(solution.a)} images are support vectors.")
    if picture:
        draw(picture, data, solution)


def draw(picture: str, data: dict[str, Any], solution: Any) -> None:
    """Show the eight images with the largest weights."""
    from matplotlib.figure import Figure

    images = np.load(DATA / "digits.npz")["images"]
    figure = Figure(figsize=(6, 1.3), layout="constrained")
    for axes, index in zip(figure.subplots(1, 8), np.argsort(-solution.a)[:8], strict=True):
        axes.imshow(images[index].reshape(8, 8), cmap="gray_r")
        axes.set_title(f"{solution.a[index] * data['y'][index]:+.1f}", fontsize=9)
        axes.set_axis_off()
    figure.savefig(picture)


if __name__ == "__main__":
    main(*sys.argv[1:])
