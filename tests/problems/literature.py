"""Other published problems: engineering designs, test sets for global optimisation, traps for methods."""

from __future__ import annotations

from math import pi, sqrt
from typing import Any

import numpy as np

from tests.problems.case import Case
from tests.problems.hock_schittkowski_001_030 import rosenbrock
from tests.problems.statement import state

SQRT2 = sqrt(2)
SCHITTKOWSKI = "Schittkowski, More Test Examples for Nonlinear Programming Codes, 1987"
BOGGS_TOLLE = "Boggs and Tolle, 1989"
EVOLUTION = "Michalewicz and Schoenauer, 1996"
POLYGONS = "Floudas and Pardalos, 1990"


def welded_beam(x: Any) -> Any:
    """Return shear, bending, thickness, cost, deflection and buckling, each at least zero."""
    h, length, t, b = x
    load, arm, young, shear_modulus = 6000, 14, 30e6, 12e6
    radius = np.sqrt(length**2 / 4 + (h + t) ** 2 / 4)
    inertia = 2 * SQRT2 * h * length * (length**2 / 12 + (h + t) ** 2 / 4)
    primary = load / (SQRT2 * h * length)
    secondary = load * (arm + length / 2) * radius / inertia
    shear = np.sqrt(primary**2 + primary * secondary * length / radius + secondary**2)
    buckling = (
        4.013 * young * t * b**3 / (6 * arm**2)
        * (1 - t / (2 * arm) * sqrt(young / (4 * shear_modulus)))
    )  # fmt: skip
    return np.array(
        [
            1 - shear / 13600,
            1 - 6 * load * arm / (b * t**2) / 30000,
            b - h,
            5 - 0.10471 * h**2 - 0.04811 * t * b * (14 + length),
            0.25 - 4 * load * arm**3 / (young * t**3 * b),
            buckling / load - 1,
        ]
    )


def speed_reducer(x: Any) -> Any:
    a, b, c, d, e, f, g = x
    return (
        0.7854 * a * b**2 * (3.3333 * c**2 + 14.9334 * c - 43.0934)
        - 1.508 * a * (f**2 + g**2)
        + 7.4777 * (f**3 + g**3)
        + 0.7854 * (d * f**2 + e * g**2)
    )


def speed_reducer_limits(x: Any) -> Any:
    a, b, c, d, e, f, g = x
    return 1 - np.array(
        [
            27 / (a * b**2 * c),
            397.5 / (a * b**2 * c**2),
            1.93 * d**3 / (b * c * f**4),
            1.93 * e**3 / (b * c * g**4),
            np.sqrt((745 * d / (b * c)) ** 2 + 16.9e6) / (110 * f**3),
            np.sqrt((745 * e / (b * c)) ** 2 + 157.5e6) / (85 * g**3),
            b * c / 40,
            5 * b / a,
            a / (12 * b),
            (1.5 * f + 1.9) / d,
            (1.1 * g + 1.9) / e,
        ]
    )


def spring_limits(x: Any) -> Any:
    d, w, n = x
    return np.array(
        [
            w**3 * n / (71785 * d**4) - 1,
            1 - (4 * w**2 - d * w) / (12566 * (w * d**3 - d**4)) - 1 / (5108 * d**2),
            140.45 * d / (w**2 * n) - 1,
            1 - (w + d) / 1.5,
        ]
    )


def truss_limits(x: Any) -> Any:
    a, b = x
    common = SQRT2 * a**2 + 2 * a * b
    return 2 - 2 * np.array([(SQRT2 * a + b) / common, b / common, 1 / (a + SQRT2 * b)])


def thirteen_limits(x: Any) -> Any:
    rows = np.zeros((9, 13))
    for row, (i, j) in enumerate(((0, 1), (0, 2), (1, 2))):
        rows[row, [i, j]] = -2
        rows[row, [9 + i, 9 + j]] = -1
        rows[3 + row, row] = 8
        rows[3 + row, 9 + row] = -1
        rows[6 + row, [3 + 2 * row, 4 + 2 * row]] = (2, 1)
        rows[6 + row, 9 + row] = -1
    return rows @ x + np.array([10, 10, 10, 0, 0, 0, 0, 0, 0])


