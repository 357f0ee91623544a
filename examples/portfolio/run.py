"""A portfolio after Markowitz: much return, little risk.

Sixty shares whose prices follow a market and three industries. The model wants a high expected return,
dislikes variance, spends all the money, and borrows none.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import numpy as np

from gennaker import Model

MODEL = Path(__file__).with_name("model.txt").read_text(encoding="utf-8")


def problem() -> dict[str, Any]:
    """Return the data by the names of the model."""
    random = np.random.default_rng(5)
    loads = np.column_stack([np.ones(60), random.standard_normal((60, 3)) / 2])
    C = loads @ loads.T / 25 + np.diag(random.uniform(0.01, 0.1, 60))
    return {"r": 0.03 + 0.04 * random.random(60) + np.diag(C) / 5, "C": C, "gamma": 3.0}


def main(picture: str = "") -> None:
    """Solve, tell what came out, and draw it where a file is named."""
    data = problem()
    solution = Model(MODEL).solve(data)
    print(solution)
    risk = np.sqrt(solution.w @ data["C"] @ solution.w)
    print(
        f"\n{np.sum(solution.w > 1e-6)} of 60 shares; return {data['r'] @ solution.w:.1%}, risk {risk:.1%}."
    )
    if picture:
        draw(picture, data, solution)


def draw(picture: str, data: dict[str, Any], solution: Any) -> None:
    """Draw the shares, and what can be reached by mixing them."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(6, 3), layout="constrained")
    axes = figure.subplots()
    axes.plot(np.sqrt(np.diag(data["C"])), data["r"], ".", color="gray", label="single shares")
    weights = Model(MODEL).path({**data, "gamma": np.geomspace(100, 0.1, 30)})["w"]
    risks = np.sqrt(np.einsum("ij,jk,ik->i", weights, data["C"], weights))
    axes.plot(risks, weights @ data["r"], label="portfolios")
    risk = np.sqrt(solution.w @ data["C"] @ solution.w)
    axes.plot(risk, data["r"] @ solution.w, "o", color="C3", label="this one")
    axes.set_xlabel("risk")
    axes.set_ylabel("expected return")
    axes.legend()
    figure.savefig(picture)


if __name__ == "__main__":
    main(*sys.argv[1:])
