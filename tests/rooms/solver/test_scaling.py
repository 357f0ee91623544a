from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from gennaker.backends.space import space_of
from gennaker.solver.evaluation import Counted
from gennaker.solver.options import Options
from gennaker.solver.problem import Block, Problem
from gennaker.solver.scaling import EXACT, row_norms, scale_of_rows, typical_size
from tests.flat_problems import Affine, nnls


def constrained(J, blocks=None):
    random = np.random.default_rng(0)
    size = J.shape[1]
    functions = Affine(random.standard_normal((9, size)), np.ones(9), J, np.ones(J.shape[0]))
    blocks = [Block("rows", 0, J.shape[0], linear=True)] if blocks is None else blocks
    return Problem(functions, random.standard_normal(size), blocks=blocks)


def norms(problem):
    counted = Counted(problem.functions, Options())
    x = problem.start
    u = counted.images(x)
    _, _, saved = counted.forward(x, u)
    of_f = counted.backward(x, u, np.zeros(problem.constraints), saved)
    before = counted.gradients
    found = row_norms(problem, counted, x, u, saved, of_f)
    return found, counted.gradients - before


def test_few_constraints_are_measured_exactly():
    J = (
        np.random.default_rng(1).standard_normal((EXACT, 5))
        * np.geomspace(1e-4, 1e4, EXACT)[:, None]
    )
    found, products = norms(constrained(J))
    assert np.allclose(found, np.linalg.norm(J, axis=1), rtol=1e-6)
    assert products == EXACT


def test_many_constraints_cost_one_product_a_block():
    random = np.random.default_rng(2)
    J = np.concatenate([random.standard_normal((200, 50)), 1e3 * random.standard_normal((100, 50))])
    blocks = [Block("a", 0, 200, linear=True), Block("b", 200, 300, linear=True)]
    found, products = norms(constrained(J, blocks))
    assert products == 2
    assert np.all(found[:200] == found[0])
    assert np.all(found[200:] == found[200])
    assert np.allclose(found, np.linalg.norm(J, axis=1), rtol=0.6)


def test_the_estimate_is_the_same_in_every_run():
    J = np.random.default_rng(3).standard_normal((2 * EXACT, 5))
    assert np.array_equal(norms(constrained(J))[0], norms(constrained(J))[0])


def test_no_constraints_no_norms():
    assert norms(nnls(0))[0].shape == (0,)
    assert scale_of_rows(nnls(0), np.zeros(0), np.zeros(0), np.zeros(20)).shape == (0,)


def scaled(rows, c, x, linear):
    problem = constrained(np.ones((3, 2)), [Block("rows", 0, 3, linear=linear)])
    return scale_of_rows(problem, np.array(rows), np.array(c), np.array(x))


def test_scaled_gradients_have_length_one():
    found = scaled([1e-8, 2.0, 1e8], [0.0, 0.0, 0.0], [0.5, 0.5], linear=False)
    assert np.allclose(found, [1e8, 0.5, 1e-8])


def test_a_flat_non_linear_constraint_is_measured_by_its_value():
    found = scaled([0.0, 0.0, 3.0], [40.0, 0.0, 6.0], [4.0, -2.0], linear=False)
    assert found == pytest.approx([0.1, 1.0, 1.0 / 3.0])


def test_a_linear_constraint_is_measured_by_its_row_alone():
    found = scaled([2.0, 0.0, 3.0], [4e9, 4e9, 6.0], [4.0, -2.0], linear=True)
    assert found == pytest.approx([0.5, 1.0, 1.0 / 3.0])


@pytest.mark.parametrize("size", [np.inf, np.nan, 1e200, 1e-200])
def test_what_cannot_be_squared_is_left_as_it_is(size):
    assert scaled([size, 1.0, 1.0], [0.0] * 3, [0.0, 0.0], linear=True)[0] == 1.0


def test_the_type_of_the_numbers_stays():
    J = np.ones((2, 3), np.float32)
    functions = Affine(np.eye(3, dtype=np.float32), np.ones(3, np.float32), J, J[:, 0])
    problem = Problem(functions, np.ones(3, np.float32), blocks=[Block("rows", 0, 2, linear=True)])
    assert space_of(norms(problem)[0]).dtype == np.float32


def test_typical_sizes_are_those_of_the_start_the_bounds_or_the_way_to_the_constraints():
    problem = constrained(np.ones((3, 2)), [Block("rows", 0, 3, linear=False)])
    rows, c = np.array([2.0, 1e-8, 0.0]), np.array([8.0, 1.0, 5.0])

    def size(problem, x, c):
        return float(typical_size(problem, np.array(x), rows, np.array(c)))

    assert size(problem, [0.0, -3.0], c) == 3.0
    assert size(replace(problem, upper=np.array([np.inf, 7.0])), [0.0, 0.0], c) == 7.0
    assert size(problem, [0.0, 0.0], c) == 4.0
    assert size(problem, [0.0, 0.0], [1e-16, 0.0, 5.0]) == 1.0  # rounding is no way to go
