"""Random expressions over the zoo, with a liking for forms whose curvature is hard to tell."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from random import Random

__all__ = ["matrix", "scalar", "vector"]

SCALARS = ["s", "sz", "sm", "sn", "sp", "c", "cn", "cp", "2", "0.5", "s+c"]
VECTORS = ["x", "xp", "xn", "xz", "xm", "d", "dn", "dp", "x+d", "G*x-d", "x-xp"]
MATRICES = ["X", "Xs", "Xn", "G", "N", "Y", "K", "L", "eye(n)", "K+cn*eye", "matrix(1,n,n)"]
EXPONENTS = ["2", "2", "-1", "0.5", "3", "1.5", "(1/3)", "-2", "4", "0", "1"]
ENTRYWISE = [
    "exp",
    "log",
    "sqrt",
    "abs",
    "relu",
    "square",
    "softplus",
    "sigmoid",
    "log1p",
    "tanh",
    "entropy",
    "cosh",
    "arctan",
    "arcsin",
    "arccos",
    "expm1",
    "sinh",
    "sign",
]

# S, V and M stand for random parts; a repeated small letter stands for the same part again.
SCALAR_FORMS = """(S + S);(S - S);-(S);(S)*(S);(S)/(S);(S)^P;(S)^(S);F(S);max(S, S);min(S, S);
    huber(S, cn);sum(V);mean(V);norm1(V);norm2(V);norminf(V);logsumexp(V);max(V);min(V);sum(M);
    norm2(M);tr(M);logdet(M);det(M);(V)'*(V);(v)'*(M)*(v);-0.5*(v)'*(v);cn*(v)'*(v);c*(v)'*(v);
    (v)'*(m)'*(m)*(v);(v)'*K*(v);tr((m)'*(M)*(m));tr((M)'*(M));norm2(V)^2/(S);sum((v).*log(v));
    sum((v).*log(V));(v)'*log(v);log(sum(exp(V)));sqrt(S + S);log(S + exp(S));sum((V).*(V));
    (s)*(S)*(s);log(1 + exp(S));(V)'*(d.*(V));sum((m).*(K*(m)))"""
VECTOR_FORMS = """(V + V);(V - V);-(V);(V).*(V);(V)./(V);(V).^P;F(V);max(V, V);min(V, S);(M)*(V);
    (S)*(V);(V)/(S);diag(M);sum(M, rows);mean(M, columns);(v).*log(v);(v).*(log(v) - log(xp));
    (v).*log((v)./xp);(v).*exp(v);(v).*(log(v) - vector(1));(v).*dn.*(v);sqrt(v)./xp;(v).^2./(V);
    vector(S, n)"""
MATRIX_FORMS = """(M + M);(M) - (M);-(M);(M)*(M);(m)'*(m);(m)'*(M)*(m);(S)*(M);(M)/(S);diag(V);
    (M).*(M);F(M);inv(M);(M)^2;(M)^3;(M)^-1;(m) + (m)';(V)*(V)';(M)'"""


def _forms(text: str) -> list[str]:
    return [form.strip() for form in text.split(";")]


FORMS = {"S": _forms(SCALAR_FORMS), "V": _forms(VECTOR_FORMS), "M": _forms(MATRIX_FORMS)}
LEAVES = {"S": SCALARS, "V": VECTORS, "M": MATRICES}


def _expression(draw: Random, kind: str, depth: int) -> str:
    if depth == 0:
        return draw.choice(LEAVES[kind])
    form = draw.choice(FORMS[kind])
    repeated = {letter: _expression(draw, letter.upper(), depth - 1) for letter in "svm"}
    parts: list[str] = []
    for place, letter in enumerate(form):
        alone = not form[place - 1 : place].isalpha() and not form[place + 1 : place + 2].isalnum()
        if letter == "P":
            parts.append(draw.choice(EXPONENTS))
        elif letter == "F":
            parts.append(draw.choice(ENTRYWISE))
        elif letter in FORMS and alone:
            parts.append(_expression(draw, letter, depth - 1))
        elif letter in repeated and alone:
            parts.append(repeated[letter])
        else:
            parts.append(letter)
    return "".join(parts)


def scalar(draw: Random, depth: int) -> str:
    """Return a scalar expression."""
    return _expression(draw, "S", depth)


def vector(draw: Random, depth: int) -> str:
    """Return a vector expression."""
    return _expression(draw, "V", depth)


def matrix(draw: Random, depth: int) -> str:
    """Return a square matrix expression."""
    return _expression(draw, "M", depth)
