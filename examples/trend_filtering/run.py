"""Trend filtering: a hundred years of the Nile in a few straight lines.

How much water the Nile brought to Aswan from 1871 to 1970. The price on second differences charges every
bend of the trend, so that it is made of straight lines.
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
    return {"y": np.loadtxt(DATA / "nile.csv", delimiter=",", skiprows=1)[:, 1], "lambda": 1000.0}


def main(picture: str = "") -> None:
    """Solve, tell what came out, and draw it where a file is named."""
    data = problem()
    solution = Model(MODEL).solve(data)
    print(solution)
    bends = np.flatnonzero(abs(np.diff(solution.x, 2)) > 0.1) + 1872
    print(f"\nThe trend bends in the years {bends}.")
    if picture:
        draw(picture, data, solution)


def draw(picture: str, data: dict[str, Any], solution: Any) -> None:
    """Draw the river and its trend."""
    from matplotlib.figure import Figure

    years = np.arange(1871, 1971)
    figure = Figure(figsize=(6, 3), layout="constrained")
    axes = figure.subplots()
    axes.plot(years, data["y"], ".-", color="gray", linewidth=0.5, markersize=3)
    axes.plot(years, solution.x)
    axes.set_ylabel("flow")
    figure.savefig(picture)


if __name__ == "__main__":
    main(*sys.argv[1:])
