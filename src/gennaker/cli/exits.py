"""The exit codes of the command line, on which scripts rely."""

from __future__ import annotations

from enum import IntEnum

__all__ = ["Exit", "exit_for"]


class Exit(IntEnum):
    """What a process tells its caller.

    ====  ========================================================================
    code  meaning
    ====  ========================================================================
    0     done; of ``solve``: the point meets the tolerance
    2     the call cannot be carried out: an option, a file or the data is wrong
    3     the model is wrong
    4     the constraints cannot hold together
    5     the objective improves without limit
    6     a limit was reached, or somebody stopped the solve, before it was done
    7     numerical trouble: something is not finite, or rounding hides any progress
    ====  ========================================================================
    """

    OK = 0
    USAGE = 2
    MODEL = 3
    INFEASIBLE = 4
    UNBOUNDED = 5
    LIMIT = 6
    TROUBLE = 7


ENDS = {
    "solved": Exit.OK,
    "solved to reduced accuracy": Exit.TROUBLE,
    "iteration limit": Exit.LIMIT,
    "evaluation limit": Exit.LIMIT,
    "time limit": Exit.LIMIT,
    "no further progress": Exit.TROUBLE,
    "infeasible": Exit.INFEASIBLE,
    "unbounded": Exit.UNBOUNDED,
    "not finite": Exit.TROUBLE,
    "inconsistent bounds": Exit.INFEASIBLE,
    "stopped by the callback": Exit.LIMIT,
}


def exit_for(status: str) -> Exit:
    """Return the exit code for the status of a solution.

    Example:
        >>> exit_for("time limit")
        <Exit.LIMIT: 6>

    """
    return ENDS[status]
