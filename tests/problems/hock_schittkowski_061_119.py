"""Problems 61 to 119 of Hock and Schittkowski, but those that need tables or discontinuities."""

from __future__ import annotations

from math import sqrt
from typing import Any

import numpy as np
from scipy.special import erf

from tests.problems.case import Case
from tests.problems.hock_schittkowski_031_060 import sums
from tests.problems.statement import state

SQRT2 = sqrt(2)


def objective_62(x: Any) -> Any:
    a = x[0] + x[1] + x[2] + 0.03
    b = 0.09 * x[0] + x[1] + x[2] + 0.03
    c = x[1] + x[2] + 0.03
    d = 0.07 * x[1] + x[2] + 0.03
    e = x[2] + 0.03
    f = 0.13 * x[2] + 0.03
    return -32.174 * (255 * np.log(a / b) + 280 * np.log(c / d) + 290 * np.log(e / f))


def normal(t: Any) -> Any:
    """Return the distribution function of the standard normal, for complex arguments too."""
    return (1 + erf(t / SQRT2)) / 2


def inspection(name: str, a: float, b: float, n: int, optimum: str) -> Case:
    """Return problem 68 or 69: the cost of inspecting n items."""
    root = sqrt(n)
    return state(
        name,
        (1, 1, 1, 1),
        lambda x: (
            (a * n - (b * (np.exp(x[0]) - 1) - x[2]) * x[3] / (np.exp(x[0]) - 1 + x[3])) / x[0]
        ),
        equal=lambda x: np.array(
            [
                x[2] - 2 * normal(-x[1]),
                x[3] - normal(-x[1] + root) - normal(-x[1] - root),
            ]
        ),
        lower=(1e-4, 0, 0, 0),
        upper=(100, 100, 2, 2),
        optimum=optimum,
    )


def power(name: str, angle: float, optimum: str) -> Case:
    """Return problem 74 or 75: the cost of power where two angles differ by a limit at most."""
    return state(
        name,
        (0, 0, 0, 0),
        lambda x: 3 * x[0] + 1e-6 * x[0] ** 3 + 2 * x[1] + 2e-6 / 3 * x[1] ** 3,
        equal=lambda x: np.array(
            [
                1000 * np.sin(-x[2] - 0.25) + 1000 * np.sin(-x[3] - 0.25) + 894.8 - x[0],
                1000 * np.sin(x[2] - 0.25) + 1000 * np.sin(x[2] - x[3] - 0.25) + 894.8 - x[1],
                1000 * np.sin(x[3] - 0.25) + 1000 * np.sin(x[3] - x[2] - 0.25) + 1294.8,
            ]
        ),
        at_least=lambda x: np.array([x[3] - x[2] + angle, x[2] - x[3] + angle]),
        lower=(0, 0, -angle, -angle),
        upper=(1200, 1200, angle, angle),
        optimum=optimum,
        tags="badly_scaled",
    )


def equalities_78(x: Any) -> Any:
    return np.array([np.sum(x**2) - 10, x[1] * x[2] - 5 * x[3] * x[4], x[0] ** 3 + x[1] ** 3 + 1])


def between(value: Any, low: float, high: float) -> list[Any]:
    """Return what is at least zero where the value lies between two numbers."""
    return [value - low, high - value]


def inequalities_83(x: Any) -> Any:
    first = 85.334407 + 0.0056858 * x[1] * x[4] + 0.0006262 * x[0] * x[3] - 0.0022053 * x[2] * x[4]
    second = 80.51249 + 0.0071317 * x[1] * x[4] + 0.0029955 * x[0] * x[1] + 0.0021813 * x[2] ** 2
    third = 9.300961 + 0.0047026 * x[2] * x[4] + 0.0012547 * x[0] * x[2] + 0.0019085 * x[2] * x[3]
    return np.array(
        [*between(first, 0, 92), *between(second, 90, 110), *between(third, 20, 25)],
    )


def mixed_84(x: Any, *factors: float) -> Any:
    return x[0] * (
        factors[0] + factors[1] * x[1] + factors[2] * x[2] + factors[3] * x[3] + factors[4] * x[4]
    )


