from __future__ import annotations

import numpy as np

from gennaker.pipeline.observed import observer
from gennaker.solver.progress import State

STATE = State(
    iteration=3,
    round=1,
    objective=2.5,
    stationarity=0.1,
    feasibility=0.2,
    step=1.0,
    penalty=10.0,
    products=8,
    seconds=0.5,
    x=np.array([1.0, 2.0]),
    multipliers=np.zeros(0),
)


def watched(*, maximize=False):
    seen, named = [], []

    def naming(x):
        named.append(x)
        return {"x": x[:1], "t": x[1]}

    callback = observer(lambda iterate: seen.append(iterate) or "stop", naming, maximize=maximize)
    answer = callback(STATE)
    return answer, seen[0], named


def test_a_callback_sees_the_line_of_the_history_and_its_answer_counts():
    answer, iterate, _ = watched()
    assert answer == "stop"
    assert (iterate.iteration, iterate.objective, iterate.products) == (3, 2.5, 8)


def test_values_are_named_only_when_asked_for():
    _, iterate, named = watched()
    assert not named
    assert iterate.values["t"] == 2.0
    assert len(named) == 1


def test_a_maximum_is_told_as_one():
    assert watched(maximize=True)[1].objective == -2.5


def test_what_a_callback_does_to_the_values_is_its_own_affair():
    _, iterate, _ = watched()
    iterate.values["x"][:] = 7.0
    assert STATE.x.tolist() == [1.0, 2.0]
