"""Problems 31 to 60 of Hock and Schittkowski (58 is not in the book)."""

from __future__ import annotations

from math import asin, log, sqrt
from typing import Any

import numpy as np

from tests.problems.case import Case
from tests.problems.statement import state

SQRT2 = sqrt(2)


def sums(x: Any, *rows: tuple[float, ...]) -> Any:
    """Return the products of rows of coefficients with x."""
    return np.array(rows) @ x


def wood(x: Any) -> Any:
    return (
        100 * (x[1] - x[0] ** 2) ** 2
        + (1 - x[0]) ** 2
        + 90 * (x[3] - x[2] ** 2) ** 2
        + (1 - x[2]) ** 2
        + 10.1 * ((x[1] - 1) ** 2 + (x[3] - 1) ** 2)
        + 19.8 * (x[1] - 1) * (x[3] - 1)
    )


def objective_54(x: Any) -> Any:
    correlated = (
        (x[0] - 1e4) ** 2 / 6.4e7 + (x[0] - 1e4) * (x[1] - 1) / 2e4 + (x[1] - 1) ** 2
    ) / 0.96
    alone = (
        (x[2] - 2e6) ** 2 / 4.9e13
        + (x[3] - 10) ** 2 / 2.5e3
        + (x[4] - 1e-3) ** 2 / 2.5e-3
        + (x[5] - 1e8) ** 2 / 2.5e17
    )
    return -np.exp(-(correlated + alone) / 2)


def equalities_56(x: Any) -> Any:
    sines = np.sin(x[3:7]) ** 2
    return np.array(
        [
            x[0] - 4.2 * sines[0],
            x[1] - 4.2 * sines[1],
            x[2] - 4.2 * sines[2],
            x[0] + 2 * x[1] + 2 * x[2] - 7.2 * sines[3],
        ]
    )


# Problem 57: weeks, and the fraction of chlorine then found, one line for each week.
CHLORINE = {
    8: (0.49, 0.49),
    10: (0.48, 0.47, 0.48, 0.47),
    12: (0.46, 0.46, 0.45, 0.43),
    14: (0.45, 0.43, 0.43),
    16: (0.44, 0.43, 0.43),
    18: (0.46, 0.45),
    20: (0.42, 0.42, 0.43),
    22: (0.41, 0.41, 0.40),
    24: (0.42, 0.40, 0.40),
    26: (0.41, 0.40, 0.41),
    28: (0.41, 0.40),
    30: (0.40, 0.40, 0.38),
    32: (0.41, 0.40),
    34: (0.40,),
    36: (0.41, 0.38),
    38: (0.40, 0.40),
    40: (0.39,),
    42: (0.39,),
}
WEEKS = np.array([week for week, found in CHLORINE.items() for _ in found], dtype=float)
FOUND = np.array([value for found in CHLORINE.values() for value in found])


def objective_57(x: Any) -> Any:
    return np.sum((FOUND - x[0] - (0.49 - x[0]) * np.exp(-x[1] * (WEEKS - 8))) ** 2)


def objective_59(x: Any) -> Any:
    a, b = x
    return (
        -75.196
        + 3.8112 * a
        - 0.12694 * a**2
        + 2.0567e-3 * a**3
        - 1.0345e-5 * a**4
        + 6.8306 * b
        - 0.030234 * a * b
        + 1.28134e-3 * b * a**2
        - 3.5256e-5 * b * a**3
        + 2.266e-7 * b * a**4
        - 0.25645 * b**2
        + 3.4604e-3 * b**3
        - 1.3514e-5 * b**4
        + 28.106 / (b + 1)
        + 5.2375e-6 * a**2 * b**2
        + 6.3e-8 * a**3 * b**2
        - 7e-10 * a**3 * b**3
        - 3.4054e-4 * a * b**2
        + 1.6638e-6 * a * b**3
        + 2.8673 * np.exp(5e-4 * a * b)
    )


def objective_46(x: Any) -> Any:
    return (x[0] - x[1]) ** 2 + (x[2] - 1) ** 2 + (x[3] - 1) ** 4 + (x[4] - 1) ** 6


def objective_53(x: Any) -> Any:
    return (x[0] - x[1]) ** 2 + (x[1] + x[2] - 2) ** 2 + (x[3] - 1) ** 2 + (x[4] - 1) ** 2


