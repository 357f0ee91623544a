"""Poisson regression: how often do people see a doctor?

Two thousand years of people in the RAND health insurance experiment: the number of visits, what they had
to pay themselves, and how they were. Counts are never negative, and a Poisson model never expects a
negative one.
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
    table = np.loadtxt(DATA / "doctor_visits.csv", delimiter=",", skiprows=1)
    X = table[:, 1:]
    return {"X": (X - X.mean(axis=0)) / X.std(axis=0), "y": table[:, 0]}


def main(picture: str = "") -> None:
    """Solve, tell what came out, and draw it where a file is named."""
    data = problem()
    solution = Model(MODEL).solve(data)
    print(solution)
    names = (DATA / "doctor_visits.csv").read_text(encoding="utf-8").split("\n")[0].split(",")[1:]
    most = names[np.argmax(abs(solution.w))]
    print(
        f"\n{np.exp(solution.b):.2f} visits are usual; {most}, the number of chronic diseases, matters most."
    )
    if picture:
        draw(picture, data, solution)


def draw(picture: str, data: dict[str, Any], solution: Any) -> None:
    """Draw the visits against what the model expects."""
    from matplotlib.figure import Figure

    expected = np.exp(solution.eta)
    order = np.array_split(np.argsort(expected), 20)
    figure = Figure(figsize=(6, 3), layout="constrained")
    axes = figure.subplots()
    means = [(expected[group].mean(), data["y"][group].mean()) for group in order]
    axes.plot(*np.transpose(means), "o", label="means of twenty groups")
    axes.plot([1, 8], [1, 8], color="gray", linewidth=1)
    axes.set_xlabel("expected visits")
    axes.set_ylabel("visits")
    axes.legend()
    figure.savefig(picture)


if __name__ == "__main__":
    main(*sys.argv[1:])