def inequalities_84(x: Any) -> Any:
    rows = (
        (-145421.402, 2931.1506, -40.427932, 5106.192, 15711.36),
        (-155011.1084, 4360.53352, 12.9492344, 10236.884, 13176.786),
        (-326669.5104, 7390.68412, -27.8986976, 16643.076, 30988.146),
    )
    limits = (294000, 294000, 277200)
    return np.array(
        [
            entry
            for row, limit in zip(rows, limits, strict=True)
            for entry in between(mixed_84(x, *row), 0, limit)
        ]
    )


# Colville's first problem: 86 is the primal, 117 the dual.
E86 = np.array([-15, -27, -36, -18, -12])
C86 = np.array(
    [
        [30, -20, -10, 32, -10],
        [-20, 39, -6, -31, 32],
        [-10, -6, 10, -6, -10],
        [32, -31, -6, 39, -20],
        [-10, 32, -10, -20, 30],
    ]
)
D86 = np.array([4, 8, 10, 6, 2])
A86 = np.array(
    [
        [-16, 2, 0, 1, 0],
        [0, -2, 0, 0.4, 2],
        [-3.5, 0, 2, 0, 0],
        [0, -2, 0, -4, -1],
        [0, -9, -2, 1, -2.8],
        [2, 0, -4, 0, 0],
        [-1, -1, -1, -1, -1],
        [-1, -2, -3, -2, -1],
        [1, 2, 3, 4, 5],
        [1, 1, 1, 1, 1],
    ]
)
B86 = np.array([-40, -2, -0.25, -4, -4, -1, -40, -60, 5, 1])


def objective_117(x: Any) -> Any:
    y = x[10:]
    return -B86 @ x[:10] + y @ C86 @ y + 2 * D86 @ y**3


def inequalities_117(x: Any) -> Any:
    y = x[10:]
    return 2 * C86 @ y + 3 * D86 * y**2 + E86 - A86.T @ x[:10]


def transformer(x: Any) -> tuple[Any, Any]:
    return x[0] * x[3] * (x[0] + x[1] + x[2]), x[1] * x[2] * (x[0] + 1.57 * x[1] + x[3])


def objective_93(x: Any) -> Any:
    core, winding = transformer(x)
    return (
        0.0204 * core + 0.0187 * winding + 0.0607 * core * x[4] ** 2 + 0.0437 * winding * x[5] ** 2
    )


def inequalities_93(x: Any) -> Any:
    core, winding = transformer(x)
    return np.array(
        [
            0.001 * np.prod(x) - 2.07,
            1 - 0.00062 * core * x[4] ** 2 - 0.00058 * winding * x[5] ** 2,
        ]
    )


def blending(name: str, levels: tuple[float, ...], optimum: str) -> Case:
    """Return one of problems 95 to 98, which differ in four numbers."""

    def at_least(x: Any) -> Any:
        a, b, c, d, e, f = x
        return np.array(
            [
                17.1 * a + 38.2 * b + 204.2 * c + 212.3 * d + 623.4 * e + 1495.5 * f
                - 169 * a * c - 3580 * c * e - 3810 * d * e - 18500 * d * f - 24300 * e * f,
                17.9 * a + 36.8 * b + 113.9 * c + 169.7 * d + 337.8 * e + 1385.2 * f
                - 139 * a * c - 2450 * d * e - 16600 * d * f - 17200 * e * f,
                -273 * b - 70 * d - 819 * e + 26000 * d * e,
                159.9 * a - 311 * b + 587 * d + 391 * e + 2198 * f - 14000 * a * f,
            ]
        ) - np.array(levels)  # fmt: skip

    return state(
        name,
        np.zeros(6),
        lambda x: np.array([4.3, 31.8, 63.3, 15.8, 68.5, 4.7]) @ x,
        at_least=at_least,
        lower=0,
        upper=(0.31, 0.046, 0.068, 0.042, 0.028, 0.0134),
        optimum=optimum,
        tags="badly_scaled",
    )


