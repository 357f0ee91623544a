"""Problems 1 to 30 of Hock and Schittkowski, Test Examples for Nonlinear Programming Codes, 1981."""

from __future__ import annotations

from math import cos, pi, sqrt
from typing import Any

import numpy as np

from tests.problems.case import Case
from tests.problems.statement import state

SOURCE = "Hock and Schittkowski, 1981"
SQRT3 = sqrt(3)


def rosenbrock(x: Any) -> Any:
    return 100 * (x[1] - x[0] ** 2) ** 2 + (1 - x[0]) ** 2


def residuals_25(x: Any) -> Any:
    level = 0.01 * np.arange(1, 100)
    u = 25 + (-50 * np.log(level)) ** (2 / 3)
    return np.exp(-((u - x[1]) ** x[2]) / x[0]) - level


def _second_solution() -> tuple[float, float]:
    a = sqrt(598 / 1200)
    return 2 * a * cos(np.arccos(1 / (400 * a**3)) / 3), 1.5


CASES: tuple[Case, ...] = (
    state("HS1", (-2, 1), rosenbrock, lower=(None, -1.5), optimum=0.0, solution=(1, 1)),
    state(
        "HS2",
        (-2, 1),
        rosenbrock,
        lower=(None, 1.5),
        optimum="0.0504261879",
        solution=_second_solution(),
    ),
    state(
        "HS3",
        (10, 1),
        lambda x: x[1] + 1e-5 * (x[1] - x[0]) ** 2,
        lower=(None, 0),
        optimum=0.0,
        solution=(0, 0),
        tags="convex badly_scaled",
    ),
    state(
        "HS4",
        (1.125, 0.125),
        lambda x: (x[0] + 1) ** 3 / 3 + x[1],
        lower=(1, 0),
        optimum=8 / 3,
        solution=(1, 0),
        tags="convex",
    ),
    state(
        "HS5",
        (0, 0),
        lambda x: np.sin(x[0] + x[1]) + (x[0] - x[1]) ** 2 - 1.5 * x[0] + 2.5 * x[1] + 1,
        lower=(-1.5, -3),
        upper=(4, 3),
        optimum=-SQRT3 / 2 - pi / 3,
    ),
    state(
        "HS6",
        (-1.2, 1),
        lambda x: (1 - x[0]) ** 2,
        equal=lambda x: 10 * (x[1] - x[0] ** 2),
        optimum=0.0,
        solution=(1, 1),
    ),
    state(
        "HS7",
        (2, 2),
        lambda x: np.log(1 + x[0] ** 2) - x[1],
        equal=lambda x: (1 + x[0] ** 2) ** 2 + x[1] ** 2 - 4,
        optimum=-SQRT3,
        solution=(0, SQRT3),
    ),
    state(
        "HS8",
        (2, 1),
        lambda x: 0 * x[0] - 1,
        equal=lambda x: np.array([x[0] ** 2 + x[1] ** 2 - 25, x[0] * x[1] - 9]),
        optimum=-1.0,
        tags="feasibility",
    ),
    state(
        "HS9",
        (0, 0),
        lambda x: np.sin(pi * x[0] / 12) * np.cos(pi * x[1] / 16),
        equal=lambda x: 4 * x[0] - 3 * x[1],
        optimum=-0.5,
        solution=(-3, -4),
    ),
    state(
        "HS10",
        (-10, 10),
        lambda x: x[0] - x[1],
        at_least=lambda x: -3 * x[0] ** 2 + 2 * x[0] * x[1] - x[1] ** 2 + 1,
        optimum=-1.0,
        solution=(0, 1),
        tags="convex",
    ),
    state(
        "HS11",
        (4.9, 0.1),
        lambda x: (x[0] - 5) ** 2 + x[1] ** 2 - 25,
        at_least=lambda x: x[1] - x[0] ** 2,
        optimum="-8.498464223",
        tags="convex",
    ),
    state(
        "HS12",
        (0, 0),
        lambda x: 0.5 * x[0] ** 2 + x[1] ** 2 - x[0] * x[1] - 7 * x[0] - 7 * x[1],
        at_least=lambda x: 25 - 4 * x[0] ** 2 - x[1] ** 2,
        optimum=-30.0,
        solution=(2, 3),
        tags="convex",
    ),
    state(
        "HS13",
        (-2, -2),
        lambda x: (x[0] - 2) ** 2 + x[1] ** 2,
        at_least=lambda x: (1 - x[0]) ** 3 - x[1],
        lower=0,
        optimum=1.0,
        solution=(1, 0),
        tags="degenerate no_multipliers",
    ),
    state(
        "HS14",
        (2, 2),
        lambda x: (x[0] - 2) ** 2 + (x[1] - 1) ** 2,
        at_least=lambda x: 1 - 0.25 * x[0] ** 2 - x[1] ** 2,
        equal=lambda x: x[0] - 2 * x[1] + 1,
        optimum=9 - 2.875 * sqrt(7),
        tags="convex",
    ),
    state(
        "HS15",
        (-2, 1),
        rosenbrock,
        at_least=lambda x: np.array([x[0] * x[1] - 1, x[0] + x[1] ** 2]),
        upper=(0.5, None),
        optimum=306.5,
        solution=(0.5, 2),
    ),
    state(
        "HS16",
        (-2, 1),
        rosenbrock,
        at_least=lambda x: np.array([x[0] + x[1] ** 2, x[0] ** 2 + x[1]]),
        lower=(-0.5, None),
        upper=(0.5, 1),
        optimum=0.25,
        solution=(0.5, 0.25),
    ),
    state(
        "HS17",
        (-2, 1),
        rosenbrock,
        at_least=lambda x: np.array([x[1] ** 2 - x[0], x[0] ** 2 - x[1]]),
        lower=(-0.5, None),
        upper=(0.5, 1),
        optimum=1.0,
        solution=(0, 0),
        tags="degenerate",
    ),
    state(
        "HS18",
        (2, 2),
        lambda x: 0.01 * x[0] ** 2 + x[1] ** 2,
        at_least=lambda x: np.array([x[0] * x[1] - 25, x[0] ** 2 + x[1] ** 2 - 25]),
        lower=(2, 0),
        upper=50,
        optimum=5.0,
        solution=(sqrt(250), sqrt(2.5)),
    ),
    state(
        "HS19",
        (20.1, 5.84),
        lambda x: (x[0] - 10) ** 3 + (x[1] - 20) ** 3,
        at_least=lambda x: np.array(
            [
                (x[0] - 5) ** 2 + (x[1] - 5) ** 2 - 100,
                82.81 - (x[0] - 6) ** 2 - (x[1] - 5) ** 2,
            ]
        ),
        lower=(13, 0),
        upper=100,
        optimum="-6961.81388",
        tags="badly_scaled",
    ),
    state(
        "HS20",
        (-2, 1),
        rosenbrock,
        at_least=lambda x: np.array(
            [x[0] + x[1] ** 2, x[0] ** 2 + x[1], x[0] ** 2 + x[1] ** 2 - 1]
        ),
        lower=(-0.5, None),
        upper=(0.5, None),
        optimum=81.5 - 25 * SQRT3,
        solution=(0.5, SQRT3 / 2),
    ),
    state(
        "HS21",
        (-1, -1),
        lambda x: 0.01 * x[0] ** 2 + x[1] ** 2 - 100,
        at_least=lambda x: 10 * x[0] - x[1] - 10,
        lower=(2, -50),
        upper=50,
        optimum=-99.96,
        solution=(2, 0),
        tags="convex quadratic",
    ),
    state(
        "HS22",
        (2, 2),
        lambda x: (x[0] - 2) ** 2 + (x[1] - 1) ** 2,
        at_least=lambda x: np.array([2 - x[0] - x[1], x[1] - x[0] ** 2]),
        optimum=1.0,
        solution=(1, 1),
        tags="convex",
    ),
    state(
        "HS23",
        (3, 1),
        lambda x: x[0] ** 2 + x[1] ** 2,
        at_least=lambda x: np.array(
            [
                x[0] + x[1] - 1,
                x[0] ** 2 + x[1] ** 2 - 1,
                9 * x[0] ** 2 + x[1] ** 2 - 9,
                x[0] ** 2 - x[1],
                x[1] ** 2 - x[0],
            ]
        ),
        lower=-50,
        upper=50,
        optimum=2.0,
        solution=(1, 1),
    ),
    state(
        "HS24",
        (1, 0.5),
        lambda x: ((x[0] - 3) ** 2 - 9) * x[1] ** 3 / (27 * SQRT3),
        at_least=lambda x: np.array(
            [x[0] / SQRT3 - x[1], x[0] + SQRT3 * x[1], 6 - x[0] - SQRT3 * x[1]]
        ),
        lower=0,
        optimum=-1.0,
        solution=(3, SQRT3),
    ),
    state(
        "HS25",
        (100, 12.5, 3),
        lambda x: np.sum(residuals_25(x) ** 2),
        lower=(0.1, 0, 0),
        upper=(100, 25.6, 5),
        optimum=0.0,
        solution=(50, 25, 1.5),
        tags="flat",
    ),
    state(
        "HS26",
        (-2.6, 2, 2),
        lambda x: (x[0] - x[1]) ** 2 + (x[1] - x[2]) ** 4,
        equal=lambda x: (1 + x[1] ** 2) * x[0] + x[2] ** 4 - 3,
        optimum=0.0,
        solution=(1, 1, 1),
        tags="flat",
    ),
    state(
        "HS27",
        (2, 2, 2),
        lambda x: 0.01 * (x[0] - 1) ** 2 + (x[1] - x[0] ** 2) ** 2,
        equal=lambda x: x[0] + x[2] ** 2 + 1,
        optimum=0.04,
        solution=(-1, 1, 0),
    ),
    state(
        "HS28",
        (-4, 1, 1),
        lambda x: (x[0] + x[1]) ** 2 + (x[1] + x[2]) ** 2,
        equal=lambda x: x[0] + 2 * x[1] + 3 * x[2] - 1,
        optimum=0.0,
        solution=(0.5, -0.5, 0.5),
        tags="convex quadratic",
    ),
    state(
        "HS29",
        (1, 1, 1),
        lambda x: -x[0] * x[1] * x[2],
        at_least=lambda x: 48 - x[0] ** 2 - 2 * x[1] ** 2 - 4 * x[2] ** 2,
        optimum=-16 * sqrt(2),
        solution=(4, 2 * sqrt(2), 2),
    ),
    state(
        "HS30",
        (1, 1, 1),
        lambda x: x[0] ** 2 + x[1] ** 2 + x[2] ** 2,
        at_least=lambda x: x[0] ** 2 + x[1] ** 2 - 1,
        lower=(1, -10, -10),
        upper=10,
        optimum=1.0,
        solution=(1, 0, 0),
        tags="degenerate",
    ),
)
