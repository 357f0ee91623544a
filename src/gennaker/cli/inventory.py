"""What this machine has: array libraries with their devices, and the packages of its features."""

from __future__ import annotations

import os
import platform
import shutil
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from typing import Any

from gennaker.cli.library import Library

__all__ = ["Installed", "Package", "libraries", "packages", "system", "unused_gpu"]

CUDA = "'gennaker[cuda12]', or [cuda13] where the driver has CUDA 13"
SOURCES = {"cupy": CUDA, "torch": "'gennaker[torch]'", "jax": "'gennaker[jax]'"}
PACKAGES = (
    ("scipy", "scipy", "sparse matrices"),
    ("pyarrow", "'gennaker[io]'", ".parquet files"),
    ("matplotlib", "'gennaker[plot]'", "pictures of the convergence"),
)


@dataclass(frozen=True, slots=True)
class Installed:
    """An array library: its version and devices, or what is wrong with it."""

    name: str
    version: str | None
    devices: tuple[str, ...] = ()
    fault: str | None = None

    def words(self) -> str:
        """Say where it computes, or what to type."""
        if self.version is None:
            return f"not installed: pip install {SOURCES[self.name]}"
        if self.fault is not None:
            return f"does not work: {self.fault}"
        return ", ".join(self.devices)

    def as_dict(self) -> dict[str, object]:
        """Return plain data for JSON."""
        return {
            "name": self.name,
            "version": self.version,
            "devices": list(self.devices),
            "fault": self.fault,
        }


@dataclass(frozen=True, slots=True)
class Package:
    """A package that some feature needs, and what to install for it."""

    name: str
    source: str
    purpose: str
    version: str | None

    def words(self) -> str:
        """Say what it is for, and what to type where it is missing."""
        if self.version is not None:
            return self.purpose
        return f"not installed; for {self.purpose}: pip install {self.source}"

    def as_dict(self) -> dict[str, object]:
        """Return plain data for JSON."""
        return {"name": self.name, "version": self.version, "for": self.purpose}


def system() -> dict[str, str]:
    """Return the versions of Gennaker and Python, and what they run on."""
    return {
        "gennaker": f"Gennaker {version('gennaker')}",
        "python": f"Python {platform.python_version()}",
        "machine": f"{platform.system()} on {platform.machine()}",
        "processors": f"{os.cpu_count()} processors",
    }


def unused_gpu(found: Iterable[Installed]) -> str | None:
    """Say what to type where there is an NVIDIA driver, but no library that sees a GPU."""
    if not shutil.which("nvidia-smi"):
        return None
    if any(device.startswith("GPU") for item in found for device in item.devices):
        return None
    return f"there is an NVIDIA driver, but no library sees a GPU: pip install {CUDA}"


def libraries() -> list[Installed]:
    """Look at each array library, by computing something with it."""
    return [_looked_at(library.value) for library in Library]


def packages() -> list[Package]:
    """Look for the packages that some features need and a solve does not."""
    return [Package(name, source, purpose, _version(name)) for name, source, purpose in PACKAGES]


def _version(package: str) -> str | None:
    try:
        return version(package)
    except PackageNotFoundError:
        return None


def _looked_at(name: str) -> Installed:
    if find_spec(name) is None:
        return Installed(name, None)
    try:
        module = import_module(name)
        found = str(module.__version__)
        return Installed(name, found, tuple(DEVICES[name](module)))
    except Exception as error:  # noqa: BLE001 - a library that is broken may raise anything
        return Installed(name, _version(name) or "?", fault=str(error).partition("\n")[0])


# ---- devices: each is made to add two numbers, since a driver may be there and not work ----


def _numpy_devices(numpy: Any) -> list[str]:  # noqa: ANN401 - a module
    return ["CPU"] if float(numpy.ones(2).sum()) else []


def _cupy_devices(cupy: Any) -> list[str]:  # noqa: ANN401 - a module
    found: list[str] = []
    for place in range(cupy.cuda.runtime.getDeviceCount()):
        with cupy.cuda.Device(place):
            float(cupy.ones(2).sum())
        name = cupy.cuda.runtime.getDeviceProperties(place)["name"].decode()
        found.append(f"GPU {place}: {name}")
    return found


def _torch_devices(torch: Any) -> list[str]:  # noqa: ANN401 - a module
    found = ["CPU"]
    for place in range(torch.cuda.device_count()):
        float(torch.ones(2, device=f"cuda:{place}").sum())
        found.append(f"GPU {place}: {torch.cuda.get_device_name(place)}")
    return found


def _jax_devices(jax: Any) -> list[str]:  # noqa: ANN401 - a module
    found: list[str] = []
    for device in jax.devices():
        float(jax.device_put(jax.numpy.ones(2), device).sum())
        kind = device.platform.upper()
        found.append(kind if kind == "CPU" else f"{kind} {device.id}: {device.device_kind}")
    return found


DEVICES: dict[str, Callable[[Any], list[str]]] = {
    "numpy": _numpy_devices,
    "cupy": _cupy_devices,
    "torch": _torch_devices,
    "jax": _jax_devices,
}
