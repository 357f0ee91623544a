"""From text to a model that is ready for data."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import fields, replace
from functools import cached_property
from typing import Any

from gennaker.errors import DataError
from gennaker.expressions.problem import Problem
from gennaker.language.check import read
from gennaker.language.habits import nearest
from gennaker.language.lint import lint
from gennaker.language.report import Report
from gennaker.pipeline.derivatives import Derivatives
from gennaker.pipeline.evaluate import Evaluation, evaluate
from gennaker.pipeline.load import Compiled, write_file
from gennaker.pipeline.not_numbers import with_article
from gennaker.pipeline.observed import Watcher
from gennaker.pipeline.path import Path, along
from gennaker.pipeline.pose import Start
from gennaker.pipeline.prepared import Prepared
from gennaker.pipeline.sample import sample
from gennaker.pipeline.solution import Solution
from gennaker.pipeline.solve import solve
from gennaker.solver.options import Options, make_options

__all__ = ["Model"]

OPTIONS = tuple(item.name for item in fields(Options))
ARGUMENTS = ("data", "start", "size", "method", "options", "callback", "verbose")
"""The arguments of a solve, whose names no parameter can have as a keyword."""


class Model:
    """An optimisation problem written the way it stands in a paper.

    Args:
        text: The model; bytes are read as UTF-8.

    Raises:
        ModelError: The text does not make sense; the error names every mistake with its
            place, its cause and a remedy.

    Example:
        >>> model = Model('''
        ... parameters
        ...   Matrix A
        ...   Vector b
        ... variables
        ...   Vector x
        ... min
        ...   norm2(A*x - b)^2
        ... st
        ...   sum(x) == 1
        ...   x >= 0
        ... ''')
        >>> str(model.check().convexity)
        'convex: a solution is a global optimum'
        >>> solution = model.solve(A=[[1, 0], [0, 1]], b=[1, 2])
        >>> print(solution.x.round(4) + 0.0, round(solution.objective, 4))
        [0. 1.] 2.0

    """

    def __init__(self, text: str | bytes) -> None:
        """Read and check the text."""
        if not isinstance(text, str | bytes):
            message = f"a model is text or bytes, not {type(text).__name__}"
            raise TypeError(message)
        self.problem: Problem = read(text)
        self._prepared = Prepared(self.problem)

    def solve(
        self,
        /,
        data: Mapping[str, object] | None = None,
        *,
        start: Start = None,
        size: Mapping[str, int] | None = None,
        method: str | None = None,
        options: Options | Mapping[str, Any] | None = None,
        callback: Watcher | None = None,
        verbose: bool = False,
        **parameters: object,
    ) -> Solution:
        r"""Find the best point, on the device where the data lives.

        Args:
            data: The parameters as a mapping, where keywords will not do: a parameter may have
                the name of one of the arguments here.
            start: Where to begin: an earlier solution, or values by variable, perhaps not all.
            size: Lengths that no data tells, by their names: ``{"U.columns": 5}``.
            method: ``"default"``, or ``"paper"`` for the algorithms as they were published.
            options: Settings such as ``{"tolerance": 1e-8, "time_limit": 10}``.
            callback: Called with an ``Iterate`` in each iteration; a true answer stops.
            verbose: Log one line for each iteration to standard error.
            parameters: The data by name: NumPy, CuPy, PyTorch or JAX arrays, lists, numbers,
                sparse matrices, columns and tables.

        Raises:
            DataError: The data does not fit the model; the error names the parameter.
            ValueError: An option is unknown or makes no sense.

        Example:
            >>> model = Model("parameters\n Vector b\nvariables\n Vector x\nmin\n norm2(x - b)^2")
            >>> model.solve(b=[1, 2], options={"tolerance": 1e-8}).status
            'solved'

        """
        given = self._data(data, parameters)
        chosen = _options(options, method, verbose=verbose)
        _check_callable(callback)
        return solve(self._prepared, given, chosen, start=start, size=size, callback=callback)

    def path(
        self,
        /,
        data: Mapping[str, object] | None = None,
        *,
        start: Start = None,
        size: Mapping[str, int] | None = None,
        method: str | None = None,
        options: Options | Mapping[str, Any] | None = None,
        callback: Watcher | None = None,
        verbose: bool = False,
        **parameters: object,
    ) -> Path:
        r"""Solve for several values of a parameter, each from the solution before.

        The parameters that run are those given with one axis more than they have in the model:
        a list of numbers for a scalar, the rows of a matrix for a vector. Several run together.
        The arguments are those of ``solve``.

        Example:
            >>> model = Model('''
            ... parameters
            ...   Vector b
            ...   Scalar lam
            ... variables
            ...   Vector x
            ... min
            ...   norm2(x - b)^2 + lam*norm2(x)^2
            ... ''')
            >>> path = model.path(lam=[0, 1, 3], b=[4, 8])
            >>> print([float(solution.x[0].round(6)) for solution in path])
            [4.0, 2.0, 1.0]

        """
        given = self._data(data, parameters)
        chosen = _options(options, method, verbose=verbose)
        _check_callable(callback)

        def one(values: Mapping[str, object], begin: Start) -> Solution:
            return solve(self._prepared, values, chosen, start=begin, size=size, callback=callback)

        return along(self.problem, given, start, one)

    def sample_data(self, seed: int = 0, size: Mapping[str, int] | None = None) -> dict[str, Any]:
        r"""Return random data for a first try: NumPy arrays that keep what is declared of them.

        Args:
            seed: The same seed gives the same data.
            size: Lengths by their names; small ones are chosen where none is given.

        Example:
            >>> model = Model("parameters\n Matrix A(m, n)\nvariables\n Vector x\nmin\n norm2(A*x)")
            >>> model.sample_data(size={"m": 5, "n": 3})["A"].shape
            (5, 3)

        """
        return sample(self.problem, seed, size)

    def _data(
        self, data: Mapping[str, object] | None, parameters: Mapping[str, object]
    ) -> dict[str, object]:
        """Join what is given as a mapping and by keyword."""
        names = {symbol.name for symbol in self.problem.parameters}
        if data is not None and not isinstance(data, Mapping):
            if "data" in names:
                raise DataError(_hidden("data"))
            raise DataError(
                "data must be a dictionary with a value for each parameter, "
                f"not {with_article(data)}; or pass each parameter by keyword"
            )
        for name in parameters:
            if data is not None and name in data:
                raise DataError(f"the parameter {name} is given twice, in data and by keyword")
            if name not in names:
                _check_argument(name, names)
        given = {**(data or {}), **parameters}
        hidden = sorted(names.intersection(ARGUMENTS) - set(given))
        if hidden:
            raise DataError(_hidden(hidden[0]))
        return given

    @cached_property
    def _report(self) -> Report:
        return lint(self.problem)

    def check(self) -> Report:
        r"""Say what the model is made of, whether it is convex, and what looks wrong in it.

        Example:
            >>> report = Model("variables\n  Vector x\nmin\n  sum(x)").check()
            >>> report.warnings[0].code
            'unbounded'

        """
        return self._report

    @cached_property
    def derivatives(self) -> Derivatives:
        r"""The gradient of the objective, its Hessian, and the Jacobians of the constraints.

        Example:
            >>> model = Model("parameters\n Matrix A\nvariables\n Vector x\nmin\n x'*A*x")
            >>> print(model.derivatives)
            d/dx = (A + A')*x

        """
        return Derivatives(self.problem)

    def source(self, library: str = "numpy") -> str:
        r"""Return a Python file that solves the model, with its functions to be read and changed.

        ``library`` is numpy, cupy, torch or jax.

        Example:
            >>> model = Model("parameters\n Matrix A\nvariables\n Vector x\nmin\n norm2(A*x)^2")
            >>> "t1 = A @ x" in model.source("numpy")
            True

        """
        return write_file(self.problem, library).text

    @cached_property
    def _anywhere(self) -> Compiled:
        return Compiled(self.problem, inside=False)

    def evaluate(
        self,
        at: Mapping[str, object],
        weights: Mapping[str, object] | None = None,
        **data: object,
    ) -> Evaluation:
        r"""Return values and derivatives at a point, to look at a model before solving it.

        Args:
            at: A value for each variable.
            weights: Weights by constraint name for the products with the transposed Jacobians;
                ones where none are given.
            data: The parameters by name.

        Example:
            >>> model = Model("parameters\n Vector b\nvariables\n Vector x\nmin\n b'*x")
            >>> float(model.evaluate(at={"x": [1, 2]}, b=[3, 4]).objective)
            11.0

        """
        return evaluate(self.problem, self._anywhere, data, at, weights)

    def __reduce__(self) -> tuple[type[Model], tuple[str]]:
        """Pickle the text: it is small, and expressions of any depth come back from it."""
        origin = self.problem.origin
        return Model, (self.problem.text() if origin is None else origin.text,)

    def __str__(self) -> str:
        """Print the model as text; reading that gives the same problem."""
        return self.problem.text()

    def __repr__(self) -> str:
        """Name the variables and the number of constraints."""
        names = ", ".join(symbol.name for symbol in self.problem.variables)
        count = len(self.problem.relations)
        return f"<Model over {names} with {count} constraint line{'s' if count != 1 else ''}>"

    def _repr_latex_(self) -> str:
        """Show the problem as mathematics in a notebook."""
        return f"$$\n{self.problem.latex()}\n$$"


def _hidden(name: str) -> str:
    return (
        f"the parameter {name} has the name of an argument, so it goes in through a mapping, "
        f"as in solve({{'{name}': ...}})"
    )


def _check_argument(name: str, parameters: Collection[str]) -> None:
    """Tell a misspelt argument, or an option in the wrong place, from a parameter nobody has."""
    if nearest(name, parameters):
        return  # bind says so
    option = nearest(name, OPTIONS) or _begun(name)
    argument = nearest(name, ARGUMENTS)
    if option is not None and option not in ARGUMENTS:
        remedy = "the option of that name goes into" if option == name else "did you mean"
        mark = "" if option == name else "?"
        raise DataError(
            f"the model has no parameter {name}; {remedy} options={{'{option}': ...}}{mark}"
        )
    if argument is not None:
        raise DataError(f"the model has no parameter {name}; did you mean {argument}=...?")


def _begun(name: str) -> str | None:
    """Return the option that begins as a word does, such as ``maxiter``."""
    word = name.replace("_", "").lower()
    found = [option for option in OPTIONS if option.replace("_", "").startswith(word)]
    return found[0] if len(word) >= len("tol") and found else None


def _check_callable(callback: object) -> None:
    if callback is not None and not callable(callback):
        message = f"callback must be a function, not {with_article(callback)}"
        raise TypeError(message)


def _options(
    given: Options | Mapping[str, Any] | None, method: str | None, *, verbose: bool
) -> Options:
    """Join what is given as options and by keyword."""
    chosen = make_options(given)
    if method is not None:
        chosen = replace(chosen, method=method)
    return replace(chosen, verbose=True) if verbose else chosen