def pooling_equal(x: Any) -> Any:
    a, b, c, d, e, f, g, h, i = x
    return np.array(
        [a + b - c - d, 0.03 * a + 0.01 * b - i * (c + d), c + f - e, d + g - h],
    )


def rosen_suzuki(x: Any) -> Any:
    return np.sum(x**2) + x[2] ** 2 - 5 * x[0] - 5 * x[1] - 21 * x[2] + 7 * x[3]


def rosen_suzuki_limits(x: Any) -> Any:
    return np.array(
        [
            8 - np.sum(x**2) - x[0] + x[1] - x[2] + x[3],
            9 - x[0] ** 2 - 2 * x[1] ** 2 - x[2] ** 2 - 2 * x[3] ** 2 + x[0] + x[3],
            5 - 2 * x[0] ** 2 - x[1] ** 2 - x[2] ** 2 - 2 * x[0] + x[1] + x[3],
        ]
    )


ENGINEERING: tuple[Case, ...] = (
    state(
        "welded beam",
        (0.4, 6, 8, 0.5),
        lambda x: 1.10471 * x[0] ** 2 * x[1] + 0.04811 * x[2] * x[3] * (14 + x[1]),
        at_least=welded_beam,
        lower=(0.125, 0.1, 0.1, 0.1),
        upper=(2, 10, 10, 2),
        optimum="1.724852",
        source="Ragsdell and Phillips, 1976",
    ),
    state(
        "speed reducer",
        (3, 0.75, 20, 8, 8, 3.4, 5.3),
        speed_reducer,
        at_least=speed_reducer_limits,
        lower=(2.6, 0.7, 17, 7.3, 7.3, 2.9, 5),
        upper=(3.6, 0.8, 28, 8.3, 8.3, 3.9, 5.5),
        optimum="2994.471066",
        source="Golinski, 1970",
    ),
    state(
        "tension spring",
        (0.1, 0.5, 10),
        lambda x: (x[2] + 2) * x[1] * x[0] ** 2,
        at_least=spring_limits,
        lower=(0.05, 0.25, 2),
        upper=(2, 1.3, 15),
        optimum="0.012665233",
        tags="badly_scaled",
        source="Arora, 1989",
    ),
    state(
        "three-bar truss",
        (0.5, 0.5),
        lambda x: 100 * (2 * SQRT2 * x[0] + x[1]),
        at_least=truss_limits,
        lower=0,
        upper=1,
        optimum="263.895843",
        source="Nowacki, 1973",
    ),
    state(
        "cantilever beam",
        np.full(5, 5.0),
        lambda x: 0.0624 * np.sum(x),
        at_least=lambda x: 1 - np.sum(np.array([61, 37, 19, 7, 1]) / x**3),
        lower=0.01,
        upper=100,
        optimum=0.0624 * np.sum(np.array([61, 37, 19, 7, 1]) ** 0.25) ** (4 / 3),
        solution=np.array([61, 37, 19, 7, 1]) ** 0.25
        * np.sum(np.array([61, 37, 19, 7, 1]) ** 0.25) ** (1 / 3),
        tags="convex",
        source="Fleury and Braibant, 1986",
    ),
    state(
        "pressure vessel",
        (1, 1, 50, 100),
        lambda x: (
            0.6224 * x[0] * x[2] * x[3]
            + 1.7781 * x[1] * x[2] ** 2
            + 3.1661 * x[0] ** 2 * x[3]
            + 19.84 * x[0] ** 2 * x[2]
        ),
        at_least=lambda x: np.array(
            [
                x[0] - 0.0193 * x[2],
                x[1] - 0.00954 * x[2],
                (pi * x[2] ** 2 * x[3] + 4 / 3 * pi * x[2] ** 3) / 1296000 - 1,
            ]
        ),
        lower=(0, 0, 10, 10),
        upper=(100, 100, 200, 200),
        optimum="5885.33277",
        tags="badly_scaled",
        source="Sandgren, 1990, without the steps in thickness",
    ),
    state(
        "economical can",
        (1, 1),
        lambda x: 2 * pi * x[0] * (x[0] + x[1]),
        equal=lambda x: pi * x[0] ** 2 * x[1] - 1,
        lower=0.01,
        optimum=3 * (2 * pi) ** (1 / 3),
        solution=((2 * pi) ** (-1 / 3), 2 * (2 * pi) ** (-1 / 3)),
    ),
    state(
        "alkylation",
        (1745, 12000, 110, 3048, 1974, 89.2, 92.8, 8, 3.6, 145),
        lambda x: (
            (-0.063 * x[3] * x[6] + 5.04 * x[0] + 0.035 * x[1] + 10 * x[2] + 3.36 * x[4]) / 1000
        ),
        equal=lambda x: np.array(
            [
                x[0] * (1.12 + 0.13167 * x[7] - 0.00667 * x[7] ** 2) - x[3],
                (1.22 * x[3] - x[0] - x[4]),
                98000 * x[2] / (x[3] * x[8] + 1000 * x[2]) - x[5],
                (x[1] + x[4]) / x[0] - x[7],
                35.82 - 0.222 * x[9] - x[8],
                86.35 + 1.098 * x[7] - 0.038 * x[7] ** 2 + 0.325 * (x[5] - 89) - x[6],
                -133 + 3 * x[6] - x[9],
            ]
        ),
        lower=(1, 1, 1, 1, 1, 85, 90, 3, 0.01, 145),
        upper=(2000, 16000, 120, 5000, 2000, 93, 95, 12, 4, 162),
        optimum="-1.161336602",
        tags="badly_scaled",
        source="after Bracken and McCormick, 1968, with equations in place of intervals",
    ),
)