def objective_100(x: Any) -> Any:
    return (
        (x[0] - 10) ** 2
        + 5 * (x[1] - 12) ** 2
        + x[2] ** 4
        + 3 * (x[3] - 11) ** 2
        + 10 * x[4] ** 6
        + 7 * x[5] ** 2
        + x[6] ** 4
        - 4 * x[5] * x[6]
        - 10 * x[5]
        - 8 * x[6]
    )


def inequalities_100(x: Any) -> Any:
    return np.array(
        [
            127 - 2 * x[0] ** 2 - 3 * x[1] ** 4 - x[2] - 4 * x[3] ** 2 - 5 * x[4],
            282 - 7 * x[0] - 3 * x[1] - 10 * x[2] ** 2 - x[3] + x[4],
            196 - 23 * x[0] - x[1] ** 2 - 6 * x[5] ** 2 + 8 * x[6],
            -4 * x[0] ** 2 - x[1] ** 2 + 3 * x[0] * x[1] - 2 * x[2] ** 2 - 5 * x[5] + 11 * x[6],
        ]
    )


def geometric(name: str, exponent: float, optimum: str) -> Case:
    """Return one of problems 101 to 103, which differ in one exponent."""

    def objective(x: Any) -> Any:
        a, b, c, d, e, f, g = x
        return (
            10 * a / b * d**2 / f**3 * g**exponent
            + 15 / a / b**2 * c * d / e / g**0.5
            + 20 / a**2 * b / d / e**2 * f
            + 25 * a**2 * b**2 / c * e**0.5 / f**2 * g
        )

    def at_least(x: Any) -> Any:
        a, b, c, d, e, f, g = x
        return np.array(
            [
                1 - 0.5 * a**0.5 / c / f**2 * g - 0.7 * a**3 * b / c**2 * f * g**0.5
                - 0.2 / b * c / d**0.5 * f ** (2 / 3) * g**0.25,
                1 - 1.3 / a**0.5 * b / c / e * f - 0.8 * c / d / e * f**2
                - 3.1 / a * b**0.5 / d**2 / e * f ** (1 / 3),
                1 - 2 * a / c**1.5 * e / f * g ** (1 / 3) - 0.1 * b / c**0.5 * e / f / g**0.5
                - 1 / a * b * c**0.5 * e - 0.65 / b**2 * c * e / f * g,
                1 - 0.2 / a**2 * b / d * e**0.5 * g ** (1 / 3)
                - 0.3 * a**0.5 * b**2 * c * d ** (1 / 3) * g**0.25 / e ** (2 / 3)
                - 0.4 / a**3 / b**2 * c * e * g**0.75 - 0.5 / c**2 * d * g**0.5,
                *between(objective(x), 100, 3000),
            ]
        )  # fmt: skip

    return state(
        name,
        np.full(7, 6.0),
        objective,
        at_least=at_least,
        lower=(0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.01),
        upper=10,
        optimum=optimum,
    )


def objective_104(x: Any) -> Any:
    return 0.4 * (x[0] / x[6]) ** 0.67 + 0.4 * (x[1] / x[7]) ** 0.67 + 10 - x[0] - x[1]


def inequalities_104(x: Any) -> Any:
    return np.array(
        [
            1 - 0.0588 * x[4] * x[6] - 0.1 * x[0],
            1 - 0.0588 * x[5] * x[7] - 0.1 * x[0] - 0.1 * x[1],
            1 - 4 * x[2] / x[4] - 2 * x[2] ** -0.71 / x[4] - 0.0588 * x[2] ** -1.3 * x[6],
            1 - 4 * x[3] / x[5] - 2 * x[3] ** -0.71 / x[5] - 0.0588 * x[3] ** -1.3 * x[7],
            *between(objective_104(x), 1, 4.2),
        ]
    )


def inequalities_106(x: Any) -> Any:
    return np.array(
        [
            1 - 0.0025 * (x[3] + x[5]),
            1 - 0.0025 * (x[4] + x[6] - x[3]),
            1 - 0.01 * (x[7] - x[4]),
            x[0] * x[5] - 833.33252 * x[3] - 100 * x[0] + 83333.333,
            x[1] * x[6] - 1250 * x[4] - x[1] * x[3] + 1250 * x[3],
            x[2] * x[7] - 1250000 - x[2] * x[4] + 2500 * x[4],
        ]
    )


