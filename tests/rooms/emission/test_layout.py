from __future__ import annotations

import ast

import pytest

from gennaker.emission.layout import WIDTH, function, taken, tuple_of

NAMES = [f"a_long_name_{number}" for number in range(12)]


@pytest.mark.parametrize("names", [[], ["x"], ["x", "y"]])
def test_tuples_of_every_length(names):
    assert ast.literal_eval(tuple_of([repr(name) for name in names])) == tuple(names)


def test_values_are_taken_in_as_few_lines_as_fit():
    assert taken(["x"], ["self.x"]) == ["x = self.x"]
    lines = taken(NAMES, [f"self.{name}" for name in NAMES])
    assert 1 < len(lines) < len(NAMES)
    assert all(len(line) + 8 <= WIDTH for line in lines)
    namespace = {"self": type("Self", (), {name: place for place, name in enumerate(NAMES)})}
    exec("\n".join(lines), namespace)  # noqa: S102 - our own lines
    assert [namespace[name] for name in NAMES] == list(range(12))


def test_long_functions_are_broken_at_commas_and_comments_go_above():
    lines = [f"t = {NAMES[0]} + {NAMES[1]}  # {' + '.join(NAMES)}", f"return {', '.join(NAMES)}"]
    doc = (
        "Return the names, which are many, one after the other in the order in which they came in."
    )
    source = function("f", ["self", *NAMES], doc, lines)
    made = ast.parse(source).body[0]
    assert isinstance(made, ast.FunctionDef)
    assert [argument.arg for argument in made.args.args] == ["self", *NAMES]
    assert " ".join((ast.get_docstring(made) or "").split()) == doc
    longest = max(source.splitlines(), key=len)
    assert longest.strip().startswith("#")
    returned = made.body[-1]
    assert isinstance(returned, ast.Return)
    assert isinstance(returned.value, ast.Tuple)
    assert len(returned.value.elts) == len(NAMES)


def test_commas_inside_of_brackets_do_not_part_results():
    inner = ", ".join(NAMES[:5])
    source = function("f", [], "Return two.", [f"return f({inner}), [{inner}]"])
    returned = ast.parse(source).body[0].body[-1]
    assert len(returned.value.elts) == 2


def test_a_single_result_that_is_too_long_stays_in_one_piece():
    source = function("f", [], "Return one.", [f"return f({', '.join(NAMES)})"])
    assert isinstance(ast.parse(source).body[0].body[-1].value, ast.Call)
