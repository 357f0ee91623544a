from __future__ import annotations

import logging
from dataclasses import replace

import numpy as np
import pytest

from gennaker.solver.progress import Progress, Sight, logged
from gennaker.solver.solve import solve
from tests.flat_problems import bench, nnls, simplex

SIGHT = Sight(value=1.5, residual=1e-3, objective=1.25, violation=1e-4)


def watched(problem, callback=None, **options):
    """Something that watches: called with a sight it takes one iteration down."""
    tools = bench(problem, **options)
    scale = problem.space.full(problem.constraints, 2.0)
    function = type(tools.function)(problem, tools.counted, problem.space, scale)
    progress = Progress(tools.counted, callback)
    point = tools.point

    def see(sight=SIGHT, natural=10.0):
        return progress.sees(point, sight, 0.5, function, natural)

    return progress, tools.counted, point, see


def test_history_keeps_every_iteration():
    progress, counted, _, see = watched(simplex(0))
    for count in range(3):
        counted.iterations, counted.rounds, counted.products = count, 1, 20 * count
        assert not see()
    assert [line.iteration for line in progress.history] == [0, 1, 2]
    last = progress.history[-1]
    assert (last.objective, last.feasibility, last.step, last.penalty) == (1.25, 1e-4, 0.5, 1.0)
    assert last.stationarity == pytest.approx(1e-4)
    assert (last.round, last.products) == (1, counted.counts.products)
    assert last.seconds > 0.0


def test_without_constraints_there_is_no_penalty():
    progress, _, _, see = watched(nnls(0))
    see()
    assert progress.history[0].penalty == 0.0


def test_a_flat_start_is_measured_plainly():
    progress, _, _, see = watched(nnls(0))
    see(natural=0.0)
    assert progress.history[0].stationarity == SIGHT.residual


@pytest.mark.parametrize(
    ("answer", "stops"), [(None, False), (0, False), (True, True), ("x", True)]
)
def test_a_true_answer_stops(answer, stops):
    seen = []

    def callback(state):
        seen.append(state)
        return answer

    _, _, point, see = watched(simplex(0), callback)
    assert see() is stops
    (state,) = seen
    assert state.x is point.x
    assert np.array_equal(state.multipliers, 2.0 * point.v)
    assert state.objective == 1.25


def test_a_limit_stops_too():
    _, counted, _, see = watched(nnls(0), max_iterations=3)
    assert not see()
    counted.iterations = 3
    assert see()


def test_a_callback_that_raises_is_heard():
    def callback(_):
        raise KeyError("mine")

    with pytest.raises(KeyError, match="mine"):
        watched(nnls(0), callback)[-1]()


def test_the_log_is_a_table_on_the_logger(caplog):
    *_, see = watched(nnls(0))
    with caplog.at_level(logging.INFO, logger="gennaker"):
        for _ in range(25):
            see()
    lines = [record.getMessage() for record in caplog.records]
    assert len(lines) == 27
    assert [place for place, line in enumerate(lines) if "objective" in line] == [0, 21]
    assert len(lines[0]) == len(lines[1])
    words = lines[1].split()
    assert words[2:7] == ["1.2500000e+00", "1.000e-04", "1.000e-04", "5.00e-01", "0.00e+00"]


def test_it_is_silent_by_default(capfd):
    watched(nnls(0))[-1]()
    with logged(verbose=False):
        watched(nnls(0))[-1]()
    assert capfd.readouterr() == ("", "")


def test_verbose_shows_the_table_on_standard_error_and_leaves_no_trace(capsys):
    logger = logging.getLogger("gennaker")
    before = (list(logger.handlers), logger.level)

    def interrupted():
        with logged(verbose=True):
            watched(nnls(0))[-1]()
            raise RuntimeError

    with pytest.raises(RuntimeError):
        interrupted()
    assert (list(logger.handlers), logger.level) == before
    shown = capsys.readouterr()
    assert shown.out == ""
    assert "objective" in shown.err
    assert "1.2500000e+00" in shown.err


@pytest.mark.parametrize("method", ["default", "paper"])
@pytest.mark.parametrize("make", [nnls, simplex])
def test_watching_changes_no_bit_of_the_result(method, make, capfd):
    def answer(**rest):
        result = solve(make(3), {"method": method, **rest.pop("options", {})}, **rest)
        history = [replace(line, seconds=0.0) for line in result.history]
        return result.x.tobytes(), result.multipliers.tobytes(), result.counts, history

    seen = []
    alone = answer()
    assert answer(options={"verbose": True}) == alone
    assert answer(callback=seen.append) == alone
    assert len(seen) == len(alone[-1]) > 2
    assert len(capfd.readouterr().err.splitlines()) > len(seen)
