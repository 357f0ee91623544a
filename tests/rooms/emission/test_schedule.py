from __future__ import annotations

from gennaker.emission.schedule import Names, Scheduler
from gennaker.expressions.show import text
from gennaker.language.check import read


def test_python_keywords_and_taken_names_get_an_underscore():
    names = Names()
    assert names.user("lambda") == "lambda_"
    assert names.user("np") == "np_"
    assert names.user("x") == "x"
    assert names.user("x") == "x_"
    assert names.user("t1") == "t1"
    steps = names.steps("t", {"t3"})
    assert [next(steps), next(steps)] == ["t2", "t4"]


def test_what_is_needed_twice_is_computed_once():
    problem = read("parameters\n Matrix A\nvariables\n Vector x\nmin\n norm2(A*x) + sum(A*x)")
    schedule = Scheduler()
    for symbol in (*problem.parameters, *problem.variables):
        schedule.names[symbol.node] = symbol.name
    block = schedule.block((problem.objective,))
    assert [text(step.node) for step in block.steps] == ["A*x"]


def test_data_alone_is_set_apart():
    problem = read("parameters\n Matrix A\n Vector b\nvariables\n Vector x\nmin\n x'*(A'*b)")
    schedule = Scheduler()
    for symbol in (*problem.parameters, *problem.variables):
        schedule.names[symbol.node] = symbol.name
    setup = schedule.setup((problem.objective,))
    assert [text(step.node) for step in setup.steps] == ["A'*b"]
    assert schedule.block((problem.objective,)).steps == ()


def test_long_expressions_are_split():
    terms = " + ".join(f"sum(sin({k}*x))*sum(cos({k}*x))" for k in range(2, 9))
    problem = read(f"variables\n Vector x(n)\nmin\n {terms}")
    schedule = Scheduler()
    schedule.names[problem.variables[0].node] = "x"
    assert len(schedule.block((problem.objective,)).steps) > 2
