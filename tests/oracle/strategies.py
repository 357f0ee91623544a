"""Random models: of any words that make syntax, and of expressions that fit together."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from hypothesis import strategies as st

from tests.oracle.layout import Item

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["seeds", "syntactic_models", "typed_models"]

Words = tuple[str, ...]

NUMBERS = ["0", "1", "2", "10", "2.", "2.5", ".5", "1e3", "1.e3", "2.5E-6", "00.10"]
NAMES = [
    *("x", "A", "b_1", "T", "e", "E2", "λ", "größe", "x\u0301", "变量", "stx", "lets", "to", "T_"),
    *("minimum", "rows", "end", "sum", "eye", "Sparse", "_", "s", "t"),
]
HEADERS = {
    "parameters": ["parameters", "Parameters"],
    "variables": ["variables", "Variables"],
    "let": ["let", "Let"],
    "min": ["min", "minimize", "Min", "Minimize", "max", "maximize", "Max", "Maximize"],
    "st": ["st", "St", "s.t.", "S.T.", "s.t", "subject to", "Subject To"],
}
KINDS = ["Matrix", "matrix", "Vector", "vector", "Scalar", "scalar"]
ATTRIBUTES = ["symmetric", "psd", "sparse", "nonnegative", "positive"]

seeds = st.integers(0, 2**32)


# ---- any syntax ---------------------------------------------------------------------------


def joined(parts: list[Words], words: list[str]) -> Words:
    """Put words between parts."""
    result = list(parts[0])
    for word, part in zip(words, parts[1:], strict=False):
        result += [word, *part]
    return tuple(result)


def listed(parts: list[Words], word: str = ",") -> Words:
    """Put one word between all parts."""
    return joined(parts, [word] * len(parts)) if parts else ()


def enclosed(words: Words) -> Words:
    """Put brackets around all but single words."""
    return words if len(words) == 1 else ("(", *words, ")")


def _extended(parts: st.SearchStrategy[Words]) -> st.SearchStrategy[Words]:
    """Make larger expressions out of smaller ones."""
    few = st.lists(parts, min_size=1, max_size=3)
    atoms = parts.map(enclosed)
    signs = st.lists(st.sampled_from("+-"), min_size=1, max_size=2).map(tuple)
    operators = st.lists(st.sampled_from(["+", "-", "*", "/", ".*", "./"]), min_size=3, max_size=3)
    names = st.sampled_from([*NAMES, "min", "max", "vector", "Matrix", "norm2"])
    slices = st.one_of(
        st.just((":",)), parts, st.tuples(parts, parts).map(lambda p: (*p[0], ":", *p[1]))
    )
    indices = st.lists(slices, min_size=1, max_size=2).map(listed)
    marks = st.one_of(st.just(("'",)), indices.map(lambda words: ("[", *words, "]")))
    return st.one_of(
        st.tuples(few, operators).map(lambda p: joined(*p)),
        st.tuples(signs, parts).map(lambda p: (*p[0], *p[1])),
        st.tuples(atoms, st.sampled_from(["^", ".^"]), signs | st.just(()), atoms).map(
            lambda p: (*p[0], p[1], *p[2], *p[3])
        ),
        st.tuples(atoms, st.lists(marks, min_size=1, max_size=3)).map(lambda p: sum(p[1], p[0])),
        st.tuples(names, st.lists(parts, max_size=3)).map(
            lambda p: (p[0], "(", *listed(p[1]), ")")
        ),
        st.lists(few.map(listed), min_size=1, max_size=3).map(
            lambda rows: ("[", *listed(rows, ";"), "]")
        ),
        parts.map(lambda words: ("(", *words, ")")),
    )


expressions: st.SearchStrategy[Words] = st.recursive(
    st.sampled_from([(word,) for word in [*NUMBERS, *NAMES, "sparse"]]), _extended, max_leaves=8
)


@st.composite
def _declarations(draw: st.DrawFn) -> Item:
    names: list[Words] = []
    for name in draw(st.lists(st.sampled_from(NAMES), min_size=1, max_size=3)):
        sizes = draw(st.none() | st.lists(expressions, min_size=1, max_size=2))
        names.append((name,) if sizes is None else (name, "(", *listed(sizes), ")"))
    attributes = draw(st.lists(st.sampled_from(ATTRIBUTES), max_size=2))
    return Item((draw(st.sampled_from(KINDS)), *listed(names), *attributes))


@st.composite
def _constraints(draw: st.DrawFn) -> Item:
    sides = draw(st.lists(expressions, min_size=2, max_size=4))
    relations = draw(
        st.lists(st.sampled_from(["==", "<=", ">=", "<", ">", "≤", "≥"]), min_size=3, max_size=3)
    )
    label = draw(st.sampled_from([(), (), ("budget", ":"), ("λ", ":")]))
    return Item((*label, *joined(sides, relations)))


_definitions = st.tuples(st.sampled_from(NAMES), expressions).map(
    lambda p: Item((p[0], "=", *p[1]))
)


@st.composite
def _blocks(
    draw: st.DrawFn, name: str, content: st.SearchStrategy[Item], sizes: tuple[int, int]
) -> list[Item]:
    header = tuple(draw(st.sampled_from(HEADERS[name])).split(" "))
    least, most = sizes
    return [Item(header, is_header=True), *draw(st.lists(content, min_size=least, max_size=most))]


@st.composite
def syntactic_models(draw: st.DrawFn) -> list[Item]:
    """Draw a model that is right as far as syntax goes, with its blocks in any order."""
    blocks = [
        draw(_blocks("variables", _declarations(), (1, 3))),
        draw(_blocks("min", expressions.map(Item), (1, 1))),
    ]
    optional = {
        "parameters": (_declarations(), (0, 3)),
        "let": (_definitions, (0, 2)),
        "st": (_constraints(), (0, 4)),
    }
    blocks += [
        draw(_blocks(name, *content)) for name, content in optional.items() if draw(st.booleans())
    ]
    return [item for block in draw(st.permutations(blocks)) for item in block]


# ---- expressions that fit together --------------------------------------------------------

Shape = tuple[str, ...]
"""() is a scalar, ("n",) a vector, ("n", "row") a row vector, ("m", "n") a matrix."""

ELEMENTWISE = [
    *("exp", "log", "sqrt", "abs", "sign", "relu", "sin", "cos", "tan", "arcsin", "arccos"),
    *("arctan", "sinh", "cosh", "tanh", "sigmoid", "softplus", "log1p", "expm1", "square"),
    "entropy",
]
REDUCTIONS = ["sum", "mean", "norm1", "norm2", "norminf", "logsumexp", "max", "min"]
DATA: dict[str, tuple[Words, Shape]] = {
    "A": (("Matrix", "A", "(", "m", ",", "n", ")"), ("m", "n")),
    "K": (("matrix", "K", "(", "n", ",", "n", ")", "symmetric"), ("n", "n")),
    "P": (("Matrix", "P", "psd", "nonnegative"), ("n", "n")),
    "S": (("Matrix", "S", "sparse"), ("m", "n")),
    "b": (("Vector", "b", "(", "m", ")"), ("m",)),
    "größe": (("vector", "größe", "positive"), ("n",)),
    "c": (("Scalar", "c", "nonnegative"), ()),
    "i": (("Scalar", "i"), ()),
}
VARIABLES: dict[str, tuple[Words, Shape]] = {
    "x": (("Vector", "x", "(", "n", ")"), ("n",)),
    "X": (("Matrix", "X", "(", "m", ",", "n", ")"), ("m", "n")),
    "y": (("Vector", "y", "nonnegative"), ("m",)),
    "λ": (("Scalar", "λ"), ()),
    "t": (("scalar", "t", "positive"), ()),
}
SUM, PRODUCT, SIGNED, POWER, MARKED, ATOM = range(6)


@dataclass(frozen=True)
class Term:
    """The words of an expression, and how tightly it binds."""

    words: Words
    rank: int = ATOM

    def within(self, rank: int) -> Words:
        """Return the words, in brackets where they bind less tightly than that."""
        return self.words if self.rank >= rank else ("(", *self.words, ")")


@dataclass
class Typed:
    """Draws expressions of a given shape; ``names`` holds what may be used, by shape."""

    draw: st.DrawFn
    names: dict[Shape, list[str]] = field(default_factory=dict)

    def pick(self, options: list) -> object:
        return self.draw(st.sampled_from(options))

    def expression(self, shape: Shape, depth: int) -> Term:
        """Draw an expression; below depth 0 only leaves are left."""
        if depth <= 0 or self.pick([0, 0, 1]):
            return self.leaf(shape)
        makers = [self.sum, self.scaled, self.signed, self.elementwise, self.elpower, self.pair]
        special = {
            0: [self.reduction, self.inner, self.power, self.entry, self.slice_sum, self.huber],
            1: [self.matrix_vector, self.row_or_column, self.elproduct, self.diagonal],
            2: [self.matrix_product, self.elproduct, self.transposed, self.square_function],
        }
        if shape[1:] == ("row",):
            return Term((*self.expression(shape[:1], depth - 1).within(MARKED), "'"), MARKED)
        make: Callable[[Shape, int], Term] = self.pick([*makers, *special[len(shape)]])
        return make(shape, depth - 1)

    def leaf(self, shape: Shape) -> Term:
        if shape == ():
            return Term((self.pick([*NUMBERS, *self.names[()], "n", "m"]),))
        if shape[1:] == ("row",):
            return Term((*self.leaf(shape[:1]).words, "'"), MARKED)
        filled = [("vector", "(", "2", ",", shape[0], ")")]
        if len(shape) == 2:
            filled = [("matrix", "(", "c", ",", *listed([(size,) for size in shape]), ")")]
            if shape[0] == shape[1]:
                filled.append(("eye", "(", shape[0], ")"))
        if shape == ("n", "m"):
            return Term((self.pick(self.names[("m", "n")]), "'"), MARKED)
        return Term(self.pick([*[(name,) for name in self.names.get(shape, [])], *filled]))

    # ---- any shape

    def sum(self, shape: Shape, depth: int) -> Term:
        words = self.expression(shape, depth).within(SUM)
        for _ in range(self.pick([1, 1, 2])):
            term = self.pick([*self.unsized(shape), self.expression(shape, depth)])
            words += (self.pick(["+", "-"]), *term.within(PRODUCT))
        return Term(words, SUM)

    def unsized(self, shape: Shape) -> list[Term]:
        """Return constant arrays that take their size from their neighbours."""
        match shape:
            case ():
                return []
            case (_, "row"):
                return [Term(("vector", "(", "c", ")", "'"), MARKED)]
            case (_,):
                return [Term(("vector", "(", "1", ")")), Term(("vector", "(", "t", ")"))]
            case (rows, columns):
                return [Term(("eye",))] if rows == columns else [Term(("matrix", "(", "2", ")"))]

    def scaled(self, shape: Shape, depth: int) -> Term:
        array, scalar = self.expression(shape, depth), self.expression((), depth)
        if self.pick([False, True]):
            operator = self.pick(["*", "/", ".*", "./"])
            return Term((*array.within(PRODUCT), operator, *scalar.within(SIGNED)), PRODUCT)
        operator = self.pick(["*", ".*", "./"]) if shape else "/"
        return Term((*scalar.within(PRODUCT), operator, *array.within(SIGNED)), PRODUCT)

    def signed(self, shape: Shape, depth: int) -> Term:
        sign = self.pick([("-",), ("+",), ("-", "-"), ("+", "-")])
        return Term((*sign, *self.expression(shape, depth).within(POWER)), SIGNED)

    def elementwise(self, shape: Shape, depth: int) -> Term:
        name = self.pick(ELEMENTWISE)
        return Term((name, "(", *self.expression(shape, depth).words, ")"))

    def elpower(self, shape: Shape, depth: int) -> Term:
        base = self.expression(shape, depth).within(MARKED)
        exponent = self.expression(self.pick([(), shape]), depth).within(ATOM)
        return Term((*base, ".^", *self.pick([(), (), ("-",)]), *exponent), POWER)

    def pair(self, shape: Shape, depth: int) -> Term:
        args = [self.expression(shape, depth), self.expression(self.pick([(), shape]), depth)]
        if self.pick([False, True]):
            args.reverse()
        return Term((self.pick(["max", "min"]), "(", *listed([arg.words for arg in args]), ")"))

    # ---- scalars

    def array(self) -> Shape:
        return self.pick([("n",), ("m",), ("m", "n"), ("n", "n"), ("n", "row")])

    def reduction(self, _shape: Shape, depth: int) -> Term:
        words = self.expression(self.array(), depth).words
        if self.pick([False, False, True]):
            words = self.expression(("n", "n"), depth).words
            return Term((self.pick(["tr", "det", "logdet"]), "(", *words, ")"))
        return Term((self.pick(REDUCTIONS), "(", *words, ")"))

    def inner(self, _shape: Shape, depth: int) -> Term:
        size = self.pick(["n", "m"])
        row, column = self.expression((size, "row"), depth), self.expression((size,), depth)
        return Term((*row.within(MARKED), "*", *column.within(SIGNED)), PRODUCT)

    def power(self, _shape: Shape, depth: int) -> Term:
        base, exponent = self.expression((), depth), self.expression((), depth)
        sign = self.pick([(), (), ("-",), ("+", "-")])
        return Term((*base.within(MARKED), "^", *sign, *exponent.within(ATOM)), POWER)

    def huber(self, _shape: Shape, depth: int) -> Term:
        return Term(("huber", "(", *self.expression((), depth).words, ",", "0.5", ")"))

    def entry(self, _shape: Shape, depth: int) -> Term:
        shape = self.pick([("n",), ("m",), ("m", "n")])
        places = [(self.pick(["1", "end", "i", "end - 1", "2"]),) for _ in shape]
        words = tuple(" ".join(listed(places)).split())
        return Term((*self.expression(shape, depth).within(MARKED), "[", *words, "]"), MARKED)

    def slice_sum(self, _shape: Shape, depth: int) -> Term:
        column = self.expression(("n",), depth).within(MARKED)
        part = (*column, "[", *self.pick([("2", ":", "end"), ("1", ":", "3"), (":",)]), "]")
        other = self.expression(self.pick([(), ("m",), ("n",)]), depth).words
        stack = ("[", *part, ";", *other, ";", *self.expression((), depth).words, "]")
        return Term((self.pick(REDUCTIONS), "(", *self.pick([part, stack]), ")"))

    # ---- vectors

    def matrix_vector(self, shape: Shape, depth: int) -> Term:
        inner = self.pick(["n", "m"])
        matrix = (
            self.expression((shape[0], inner), depth) if (shape[0], inner) != ("m", "m") else None
        )
        if matrix is None:
            matrix, inner = self.expression(("m", "n"), depth), "n"
        words = self.expression((inner,), depth).within(SIGNED)
        return Term((*matrix.within(PRODUCT), "*", *words), PRODUCT)

    def elproduct(self, shape: Shape, depth: int) -> Term:
        left, right = self.expression(shape, depth), self.expression(shape, depth)
        operator = self.pick([".*", "./"])
        return Term((*left.within(PRODUCT), operator, *right.within(SIGNED)), PRODUCT)

    def row_or_column(self, shape: Shape, depth: int) -> Term:
        """Draw ``X[:, 2]``, ``X[1, :]'`` or ``sum(X, rows)``."""
        words = self.expression(("m", "n"), depth)
        along, index, mark = {
            "m": ("rows", (":", ",", "2"), ()),
            "n": ("columns", ("1", ",", ":"), ("'",)),
        }[shape[0]]
        if self.pick([False, True]):
            return Term((self.pick(["sum", "mean"]), "(", *words.words, ",", along, ")"))
        return Term((*words.within(MARKED), "[", *index, "]", *mark), MARKED)

    def diagonal(self, shape: Shape, depth: int) -> Term:
        if shape != ("n",):
            return self.leaf(shape)
        return Term(("diag", "(", *self.expression(("n", "n"), depth).words, ")"))

    # ---- matrices

    def matrix_product(self, shape: Shape, depth: int) -> Term:
        rows, columns = shape
        if self.pick([False, True]):
            left, right = self.expression((rows,), depth), self.expression((columns, "row"), depth)
        else:
            left, right = (
                self.expression((rows, "n"), depth),
                self.expression(("n", columns), depth),
            )
        return Term((*left.within(PRODUCT), "*", *right.within(SIGNED)), PRODUCT)

    def transposed(self, shape: Shape, depth: int) -> Term:
        words = self.expression(shape[::-1], depth).within(MARKED)
        return Term((*words, "'"), MARKED)

    def square_function(self, shape: Shape, depth: int) -> Term:
        if shape[0] != shape[1]:
            return self.leaf(shape)
        words = self.expression(shape, depth)
        diagonal = ("diag", "(", *self.expression(shape[:1], depth).words, ")")
        inverse = Term(("inv", "(", *words.words, ")"))
        power = Term((*words.within(MARKED), "^", self.pick(["2", "3"])), POWER)
        return self.pick([Term(diagonal), inverse, power])


