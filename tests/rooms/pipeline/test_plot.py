from __future__ import annotations

import sys
from dataclasses import replace

import numpy as np
import pytest

from gennaker.pipeline.plot import plot
from tests.solutions import HISTORY, SOLUTION, solution


@pytest.fixture(autouse=True)
def plt():
    pytest.importorskip("matplotlib").use("Agg")
    import matplotlib.pyplot as plt

    yield plt
    plt.close("all")


def test_what_is_zero_is_left_out_of_a_logarithmic_picture():
    axes = plot(SOLUTION)
    lines = {line.get_label(): line for line in axes.lines}
    assert set(lines) == {"stationarity", "objective gap"}
    np.testing.assert_array_equal(lines["stationarity"].get_xdata(), [0, 1, 2, 3])
    np.testing.assert_allclose(lines["objective gap"].get_ydata(), [1, 0.1, 0.01, 0.001])
    assert axes.get_yscale() == "log"
    assert axes.get_title() == "solved, objective 3"


def test_given_axes_are_drawn_into(plt):
    axes = plt.subplots()[1]
    assert plot(SOLUTION, axes) is axes


def test_the_gap_is_that_of_what_was_solved():
    squared = solution(objective=np.sqrt(3.0))
    (gap,) = [line for line in plot(squared).lines if line.get_label() == "objective gap"]
    np.testing.assert_allclose(gap.get_ydata(), [1, 0.1, 0.01, 0.001])


def test_a_maximum_has_its_own_sign():
    upwards = tuple(replace(record, objective=-record.objective) for record in HISTORY)
    (gap,) = [
        line
        for line in plot(solution(objective=-3.0, maximize=True, history=upwards)).lines
        if line.get_label() == "objective gap"
    ]
    np.testing.assert_allclose(gap.get_ydata(), [1, 0.1, 0.01, 0.001])


def test_nothing_to_draw_is_no_error():
    assert not plot(solution(history=())).lines


def test_without_matplotlib_the_extra_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib.pyplot", None)
    with pytest.raises(ModuleNotFoundError, match="matplotlib"):
        plot(SOLUTION)
