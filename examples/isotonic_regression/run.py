"""Isotonic regression: a curve that only rises.

Patients in the order of their body mass index, and how far their disease had gone a year later. No shape
is assumed but that the disease does not get milder as the index grows.
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
    table = np.loadtxt(DATA / "diabetes.csv", delimiter=",", skiprows=1)
    table = table[np.argsort(table[:, 2], kind="stable")]
    return {"y": table[:, -1]}


def main(picture: str = "") -> None:
    """Solve, tell what came out, and draw it where a file is named."""
    data = problem()
    solution = Model(MODEL).solve(data)
    print(solution)
    print(
        f"\nThe curve has {1 + np.sum(np.diff(solution.x) > 1e-3)} levels for {len(solution.x)} patients."
    )
    if picture:
        draw(picture, data, solution)


def draw(picture: str, data: dict[str, Any], solution: Any) -> None:
    """Draw the patients and the curve."""
    from matplotlib.figure import Figure

    table = np.loadtxt(DATA / "diabetes.csv", delimiter=",", skiprows=1)
    figure = Figure(figsize=(6, 3), layout="constrained")
    axes = figure.subplots()
    axes.plot(np.sort(table[:, 2]), data["y"], ".", color="gray", markersize=3)
    axes.step(np.sort(table[:, 2]), solution.x, where="post")
    axes.set_xlabel("body mass index")
    axes.set_ylabel("progression")
    figure.savefig(picture)


if __name__ == "__main__":
    main(*sys.argv[1:])
