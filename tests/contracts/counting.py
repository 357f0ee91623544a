"""A stand-in for CuPy that needs no device: NumPy inside, launches and waits counted outside.

It is as strict as CuPy where mistakes are made: arrays of the host are refused beside its own, and
nothing turns into an array of the host but by ``get``. Every operation that returns an array is a
launch, except for views of an array that exists already: a slice, a reshape, a transpose.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Self

import numpy as np

__all__ = ["Device", "DeviceArray", "Work"]

VIEWS = {"reshape", "permute_dims", "matrix_transpose", "expand_dims", "squeeze", "broadcast_to"}
MADE_ON_THE_HOST = {"asarray", "zeros", "ones", "full", "arange", "linspace", "eye", "empty"}
UNARY = ("__neg__", "__pos__", "__abs__", "__invert__")
BINARY = ("add", "sub", "mul", "truediv", "pow", "matmul", "and", "or", "xor", "floordiv", "mod")
COMPARISONS = ("__lt__", "__le__", "__gt__", "__ge__", "__eq__", "__ne__")


@dataclass(slots=True)
class Work:
    """What a device was asked for: kernels, and numbers that the host had to wait for."""

    launches: int = 0
    waits: int = 0
    bytes_to_host: int = 0
    paused: bool = False

    def launched(self) -> None:
        self.launches += not self.paused

    def waited(self, size: int) -> None:
        self.waits += not self.paused
        self.bytes_to_host += 0 if self.paused else size


class Place:
    """A device as CuPy names it: equal to itself, and in no table."""

    __hash__ = None  # type: ignore[assignment]

    def __str__(self) -> str:
        return "device 0"

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        pass


class DeviceArray:
    """An array whose operations are launches, and whose every number is a wait."""

    __module__ = "cupy"  # so that libraries are told apart by it
    __array_ufunc__ = None  # NumPy leaves operators to us
    __hash__ = None  # type: ignore[assignment]

    def __init__(self, held: Any, device: Device) -> None:
        self.held, self.home = np.asarray(held), device

    def __array__(self, *_: Any, **__: Any) -> Any:
        raise TypeError("an array of the device becomes one of the host by get() alone")

    def __array_namespace__(self, *, api_version: str | None = None) -> Device:
        return self.home

    shape = property(lambda self: self.held.shape)
    dtype = property(lambda self: self.held.dtype)
    ndim = property(lambda self: self.held.ndim)
    size = property(lambda self: self.held.size)
    device = property(lambda self: self.home.device)
    T = property(lambda self: DeviceArray(self.held.T, self.home))
    mT = property(lambda self: DeviceArray(self.held.mT, self.home))  # noqa: N815 - its name

    def __len__(self) -> int:
        return len(self.held)

    def __getitem__(self, key: Any) -> DeviceArray:
        found = self.held[self.home.inside(key)]
        if not np.shares_memory(found, self.held):
            self.home.work.launched()
        return DeviceArray(found, self.home)

    def __setitem__(self, key: Any, value: Any) -> None:
        self.home.work.launched()
        self.held[self.home.inside(key)] = self.home.inside(value)

    def get(self) -> np.ndarray[Any, Any]:
        """Copy to the host, which waits for everything launched before."""
        self.home.work.waited(self.held.nbytes)
        return self.held.copy()

    def item(self) -> Any:
        self.home.work.waited(self.held.nbytes)
        return self.held.item()

    def __float__(self) -> float:
        return float(self.item())

    def __int__(self) -> int:
        return int(self.item())

    def __index__(self) -> int:
        return int(self.item())

    def __bool__(self) -> bool:
        return bool(self.item())


def _operator(name: str) -> Any:
    def method(self: DeviceArray, *others: Any) -> DeviceArray:
        self.home.work.launched()
        return DeviceArray(
            getattr(self.held, name)(*(self.home.inside(other) for other in others)), self.home
        )

    return method


for _name in UNARY + COMPARISONS:
    setattr(DeviceArray, _name, _operator(_name))
for _name in BINARY:
    setattr(DeviceArray, f"__{_name}__", _operator(f"__{_name}__"))
    setattr(DeviceArray, f"__r{_name}__", _operator(f"__r{_name}__"))


class Device:
    """The namespace of the arrays: NumPy's functions, each a launch."""

    __name__ = "cupy"

    def __init__(self) -> None:
        self.work = Work()
        self.device = Place()

    def array(self, values: Any) -> DeviceArray:
        """Put an array of the host onto the device."""
        return DeviceArray(np.array(values), self)

    def inside(self, value: Any) -> Any:
        """Unwrap an argument; arrays of the host have no business here, numbers have."""
        if isinstance(value, DeviceArray):
            if value.home is not self:
                raise TypeError("the arrays are on two devices")
            return value.held
        if isinstance(value, np.ndarray):
            raise TypeError("an array of the host stands beside one of the device")
        if isinstance(value, (list, tuple)):
            return type(value)(self.inside(item) for item in value)
        return value

    def outside(self, value: Any) -> Any:
        """Wrap what a function returned: numbers stay on the device, too."""
        if isinstance(value, (np.ndarray, np.generic)):
            return DeviceArray(value, self)
        if isinstance(value, (list, tuple)):
            return type(value)(self.outside(item) for item in value)
        return value

    def __getattr__(self, name: str) -> Any:
        found = getattr(np, name)
        if not callable(found) or isinstance(found, type) or name in {"finfo", "iinfo"}:
            return found

        def function(*arguments: Any, **named: Any) -> Any:
            if named.pop("device", self.device) != self.device:
                raise ValueError("there is one device only")
            own = name in MADE_ON_THE_HOST
            if own and arguments and isinstance(arguments[0], DeviceArray):
                held = arguments[0].held
                if named.get("dtype", held.dtype) == held.dtype:
                    return arguments[0]  # nothing to convert, so nothing is launched
            if name not in VIEWS:
                self.work.launched()
            if own and not (arguments and isinstance(arguments[0], DeviceArray)):
                return DeviceArray(found(*arguments, **named), self)
            return self.outside(
                found(
                    *(self.inside(argument) for argument in arguments),
                    **{key: self.inside(value) for key, value in named.items()},
                )
            )

        return function

    @contextmanager
    def uncounted(self) -> Iterator[None]:
        """Leave out what happens inside: the objective, which is not the solver's."""
        before = self.work.paused
        self.work.paused = True
        try:
            yield
        finally:
            self.work.paused = before
