from __future__ import annotations

import dataclasses

import pytest

from gennaker.calculus.derive import Derivation
from gennaker.language.check import read


def test_there_is_a_part_for_every_variable_and_constraint():
    problem = read("variables\n Vector x, y\nmin\n x'*y\nst\n sum(x) == 1\n x'*x <= y'*y")
    derived = Derivation(problem).derived()
    assert len(derived.gradient) == len(derived.lagrangian.by) == 2
    assert len(derived.products) == len(derived.constraints) == 2
    assert [weight.kind for weight in derived.hessian_product.weights] == ["vector", "vector"]
    with pytest.raises(dataclasses.FrozenInstanceError):
        derived.objective = problem.objective
