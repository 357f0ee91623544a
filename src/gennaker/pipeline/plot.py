"""A picture of a solve: what fell in which iteration."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from gennaker.pipeline.solution import Solution

__all__ = ["plot"]


def plot(solution: Solution, axes: Any = None) -> Any:  # noqa: ANN401 - axes of matplotlib
    """Draw stationarity, feasibility and objective gap over the iterations; return the axes."""
    if axes is None:
        try:
            pyplot = import_module("matplotlib.pyplot")
        except ModuleNotFoundError as error:
            if (error.name or "").partition(".")[0] != "matplotlib":
                raise
            message = "a picture needs matplotlib: pip install 'gennaker[plot]'"
            raise ModuleNotFoundError(message, name="matplotlib") from None
        axes = pyplot.subplots()[1]
    records = solution.history
    places = np.array([record.iteration for record in records])
    # what was solved may be the square of what was asked for, so the gap is measured there
    best = -solution.result.objective if solution.maximize else solution.result.objective
    gap = np.array([abs(record.objective - best) for record in records])
    for label, values in (
        ("stationarity", np.array([record.stationarity for record in records])),
        ("feasibility", np.array([record.feasibility for record in records])),
        ("objective gap", gap),
    ):
        seen = np.isfinite(values) & (values > 0) if len(values) else np.zeros(0, bool)
        if seen.any():  # a logarithmic axis has no place for zeros
            axes.plot(places[seen], values[seen], label=label)
    axes.set_yscale("log")
    axes.set_xlabel("iteration")
    axes.set_title(f"{solution.status}, objective {solution.objective:.6g}")
    if axes.lines:
        axes.legend()
    return axes
