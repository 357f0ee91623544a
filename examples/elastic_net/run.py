"""The elastic net: sparse like the lasso, but columns that are alike share the weight.

Employment in the USA again, from six columns that nearly repeat each other. The lasso picks one column
of such a group, more or less by chance; the squares of the elastic net let the group come in together.
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
    return {"X": table[:, 1:], "y": table[:, 0], "lambda1": 0.1, "lambda2": 0.1}


def main(picture: str = "") -> None:
    """Solve, tell what came out, and draw it where a file is named."""
    data = problem()
    solution = Model(MODEL).solve(data)
    print(solution)
    print(f"\nThe weights are {solution.w.round(2) + 0.0}: the lasso would use a single column.")
    if picture:
        draw(picture, data, solution)


def draw(picture: str, data: dict[str, Any], solution: Any) -> None:
    """Draw the weights beside those of the lasso."""
    from matplotlib.figure import Figure

    names = (DATA / "longley.csv").read_text(encoding="utf-8").split("\n")[0].split(",")[1:]
    lasso = Model(MODEL).solve({**data, "lambda2": 0.0})
    figure = Figure(figsize=(6, 3), layout="constrained")
    axes = figure.subplots()
    place = np.arange(len(names))
    axes.bar(place - 0.2, lasso.w, 0.4, label="lasso")
    axes.bar(place + 0.2, solution.w, 0.4, label="elastic net")
    axes.set_xticks(place, names)
    axes.legend()
    figure.savefig(picture)


if __name__ == "__main__":
    main(*sys.argv[1:])
