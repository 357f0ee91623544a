from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from gennaker.solver.result import Counts, Residuals, Result
from gennaker.solver.status import Status


def result(status, **rest):
    residuals = Residuals(1e-7, 2e-7, 3e-8, 5.0, 7.0)
    return Result(np.ones(2), 1.0, np.zeros(0), status, residuals, Counts(), 0.1, **rest)


def test_the_tolerance_applies_to_the_three_that_are_relative():
    assert Residuals(1.0, 2.0, 3.0, 50.0, 70.0).largest == 3.0
    assert Residuals(4.0, 2.0, 3.0, 50.0, 70.0).largest == 4.0
    assert Residuals(1.0, 9.0, 3.0, 50.0, 70.0).largest == 9.0


def test_products_are_images_and_gradients():
    assert Counts(images=5, gradients=3, evaluations=100).products == 8


def test_success_is_that_of_the_status():
    assert result(Status.SOLVED).success
    assert not result(Status.REDUCED_ACCURACY).success


def test_the_message_starts_with_the_cause():
    assert result(Status.SOLVED).message == Status.SOLVED.sentence
    told = result(Status.NO_PROGRESS, cause="The gradient looks wrong.").message
    assert told == f"The gradient looks wrong. {Status.NO_PROGRESS.sentence}"


def test_results_do_not_change_and_stay_short_in_print():
    made = result(Status.SOLVED, history=(1, 2, 3))
    with pytest.raises(dataclasses.FrozenInstanceError):
        made.objective = 0.0
    assert "history" not in repr(made)
