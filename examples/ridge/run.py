"""Ridge regression: steady weights where the columns nearly repeat each other.

Employment in the USA from six columns that all rise with time, the classic test of least-squares
programs. The columns are so alike that plain least squares gives huge weights of opposite signs;
a little `lambda` calms them.
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
    table = np.loadtxt(DATA / "longley.csv", delimiter=",", skiprows=1)
    table = (table - table.mean(axis=0)) / table.std(axis=0)
    return {"X": table[:, 1:], "y": table[:, 0], "lambda": 0.1}


def main(picture: str = "") -> None:
    """Solve, tell what came out, and draw it where a file is named."""
    data = problem()
    solution = Model(MODEL).solve(data)
    print(solution)
    plain = np.linalg.lstsq(data["X"], data["y"])[0]
    print(
        f"\nThe largest weight is {abs(solution.w).max():.2f}; plain least squares has {abs(plain).max():.2f}."
    )
    if picture:
        draw(picture, data, solution)


def draw(picture: str, data: dict[str, Any], solution: Any) -> None:
    """Draw the weights beside those of plain least squares."""
    from matplotlib.figure import Figure

    names = (DATA / "longley.csv").read_text(encoding="utf-8").split("\n")[0].split(",")[1:]
    plain = np.linalg.lstsq(data["X"], data["y"])[0]
    figure = Figure(figsize=(6, 3), layout="constrained")
    axes = figure.subplots()
    place = np.arange(len(names))
    axes.bar(place - 0.2, plain, 0.4, label="plain least squares")
    axes.bar(place + 0.2, solution.w, 0.4, label="ridge")
    axes.set_xticks(place, names)
    axes.legend()
    figure.savefig(picture)


if __name__ == "__main__":
    main(*sys.argv[1:])
