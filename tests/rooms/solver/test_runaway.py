from __future__ import annotations

from gennaker.solver.progress import Sight
from gennaker.solver.runaway import EARLY, OFTEN, Runaway


def seen(runaway, sizes, falling=True):
    """Show iterates of these sizes; return whether the round was ended."""
    for count, size in enumerate(sizes):
        objective = -float(count) if falling else float(count)
        if runaway.sees(Sight(0.0, 0.0, objective, 0.0, size)):
            return True
    return False


def test_growth_without_end_is_noticed():
    assert seen(Runaway(watching=True), [2.0**k for k in range(40)])


def test_growth_in_the_first_steps_is_the_way_to_the_scale_of_the_problem():
    sizes = [10.0**k for k in range(EARLY)]
    assert not seen(Runaway(watching=True), sizes + [sizes[-1]] * 40)


def test_without_a_falling_objective_nothing_runs_away():
    assert not seen(Runaway(watching=True), [2.0**k for k in range(40)], falling=False)


def test_without_constraints_nobody_watches():
    assert not seen(Runaway(watching=False), [2.0**k for k in range(40)])


def test_it_gives_up_after_some_times():
    runaway = Runaway(watching=True)
    for _ in range(OFTEN):
        assert seen(runaway, [2.0**k for k in range(40)])
        runaway.forget()
        runaway.begin_round()
    assert not seen(runaway, [2.0**k for k in range(40)])