GLOBAL: tuple[Case, ...] = (
    state(
        "thirteen variables",
        (*[0.4] * 9, *[2.0] * 3, 0.4),
        lambda x: 5 * np.sum(x[:4]) - 5 * np.sum(x[:4] ** 2) - np.sum(x[4:]),
        at_least=thirteen_limits,
        lower=0,
        upper=(*[1] * 9, *[100] * 3, 1),
        optimum=-15.0,
        solution=(*[1] * 9, *[3] * 3, 1),
        tags="quadratic",
        source=POLYGONS,
    ),
    state(
        "product on a sphere",
        (0.3, 0.4, 0.5, 0.3, 0.4),
        lambda x: -(5**2.5) * np.prod(x),
        equal=lambda x: np.sum(x**2) - 1,
        lower=0,
        upper=1,
        optimum=-1.0,
        solution=np.full(5, 5**-0.5),
        source=EVOLUTION,
    ),
    state(
        "waves over a parabola",
        (1.2, 4.2),
        lambda x: (
            -(np.sin(2 * pi * x[0]) ** 3) * np.sin(2 * pi * x[1]) / (x[0] ** 3 * (x[0] + x[1]))
        ),
        at_least=lambda x: np.array([x[1] - x[0] ** 2 - 1, x[0] - 1 - (x[1] - 4) ** 2]),
        lower=0,
        upper=10,
        optimum="-0.095825041",
        source=EVOLUTION,
    ),
    state(
        "parabola",
        (0.8, 0.2),
        lambda x: x[0] ** 2 + (x[1] - 1) ** 2,
        equal=lambda x: x[1] - x[0] ** 2,
        lower=-1,
        upper=1,
        optimum=0.75,
        solution=(sqrt(0.5), 0.5),
        source="Maa and Shanblatt, 1992",
    ),
    state(
        "two parts",
        (1, 1),
        lambda x: -x[0] - x[1],
        at_least=lambda x: np.array(
            [
                2 * x[0] ** 4 - 8 * x[0] ** 3 + 8 * x[0] ** 2 - x[1] + 2,
                4 * x[0] ** 4 - 32 * x[0] ** 3 + 88 * x[0] ** 2 - 96 * x[0] - x[1] + 36,
            ]
        ),
        lower=0,
        upper=(3, 4),
        optimum="-5.508013272",
        source=POLYGONS,
    ),
    state(
        "pooling",
        (100, 100, 100, 100, 100, 50, 50, 100, 0.02),
        lambda x: -9 * x[4] - 15 * x[7] + 6 * x[0] + 16 * x[1] + 10 * (x[5] + x[6]),
        equal=pooling_equal,
        at_least=lambda x: (
            -np.array(
                [
                    x[8] * x[2] + 0.02 * x[5] - 0.025 * x[4],
                    x[8] * x[3] + 0.02 * x[6] - 0.015 * x[7],
                ]
            )
        ),
        lower=(*[0] * 8, 0.01),
        upper=(300, 300, 100, 200, 100, 300, 100, 200, 0.03),
        optimum=-400.0,
        solution=(0, 100, 0, 100, 0, 0, 100, 200, 0.01),
        tags="degenerate",
        source="Haverly, 1978",
    ),
    state(
        "eighteen corners",
        (3, 2, 3, 3, 3, 3),
        lambda x: -25 * (x[0] - 2) ** 2 - np.sum((x[1:] - np.array([2, 1, 4, 1, 4])) ** 2),
        at_least=lambda x: np.array(
            [
                (x[2] - 3) ** 2 + x[3] - 4,
                (x[4] - 3) ** 2 + x[5] - 4,
                2 - x[0] + 3 * x[1],
                2 + x[0] - x[1],
                6 - x[0] - x[1],
                x[0] + x[1] - 2,
            ]
        ),
        lower=(0, 0, 1, 0, 1, 0),
        upper=(6, 8, 5, 6, 5, 10),
        optimum=-310.0,
        solution=(5, 1, 5, 0, 5, 10),
        source="Hesse, 1973",
    ),
    state(
        "bird",
        (-6, -3),
        lambda x: (
            np.sin(x[1]) * np.exp((1 - np.cos(x[0])) ** 2)
            + np.cos(x[0]) * np.exp((1 - np.sin(x[1])) ** 2)
            + (x[0] - x[1]) ** 2
        ),
        at_least=lambda x: 25 - (x[0] + 5) ** 2 - (x[1] + 5) ** 2,
        lower=(-10, -6.5),
        upper=0,
        optimum="-106.7645367",
        source="Mishra, 2006",
    ),
    state(
        "camel under waves",
        (0, -0.5),
        lambda x: (
            4 * x[0] ** 2
            - 2.1 * x[0] ** 4
            + x[0] ** 6 / 3
            + x[0] * x[1]
            - 4 * x[1] ** 2
            + 4 * x[1] ** 4
        ),
        at_least=lambda x: 1.5 + np.sin(4 * pi * x[0]) - 2 * np.sin(2 * pi * x[1]) ** 2,
        lower=-1,
        upper=(0.75, 1),
        optimum="-1.031628453",
        source="Gomez and Levy, 1982",
    ),
    state(
        "valley with a cubic and a line",
        (-0.5, 1.5),
        rosenbrock,
        at_least=lambda x: np.array([x[1] - 1 - (x[0] - 1) ** 3, 2 - x[0] - x[1]]),
        lower=(-1.5, -0.5),
        upper=(1.5, 2.5),
        optimum=0.0,
        solution=(1, 1),
        source="Simionescu and Beale, 2002",
    ),
    state(
        "valley in a disk",
        (-1, 0.5),
        rosenbrock,
        at_least=lambda x: 2 - x[0] ** 2 - x[1] ** 2,
        lower=-1.5,
        upper=1.5,
        optimum=0.0,
        solution=(1, 1),
    ),
    state(
        "step size trap",
        (-2, 3, 1),
        lambda x: x[0],
        equal=lambda x: np.array([x[0] ** 2 - x[1] - 1, x[0] - x[2] - 0.5]),
        lower=(None, 0, 0),
        optimum=1.0,
        solution=(1, 0, 0.5),
        tags="trap",
        source="Waechter and Biegler, 2000",
    ),
    state(
        "curved equality",
        (0.8, 0.6),
        lambda x: 2 * (x[0] ** 2 + x[1] ** 2 - 1) - x[0],
        equal=lambda x: x[0] ** 2 + x[1] ** 2 - 1,
        optimum=-1.0,
        solution=(1, 0),
        tags="trap",
        source="Maratos, 1978",
    ),
    state(
        "valley in a sphere",
        np.full(6, -0.5),
        lambda x: np.sum(100 * (x[1:] - x[:-1] ** 2) ** 2 + (1 - x[:-1]) ** 2),
        at_least=lambda x: 3 - np.sum(x**2),
        optimum=float("nan"),
    ),
)

