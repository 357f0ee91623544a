"""Robust principal components: a table of few patterns, some of whose entries are wrong.

`M` is a table of rank two in which one entry of ten was replaced by something else. Squares would smear
these errors over the whole table; absolute values leave them where they are, so that the patterns come
out clean.
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
    random = np.random.default_rng(3)
    low = random.standard_normal((40, 2)) @ random.standard_normal((2, 40))
    wrong = random.random((40, 40)) < 0.1
    M = np.where(wrong, 5 * random.standard_normal((40, 40)), low)
    return {"M": M, "lambda": 1 / np.sqrt(40)}


def main(picture: str = "") -> None:
    """Solve, tell what came out, and draw it where a file is named."""
    data = problem()
    solution = Model(MODEL).solve(data, size={"k": 5})
    print(solution)
    wrong = abs(data["M"] - solution.U @ solution.V.T) > 1e-3
    rank = np.linalg.matrix_rank(solution.U @ solution.V.T, tol=1e-3)
    print(f"\n{np.mean(wrong):.1%} of the entries are taken to be wrong; the rest has rank {rank}.")
    if picture:
        draw(picture, data, solution)


def draw(picture: str, data: dict[str, Any], solution: Any) -> None:
    """Show the table, its patterns and its errors."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(6, 2.6), layout="constrained")
    low = solution.U @ solution.V.T
    shown = {"table": data["M"], "patterns": low, "errors": data["M"] - low}
    for axes, (title, values) in zip(figure.subplots(1, 3), shown.items(), strict=True):
        axes.imshow(values, cmap="RdBu", vmin=-4, vmax=4)
        axes.set_title(title, fontsize=9)
        axes.set_axis_off()
    figure.savefig(picture)


if __name__ == "__main__":
    main(*sys.argv[1:])
