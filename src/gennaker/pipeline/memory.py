"""How much memory a solve takes, before it is begun, and how much there is."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import prod
from typing import Any

from gennaker.backends.find import load
from gennaker.backends.space import Space
from gennaker.emission.program import Program
from gennaker.emission.schedule import Block
from gennaker.errors import DataError
from gennaker.expressions.node import Node
from gennaker.expressions.show import text
from gennaker.pipeline.layout import length

__all__ = ["Need", "check_memory", "computed", "machine_memory", "needed"]

GIBIBYTE, MEBIBYTE = 2**30, 2**20
FALLBACK = 2**33  # where a system does not tell how much it has
CONTAINER = "/sys/fs/cgroup/memory.max"
LONGEST = 60


@dataclass(frozen=True, slots=True)
class Need:
    """The bytes that a solve takes beside its data, and what takes most of them."""

    total: int
    largest: str


def computed(program: Program) -> tuple[Node, ...]:
    """List the arrays that the functions of a solve compute, each once."""
    blocks = (program.setup, program.images, program.forward, program.backward, program.slope)
    found: dict[Node, None] = {}
    for block in blocks:
        if isinstance(block, Block):
            for node in (*(step.node for step in block.steps), *block.results):
                if node.args and node.shape.axes:
                    found.setdefault(node)
    return tuple(found)


def needed(arrays: Iterable[Node], sizes: Mapping[str, int], vectors: int, itemsize: int) -> Need:
    """Add up what is computed and ``vectors``, the numbers that the solver itself keeps."""
    most, largest, total = vectors, None, vectors
    for node in arrays:
        count = prod(length(axis, sizes) for axis in node.shape.axes)
        total += count
        if count > most:
            most, largest = count, node
    what = "what the solver remembers" if largest is None else text(largest, LONGEST)
    return Need(itemsize * total, what)


def check_memory(need: Need, data: Iterable[Any], space: Space) -> str:
    """Refuse a solve that cannot fit; return a note on one that is large, else nothing."""
    if need.total < GIBIBYTE:
        return ""
    there = machine_memory(space)
    held = sum(_bytes(array) for array in data)
    wanted = _shown(need.total)
    if need.total + held > there:
        raise DataError(
            f"this solve needs about {wanted} beside its data of {_shown(held)}, most of it "
            f"for {need.largest}, but there are {_shown(there)} in all; pass less data or "
            "float32, or write the model without so large an expression"
        )
    return f"about {wanted} of memory were needed beside the data, most of it for {need.largest}"


def _bytes(array: Any) -> int:  # noqa: ANN401 - an array of any library, or a sparse matrix
    parts = [getattr(array, part, None) for part in ("data", "indices", "indptr")]
    if all(hasattr(part, "nbytes") for part in parts):
        return sum(int(part.nbytes) for part in parts if part is not None)
    return int(getattr(array, "nbytes", 0))


def _shown(size: int) -> str:
    return f"{size / GIBIBYTE:.1f} GiB" if size >= GIBIBYTE else f"{size / MEBIBYTE:.1f} MiB"


# ---- what there is -----------------------------------------------------------------------


def machine_memory(space: Space | None = None) -> int:
    """Return the bytes of memory where the arrays of a space live, used or not."""
    found = None if space is None else _device_memory(space)
    return _host_memory() if found is None else found


def _device_memory(space: Space) -> int | None:
    """Return the memory of a device; None where arrays live in that of the host."""
    if space.library == "cupy":
        return int(load("cupy").cuda.runtime.memGetInfo()[1])
    if space.library == "torch" and getattr(space.device, "type", "cpu") == "cuda":
        return int(load("torch").cuda.mem_get_info(space.device)[1])
    if space.library == "jax":
        tell = getattr(space.device, "memory_stats", None)
        known = tell() if tell is not None else None
        return int(known["bytes_limit"]) if known and "bytes_limit" in known else None
    return None


def _host_memory() -> int:
    """Return the memory of the machine, or of the container that this runs in."""
    try:
        there = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, ValueError, OSError):
        there = FALLBACK
    try:
        with open(CONTAINER, encoding="ascii") as told:  # noqa: PTH123 - pathlib is slow to load
            return min(there, int(told.read()))
    except (OSError, ValueError):  # no container, or one without a limit
        return there
