"""Sparse logistic regression: which facts tell of a high income?

1605 people of the census of 1994, each with 123 facts that hold or do not hold. The price on the
absolute values leaves the facts that matter.
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
    stored = np.load(DATA / "adult_binary.npz")
    X = np.unpackbits(stored["features"], axis=1, count=int(stored["columns"])).astype(float)
    return {"X": X, "y": stored["labels"].astype(float), "lambda": 4.0}


def main(picture: str = "") -> None:
    """Solve, tell what came out, and draw it where a file is named."""
    data = problem()
    solution = Model(MODEL).solve(data)
    print(solution)
    print(f"\n{np.sum(abs(solution.w) > 1e-5)} of {len(solution.w)} facts have a weight.")
    if picture:
        draw(picture, data, solution)


def draw(picture: str, data: dict[str, Any], solution: Any) -> None:
    """Draw the weights in order."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(6, 3), layout="constrained")
    axes = figure.subplots()
    axes.bar(np.arange(len(solution.w)), np.sort(solution.w))
    axes.set_xlabel("facts, in the order of their weights")
    axes.set_ylabel("weight")
    figure.savefig(picture)


if __name__ == "__main__":
    main(*sys.argv[1:])