def objective_108(x: Any) -> Any:
    return -0.5 * (
        x[0] * x[3] - x[1] * x[2] + x[2] * x[8] - x[4] * x[8] + x[4] * x[7] - x[5] * x[6]
    )


def inequalities_108(x: Any) -> Any:
    return np.array(
        [
            1 - x[2] ** 2 - x[3] ** 2,
            1 - x[8] ** 2,
            1 - x[4] ** 2 - x[5] ** 2,
            1 - x[0] ** 2 - (x[1] - x[8]) ** 2,
            1 - (x[0] - x[4]) ** 2 - (x[1] - x[5]) ** 2,
            1 - (x[0] - x[6]) ** 2 - (x[1] - x[7]) ** 2,
            1 - (x[2] - x[4]) ** 2 - (x[3] - x[5]) ** 2,
            1 - (x[2] - x[6]) ** 2 - (x[3] - x[7]) ** 2,
            1 - x[6] ** 2 - (x[7] - x[8]) ** 2,
            x[0] * x[3] - x[1] * x[2],
            x[2] * x[8],
            -x[4] * x[8],
            x[4] * x[7] - x[5] * x[6],
        ]
    )


C111 = np.array(
    [-6.089, -17.164, -34.054, -5.914, -24.721, -14.986, -24.1, -10.708, -26.662, -22.179]
)


def balances(amount: Any) -> Any:
    """Return the balances of three elements in the equilibrium of problems 111 and 112."""
    return sums(
        amount,
        (1, 2, 2, 0, 0, 1, 0, 0, 0, 1),
        (0, 0, 0, 1, 2, 1, 1, 0, 0, 0),
        (0, 0, 1, 0, 0, 0, 1, 1, 2, 1),
    ) - np.array([2, 1, 1])


def objective_113(x: Any) -> Any:
    return (
        x[0] ** 2
        + x[1] ** 2
        + x[0] * x[1]
        - 14 * x[0]
        - 16 * x[1]
        + (x[2] - 10) ** 2
        + 4 * (x[3] - 5) ** 2
        + (x[4] - 3) ** 2
        + 2 * (x[5] - 1) ** 2
        + 5 * x[6] ** 2
        + 7 * (x[7] - 11) ** 2
        + 2 * (x[8] - 10) ** 2
        + (x[9] - 7) ** 2
        + 45
    )


def inequalities_113(x: Any) -> Any:
    return np.array(
        [
            105 - 4 * x[0] - 5 * x[1] + 3 * x[6] - 9 * x[7],
            -10 * x[0] + 8 * x[1] + 17 * x[6] - 2 * x[7],
            8 * x[0] - 2 * x[1] - 5 * x[8] + 2 * x[9] + 12,
            -3 * (x[0] - 2) ** 2 - 4 * (x[1] - 3) ** 2 - 2 * x[2] ** 2 + 7 * x[3] + 120,
            -5 * x[0] ** 2 - 8 * x[1] - (x[2] - 6) ** 2 + 2 * x[3] + 40,
            -0.5 * (x[0] - 8) ** 2 - 2 * (x[1] - 4) ** 2 - 3 * x[4] ** 2 + x[5] + 30,
            -(x[0] ** 2) - 2 * (x[1] - 2) ** 2 + 2 * x[0] * x[1] - 14 * x[4] + 6 * x[5],
            3 * x[0] - 6 * x[1] - 12 * (x[8] - 8) ** 2 + 7 * x[9],
        ]
    )


def inequalities_114(x: Any) -> Any:
    a, b = 0.99, 0.9
    octane = 35.82 - 0.222 * x[9] - b * x[8]
    ratio = -133 + 3 * x[6] - a * x[9]
    yields = 1.12 * x[0] + 0.13167 * x[0] * x[7] - 0.00667 * x[0] * x[7] ** 2 - a * x[3]
    motor = 57.425 + 1.098 * x[7] - 0.038 * x[7] ** 2 + 0.325 * x[5] - a * x[6]
    return np.array(
        [
            octane,
            ratio,
            yields,
            motor,
            -octane + x[8] * (1 / b - b),
            -ratio + x[9] * (1 / a - a),
            -yields + x[3] * (1 / a - a),
            -motor + x[6] * (1 / a - a),
        ]
    )


