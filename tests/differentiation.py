"""Compare generated functions with JAX's derivatives of an independent reading of a model."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import jax
import jax.numpy as jnp
import numpy as np

from gennaker.pipeline.load import instantiate, load_source
from tests.drawn import drawn
from tests.reference import evaluate


@dataclass(frozen=True)
class Case:
    """A problem with random data, a random point, and what JAX says about it there."""

    problem: object
    sizes: dict
    data: dict
    point: dict
    directions: dict
    weights: list
    value: float
    gradient: dict
    hessian_product: dict
    constraints: list
    products: list
    lagrangian: dict


@cache
def case(text: str, *, positive: bool = False, seed: int = 0) -> Case:
    """Draw data of random non-square sizes and differentiate the reading of a model."""
    known = drawn(text, positive=positive, seed=seed)
    problem, sizes, data = known.problem, known.sizes, known.data
    point, directions = known.point, known.directions
    rng = np.random.default_rng(seed + 1)

    def reading(node):
        return lambda at: evaluate(node, {**data, **at}, sizes)

    def objective(at):
        return reading(problem.objective)(at)[0, 0]

    value, gradient = jax.value_and_grad(objective)(point)
    _, hessian_product = jax.jvp(jax.grad(objective), (point,), (directions,))
    functions = [reading(item.function) for item in problem.constraints]
    values = [np.asarray(function(point)) for function in functions]
    weights = [rng.standard_normal(found.shape) for found in values]
    products = [
        jax.grad(lambda at, f=f, v=v: jnp.sum(f(at) * v))(point)
        for f, v in zip(functions, weights, strict=True)
    ]

    def lagrangian(at):
        terms = [jnp.sum(f(at) * v) for f, v in zip(functions, weights, strict=True)]
        return objective(at) + sum(terms)

    def paired(parts):
        """Derivatives by a symmetric matrix are symmetric: its entries move in pairs."""
        words = {symbol.name: symbol.attributes for symbol in problem.variables}
        return {
            name: (part + part.T) / 2 if "symmetric" in words[name] else part
            for name, part in parts.items()
        }

    both = paired(jax.grad(lagrangian)(point))
    gradient, hessian_product = paired(gradient), paired(hessian_product)
    products = list(map(paired, products))
    return Case(
        problem,
        sizes,
        data,
        point,
        directions,
        weights,
        float(value),
        gradient,
        hessian_product,
        values,
        products,
        both,
    )


def converted(values, library):
    """Return arrays of another library."""
    if library == "torch":
        import torch

        return {name: torch.as_tensor(np.asarray(value)) for name, value in values.items()}
    if library == "jax":
        return {name: jnp.asarray(value) for name, value in values.items()}
    return values


def error(found, expected) -> float:
    """Return the largest error relative to the size of what is expected."""
    found, expected = np.asarray(found), np.asarray(expected)
    assert found.size == expected.size, (found.shape, expected.shape)
    scale = 1.0 + np.abs(expected).max(initial=0.0)
    return float(np.abs(found.reshape(expected.shape) - expected).max(initial=0.0) / scale)


def largest_error(text: str, library: str, *, positive: bool = False) -> float:
    """Return the largest error of all functions that are generated for a model."""
    known = case(text, positive=positive)
    written, made = load_source(known.problem, library)
    functions = instantiate(written, made, converted(known.data, library), known.sizes)
    at = list(converted(known.point, library).values())
    along = list(converted(known.directions, library).values())
    value, *gradient = functions.value_and_gradient(*at)
    pairs = [(value, known.value), (functions.value(*at), known.value)]
    names = list(known.point)
    pairs += _paired(gradient, names, known.gradient)
    pairs += _paired(_tuple(functions.hessian_product(*at, *along)), names, known.hessian_product)
    weights = [_converted(value, library) for value in known.weights]
    if known.constraints:
        found = functions.constraints(*at)
        pairs += list(zip(found, known.constraints, strict=True))
        weights = [
            _converted(v.reshape(np.shape(np.asarray(c))), library)
            for v, c in zip(known.weights, found, strict=True)
        ]
        for place, weight in enumerate(weights):
            product = _tuple(getattr(functions, f"product_{place + 1}")(*at, weight))
            pairs += _paired(product, names, known.products[place])
    pairs += _along_rays(functions, known, (at, along, weights))
    return max(error(found, expected) for found, expected in pairs)


def _along_rays(functions, known, places):
    """Pair what is computed over images with what JAX says, at the point and on a ray."""
    at, along, weights = places
    images, moves = functions.images(*at), functions.images(*along)
    first, *others, saved = functions.forward(*at, *images)
    pairs = [(first, known.value), *zip(others, known.constraints, strict=True)]
    found = _tuple(functions.backward(*at, *images, *weights, saved))
    pairs += _paired(found, list(known.point), known.lagrangian)
    if functions.rays:
        slope = functions.slope(*at, *images, *along, *moves, *weights, saved)
        expected = sum(
            float(np.sum(np.asarray(known.lagrangian[name]) * direction))
            for name, direction in known.directions.items()
        )
        pairs.append((slope, expected))
    sums = functions.images(*[x + 2 * p for x, p in zip(at, along, strict=True)])
    pairs += [(u, v + 2 * w) for u, v, w in zip(sums, images, moves, strict=True)]
    return pairs


def _converted(value, library):
    return converted({"value": value}, library)["value"]


def _tuple(result):
    return result if isinstance(result, tuple) else (result,)


def _paired(found, names, expected):
    return [(part, expected[name]) for part, name in zip(found, names, strict=True)]
