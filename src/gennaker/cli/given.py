"""The words that give data: NAME=VALUE, NAME=FILE, NAME,NAME=FILE, NAME=FILE:PART and FILE."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from gennaker.cli.contents import Contents
from gennaker.cli.datafiles import SUFFIXES, read_data
from gennaker.cli.mistakes import InputError

__all__ = ["Given", "gather", "whole_numbers"]

LONGEST = 60


@dataclass(slots=True)
class Given:
    """Values by name, and what a reader should know of where they come from."""

    values: dict[str, Any] = field(default_factory=dict[str, Any])
    notes: list[str] = field(default_factory=list[str])


def gather(words: Iterable[str], names: Collection[str], matrices: Collection[str] = ()) -> Given:
    """Return the values that words give.

    Args:
        words: As they stand at the command line. What gives a name wins over a file that is
            given without one and happens to hold that name too.
        names: What the model has; of files without a name nothing else is taken.
        matrices: Those among them that are matrices.

    Example:
        >>> gather(["lam=0.1", "b=[1, 2]"], ["b", "lam"]).values
        {'lam': 0.1, 'b': [1, 2]}

    """
    files: dict[str, Contents] = {}
    named: dict[str, Any] = {}
    found = Given()
    for word in words:
        targets, value = _split(word)
        if targets is None:
            if _is_no_file(word):
                if "=" in word:
                    left = word.partition("=")[0].strip()
                    raise InputError(f"{word}: {left!r} is no name; write NAME=VALUE or NAME=FILE")
                raise InputError(f"{word}: write {word}=VALUE, {word}=FILE, or the name of a file")
            _take_file(found, word, _opened(word, files), names, matrices)
            continue
        for target, array in _values(word, targets, value, files, matrices):
            if target in named:
                raise InputError(f"{target} is given twice")
            named[target] = array
    found.values |= named
    return found


def whole_numbers(words: Iterable[str], option: str) -> dict[str, int]:
    """Return the lengths that words like ``n=5`` give.

    Example:
        >>> whole_numbers(["n=5", "U.columns=2"], "--size")
        {'n': 5, 'U.columns': 2}

    """
    found: dict[str, int] = {}
    for word in words:
        name, _, value = word.partition("=")
        if not name or not value.strip().isdecimal():
            raise InputError(f"{option} {word}: write NAME=NUMBER, as in {option} n=5")
        found[name.strip()] = int(value)
    return found


def _split(word: str) -> tuple[list[str] | None, str]:
    """Return the names that a word gives a value to, and the value; None where it is a file."""
    left, sign, right = word.partition("=")
    names = [name.strip() for name in left.split(",")]
    if not sign or not all(name.isidentifier() for name in names):
        return None, word
    return names, right.strip()


def _values(
    word: str,
    targets: list[str],
    value: str,
    files: dict[str, Contents],
    matrices: Collection[str],
) -> Iterable[tuple[str, Any]]:
    literal = _literal(word, value)
    if literal is not None:
        return [(target, literal) for target in targets]
    path, parts = _path_and_parts(value)
    if _is_no_file(path):
        shown = repr(value if len(value) <= LONGEST else f"{value[:LONGEST]}...")
        raise InputError(
            f"{', '.join(targets)}: {shown} is no number, no list such as [1, 2], and no file"
        )
    contents = _opened(path, files)
    if len(targets) == 1:
        name = targets[0]
        found = contents.parts(parts) if parts else contents.pick(name, matrix=name in matrices)
        return [(name, found)]
    if not parts:
        return zip(targets, contents.several(targets), strict=True)
    if len(parts) != len(targets):
        raise InputError(f"{word}: {len(targets)} names, but {len(parts)} parts of the file")
    return [(name, contents.parts([part])) for name, part in zip(targets, parts, strict=True)]


def _is_no_file(path: str) -> bool:
    return Path(path).suffix.lower() not in SUFFIXES and not _exists(path)


def _exists(path: str) -> bool:
    try:
        return Path(path).is_file()
    except OSError:  # a list without brackets may be too long for a name
        return False


def _literal(word: str, value: str) -> float | list[Any] | None:
    """Read a number, or a list of numbers (and of lists of numbers); None for anything else."""
    try:
        return float(value)
    except ValueError:
        pass
    if not value.startswith("["):
        return None
    try:
        return json.loads(value)
    except (ValueError, RecursionError):
        advice = "write [1, 2], or [[1, 2], [3, 4]] for a matrix"
        shown = word if len(word) <= LONGEST else f"{word[:LONGEST]}..."
        raise InputError(f"{shown}: this is no list of numbers; {advice}") from None


def _path_and_parts(value: str) -> tuple[str, list[str]]:
    """Part FILE:PART,PART; a colon belongs to the path where no known suffix stands before it."""
    path, colon, parts = value.rpartition(":")
    if colon and parts and Path(path).suffix.lower() in SUFFIXES and not _exists(value):
        return path, [part.strip() for part in parts.split(",")]
    return value, []


def _opened(path: str, files: dict[str, Contents]) -> Contents:
    if path not in files:
        files[path] = read_data(path)
    return files[path]


def _take_file(
    found: Given,
    path: str,
    contents: Contents,
    names: Collection[str],
    matrices: Collection[str],
) -> None:
    """Take what a file holds by its names; a file without names goes by its own."""
    stem = Path(path).stem
    if not contents.names or (stem in names and stem not in contents.names):
        parts = {stem: contents.pick(stem, matrix=stem in matrices)}
    else:
        wanted = [name for name in contents.names if name in names]
        parts = dict(zip(wanted, contents.several(wanted) if wanted else (), strict=True))
        spare = [name for name in contents.names if name not in names]
        if spare:
            shown = ", ".join(spare)
            found.notes.append(f"{path} also holds {shown}, which the model has no name for")
    for name in parts:
        if name in found.values:
            raise InputError(f"two files hold {name}; say which one, as in {name}=FILE")
    found.values |= parts
