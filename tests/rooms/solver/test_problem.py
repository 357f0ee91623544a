from __future__ import annotations

import numpy as np

from gennaker.solver.problem import Block, Problem
from tests.flat_problems import nnls, simplex


def test_sizes_are_those_of_the_arrays():
    problem = simplex(0, size=8)
    assert (problem.size, problem.constraints, problem.equalities) == (8, 1, 1)
    assert nnls(0, 30, 20).constraints == 0


def test_a_problem_is_linear_when_every_block_is():
    blocks = [Block("a", 0, 2, linear=True), Block("b", 2, 5)]
    problem = Problem(nnls(0).functions, np.zeros(20), blocks=blocks)
    assert problem.constraints == 5
    assert not problem.linear
    assert nnls(0).linear
    assert simplex(0).linear


def test_the_space_is_that_of_the_start():
    space = Problem(nnls(0).functions, np.zeros(20, np.float32)).space
    assert space.library == "numpy"
    assert space.dtype == np.float32
