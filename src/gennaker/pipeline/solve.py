"""Solve a model over its data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from gennaker.pipeline.naming import named
from gennaker.pipeline.observed import Watcher, observer
from gennaker.pipeline.pose import Posed, Start, pose
from gennaker.pipeline.prepared import Prepared
from gennaker.pipeline.solution import Solution
from gennaker.reform.start import StartRule
from gennaker.solver.options import Options
from gennaker.solver.progress import Callback
from gennaker.solver.result import Result
from gennaker.solver.solve import solve as solve_flat
from gennaker.solver.status import Status

__all__ = ["solve"]

ELSEWHERE = (StartRule.ONES, StartRule.RANDOM_POSITIVE, StartRule.RANDOM)
"""Where else to start if the functions are not finite where the rules of the model say."""


def solve(
    prepared: Prepared,
    data: Mapping[str, object],
    options: Options,
    *,
    start: Start = None,
    size: Mapping[str, int] | None = None,
    callback: Watcher | None = None,
) -> Solution:
    r"""Solve a prepared model.

    Raises:
        DataError: The data does not fit the model.

    Example:
        >>> from gennaker.language.check import read
        >>> text = "parameters\n Vector b\nvariables\n Vector x\nmin\n norm2(x - b)^2\nst\n x >= 0"
        >>> prepared = Prepared(read(text))
        >>> print(solve(prepared, {"b": [1.0, -2.0]}, Options())["x"].round(6) + 0.0)
        [1. 0.]

    """
    # what is not finite is found and told; NumPy need not warn of it
    with np.errstate(all="ignore"):
        posed = pose(prepared, data, start, size, options)
        told = None
        if callback is not None:
            told = observer(callback, posed.values, maximize=prepared.problem.maximize)
        result = solve_flat(posed.problem, options, start=posed.earlier, callback=told)
        if result.status is Status.NOT_FINITE and not posed.given:
            result = _from_elsewhere(posed, options, told) or result
        return named(posed, result)


def _from_elsewhere(posed: Posed, options: Options, told: Callback | None) -> Result | None:
    """Solve from the first of some other points where everything is finite."""
    for rule in ELSEWHERE:
        x = posed.start_by(rule)
        if posed.is_finite(x):
            return solve_flat(replace(posed.problem, start=x), options, callback=told)
    return None
