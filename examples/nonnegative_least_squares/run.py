"""Non-negative least squares: find the spikes behind a blurred signal.

`A` blurs: each column is a bump around one place. `b` is what a detector saw, spikes seen through `A`
and some noise. A spike adds light and never takes any away, and that alone makes the answer sparse.
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
    random = np.random.default_rng(1)
    place = np.arange(200)
    A = np.exp(-0.5 * ((place[:, None] - place) / 4) ** 2)
    spikes = np.zeros(200)
    spikes[[30, 42, 90, 140, 150, 175]] = [4, 6, 5, 3, 7, 2]
    return {"A": A, "b": A @ spikes + 0.3 * random.standard_normal(200)}


def main(picture: str = "") -> None:
    """Solve, tell what came out, and draw it where a file is named."""
    data = problem()
    solution = Model(MODEL).solve(data)
    print(solution)
    print(
        f"\nThere are spikes around {np.flatnonzero(solution.x > 1)}; they stood at 30 42 90 140 150 175."
    )
    if picture:
        draw(picture, data, solution)


def draw(picture: str, data: dict[str, Any], solution: Any) -> None:
    """Draw what was seen, and the spikes that explain it."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(6, 3), layout="constrained")
    axes = figure.subplots()
    axes.plot(data["b"], ".", markersize=3, label="seen")
    axes.plot(data["A"] @ solution.x, label="explained")
    axes.vlines(np.arange(200), 0, solution.x, color="C3", label="spikes")
    axes.legend()
    figure.savefig(picture)


if __name__ == "__main__":
    main(*sys.argv[1:])
