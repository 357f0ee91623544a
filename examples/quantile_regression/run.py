"""Quantile regression: what the nine tenths spend on food.

Income and spending on food of 235 Belgian households in 1857. The weighted absolute values of the model
put nine tenths of the households below the line.
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
    table = np.loadtxt(DATA / "engel.csv", delimiter=",", skiprows=1) / 1000
    return {"X": table[:, :1], "y": table[:, 1], "tau": 0.9}


def main(picture: str = "") -> None:
    """Solve, tell what came out, and draw it where a file is named."""
    data = problem()
    solution = Model(MODEL).solve(data)
    print(solution)
    below = np.mean(data["y"] <= data["X"] @ solution.w + solution.b + 1e-9)
    print(f"\n{below:.1%} of the households are on the line or below it.")
    if picture:
        draw(picture, data, solution)


def draw(picture: str, data: dict[str, Any], solution: Any) -> None:
    """Draw the households and the lines of three quantiles."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(6, 3), layout="constrained")
    axes = figure.subplots()
    axes.plot(data["X"], data["y"], ".", color="gray", markersize=3)
    income = np.array([0.3, 5])
    for fit in Model(MODEL).path({**data, "tau": [0.1, 0.5, 0.9]}):
        axes.plot(income, income * fit.w[0] + fit.b)
    axes.set_xlabel("income, thousand francs")
    axes.set_ylabel("food, thousand francs")
    figure.savefig(picture)


if __name__ == "__main__":
    main(*sys.argv[1:])