def inequalities_116(x: Any) -> Any:
    a, b, c, d, e, f, g, h, i, j, k, m, n = x
    return np.array(
        [
            c - b,
            b - a,
            1 - 0.002 * (g - h),
            *between(k + m + n, 50, 250),
            n - 1.262626 * j + 1.231059 * c * j,
            e - 0.03475 * b - 0.975 * b * e + 0.00975 * b**2,
            f - 0.03475 * c - 0.975 * c * f + 0.00975 * c**2,
            e * g - a * h - d * g + d * h,
            1 - 0.002 * (b * i + e * h - a * h - f * i) - e - f,
            b * i - c * j - f * i - 500 * b + 500 * f + b * j,
            b - 0.9 - 0.002 * (b * j - c * j),
            d - 0.03475 * a - 0.975 * a * d + 0.00975 * a**2,
            k - 1.262626 * h + 1.231059 * a * h,
            m - 1.262626 * i + 1.231059 * b * i,
        ]
    )


def inequalities_118(x: Any) -> Any:
    change = x[3:] - x[:-3] + 7
    sums_of_three = x.reshape(5, 3).sum(axis=1)
    return np.concatenate(
        [change, np.tile([13, 14, 13], 4) - change, sums_of_three - np.array([60, 50, 70, 85, 100])]
    )


B119 = np.zeros((8, 16))
B119[:, :8] = [
    [0.22, 0.2, 0.19, 0.25, 0.15, 0.11, 0.12, 0.13],
    [-1.46, 0, -1.3, 1.82, -1.15, 0, 0.8, 0],
    [1.29, -0.89, 0, 0, -1.16, -0.96, 0, -0.49],
    [-1.1, -1.06, 0.95, -0.54, 0, -1.78, -0.41, 0],
    [0, 0, 0, -1.43, 1.51, 0.59, -0.33, -0.43],
    [0, -1.72, -0.33, 0, 1.62, 1.24, 0.21, -0.26],
    [1.12, 0, 0, 0.31, 0, 0, 1.12, 0],
    [0, 0.45, 0.26, -1.1, 0.58, 0, -1.03, 0.1],
]
B119[:, 8:] = np.eye(8)
B119[6, 8] = -0.36
C119 = np.array([2.5, 1.1, -3.1, -3.5, 1.3, 2.1, 2.3, -1.5])
A119 = np.eye(16)
PARTNERS = {
    1: (4, 7, 8, 16),
    2: (3, 7, 10),
    3: (7, 9, 10, 14),
    4: (7, 11, 15),
    5: (6, 10, 12, 16),
    6: (8, 15),
    7: (11, 13),
    8: (10, 15),
    9: (12, 16),
    10: (14,),
    11: (13,),
    12: (14,),
    13: (14,),
}
for row, columns in PARTNERS.items():
    A119[row - 1, np.array(columns) - 1] = 1


def objective_119(x: Any) -> Any:
    terms = x**2 + x + 1
    return terms @ A119 @ terms


