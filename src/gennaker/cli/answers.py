"""A solution for programs: as plain data for JSON, as a file of arrays, as a picture."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gennaker.cli.files import writing
from gennaker.cli.mistakes import InputError
from gennaker.cli.wording import in_options

if TYPE_CHECKING:
    from gennaker.pipeline.solution import Solution

__all__ = ["as_dict", "check_picture", "check_target", "save", "save_picture"]


def as_dict(solution: Solution) -> dict[str, Any]:
    """Return a solution as plain data; what is not finite becomes null, as JSON wants it."""
    return {
        "ok": solution.success,
        "status": solution.status,
        "message": in_options(solution.message),
        "objective": _plain(solution.objective),
        "values": _plain(solution.values),
        "lets": _plain(solution.lets),
        "multipliers": _plain(solution.multipliers),
        "violations": {item.name: _plain(item.amount) for item in solution.violations},
        "residuals": {
            name: _plain(getattr(solution.residuals, name))
            for name in ("stationarity", "feasibility", "complementarity")
        },
        "conflict": list(solution.conflict),
        "ray": _plain(solution.ray),
        "iterations": solution.counts.iterations,
        "evaluations": solution.counts.evaluations,
        "seconds": solution.seconds,
        "notes": list(solution.notes),
    }


def _plain(value: Any) -> Any:  # noqa: ANN401 - whatever a solution holds
    if value is None or isinstance(value, str | bool | int):
        return value
    if isinstance(value, float):
        return value if abs(value) < float("inf") else None
    if isinstance(value, dict):
        return {name: _plain(item) for name, item in value.items()}
    if isinstance(value, list):
        return [_plain(item) for item in value]
    return _plain(_host(value).tolist())


def _host(array: Any) -> Any:  # noqa: ANN401 - an array of any library
    from gennaker.backends.space import space_of

    return space_of(array).array_to_host(array)


# ---- files --------------------------------------------------------------------------------


def check_target(path: Path, suffixes: tuple[str, ...]) -> None:
    """Refuse a file that could not be written, before a solve and not after it."""
    if path.suffix.lower() not in suffixes:
        raise InputError(f"cannot write {path}: it must end in {' or '.join(suffixes)}")
    if not path.parent.is_dir():
        raise InputError(f"cannot write {path}: there is no folder {path.parent}")


def save(solution: Solution, path: Path) -> None:
    """Write variables and lets by name, and each multiplier as ``multiplier(NAME)``."""
    from zipfile import ZipFile

    import numpy as np

    arrays = {name: _array(value) for name, value in (solution.values | solution.lets).items()}
    for name, value in solution.multipliers.items():
        arrays[f"multiplier({name})"] = _array(value)
    with writing(path), ZipFile(path, "w") as archive:  # numpy.savez has no place for a name file
        for name, array in arrays.items():
            with archive.open(f"{name}.npy", "w", force_zip64=True) as stream:
                np.lib.format.write_array(stream, np.asarray(array), allow_pickle=False)


def _array(value: Any) -> Any:  # noqa: ANN401 - a number or an array
    return value if isinstance(value, int | float) else _host(value)


def check_picture(path: Path) -> None:
    """Refuse a picture that could not be drawn, before a solve and not after it."""
    check_target(path, (".png", ".pdf", ".svg"))
    if find_spec("matplotlib") is None:
        message = "a picture needs matplotlib: pip install 'gennaker[plot]'"
        raise InputError(f"cannot write {path}: {message}")


def save_picture(solution: Solution, path: Path) -> None:
    """Draw the convergence into a file."""
    from matplotlib.figure import Figure

    figure = Figure(layout="constrained")  # a figure of its own needs no screen
    solution.plot(figure.subplots())
    with writing(path):
        figure.savefig(path)
