"""The lasso: a few measurements that predict how diabetes goes on.

Ten measurements of 442 patients, and how far their disease had gone a year later. The price `lambda` on
the absolute values of the weights sets most of them to exactly zero.
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
    table = table - table.mean(axis=0)
    X = table[:, :-1] / table[:, :-1].std(axis=0)
    return {"X": X, "y": table[:, -1], "lambda": 10.0}


def main(picture: str = "") -> None:
    """Solve, tell what came out, and draw it where a file is named."""
    data = problem()
    solution = Model(MODEL).solve(data)
    print(solution)
    names = (DATA / "diabetes.csv").read_text(encoding="utf-8").split("\n")[0].split(",")
    used = [name for name, weight in zip(names, solution.w, strict=False) if abs(weight) > 1e-6]
    print(f"\n{len(used)} of {len(solution.w)} measurements are used: {', '.join(used)}.")
    if picture:
        draw(picture, data, solution)


def draw(picture: str, data: dict[str, Any], solution: Any) -> None:
    """Draw the weights for many prices, each solved from the one before."""
    from matplotlib.figure import Figure

    names = (DATA / "diabetes.csv").read_text(encoding="utf-8").split("\n")[0].split(",")[:-1]
    prices = np.geomspace(50, 0.1, 40)
    weights = Model(MODEL).path({**data, "lambda": prices})["w"]
    figure = Figure(figsize=(6, 3), layout="constrained")
    axes = figure.subplots()
    axes.semilogx(prices, weights, label=names)
    axes.axvline(data["lambda"], color="gray", linestyle=":")
    axes.set_xlabel("lambda")
    axes.set_ylabel("weight")
    axes.legend(ncols=2, fontsize=7)
    figure.savefig(picture)


if __name__ == "__main__":
    main(*sys.argv[1:])