CASES: tuple[Case, ...] = (
    state(
        "HS61",
        (0, 0, 0),
        lambda x: np.array([4, 2, 2]) @ x**2 + np.array([-33, 16, -24]) @ x,
        equal=lambda x: np.array([3 * x[0] - 2 * x[1] ** 2 - 7, 4 * x[0] - x[2] ** 2 - 11]),
        optimum="-143.6461422",
    ),
    state(
        "HS62",
        (0.7, 0.2, 0.1),
        objective_62,
        equal=lambda x: np.sum(x) - 1,
        lower=0,
        upper=1,
        optimum="-26272.51448",
        tags="badly_scaled",
    ),
    state(
        "HS63",
        (2, 2, 2),
        lambda x: 1000 - x[0] ** 2 - 2 * x[1] ** 2 - x[2] ** 2 - x[0] * x[1] - x[0] * x[2],
        equal=lambda x: np.array([np.array([8, 14, 7]) @ x - 56, np.sum(x**2) - 25]),
        lower=0,
        optimum="961.7151721",
    ),
    state(
        "HS64",
        (1, 1, 1),
        lambda x: np.array([5, 20, 10]) @ x + np.sum(np.array([50000, 72000, 144000]) / x),
        at_least=lambda x: 1 - 4 / x[0] - 32 / x[1] - 120 / x[2],
        lower=1e-5,
        optimum="6299.842428",
        tags="convex badly_scaled",
    ),
    state(
        "HS65",
        (-5, 5, 0),
        lambda x: (x[0] - x[1]) ** 2 + (x[0] + x[1] - 10) ** 2 / 9 + (x[2] - 5) ** 2,
        at_least=lambda x: 48 - np.sum(x**2),
        lower=(-4.5, -4.5, -5),
        upper=(4.5, 4.5, 5),
        optimum="0.9535288567",
        tags="convex",
    ),
    state(
        "HS66",
        (0, 1.05, 2.9),
        lambda x: 0.2 * x[2] - 0.8 * x[0],
        at_least=lambda x: np.array([x[1] - np.exp(x[0]), x[2] - np.exp(x[1])]),
        lower=0,
        upper=(100, 100, 10),
        optimum="0.5181632741",
        tags="convex",
    ),
    inspection("HS68", 1e-4, 1, 24, "-0.920425026"),
    inspection("HS69", 0.1, 1000, 4, "-956.71288"),
    state(
        "HS71",
        (1, 5, 5, 1),
        lambda x: x[0] * x[3] * (x[0] + x[1] + x[2]) + x[2],
        equal=lambda x: np.sum(x**2) - 40,
        at_least=lambda x: np.prod(x) - 25,
        lower=1,
        upper=5,
        optimum="17.0140173",
    ),
    state(
        "HS72",
        (1, 1, 1, 1),
        lambda x: 1 + np.sum(x),
        at_least=lambda x: np.array(
            [
                0.0401 - np.sum(np.array([4, 2.25, 1, 0.25]) / x),
                0.010085 - np.sum(np.array([0.16, 0.36, 0.64, 0.64]) / x),
            ]
        ),
        lower=0.001,
        upper=(4e5, 3e5, 2e5, 1e5),
        optimum="727.67937",
        tags="convex badly_scaled",
    ),
    state(
        "HS73",
        (1, 1, 1, 1),
        lambda x: np.array([24.55, 26.75, 39, 40.5]) @ x,
        equal=lambda x: np.sum(x) - 1,
        at_least=lambda x: np.array(
            [
                np.array([2.3, 5.6, 11.1, 1.3]) @ x - 5,
                np.array([12, 11.9, 41.8, 52.1]) @ x
                - 21
                - 1.645 * np.sqrt(np.array([0.28, 0.19, 20.5, 0.62]) @ x**2),
            ]
        ),
        lower=0,
        optimum="29.89437816",
        tags="convex",
    ),
    power("HS74", 0.55, "5126.4981"),
    power("HS75", 0.48, "5174.4129"),
    state(
        "HS76",
        (0.5, 0.5, 0.5, 0.5),
        lambda x: (
            np.array([1, 0.5, 1, 0.5]) @ x**2
            - x[0] * x[2]
            + x[2] * x[3]
            + np.array([-1, -3, 1, -1]) @ x
        ),
        at_least=lambda x: (
            np.array([5, 4, -1.5]) - sums(x, (1, 2, 1, 1), (3, 1, 2, -1), (0, -1, -4, 0))
        ),
        lower=0,
        optimum="-4.681818181",
        tags="convex quadratic",
    ),
    state(
        "HS77",
        (2, 2, 2, 2, 2),
        lambda x: (
            (x[0] - 1) ** 2
            + (x[0] - x[1]) ** 2
            + (x[2] - 1) ** 2
            + (x[3] - 1) ** 4
            + (x[4] - 1) ** 6
        ),
        equal=lambda x: np.array(
            [
                x[0] ** 2 * x[3] + np.sin(x[3] - x[4]) - 2 * SQRT2,
                x[1] + x[2] ** 4 * x[3] ** 2 - 8 - SQRT2,
            ]
        ),
        optimum="0.24150513",
    ),
    state(
        "HS78",
        (-2, 1.5, 2, -1, -1),
        np.prod,
        equal=equalities_78,
        optimum="-2.91970041",
    ),
    state(
        "HS79",
        (2, 2, 2, 2, 2),
        lambda x: (
            (x[0] - 1) ** 2
            + (x[0] - x[1]) ** 2
            + (x[1] - x[2]) ** 2
            + (x[2] - x[3]) ** 4
            + (x[3] - x[4]) ** 4
        ),
        equal=lambda x: np.array(
            [
                x[0] + x[1] ** 2 + x[2] ** 3 - 2 - 3 * SQRT2,
                x[1] - x[2] ** 2 + x[3] + 2 - 2 * SQRT2,
                x[0] * x[4] - 2,
            ]
        ),
        optimum="0.0787768209",
    ),
    state(
        "HS80",
        (-2, 2, 2, -1, -1),
        lambda x: np.exp(np.prod(x)),
        equal=equalities_78,
        lower=(-2.3, -2.3, -3.2, -3.2, -3.2),
        upper=(2.3, 2.3, 3.2, 3.2, 3.2),
        optimum="0.0539498478",
    ),
    state(
        "HS81",
        (-2, 2, 2, -1, -1),
        lambda x: np.exp(np.prod(x)) - 0.5 * (x[0] ** 3 + x[1] ** 3 + 1) ** 2,
        equal=equalities_78,
        lower=(-2.3, -2.3, -3.2, -3.2, -3.2),
        upper=(2.3, 2.3, 3.2, 3.2, 3.2),
        optimum="0.0539498478",
    ),
    state(
        "HS83",
        (78, 33, 27, 27, 27),
        lambda x: 5.3578547 * x[2] ** 2 + 0.8356891 * x[0] * x[4] + 37.293239 * x[0] - 40792.141,
        at_least=inequalities_83,
        lower=(78, 33, 27, 27, 27),
        upper=(102, 45, 45, 45, 45),
        optimum="-30665.53867",
        tags="badly_scaled",
    ),
    state(
        "HS84",
        (2.52, 2, 37.5, 9.25, 6.8),
        lambda x: (
            24345 - mixed_84(x, -8720288.849, 150512.5253, -156.6950325, 476470.3222, 729482.8271)
        ),
        at_least=inequalities_84,
        lower=(0, 1.2, 20, 9, 6.5),
        upper=(1000, 2.4, 60, 9.3, 7),
        optimum="-5280335.133",
        tags="badly_scaled",
    ),
    state(
        "HS86",
        (0, 0, 0, 0, 1),
        lambda x: E86 @ x + x @ C86 @ x + D86 @ x**3,
        at_least=lambda x: A86 @ x - B86,
        lower=0,
        optimum="-32.34867897",
        tags="convex",
        source="Colville, 1968",
    ),
    state(
        "HS93",
        (5.54, 4.4, 12.02, 11.82, 0.702, 0.852),
        objective_93,
        at_least=inequalities_93,
        lower=0,
        optimum="135.075961",
    ),
    blending("HS95", (4.97, -1.88, -29.08, -78.02), "0.015619514"),
    blending("HS96", (4.97, -1.88, -69.08, -118.02), "0.015619514"),
    blending("HS97", (32.97, 25.12, -29.08, -78.02), "3.1358091"),
    blending("HS98", (32.97, 25.12, -124.08, -173.02), "3.1358091"),
    state(
        "HS100",
        (1, 2, 0, 4, 0, 1, 1),
        objective_100,
        at_least=inequalities_100,
        optimum="680.6300573",
    ),
    geometric("HS101", -0.25, "1809.76476"),
    geometric("HS102", 0.125, "911.880571"),
    geometric("HS103", 0.5, "543.667958"),
    state(
        "HS104",
        (6, 3, 0.4, 0.2, 6, 6, 1, 0.5),
        objective_104,
        at_least=inequalities_104,
        lower=0.1,
        upper=10,
        optimum="3.9511634396",
    ),
    state(
        "HS106",
        (5000, 5000, 5000, 200, 350, 150, 225, 425),
        lambda x: x[0] + x[1] + x[2],
        at_least=inequalities_106,
        lower=(100, 1000, 1000, 10, 10, 10, 10, 10),
        upper=(10000, 10000, 10000, 1000, 1000, 1000, 1000, 1000),
        optimum="7049.330923",
        tags="badly_scaled",
    ),
    state(
        "HS108",
        np.ones(9),
        objective_108,
        at_least=inequalities_108,
        lower=(*[None] * 8, 0),
        optimum="-0.8660254038",
        tags="degenerate",
    ),
    state(
        "HS110",
        np.full(10, 9.0),
        lambda x: np.sum(np.log(x - 2) ** 2 + np.log(10 - x) ** 2) - np.prod(x) ** 0.2,
        lower=2.001,
        upper=9.999,
        optimum="-45.77846971",
    ),
    state(
        "HS111",
        np.full(10, -2.3),
        lambda x: np.exp(x) @ (C111 + x - np.log(np.sum(np.exp(x)))),
        equal=lambda x: balances(np.exp(x)),
        lower=-100,
        upper=100,
        optimum="-47.76109026",
    ),
    state(
        "HS112",
        np.full(10, 0.1),
        lambda x: x @ (C111 + np.log(x / np.sum(x))),
        equal=balances,
        lower=1e-6,
        optimum="-47.76109086",
        tags="convex",
    ),
    state(
        "HS113",
        (2, 3, 5, 5, 1, 2, 7, 3, 6, 10),
        objective_113,
        at_least=inequalities_113,
        optimum="24.3062091",
        tags="convex",
        source="Asaadi, 1973",
    ),
    state(
        "HS114",
        (1745, 12000, 110, 3048, 1974, 89.2, 92.8, 8, 3.6, 145),
        lambda x: 5.04 * x[0] + 0.035 * x[1] + 10 * x[2] + 3.36 * x[4] - 0.063 * x[3] * x[6],
        equal=lambda x: np.array(
            [
                1.22 * x[3] - x[0] - x[4],
                98000 * x[2] / (x[3] * x[8] + 1000 * x[2]) - x[5],
                (x[1] + x[4]) / x[0] - x[7],
            ]
        ),
        at_least=inequalities_114,
        lower=(1e-5, 1e-5, 1e-5, 1e-5, 1e-5, 85, 90, 3, 1.2, 145),
        upper=(2000, 16000, 120, 5000, 2000, 93, 95, 12, 4, 162),
        optimum="-1768.80696",
        tags="badly_scaled",
        source="Bracken and McCormick, 1968",
    ),
    state(
        "HS116",
        (0.5, 0.8, 0.9, 0.1, 0.14, 0.5, 489, 80, 650, 450, 150, 150, 150),
        lambda x: x[10] + x[11] + x[12],
        at_least=inequalities_116,
        lower=(0.1, 0.1, 0.1, 1e-4, 0.1, 0.1, 0.1, 0.1, 500, 0.1, 1, 1e-4, 1e-4),
        upper=(1, 1, 1, 0.1, 0.9, 0.9, 1000, 1000, 1000, 500, 150, 150, 150),
        optimum="97.588409",
        tags="badly_scaled",
    ),
    state(
        "HS117",
        (*[0.001] * 6, 60, *[0.001] * 8),
        objective_117,
        at_least=inequalities_117,
        lower=0,
        optimum="32.34867897",
        source="Colville, 1968",
    ),
    state(
        "HS118",
        (20, 55, 15, *[20, 60, 20] * 4),
        lambda x: np.tile([2.3, 1.7, 2.2], 5) @ x + np.tile([1e-4, 1e-4, 1.5e-4], 5) @ x**2,
        at_least=inequalities_118,
        lower=(8, 43, 3, *[0] * 12),
        upper=(21, 57, 16, *[90, 120, 60] * 4),
        optimum="664.8204500",
        tags="convex quadratic",
    ),
    state(
        "HS119",
        np.full(16, 10.0),
        objective_119,
        equal=lambda x: B119 @ x - C119,
        lower=0,
        upper=5,
        optimum="244.899698",
        source="Colville, 1968",
    ),
)