@st.composite
def typed_models(draw: st.DrawFn) -> list[Item]:
    """Draw a model in which everything fits together."""
    names: dict[Shape, list[str]] = {}
    for name, (_, shape) in [*DATA.items(), *VARIABLES.items()]:
        names.setdefault(shape, []).append(name)
    typed = Typed(draw, names)
    header = {name: draw(st.sampled_from(words)) for name, words in HEADERS.items()}
    items = [
        Item((header["parameters"],), is_header=True),
        *[Item(words) for words, _ in DATA.values()],
    ]
    items += [Item((header["variables"],), is_header=True)]
    items += [Item(words) for words, _ in VARIABLES.values()]
    lets = draw(st.integers(0, 2))
    if lets:
        items.append(Item((header["let"],), is_header=True))
    for place in range(lets):
        shape = draw(st.sampled_from([(), ("n",), ("m", "n")]))
        items.append(Item((f"r{place}", "=", *typed.expression(shape, 2).words)))
        names[shape].append(f"r{place}")
    items += [Item((header["min"],), is_header=True), Item(typed.expression((), 4).words)]
    count = draw(st.integers(0, 4))
    if count:
        items.append(Item(tuple(header["st"].split(" ")), is_header=True))
    for place in range(count):
        items.append(_constraint(draw, typed, place))
    return items


def _constraint(draw: st.DrawFn, typed: Typed, place: int) -> Item:
    """Draw a relation between an expression with a variable in it and others of its shape."""
    shape, variable = draw(
        st.sampled_from(
            [((), "t"), (("n",), "x"), (("m",), "y"), (("m", "n"), "X"), (("n", "row"), "x'")]
        )
    )
    middle = draw(
        st.sampled_from(
            [
                (variable,),
                ("2", "*", variable),
                (*typed.expression(shape, 2).within(PRODUCT), "-", variable),
            ]
        )
    )
    middle = tuple(part for word in middle for part in (("x", "'") if word == "x'" else (word,)))
    label = draw(st.sampled_from([(), (f"c{place}", ":")]))
    sign = draw(st.sampled_from([["<=", "<", "≤"], [">=", ">", "≥"], ["=="]]))
    other = typed.expression(draw(st.sampled_from([(), shape])), 2).words
    words = (*middle, draw(st.sampled_from(sign)), *other)
    if draw(st.booleans()):
        first = typed.expression(shape, 1).words
        words = (*first, draw(st.sampled_from(sign)), *words)
    return Item((*label, *words))