MORE: tuple[Case, ...] = (
    state(
        "S226",
        (0.8, 0.05),
        lambda x: -x[0] * x[1],
        at_least=lambda x: np.array([x[0] ** 2 + x[1] ** 2, 1 - x[0] ** 2 - x[1] ** 2]),
        lower=0,
        optimum=-0.5,
        solution=(sqrt(0.5), sqrt(0.5)),
        source=SCHITTKOWSKI,
    ),
    state(
        "S227",
        (0.5, 0.5),
        lambda x: (x[0] - 2) ** 2 + (x[1] - 1) ** 2,
        at_least=lambda x: np.array([x[1] - x[0] ** 2, x[0] - x[1] ** 2]),
        optimum=1.0,
        solution=(1, 1),
        tags="convex",
        source=SCHITTKOWSKI,
    ),
    state(
        "S228",
        (0, 0),
        lambda x: x[0] ** 2 + x[1],
        at_least=lambda x: np.array([1 - x[0] - x[1], 9 - x[0] ** 2 - x[1] ** 2]),
        optimum=-3.0,
        solution=(0, -3),
        tags="convex",
        source=SCHITTKOWSKI,
    ),
    state(
        "S230",
        (0, 0),
        lambda x: x[1],
        at_least=lambda x: np.array(
            [
                x[1] - 2 * x[0] ** 2 + x[0] ** 3,
                x[1] - 2 * (1 - x[0]) ** 2 + (1 - x[0]) ** 3,
            ]
        ),
        optimum=0.375,
        solution=(0.5, 0.375),
        source=SCHITTKOWSKI,
    ),
    state(
        "S233",
        (1.2, 1),
        rosenbrock,
        at_least=lambda x: x[0] ** 2 + x[1] ** 2 - 0.25,
        optimum=0.0,
        solution=(1, 1),
        source=SCHITTKOWSKI,
    ),
    state(
        "S234",
        (1, 1),
        lambda x: (x[1] - x[0]) ** 4 - (1 - x[0]),
        at_least=lambda x: 1 - x[0] ** 2 - x[1] ** 2,
        lower=0.2,
        upper=2,
        optimum=-0.8,
        solution=(0.2, 0.2),
        tags="degenerate",
        source=SCHITTKOWSKI,
    ),
    state(
        "S248",
        (-0.1, -1, 0.1),
        lambda x: -x[1],
        equal=lambda x: np.sum(x**2) - 1,
        at_least=lambda x: 1 - 2 * x[1] + x[0],
        optimum=-0.8,
        solution=(0.6, 0.8, 0),
        source=SCHITTKOWSKI,
    ),
    state(
        "S249",
        (1, 1, 1),
        lambda x: np.sum(x**2),
        at_least=lambda x: x[0] ** 2 + x[1] ** 2 - 1,
        lower=(1, None, None),
        optimum=1.0,
        solution=(1, 0, 0),
        tags="degenerate",
        source=SCHITTKOWSKI,
    ),
    state(
        "S252",
        (-1, 2, 2),
        lambda x: 0.01 * (x[0] - 1) ** 2 + (x[1] - x[0] ** 2) ** 2,
        equal=lambda x: x[0] + x[2] ** 2 + 1,
        upper=(-1, None, None),
        optimum=0.04,
        solution=(-1, 1, 0),
        tags="degenerate",
        source=SCHITTKOWSKI,
    ),
    state(
        "S254",
        (1, 1, 1),
        lambda x: np.log(x[2]) / np.log(10) - x[1],
        equal=lambda x: np.array([x[1] ** 2 + x[2] ** 2 - 4, x[2] - 1 - x[0] ** 2]),
        lower=(None, None, 1),
        optimum=-sqrt(3),
        solution=(0, sqrt(3), 1),
        tags="degenerate",
        source=SCHITTKOWSKI,
    ),
    state(
        "S263",
        (10, 10, 10, 10),
        lambda x: -x[0],
        equal=lambda x: np.array([x[1] - x[0] ** 3 - x[2] ** 2, x[0] ** 2 - x[1] - x[3] ** 2]),
        at_least=lambda x: np.array([x[1] - x[0] ** 3, x[0] ** 2 - x[1]]),
        optimum=-1.0,
        solution=(1, 1, 0, 0),
        tags="degenerate redundant",
        source=SCHITTKOWSKI,
    ),
    state(
        "S264",
        (0, 0, 0, 0),
        rosen_suzuki,
        at_least=rosen_suzuki_limits,
        optimum=-44.0,
        solution=(0, 1, 2, -1),
        tags="convex",
        source="Rosen and Suzuki, 1965, with 9 in place of 10",
    ),
    state(
        "S325",
        (-3, 0),
        lambda x: x[0] ** 2 + x[1],
        equal=lambda x: 9 - x[0] ** 2 - x[1] ** 2,
        at_least=lambda x: np.array([1 - x[0] - x[1], 1 - x[0] - x[1] ** 2]),
        optimum="3.7913414",
        source=SCHITTKOWSKI,
    ),
    state(
        "S339",
        (1, 1, 1),
        lambda x: 0.2 / (x[0] * x[1] * x[2]) + 4 / x[0] + 3 / x[2],
        at_least=lambda x: 10 - 2 * x[0] * x[2] - x[0] * x[1],
        lower=1e-4,
        optimum="3.3616798",
        source=SCHITTKOWSKI,
    ),
    state(
        "S340",
        (1, 1, 1),
        lambda x: -x[0] * x[1] * x[2],
        at_least=lambda x: 1.8 - x[0] - 2 * x[1] - 2 * x[2],
        lower=0,
        upper=(1, None, None),
        optimum=-0.054,
        solution=(0.6, 0.3, 0.3),
        source=SCHITTKOWSKI,
    ),
    state(
        "BT1",
        (0.08, 0.06),
        lambda x: 100 * (x[0] ** 2 + x[1] ** 2 - 1) - x[0],
        equal=lambda x: x[0] ** 2 + x[1] ** 2 - 1,
        optimum=-1.0,
        solution=(1, 0),
        source=BOGGS_TOLLE,
    ),
    state(
        "BT2",
        (10, 10, 10),
        lambda x: (x[0] - 1) ** 2 + (x[0] - x[1]) ** 2 + (x[1] - x[2]) ** 4,
        equal=lambda x: x[0] * (1 + x[1] ** 2) + x[2] ** 4 - 4 - 3 * SQRT2,
        optimum="0.032568200",
        source=BOGGS_TOLLE,
    ),
    state(
        "BT4",
        (3.1494, 1.4523, -3.6017),
        lambda x: x[0] - x[1] + x[1] ** 3,
        equal=lambda x: np.array([np.sum(x**2) - 25, np.sum(x) - 1]),
        optimum="-45.51055074",
        source=BOGGS_TOLLE,
    ),
    state(
        "BT7",
        (-2, 1, 1, 1, 1),
        rosenbrock,
        equal=lambda x: np.array(
            [
                x[0] * x[1] - x[2] ** 2 - 1,
                x[1] ** 2 + x[0] - x[3] ** 2,
                x[0] + x[4] ** 2 - 0.5,
            ]
        ),
        optimum="306.5",
        source=BOGGS_TOLLE,
    ),
    state(
        "BT8",
        (1, 1, 1, 0, 0),
        lambda x: x[0] ** 2 + x[1] ** 2 + x[2] ** 2,
        equal=lambda x: np.array(
            [x[0] - 1 - x[3] ** 2 + x[1] ** 2, x[0] ** 2 + x[1] ** 2 - x[4] ** 2 - 1]
        ),
        optimum=1.0,
        solution=(1, 0, 0, 0, 0),
        tags="degenerate many_multipliers",
        source=BOGGS_TOLLE,
    ),
    state(
        "BT10",
        (2, 2),
        lambda x: -x[0],
        equal=lambda x: np.array([x[1] - x[0] ** 3, x[0] ** 2 - x[1]]),
        optimum=-1.0,
        solution=(1, 1),
        source=BOGGS_TOLLE,
    ),
    state(
        "BT12",
        (2, 2, 2, 2, 2),
        lambda x: 0.01 * x[0] ** 2 + x[1] ** 2,
        equal=lambda x: np.array(
            [
                x[0] + x[1] - x[2] ** 2 - 25,
                x[0] ** 2 + x[1] ** 2 - x[3] ** 2 - 25,
                x[0] - x[4] ** 2 - 2,
            ]
        ),
        optimum="6.188119",
        source=BOGGS_TOLLE,
    ),
)

CASES: tuple[Case, ...] = (*ENGINEERING, *GLOBAL, *MORE)
