"""What people type by habit from NumPy, MATLAB, CVXPY or paper, and what to type instead."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from itertools import islice

__all__ = [
    "ARRAYS",
    "FUNCTION_HABITS",
    "NOT_CONSTANTS",
    "OPERATOR_HABITS",
    "POWERS",
    "SEMIDEFINITE",
    "Argument",
    "explain_character",
    "filled",
    "habit",
    "likely_kind",
    "nearest",
]

OPERATOR_HABITS: dict[str, tuple[str, str]] = {
    "**": ("powers are written with ^", "x^2 for a scalar, x.^2 entry by entry"),
    ".**": ("powers are written with ^", "x.^2"),
    "@": ("the matrix product is written with *", "*"),
    "\\": ("\\ is no operator, and there are no LaTeX commands", "inv(A)*b for A\\b, >= for \\geq"),
    "=": ("a constraint is written with ==", "=="),
    ":=": ("a name is given with = in a let block", "r = A*x - b"),
    "!=": ("x != y is no constraint that a solver can keep", "use ==, <= or >="),
    "~=": ("x ~= y is no constraint that a solver can keep", "use ==, <= or >="),
    "<>": ("x <> y is no constraint that a solver can keep", "use ==, <= or >="),
    "=<": ("=< is written the other way round: <=", "<="),
    "=>": ("=> is written the other way round: >=", ">="),
    "&": ("each constraint has a line of its own", "put the second constraint on the next line"),
    "&&": ("each constraint has a line of its own", "put the second constraint on the next line"),
    "|": ("absolute values are written with abs", "abs(x)"),
    "||": ("norms are written as functions", "norm2(x)"),
    "%": ("comments start with #", "# comment"),
    "//": ("comments start with #", "# comment"),
    "/*": ("comments start with #", "# comment"),
    '"': ("a model holds no text in quotes", "remove the quotes"),
    "`": ("a model holds no text in quotes", "remove the quotes"),
    ".'": ("the transpose is written with ' alone", "A'"),
    "{": ("braces are not used", "( ... ) for grouping"),
    "}": ("braces are not used", "( ... ) for grouping"),
    "->": ("-> has no meaning in a model", "x >= 0"),
    "+=": ("nothing is assigned in a model", "write the whole sum"),
    "-=": ("nothing is assigned in a model", "write the whole sum"),
    "!": ("! has no meaning in a model", "write the condition with ==, <= or >="),
    "~": ("~ has no meaning in a model", "write the condition with ==, <= or >="),
    "?": ("? has no meaning in a model", "max(a, b) or min(a, b) choose between two values"),
    "$": ("$ has no meaning in a model", "write the formula without LaTeX marks"),
}

FACTORED = "Matrix L as the variable, and L*L' in place of the matrix"
SEMIDEFINITE = ("no relation keeps a matrix positive semidefinite", FACTORED)
"""What to say about ``X >> 0`` and its like."""

CHARACTERS: dict[str, str] = {
    "·": "*",
    "×": "*",
    "∙": "*",
    "⋅": "*",
    "∗": "*",
    "⊙": ".*",
    "∘": ".*",
    "⊘": "./",
    "÷": "/",
    "∕": "/",
    "−": "-",
    "–": "-",
    "—": "-",
    "≠": "==, <= or >=",
    "≈": "==",
    "’": "'",
    "‘": "'",
    "′": "'",
    "ᵀ": "'",
    "⊤": "'",
    "⊺": "'",
    "²": "^2 for a scalar, .^2 entry by entry",
    "³": "^3 for a scalar, .^3 entry by entry",
    "½": "1/2",
    "¼": "1/4",
    "¾": "3/4",
    "√": "sqrt(x)",
    "∑": "sum(x)",
    "Σ": "sum(x)",
    "‖": "norm2(x)",
    "∥": "norm2(x)",
    "⟨": "x'*y",
    "⟩": "x'*y",
    "∞": "no bound at all: leave the constraint out",
    "∈": "a declaration such as Vector x, or a bound such as x >= 0",
    **dict.fromkeys("⪰≽⪯≼≻≺", FACTORED),
    "∇": "the function itself: derivatives are found from it",
    "∀": "nothing: a relation holds for all entries at once",
    "“": "nothing: a model holds no text in quotes",
    "”": "nothing: a model holds no text in quotes",
    "…": "the whole expression",
}

RANDOM = "a parameter: random numbers come with the data"
NUCLEAR = "(norm2(U)^2 + norm2(V)^2)/2, where the matrix is U*V'"
FUNCTION_HABITS: dict[str, str] = {
    "dot": "{x}'*{y}",
    "inner": "{x}'*{y}",
    "vdot": "{x}'*{y}",
    "outer": "{x}*{y}'",
    "matmul": "{A}*{B}",
    "mtimes": "{A}*{B}",
    "multiply": "{x}.*{y}",
    "divide": "{x}./{y}",
    "transpose": "{A}'",
    "trace": "tr({A})",
    "ln": "log({x})",
    "log2": "log({x})/log(2)",
    "log10": "log({x})/log(10)",
    "normest": "norm2({x})",
    "norm_1": "norm1({x})",
    "norm_inf": "norminf({x})",
    "pnorm": "sum(abs({x}).^{p})^(1/{p})",
    "sum_squares": "norm2({x})^2",
    "sumsq": "norm2({x})^2",
    "sumsqr": "norm2({x})^2",
    "quad_form": "{x}'*{K}*{x}",
    "quad_over_lin": "norm2({x})^2/{t}",
    "logistic": "softplus({x})",
    "expit": "sigmoid({x})",
    "log_sum_exp": "logsumexp({x})",
    "log_det": "logdet({A})",
    "lndet": "logdet({A})",
    "entr": "-entropy({x})",
    "xlogx": "entropy({x})",
    "xlogy": "{x}.*log({y})",
    "maximum": "max({x}, {y})",
    "minimum": "min({x}, {y})",
    "fmax": "max({x}, {y})",
    "fmin": "min({x}, {y})",
    "clip": "min(max({x}, {a}), {b})",
    "pos": "relu({x})",
    "hinge": "max(vector(1) - y.*(X*w), 0)",
    "absolute": "abs({x})",
    "fabs": "abs({x})",
    "sgn": "sign({x})",
    "sq": "square({x})",
    "sqr": "square({x})",
    "identity": "eye",
    "diagonal": "diag({A})",
    "inverse": "inv({A})",
    "pinv": "inv({A}'*{A})*{A}'",
    "solve": "inv({A})*{b}",
    "diff": "{x}[2:end] - {x}[1:end - 1]",
    "tv": "norm1({x}[2:end] - {x}[1:end - 1])",
    "size": "a named dimension, as in Matrix A(m, n)",
    "length": "a named dimension, as in Vector x(n)",
    "shape": "a named dimension, as in Matrix A(m, n)",
    "ndim": "the kind: a Matrix has two dimensions, a Vector one",
    "numel": "a named dimension, as in Vector x(n)",
    "len": "a named dimension, as in Vector x(n)",
    "hstack": "[{A}, {B}]",
    "vstack": "[{A}; {B}]",
    "horzcat": "[{A}, {B}]",
    "vertcat": "[{A}; {B}]",
    "concatenate": "[A, B] or [A; B]",
    "asin": "arcsin({x})",
    "acos": "arccos({x})",
    "atan": "arctan({x})",
    "std": "norm2(x - mean(x)*vector(1))",
    "var": "norm2(x - mean(x)*vector(1))^2",
    "softmax": "exp({x} - logsumexp({x})*vector(1))",
    "prod": "exp(sum(log({x})))",
    "geo_mean": "exp(mean(log({x})))",
    "cumsum": "L*{x}, where Matrix L holds ones on and below its diagonal",
    "sort": "max({x}) or min({x}): a model sorts nothing",
    "argmax": "max({x}): a model speaks of values, not of their positions",
    "argmin": "min({x}): a model speaks of values, not of their positions",
    "round": "{x}",
    "floor": "{x}",
    "ceil": "{x}",
    "rand": RANDOM,
    "randn": RANDOM,
    "repmat": "{x}*vector(1)'",
    "reshape": "a Matrix that is declared in its final shape",
    "vec": "{X}",
    "flatten": "{X}",
    "ravel": "{X}",
    "inv_pos": "1./{x}",
    "rel_entr": "{x}.*log({x}./{y})",
    "sum_entries": "sum({x})",
    "norm_nuc": NUCLEAR,
    "nuclear_norm": NUCLEAR,
    "where": "max(a, b) or min(a, b)",
    "kron": "products of the factors, as in (A*X)*B'",
    "print": "nothing: a model is not a program",
}
"""What stands in for a function; names in braces are filled with the arguments, in order."""

NORMS = {"1": "norm1", "2": "norm2", "inf": "norminf", "Inf": "norminf"}
POWERS = frozenset({"pow", "power", "mpower"})
ARRAYS = {
    "ones": "1",
    "zeros": "0",
    "ones_like": "1",
    "zeros_like": "0",
}
"""Functions that make constant arrays, and the entry that these have."""

NOT_CONSTANTS: dict[str, str] = {
    "inf": "leave the bound out",
    "Inf": "leave the bound out",
    "infinity": "leave the bound out",
    "pi": "3.141592653589793",
    "I": "eye",
    "Id": "eye",
}
"""Names that stand for a constant elsewhere, and what to write instead."""

GREEK = frozenset(
    [
        *("alpha", "beta", "gamma", "delta", "epsilon", "eps", "eta", "theta", "kappa"),
        *("lambda", "lam", "mu", "nu", "rho", "sigma", "tau", "phi"),
    ]
)
MOST_CANDIDATES = 1000
LONGEST_NAME = 60
LEAST_LIKENESS = 0.65  # below that "rand" is "arctan"
PLACEHOLDER = re.compile(r"\{(\w+)\}")
BEFORE, BEHIND = frozenset("(,[; "), frozenset("),];")


@dataclass(frozen=True, slots=True)
class Argument:
    """The text of an argument; ``bare`` says that an operator can stand beside it."""

    text: str
    bare: bool


def filled(template: str, args: Sequence[Argument]) -> str:
    """Put arguments into a template, in the order in which its names first occur.

    Where the number of arguments is another one the template keeps its own names.

    Example:
        >>> filled("{x}'*{y}", [Argument("a + b", bare=False), Argument("c", bare=True)])
        "(a + b)'*c"

    """
    names = list(dict.fromkeys(PLACEHOLDER.findall(template)))
    given = dict(zip(names, args, strict=True)) if len(names) == len(args) else {}

    def fill(match: re.Match[str]) -> str:
        argument = given.get(match[1], Argument(match[1], bare=True))
        enclosed = (
            template[match.start() - 1 : match.start()] in BEFORE
            and template[match.end() : match.end() + 1] in BEHIND
        )
        return argument.text if argument.bare or enclosed else f"({argument.text})"

    return PLACEHOLDER.sub(fill, template)


def habit(name: str, args: Sequence[Argument]) -> str | None:
    """Return what is written in place of a function that belongs to another language."""
    shown = [arg.text for arg in args]
    if name == "norm" and shown:
        return f"{NORMS.get(shown[-1], 'norm2') if len(shown) > 1 else 'norm2'}({shown[0]})"
    if name in ARRAYS:
        sizes = shown if name in {"ones", "zeros"} and len(shown) <= 2 else []  # noqa: PLR2004
        mark = "'" if sizes[:1] == ["1"] and len(sizes) > 1 else ""
        if len(sizes) > 1 and "1" in sizes:
            sizes.remove("1")  # one column is a vector, one row a transposed one
        word = "matrix" if len(sizes) > 1 else "vector"
        return f"{word}({', '.join([ARRAYS[name], *sizes])}){mark}"
    template = FUNCTION_HABITS.get(name)
    return None if template is None else filled(template, args)


def likely_kind(name: str) -> str:
    """Guess the kind of a name that was not declared from the way it is written."""
    letter = unicodedata.name(name[0], "")
    if name in GREEK or letter.startswith("GREEK SMALL"):
        return "Scalar"
    return "Matrix" if name[0].isupper() else "Vector"


def explain_character(char: str) -> tuple[str, str | None]:
    """Say why a character does not belong into a model, and what to write instead."""
    if not char.isprintable():
        return f"the character U+{ord(char):04X} is not part of the language", "remove it"
    message = f"the character {char} is not part of the language"
    if char in CHARACTERS:
        return message, CHARACTERS[char]
    plain = unicodedata.normalize("NFKC", char)
    if plain != char and plain.isascii() and plain.strip():
        return message, plain
    name = unicodedata.name(char, "").lower()
    named = f" ({name})" if name else ""
    return f"the character {char}{named} is not part of the language", None


def nearest(name: str, known: Iterable[str]) -> str | None:
    """Return the known name that a misspelt one most likely stands for.

    Example:
        >>> nearest("norm", ["norm1", "sum"])
        'norm1'

    """
    candidates = list(islice(known, MOST_CANDIDATES))
    folded = name.casefold()
    for candidate in candidates:
        if candidate.casefold() == folded:
            return candidate
    if len(name) == 1:
        return None
    close = [word for word in candidates if abs(len(word) - len(name)) <= len(name) // 2 + 1]
    matches = get_close_matches(name[:LONGEST_NAME], close, n=1, cutoff=LEAST_LIKENESS)
    return matches[0] if matches else None
