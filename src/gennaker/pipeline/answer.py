"""A result that reads as keys and as attributes, as SciPy's and GENO's do."""

from __future__ import annotations

from collections.abc import Iterable
from importlib import import_module
from typing import Any

__all__ = ["Answer", "answer_class"]


class Answer(dict[str, Any]):
    """A dictionary whose keys are attributes too.

    Example:
        >>> answer = Answer(fun=1.0, success=True)
        >>> answer.fun == answer["fun"]
        True
        >>> answer
            fun: 1.0
        success: True

    """

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - whatever a key holds
        """Return the value of a key."""
        if name in self:
            return self[name]
        raise AttributeError(f"the answer has no {name!r}; it holds {', '.join(self)}")

    def __setattr__(self, name: str, value: object) -> None:
        self[name] = value

    def __delattr__(self, name: str) -> None:
        """Forget a key."""
        if name not in self:
            raise AttributeError(f"the answer has no {name!r}")
        del self[name]

    def __dir__(self) -> Iterable[str]:
        return sorted({*super().__dir__(), *self})

    def __repr__(self) -> str:
        """Show one key a line."""
        width = max(map(len, self), default=0)
        return "\n".join(f"{name:>{width}}: {value!r}" for name, value in self.items())


def answer_class() -> type[dict[str, Any]]:
    """Return SciPy's own class of results where SciPy is installed, and ours elsewhere."""
    try:
        return import_module("scipy.optimize").OptimizeResult
    except ModuleNotFoundError as error:
        if not str(error.name).startswith("scipy"):
            raise
        return Answer
