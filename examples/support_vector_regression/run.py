"""Support vector regression: small errors are free.

How far the disease of 442 patients had gone, from ten measurements. Only the patients outside the tube
of free errors pull at the fit.
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
    table = (table - table.mean(axis=0)) / table.std(axis=0)
    return {"X": table[:, :-1], "y": table[:, -1], "c": 1.0, "epsilon": 0.5}


def main(picture: str = "") -> None:
    """Solve, tell what came out, and draw it where a file is named."""
    data = problem()
    solution = Model(MODEL).solve(data)
    print(solution)
    error = abs(data["X"] @ solution.w + solution.b - data["y"])
    print(f"\n{np.mean(error < data['epsilon']):.0%} of the patients lie inside the tube.")
    if picture:
        draw(picture, data, solution)


def draw(picture: str, data: dict[str, Any], solution: Any) -> None:
    """Draw the patients and the tube."""
    from matplotlib.figure import Figure

    fit = data["X"] @ solution.w + solution.b
    inside = abs(fit - data["y"]) < data["epsilon"]
    figure = Figure(figsize=(6, 3), layout="constrained")
    axes = figure.subplots()
    axes.plot(fit[inside], data["y"][inside], ".", color="lightgray", label="inside")
    axes.plot(fit[~inside], data["y"][~inside], ".", markersize=3, label="outside")
    ends = np.array([fit.min(), fit.max()])
    for shift in (-data["epsilon"], data["epsilon"]):
        axes.plot(ends, ends + shift, color="gray", linewidth=1)
    axes.set_xlabel("fit")
    axes.set_ylabel("progression")
    axes.legend()
    figure.savefig(picture)


if __name__ == "__main__":
    main(*sys.argv[1:])
