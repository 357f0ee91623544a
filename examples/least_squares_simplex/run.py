"""Least squares on the simplex: a digit as a mixture of other digits.

The columns of `A` are scanned images of digits, `b` is one more image. The model looks for the mixture of
the columns, with shares that are not negative and add up to one, that comes closest to it. Nothing
asks for few columns, and yet few are used: the best mixture lies on the boundary of the simplex.
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
    images = np.load(DATA / "digits.npz")["images"] / 16
    return {"A": images[:300].T, "b": images[310]}


def main(picture: str = "") -> None:
    """Solve, tell what came out, and draw it where a file is named."""
    data = problem()
    solution = Model(MODEL).solve(data)
    print(solution)
    used = np.flatnonzero(solution.x > 1e-4)
    print(f"\n{len(used)} of {len(solution.x)} images are enough for the mixture.")
    if picture:
        draw(picture, data, solution)


def draw(picture: str, data: dict[str, Any], solution: Any) -> None:
    """Show the image, its mixture and the six images with the largest shares."""
    from matplotlib.figure import Figure

    largest = np.argsort(-solution.x)[:6]
    figure = Figure(figsize=(6, 1.9), layout="constrained")
    shown = [data["b"], data["A"] @ solution.x, *data["A"].T[largest]]
    titles = ["image", "mixture", *(f"{solution.x[i]:.0%}" for i in largest)]
    for axes, pixels, title in zip(figure.subplots(1, 8), shown, titles, strict=True):
        axes.imshow(pixels.reshape(8, 8), cmap="gray_r")
        axes.set_title(title, fontsize=9)
        axes.set_axis_off()
    figure.savefig(picture)


if __name__ == "__main__":
    main(*sys.argv[1:])
