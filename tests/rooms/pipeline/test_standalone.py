"""A generated file solves by itself what the model solves, with the same answer."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest

from gennaker import DataError, Model
from gennaker.language.check import read
from gennaker.pipeline.load import write_file

RNG = np.random.default_rng(0)
A = RNG.standard_normal((8, 4))
B = RNG.standard_normal(8)
DATA = {"A": A, "b": B}
HEAD = "parameters\n Matrix A\n Vector b\nvariables\n Vector x\n"
MODELS = {
    "box": HEAD + "min\n norm2(A*x - b)^2\nst\n x >= 0\n x[2] <= 0.1",
    "equality": HEAD + "min\n norm2(A*x - b)^2\nst\n budget: sum(x) == 1\n fine: norm2(x)^2 <= 1",
    "order": HEAD + "min\n norm2(x)^2\nst\n top: x[1] + x[2] <= -1\n budget: sum(A*x) == 2",
    "kinks": HEAD + "min\n norm2(A*x - b)^2 + 2*norm1(x)",
    "maximum": HEAD + "max\n b'*A*x - norm2(x)^2",
    "lets": HEAD + "let\n r = A*x - b\nmin\n norm2(r)^2 + norm1(x)",
}


def file_of(model, library="numpy"):
    namespace = {"__name__": "generated"}
    source = write_file(read(model), library).text
    exec(compile(source, "generated", "exec"), namespace)  # noqa: S102 - our own source
    return namespace


@pytest.mark.parametrize("name", MODELS)
def test_the_file_finds_what_the_model_finds(name):
    found = file_of(MODELS[name])["solve"](A, B, tolerance=1e-8)
    expected = Model(MODELS[name]).solve(DATA, options={"tolerance": 1e-8})
    assert found.success
    assert found.status == expected.status
    np.testing.assert_allclose(found.x, expected.x, atol=1e-5)
    assert found.objective == pytest.approx(expected.objective, abs=1e-6)
    assert list(found.values) == ["x"]
    assert set(found.lets) == set(expected.lets)
    for constraint, multiplier in found.multipliers.items():
        np.testing.assert_allclose(multiplier, expected.multipliers[constraint], atol=1e-4)
    assert found.violation < 1e-6


def test_a_file_solves_by_the_dual_where_the_model_does():
    model = HEAD + "min\n sum(entropy(x)) + sum(A*x)\nst\n sum(x) == 1\n x >= 0"
    found = file_of(model)["solve"](A, B)
    weights = np.exp(-A.sum(axis=0))
    np.testing.assert_allclose(found.x, weights / weights.sum(), rtol=1e-6)
    assert found.counts.rounds == 1


@pytest.mark.parametrize("library", ["torch", "jax"])
def test_the_solve_runs_where_the_data_is(library):
    module = pytest.importorskip(library)
    array = module.as_tensor if library == "torch" else module.numpy.asarray
    found = file_of(MODELS["equality"], library)["solve"](array(A), array(B))
    expected = Model(MODELS["equality"]).solve(DATA)
    assert type(found.x) is type(array(B))
    np.testing.assert_allclose(np.asarray(found.x), expected.x, atol=1e-4)


def test_sizes_that_no_data_tells_are_asked_for_and_products_do_not_start_at_zero():
    model = "parameters\n Matrix M\nvariables\n Matrix U, V\nmin\n norm2(M - U*V')^2"
    low_rank = A[:, :2] @ A[:5, :2].T
    found = file_of(model)["solve"](low_rank, U_columns=2)
    assert found.objective == pytest.approx(0.0, abs=1e-6)
    np.testing.assert_allclose(found.U @ found.V.T, low_rank, atol=1e-3)


def test_a_start_is_given_by_name():
    solve = file_of(MODELS["box"])["solve"]
    best = solve(A, B)
    again = solve(A, B, start={"x": best.x})
    assert again.counts.iterations <= 1
    with pytest.raises(DataError, match="start names z, but the variables here are x"):
        solve(A, B, start={"z": best.x})
    with pytest.raises(DataError, match=r"the start of x has shape \(3,\), but needs \(4,\)"):
        solve(A, B, start={"x": np.zeros(3)})


def test_an_infeasible_problem_is_told():
    model = HEAD + "min\n sum(A*x - b)\nst\n low: sum(x) >= 1\n high: sum(x) <= 0"
    found = file_of(model)["solve"](A, B)
    assert found.status == "infeasible"
    assert not found.success


def test_the_file_runs_and_prints_its_solution(tmp_path):
    path = tmp_path / "solver.py"
    path.write_text(write_file(read(MODELS["box"]), "numpy").text, encoding="utf-8")
    command = [sys.executable, "-W", "error", str(path)]
    run = subprocess.run(command, capture_output=True, text=True, check=True)
    assert run.stdout.startswith("solved: minimum ")
    assert run.stderr == ""