def equalities_53(x: Any) -> Any:
    return sums(x, (1, 3, 0, 0, 0), (0, 0, 1, 1, -2), (0, 1, 0, 0, -1))


CASES: tuple[Case, ...] = (
    state(
        "HS31",
        (1, 1, 1),
        lambda x: 9 * x[0] ** 2 + x[1] ** 2 + 9 * x[2] ** 2,
        at_least=lambda x: x[0] * x[1] - 1,
        lower=(-10, 1, -10),
        upper=(10, 10, 1),
        optimum=6.0,
        solution=(1 / sqrt(3), sqrt(3), 0),
    ),
    state(
        "HS32",
        (0.1, 0.7, 0.2),
        lambda x: (x[0] + 3 * x[1] + x[2]) ** 2 + 4 * (x[0] - x[1]) ** 2,
        at_least=lambda x: 6 * x[1] + 4 * x[2] - x[0] ** 3 - 3,
        equal=lambda x: 1 - x[0] - x[1] - x[2],
        lower=0,
        optimum=1.0,
        solution=(0, 0, 1),
        tags="convex",
    ),
    state(
        "HS33",
        (0, 0, 3),
        lambda x: (x[0] - 1) * (x[0] - 2) * (x[0] - 3) + x[2],
        at_least=lambda x: np.array(
            [x[2] ** 2 - x[1] ** 2 - x[0] ** 2, x[0] ** 2 + x[1] ** 2 + x[2] ** 2 - 4]
        ),
        lower=0,
        upper=(None, None, 5),
        optimum=SQRT2 - 6,
        solution=(0, SQRT2, SQRT2),
    ),
    state(
        "HS34",
        (0, 1.05, 2.9),
        lambda x: -x[0],
        at_least=lambda x: np.array([x[1] - np.exp(x[0]), x[2] - np.exp(x[1])]),
        lower=0,
        upper=(100, 100, 10),
        optimum=-log(log(10)),
        solution=(log(log(10)), log(10), 10),
        tags="convex",
    ),
    state(
        "HS35",
        (0.5, 0.5, 0.5),
        lambda x: (
            9
            - 8 * x[0]
            - 6 * x[1]
            - 4 * x[2]
            + 2 * x[0] ** 2
            + 2 * x[1] ** 2
            + x[2] ** 2
            + 2 * x[0] * x[1]
            + 2 * x[0] * x[2]
        ),
        at_least=lambda x: 3 - x[0] - x[1] - 2 * x[2],
        lower=0,
        optimum=1 / 9,
        solution=(4 / 3, 7 / 9, 4 / 9),
        tags="convex quadratic",
    ),
    state(
        "HS36",
        (10, 10, 10),
        lambda x: -x[0] * x[1] * x[2],
        at_least=lambda x: 72 - x[0] - 2 * x[1] - 2 * x[2],
        lower=0,
        upper=(20, 11, 42),
        optimum=-3300.0,
        solution=(20, 11, 15),
    ),
    state(
        "HS37",
        (10, 10, 10),
        lambda x: -x[0] * x[1] * x[2],
        at_least=lambda x: sums(x, (-1, -2, -2), (1, 2, 2)) + np.array([72, 0]),
        lower=0,
        upper=42,
        optimum=-3456.0,
        solution=(24, 12, 12),
    ),
    state("HS38", (-3, -1, -3, -1), wood, lower=-10, upper=10, optimum=0.0, solution=(1, 1, 1, 1)),
    state(
        "HS39",
        (2, 2, 2, 2),
        lambda x: -x[0],
        equal=lambda x: np.array([x[1] - x[0] ** 3 - x[2] ** 2, x[0] ** 2 - x[1] - x[3] ** 2]),
        optimum=-1.0,
        solution=(1, 1, 0, 0),
    ),
    state(
        "HS40",
        (0.8, 0.8, 0.8, 0.8),
        lambda x: -x[0] * x[1] * x[2] * x[3],
        equal=lambda x: np.array(
            [x[0] ** 3 + x[1] ** 2 - 1, x[0] ** 2 * x[3] - x[2], x[3] ** 2 - x[1]]
        ),
        optimum=-0.25,
        solution=(2 ** (-1 / 3), 2**-0.5, 2 ** (-11 / 12), 2**-0.25),
    ),
    state(
        "HS41",
        (2, 2, 2, 2),
        lambda x: 2 - x[0] * x[1] * x[2],
        equal=lambda x: x[0] + 2 * x[1] + 2 * x[2] - x[3],
        lower=0,
        upper=(1, 1, 1, 2),
        optimum=52 / 27,
        solution=(2 / 3, 1 / 3, 1 / 3, 2),
    ),
    state(
        "HS42",
        (1, 1, 1, 1),
        lambda x: np.sum((x - np.arange(1, 5)) ** 2),
        equal=lambda x: np.array([x[0] - 2, x[2] ** 2 + x[3] ** 2 - 2]),
        optimum=28 - 10 * SQRT2,
        solution=(2, 2, 0.6 * SQRT2, 0.8 * SQRT2),
    ),
    state(
        "HS43",
        (0, 0, 0, 0),
        lambda x: (
            x[0] ** 2
            + x[1] ** 2
            + 2 * x[2] ** 2
            + x[3] ** 2
            - 5 * x[0]
            - 5 * x[1]
            - 21 * x[2]
            + 7 * x[3]
        ),
        at_least=lambda x: np.array(
            [
                8 - np.sum(x**2) - x[0] + x[1] - x[2] + x[3],
                10 - x[0] ** 2 - 2 * x[1] ** 2 - x[2] ** 2 - 2 * x[3] ** 2 + x[0] + x[3],
                5 - 2 * x[0] ** 2 - x[1] ** 2 - x[2] ** 2 - 2 * x[0] + x[1] + x[3],
            ]
        ),
        optimum=-44.0,
        solution=(0, 1, 2, -1),
        tags="convex",
        source="Rosen and Suzuki, 1965",
    ),
    state(
        "HS44",
        (0, 0, 0, 0),
        lambda x: x[0] - x[1] - x[2] - x[0] * x[2] + x[0] * x[3] + x[1] * x[2] - x[1] * x[3],
        at_least=lambda x: (
            np.array([8, 12, 12, 8, 8, 5])
            - sums(
                x,
                (1, 2, 0, 0),
                (4, 1, 0, 0),
                (3, 4, 0, 0),
                (0, 0, 2, 1),
                (0, 0, 1, 2),
                (0, 0, 1, 1),
            )
        ),
        lower=0,
        optimum=-15.0,
        solution=(0, 3, 0, 4),
        tags="quadratic",
    ),
    state(
        "HS45",
        (2, 2, 2, 2, 2),
        lambda x: 2 - np.prod(x) / 120,
        lower=0,
        upper=(1, 2, 3, 4, 5),
        optimum=1.0,
        solution=(1, 2, 3, 4, 5),
    ),
    state(
        "HS46",
        (SQRT2 / 2, 1.75, 0.5, 2, 2),
        objective_46,
        equal=lambda x: np.array(
            [x[0] ** 2 * x[3] + np.sin(x[3] - x[4]) - 1, x[1] + x[2] ** 4 * x[3] ** 2 - 2]
        ),
        optimum=0.0,
        solution=(1, 1, 1, 1, 1),
        tags="flat",
    ),
    state(
        "HS47",
        (2, SQRT2, -1, 2 - SQRT2, 0.5),
        lambda x: (x[0] - x[1]) ** 2 + (x[1] - x[2]) ** 2 + (x[2] - x[3]) ** 4 + (x[3] - x[4]) ** 4,
        equal=lambda x: np.array(
            [
                x[0] + x[1] ** 2 + x[2] ** 3 - 3,
                x[1] - x[2] ** 2 + x[3] - 1,
                x[0] * x[4] - 1,
            ]
        ),
        optimum=0.0,
        solution=(1, 1, 1, 1, 1),
        tags="flat",
        source="the second term squared: with the cube of the book the optimum printed is not one",
    ),
    state(
        "HS48",
        (3, 5, -3, 2, -2),
        lambda x: (x[0] - 1) ** 2 + (x[1] - x[2]) ** 2 + (x[3] - x[4]) ** 2,
        equal=lambda x: sums(x, (1, 1, 1, 1, 1), (0, 0, 1, -2, -2)) + np.array([-5, 3]),
        optimum=0.0,
        solution=(1, 1, 1, 1, 1),
        tags="convex quadratic",
    ),
    state(
        "HS49",
        (10, 7, 2, -3, 0.8),
        objective_46,
        equal=lambda x: sums(x, (1, 1, 1, 4, 0), (0, 0, 1, 0, 5)) - np.array([7, 6]),
        optimum=0.0,
        solution=(1, 1, 1, 1, 1),
        tags="convex flat",
    ),
    state(
        "HS50",
        (35, -31, 11, 5, -5),
        lambda x: (x[0] - x[1]) ** 2 + (x[1] - x[2]) ** 2 + (x[2] - x[3]) ** 4 + (x[3] - x[4]) ** 2,
        equal=lambda x: sums(x, (1, 2, 3, 0, 0), (0, 1, 2, 3, 0), (0, 0, 1, 2, 3)) - 6,
        optimum=0.0,
        solution=(1, 1, 1, 1, 1),
        tags="convex flat",
    ),
    state(
        "HS51",
        (2.5, 0.5, 2, -1, 0.5),
        objective_53,
        equal=lambda x: equalities_53(x) - np.array([4, 0, 0]),
        optimum=0.0,
        solution=(1, 1, 1, 1, 1),
        tags="convex quadratic",
    ),
    state(
        "HS52",
        (2, 2, 2, 2, 2),
        lambda x: (
            (4 * x[0] - x[1]) ** 2 + (x[1] + x[2] - 2) ** 2 + (x[3] - 1) ** 2 + (x[4] - 1) ** 2
        ),
        equal=equalities_53,
        optimum=1859 / 349,
        solution=np.array([-33, 11, 180, -158, 11]) / 349,
        tags="convex quadratic",
    ),
    state(
        "HS53",
        (2, 2, 2, 2, 2),
        objective_53,
        equal=equalities_53,
        lower=-10,
        upper=10,
        optimum=176 / 43,
        solution=np.array([-33, 11, 27, -5, 11]) / 43,
        tags="convex quadratic",
    ),
    state(
        "HS54",
        (6e3, 1.5, 4e6, 2, 3e-3, 5e7),
        objective_54,
        equal=lambda x: x[0] + 4e3 * x[1] - 1.76e4,
        lower=(0, -10, 0, 0, -1, 0),
        upper=(2e4, 10, 1e7, 20, 1, 2e8),
        optimum=-np.exp(-27 / 280),
        solution=(91600 / 7, 79 / 70, 2e6, 10, 1e-3, 1e8),
        tags="badly_scaled",
    ),
    state(
        "HS55",
        (1, 2, 0, 0, 0, 2),
        lambda x: x[0] + 2 * x[1] + 4 * x[4] + np.exp(x[0] * x[3]),
        equal=lambda x: (
            sums(
                x,
                (1, 2, 0, 0, 5, 0),
                (1, 1, 1, 0, 0, 0),
                (0, 0, 0, 1, 1, 1),
                (1, 0, 0, 1, 0, 0),
                (0, 1, 0, 0, 1, 0),
                (0, 0, 1, 0, 0, 1),
            )
            - np.array([6, 3, 2, 1, 2, 2])
        ),
        lower=0,
        upper=(1, None, None, 1, None, None),
        optimum=19 / 3,
        solution=(0, 4 / 3, 5 / 3, 1, 2 / 3, 1 / 3),
        tags="redundant degenerate",
    ),
    state(
        "HS56",
        (1, 1, 1, *[asin(sqrt(1 / 4.2))] * 3, asin(sqrt(5 / 7.2))),
        lambda x: -x[0] * x[1] * x[2],
        equal=equalities_56,
        optimum=-3.456,
    ),
    state(
        "HS57",
        (0.42, 5),
        objective_57,
        at_least=lambda x: 0.49 * x[1] - x[0] * x[1] - 0.09,
        lower=(0.4, -4),
        optimum="0.02845966972",
    ),
    state(
        "HS59",
        (90, 10),
        objective_59,
        at_least=lambda x: np.array(
            [
                x[0] * x[1] - 700,
                x[1] - x[0] ** 2 / 125,
                (x[1] - 50) ** 2 - 5 * (x[0] - 55),
            ]
        ),
        lower=0,
        upper=(75, 65),
        optimum="-7.804226324",
    ),
    state(
        "HS60",
        (2, 2, 2),
        lambda x: (x[0] - 1) ** 2 + (x[0] - x[1]) ** 2 + (x[1] - x[2]) ** 4,
        equal=lambda x: x[0] * (1 + x[1] ** 2) + x[2] ** 4 - 4 - 3 * SQRT2,
        lower=-10,
        upper=10,
        optimum="0.03256820025",
    ),
)
