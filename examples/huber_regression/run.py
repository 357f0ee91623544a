"""Huber regression: a fit that a few bad days cannot spoil.

A plant that makes nitric acid, watched for 21 days; it is long known that four of the days are unusual.
The Huber loss is a square for small residuals and grows like the absolute value for large ones.
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
    table = np.loadtxt(DATA / "stackloss.csv", delimiter=",", skiprows=1)
    X = table[:, 1:] - table[:, 1:].mean(axis=0)
    return {"X": X, "y": table[:, 0], "delta": 1.0}


def main(picture: str = "") -> None:
    """Solve, tell what came out, and draw it where a file is named."""
    data = problem()
    solution = Model(MODEL).solve(data)
    print(solution)
    residual = data["y"] - data["X"] @ solution.w - solution.b
    print(f"\nThe four days that fit worst are {np.sort(np.argsort(-abs(residual))[:4]) + 1}.")
    if picture:
        draw(picture, data, solution)


def draw(picture: str, data: dict[str, Any], solution: Any) -> None:
    """Draw the residuals of the days beside those of least squares."""
    from matplotlib.figure import Figure

    full = np.column_stack([data["X"], np.ones(len(data["y"]))])
    plain = data["y"] - full @ np.linalg.lstsq(full, data["y"])[0]
    robust = data["y"] - data["X"] @ solution.w - solution.b
    figure = Figure(figsize=(6, 3), layout="constrained")
    axes = figure.subplots()
    days = np.arange(1, 22)
    axes.plot(days, plain, "o", fillstyle="none", label="least squares")
    axes.plot(days, robust, "o", label="Huber")
    axes.axhline(0, color="gray", linewidth=0.5)
    axes.set_xlabel("day")
    axes.set_ylabel("residual")
    axes.legend()
    figure.savefig(picture)


if __name__ == "__main__":
    main(*sys.argv[1:])
