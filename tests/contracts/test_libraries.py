"""One solver for all array libraries: the same answers, and few waits for a device."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from statistics import median
from typing import Any

import numpy as np
import pytest

from gennaker.backends.space import space_of
from gennaker.solver.problem import Block, Problem
from gennaker.solver.result import Result
from gennaker.solver.solve import solve
from gennaker.solver.status import Status
from tests.contracts.counting import Device
from tests.flat_problems import Affine, converted, nnls, separable, simplex, transport

LIBRARIES = ("strict", "torch", "jax", "cupy")
WAITS, LAUNCHES = 2, 60
"""What one iteration over a box may ask of a device, the objective left out."""
LAUNCHES_WITH_CONSTRAINTS = 90
EXACT = {"tolerance": 1e-10}


@contextmanager
def library(name: str) -> Iterator[Callable[[np.ndarray], Any]]:
    """Give the way from arrays of NumPy to those of a library, made as strict as it can be."""
    if name == "cupy":
        yield Device().array
    elif name == "torch":
        yield pytest.importorskip("torch").asarray
    elif name == "jax":
        jax = pytest.importorskip("jax")
        jax.config.update("jax_enable_x64", True)
        yield jax.numpy.asarray
    elif name == "strict":
        strict = pytest.importorskip("array_api_strict")
        device = strict.Device("device1")
        strict.set_array_api_strict_flags(boolean_indexing=False, data_dependent_shapes=False)
        try:
            yield lambda array: strict.asarray(array, device=device)
        finally:
            strict.reset_array_api_strict_flags()


def two_sided() -> Problem:
    """Bounds on both sides, some of them infinite."""
    random = np.random.default_rng(11)
    problem = nnls(11, 25, 20)
    lower, upper = random.uniform(-1.0, 0.0, 20), random.uniform(0.0, 1.0, 20)
    lower[:5], upper[10:15] = -np.inf, np.inf
    return replace(problem, lower=lower, upper=upper)


def constrained(rays: bool = True, equalities: int = 2) -> Problem:
    """Least squares over a box with rows that hold, of which some are equalities."""
    random = np.random.default_rng(5)
    size, rows = 20, 4
    J = np.abs(random.standard_normal((rows, size)))
    functions = Affine(
        random.standard_normal((30, size)),
        random.standard_normal(30),
        J,
        J @ np.full(size, 0.3) + np.where(np.arange(rows) < equalities, 0.0, 0.01),
        rays=rays,
    )
    blocks = [Block("h", 0, equalities, linear=True), Block("g", equalities, rows, linear=True)]
    return Problem(
        functions,
        np.zeros(size),
        np.zeros(size),
        np.ones(size),
        [block for block in blocks if block.stop > block.start],
        equalities,
        quadratic=True,
        convex=True,
    )


def contradictory() -> Problem:
    """A simplex whose budget the bounds do not allow."""
    return replace(simplex(3, 20), upper=np.full(20, 0.04))


PROBLEMS = {
    "non-negative least squares": nnls(1, 25, 20),
    "least squares": nnls(2, 25, 20, positive=False),
    "two-sided bounds": two_sided(),
    "no rays": replace(nnls(1, 25, 20), functions=replace(nnls(1, 25, 20).functions, rays=False)),
    "not known to be quadratic": replace(nnls(1, 25, 20), quadratic=False),
    "equalities and inequalities": constrained(),
    "constraints without rays": constrained(rays=False),
    "inequalities": constrained(equalities=0),
    "entropies and squares": separable(3),
    "optimal transport": transport(1),
}


def host(array: Any) -> np.ndarray:
    return space_of(array).array_to_host(array)


@pytest.mark.parametrize("name", LIBRARIES)
@pytest.mark.parametrize("problem", PROBLEMS.values(), ids=PROBLEMS)
def test_the_answer_is_that_of_numpy(name, problem):
    plain = problem.constraints and not problem.functions.rays
    # where values alone are compared, rounding hides the last digits
    check(name, problem, {"tolerance": 1e-8} if plain else EXACT, close=1e-8)


@pytest.mark.parametrize("name", LIBRARIES)
@pytest.mark.parametrize("case", ["non-negative least squares", "inequalities"])
def test_the_papers_method_runs_everywhere(name, case):
    check(name, PROBLEMS[case], {"method": "paper", "tolerance": 1e-5}, close=1e-3)


def check(name: str, problem: Problem, options: dict[str, Any], close: float) -> None:
    """Solve with NumPy and with a library, and compare the answers, types and places."""
    expected = solve(problem, options)
    with library(name) as convert:
        moved = converted(problem, convert)
        found = solve(moved, options)
        assert found.status is expected.status is Status.SOLVED
        assert np.allclose(host(found.x), expected.x, rtol=close, atol=close)
        assert np.allclose(host(found.multipliers), expected.multipliers, atol=100 * close)
        assert found.objective == pytest.approx(expected.objective, rel=close)
        assert space_of(found.x) == space_of(moved.start)
        assert space_of(found.multipliers) == space_of(moved.start)
        assert type(found.objective) is float


@pytest.mark.parametrize("name", LIBRARIES)
def test_what_cannot_hold_is_told_alike(name):
    with library(name) as convert:
        found = solve(converted(contradictory(), convert))
        assert found.status is Status.INFEASIBLE
        assert found.conflict == ("budget",)


@pytest.mark.parametrize("name", LIBRARIES)
def test_a_result_of_a_library_starts_the_next_solve(name):
    with library(name) as convert:
        problem = converted(constrained(), convert)
        again = solve(problem, start=solve(problem))
        assert again.success
        assert again.counts.iterations <= 2


@pytest.mark.parametrize("name", ["numpy", *LIBRARIES])
@pytest.mark.parametrize(
    "problem", [PROBLEMS["non-negative least squares"], constrained()], ids=["box", "rows"]
)
def test_single_precision_stays_single_precision(name, problem):
    expected = solve(problem, EXACT)

    def single(array: np.ndarray) -> Any:
        return convert(array.astype(np.float32))

    with library(name) if name != "numpy" else _here() as convert:
        moved = converted(problem, single)
        found = solve(moved, {"tolerance": 1e-4})
        assert space_of(found.x) == space_of(moved.start)
        assert "float32" in str(found.x.dtype)
        assert found.status is Status.SOLVED
        assert np.allclose(host(found.x), expected.x, atol=2e-3)
        assert found.objective == pytest.approx(expected.objective, rel=1e-3)


@contextmanager
def _here() -> Iterator[Callable[[np.ndarray], Any]]:
    yield lambda array: array


# ---- what a device is asked for ------------------------------------------------------------


@dataclass(frozen=True)
class Outside:
    """Functions whose own work is not counted."""

    inner: Any
    device: Device

    @property
    def rays(self) -> bool:
        return self.inner.rays

    def images(self, *arguments):
        with self.device.uncounted():
            return self.inner.images(*arguments)

    def forward(self, *arguments):
        with self.device.uncounted():
            return self.inner.forward(*arguments)

    def backward(self, *arguments):
        with self.device.uncounted():
            return self.inner.backward(*arguments)

    def slope(self, *arguments):
        with self.device.uncounted():
            return self.inner.slope(*arguments)


@dataclass(frozen=True)
class Bill:
    """What a solve asked of the device: in all, and between one iterate and the next."""

    result: Result
    device: Device
    launches: list[int]
    waits: list[int]


def bill(problem: Problem) -> Bill:
    device = Device()
    moved = converted(problem, device.array)
    moved = replace(moved, functions=Outside(moved.functions, device))
    before = [0, 0]
    launches, waits = [], []

    def callback(_: Any) -> None:
        now = [device.work.launches, device.work.waits]
        launches.append(now[0] - before[0])
        waits.append(now[1] - before[1])
        before[:] = now

    result = solve(moved, {"tolerance": 1e-8}, callback=callback)
    assert result.success
    return Bill(result, device, launches[1:], waits[1:])


ON_A_DEVICE = {
    "rays": nnls(1, 60, 40),
    "two-sided": two_sided(),
    "no bounds": nnls(2, 60, 40, positive=False),
    "no rays": replace(nnls(1, 60, 40), functions=replace(nnls(1, 60, 40).functions, rays=False)),
}


@pytest.mark.parametrize("problem", ON_A_DEVICE.values(), ids=ON_A_DEVICE)
def test_an_iteration_waits_twice_and_launches_little(problem):
    found = bill(problem)
    assert len(found.waits) > 10
    assert median(found.waits) <= WAITS
    assert median(found.launches) <= LAUNCHES


@pytest.mark.parametrize("rays", [True, False])
def test_constraints_cost_launches_but_no_waits(rays):
    found = bill(constrained(rays))
    assert median(found.launches) <= LAUNCHES_WITH_CONSTRAINTS
    assert sorted(found.waits)[len(found.waits) // 4] <= WAITS


def test_only_numbers_come_to_the_host():
    """The table of inner products and some scalars: nothing as long as the vector."""
    found = bill(nnls(1, 60, 40))
    wider = bill(nnls(1, 600, 400))
    for each in (found, wider):
        assert each.device.work.bytes_to_host <= 8 * 260 * each.device.work.waits


@pytest.mark.parametrize("method", ["default", "paper"])
def test_no_array_of_the_host_slips_in(method):
    """The stand-in refuses them, as CuPy does; so does its conversion without ``get``."""
    device = Device()
    problem = converted(constrained(), device.array)
    assert solve(problem, {"method": method}).success
    with pytest.raises(TypeError, match="host"):
        solve(replace(problem, lower=np.zeros(20)))
