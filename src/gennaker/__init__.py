"""Write an optimisation problem as it stands in a paper; get a checked model and its solver.

Names load when they are first used, so that the command line starts at once.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from gennaker.errors import DataError, GennakerError, Mistake, ModelError
    from gennaker.pipeline.compile import Model
    from gennaker.pipeline.derive import derive
    from gennaker.pipeline.minimize import method, minimize

__all__ = [
    "DataError",
    "GennakerError",
    "Mistake",
    "Model",
    "ModelError",
    "derive",
    "method",
    "minimize",
]

_HOMES = {
    "DataError": "gennaker.errors",
    "GennakerError": "gennaker.errors",
    "Mistake": "gennaker.errors",
    "Model": "gennaker.pipeline.compile",
    "ModelError": "gennaker.errors",
    "derive": "gennaker.pipeline.derive",
    "method": "gennaker.pipeline.minimize",
    "minimize": "gennaker.pipeline.minimize",
}


def __getattr__(name: str) -> Any:  # noqa: ANN401 - a module gives whatever it holds
    if name not in _HOMES:
        raise AttributeError(f"module 'gennaker' has no attribute {name!r}")
    found = getattr(import_module(_HOMES[name]), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
