"""One battery for every row of the table: it is complete, and what it claims is true.

Signs, curvature, symmetry and definiteness are held against numbers that an evaluator computes
which knows nothing of the rows. To claim convexity falsely is the worst mistake of all.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gennaker import Model, ModelError
from gennaker.expressions import Curvature, Facts, Sign, Sizes, postorder
from gennaker.expressions.show import Printer, Style, text
from gennaker.operations.convexity import Analysis
from gennaker.operations.table import AXES, FUNCTIONS, OPERATIONS
from tests.contracts.claims import false_claims
from tests.contracts.evaluate import PLAIN
from tests.contracts.random_expressions import matrix, scalar, vector
from tests.contracts.zoo import facts, problem

if TYPE_CHECKING:
    from gennaker.expressions import Node, Operation
    from gennaker.expressions.problem import Problem

each_row = pytest.mark.parametrize("row", OPERATIONS, ids=lambda row: row.name)
EXAMPLE = """
parameters
  Matrix A, K
  Vector b(m)
  Scalar s
variables
  Vector x
let
  found = {}
min
  norm2(x)^2
"""


# ---- the rows are complete ----------------------------------------------------------


def uses(row: Operation) -> tuple[Problem, list[Node]]:
    """Check the example of a row; return the nodes that are made by the row."""
    found = Model(EXAMPLE.format(row.example)).problem
    return found, [node for node in postorder((found.lets[0].value,)) if node.op is row]


@each_row
def test_the_example_makes_sense_and_shows_the_row(row: Operation) -> None:
    found, nodes = uses(row)
    assert nodes, row.example
    assert Model(found.text()).problem == found


@each_row
def test_the_summary_is_a_sentence(row: Operation) -> None:
    assert row.summary.endswith(".")
    assert 2 <= len(row.summary.split()) < 20


@each_row
@pytest.mark.parametrize("style", Style)
def test_every_style_mentions_every_argument(row: Operation, style: Style) -> None:
    for node in uses(row)[1]:
        shown = Printer(style).render(node)
        for arg in node.args:
            symbols = [n for n in postorder((arg,)) if n.op.name in {"parameter", "variable"}]
            numbers = [arg] if arg.op.name == "number" and row.name != "fill" else []
            for leaf in (*symbols, *numbers):
                assert Printer(style).render(leaf) in shown.translate(PLAIN_DIGITS)


PLAIN_DIGITS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789-")


@each_row
def test_the_rules_answer_for_the_example(row: Operation) -> None:
    analysis = Analysis({})
    for node in uses(row)[1]:
        known = row.facts(node, tuple(analysis.facts(arg) for arg in node.args))
        assert isinstance(known, Facts)
        assert known.sign
        if node.args and row.name not in {"fill", "index", "stack"}:
            assert row.shape(node.args, Sizes()) == node.shape
        else:
            with pytest.raises(AssertionError, match="shape"):
                row.shape(node.args, Sizes())


@pytest.mark.parametrize(("name", "count"), FUNCTIONS, ids=str)
def test_a_wrong_number_of_arguments_is_a_mistake(name: str, count: int) -> None:
    right = {c for n, c in FUNCTIONS if n == name} | ({2} if name in {"sum", "mean"} else set())
    for wrong in {0, count + 1, count + 2} - right:
        call = f"{name}({', '.join(['x'] * wrong)})"
        with pytest.raises(ModelError, match=name):
            Model(EXAMPLE.format(call))


def test_numbers_judge_every_row() -> None:
    special = {"parameter", "variable", "number", "size", "fill", "eye", "index", "stack"}
    assert set(PLAIN) | special == {row.name for row in OPERATIONS}
    assert not set(PLAIN) & special


# ---- what the rows claim is true ----------------------------------------------------

VECTORS = [
    "x",
    "xz",
    "xm",
    "xn",
    "xp",
    "d",
    "dn",
    "dp",
    "-dn",
    "-dp",
    "vector(2,n)",
    "vector(0,n)",
    "x+d",
    "exp(x)",
    "-exp(x)",
    "x.^2",
    "-x.^2",
    "log(xp)",
    "-log(xp)",
    "sqrt(xn)",
    "-sqrt(xn)",
    "sin(x)",
    "1./xp",
]
SCALARS = [
    "s",
    "sz",
    "sm",
    "sn",
    "sp",
    "c",
    "cn",
    "cp",
    "-cn",
    "-cp",
    "2",
    "0",
    "-1",
    "s+c",
    "exp(s)",
    "-exp(s)",
    "s^2",
    "-s^2",
    "log(sp)",
    "-log(sp)",
    "sqrt(sn)",
    "-sqrt(sn)",
    "sin(s)",
]
MATRICES = [
    "X",
    "Xs",
    "Xn",
    "Xp",
    "G",
    "N",
    "Y",
    "K",
    "L",
    "-K",
    "-N",
    "cn*K",
    "c*K",
    "K+cn*eye",
    "X'",
    "X+X'",
    "X'*X",
    "G'*G",
    "K*Y",
    "K.*K",
    "inv(K+eye)",
    "eye(n)",
    "matrix(2,n,n)",
    "diag(xn)",
    "diag(d)",
    "exp(X)",
    "Xs.^2",
    "sqrt(Xn)",
    "Y^2",
    "sn*K",
    "X*diag(dn)*X'",
    "G*diag(xn)*G'",
]
SOME_VECTORS = ["x", "xm", "xn", "xp", "d", "-dn", "dp", "exp(x)", "-x.^2", "log(xp)", "-sqrt(xn)"]
SOME_SCALARS = ["s", "sm", "sn", "sp", "c", "cn", "-cp", "exp(s)", "-s^2", "sqrt(sn)"]
SOME_MATRICES = ["X", "Xs", "Xn", "G", "N", "K", "-K", "eye(n)", "X'*X", "exp(X)", "sn*K"]
EXPONENTS = [
    "-3",
    "-2",
    "-1.5",
    "-1",
    "-0.5",
    "0",
    "0.3",
    "(1/2)",
    "1",
    "1.5",
    "2",
    "2.5",
    "3",
    "4",
    "c",
    "cp",
]
SQUARE_ONLY = {"tr", "det", "logdet", "inv"}
ONE = sorted({name for name, count in FUNCTIONS if count == 1})
TWO = sorted({name for name, count in FUNCTIONS if count == 2})


def pairs(pattern: str, left: list[str], right: list[str]) -> list[str]:
    return [pattern.format(a, b) for a in left for b in right]


def semicolons(words: str) -> list[str]:
    return [word.strip() for word in words.split(";")]


BATTERIES = {
    "functions of vectors": pairs("{0}({1})", sorted({*ONE} - SQUARE_ONLY), VECTORS),
    "functions of scalars": pairs("{0}({1})", sorted({*ONE} - SQUARE_ONLY - {"diag"}), SCALARS),
    "functions of matrices": pairs("{0}({1})", ONE, MATRICES),
    "by rows and columns": [
        f"{name}({arg}, {axis})" for name in ("sum", "mean") for axis in AXES for arg in MATRICES
    ],
    "functions of two": [e for f in TWO for e in pairs(f + "({}, {})", VECTORS, SOME_VECTORS)],
    "functions with a scalar": [
        e for f in TWO for e in pairs(f + "({}, {})", SOME_VECTORS, SCALARS)
    ],
    "sums": pairs("({}) + ({})", VECTORS, SOME_VECTORS) + pairs("({})-({})", VECTORS, SOME_VECTORS),
    "products of entries": pairs("({}).*({})", VECTORS, VECTORS),
    "quotients of entries": pairs("({})./({})", VECTORS, VECTORS),
    "products of scalars": pairs("({})*({})", SCALARS, SCALARS),
    "quotients of scalars": pairs("({})/({})", SCALARS, SCALARS),
    "scaled": pairs("({})*({})", SOME_SCALARS, SOME_VECTORS + SOME_MATRICES),
    "divided": pairs("({})/({})", SOME_VECTORS + SOME_MATRICES, SOME_SCALARS),
    "powers of vectors": pairs("({}).^{}", VECTORS, EXPONENTS),
    "powers of scalars": pairs("({})^{}", SCALARS, EXPONENTS),
    "powers with variables": pairs("({}).^({})", SOME_VECTORS, SOME_VECTORS),
    "powers of matrices": pairs("({})^{}", MATRICES, ["-2", "-1", "0", "1", "2", "3"]),
    "sums of matrices": pairs("({}) + ({})", MATRICES, SOME_MATRICES),
    "matrix products": pairs("({})*({})", MATRICES, MATRICES),
    "matrix products of entries": pairs("({}).*({})", MATRICES, SOME_MATRICES),
    "matrix times vector": pairs("({})*({})", MATRICES, VECTORS),
    "inner products": pairs("({})'*({})", VECTORS, VECTORS),
    "outer products": pairs("({})*({})'", SOME_VECTORS, SOME_VECTORS),
    "quadratic forms": pairs("({1})'*({0})*({1})", MATRICES, SOME_VECTORS),
    "traces": pairs("tr(({})'*({}))", MATRICES, SOME_MATRICES),
    "sums of products": pairs("sum(({}).*({}))", SOME_MATRICES, SOME_MATRICES),
    "stacks": pairs("[{}; {}]", VECTORS, SOME_VECTORS),
    "indices": pairs("({})[1:2, {}]", MATRICES, ["1:2", "2", "1:1", ":"]),
    # Close to forms that are recognised, but not these forms.
    "pitfalls": semicolons(
        """L.*(Xn'*Xn); X'.*X; Xp.*log(Xp)'; log(X).*X'; tr(X*log(X)); tr(X*X); tr(X*G*X);
        sqrt((x.^2)'*(z.^2)); sqrt(sn^1.5 + cp); sqrt(sn^3 + cp); log((1 + exp(s))^-1);
        log(1 - exp(s)); log1p(-exp(s)); log(exp(s) - exp(sp)); log(x'*x + 1); log(cosh(s^2));
        x.*log(x.^2); x.*log(x.^2) + x; x.*log(x./z); xp.*(log(xp) - log(zp) - log(zp));
        xp.*(log(zp) - log(xp)); xp.*log(xp.*zp); x.*log(d.*x); x.*log(-x); xm.*log(-xm);
        x'*X'*X*x; x'*(X*X')*x; d'*X'*X*d; x'*X*X*x; x'*Y*x; x'*G'*Y*G*x; x'*K*L*x; x'*K*z;
        (x'*x)*(z'*z); s*x'*x; x'*s*x; sn*x'*K*x; x'*d*d'*z; x'*d*x'*d; x'*d*d'*x; s*s*s; s*s*tp;
        s^2/sp/tp; s^2/sp^2; s^4/(sp*tp); sn/sp; sn*sp; sqrt(s*sp); sqrt(sn)*tp; (sn*sp)^0.6;
        sn^0.3*sp^0.3; sn^0.7*sp^0.7; 1/(s*sp); s^3/s; (s^0.5)^4; ((s^2)^0.5)^3; sqrt((-s)^2);
        (-sn)^0.5; sqrt(c*sn); exp(s)*exp(sp)/tp; exp(s)/(exp(sp) + 1); sn*exp(s); exp(s)*log(sp);
        norm2(exp(x))^2/sp; norm2(x)^2/(sp + tp); norm2(x)^2/log(sp); norm2(x)^2/sp^2;
        norm2(x)/sqrt(sp); sqrt(norm2(x)); sqrt(norm2(x)^2/sp); norm2(x)^2/sz; (x'*K*x)^0.5/sp;
        sum(x.*(X*x)); sum(X.*(G*X)); sum(X.*(K*X)); sum(X.*(K*Z)); tr(X'*K*X*Y); tr(K*X); huber(s, c);
        (1./x)'*(1./z); max(sn, -exp(s))*max(sm, 1); min(exp(s), 2)"""
    ),
}


def shown(wrong: dict[Node, str]) -> list[str]:
    return [f"{text(node, 200)}: {why}" for node, why in wrong.items()]


@pytest.mark.parametrize("battery", BATTERIES)
def test_nothing_false_is_claimed(battery: str) -> None:
    found = problem(BATTERIES[battery])
    for seed in range(3):
        assert shown(false_claims(found, seed)) == []


@settings(max_examples=150)
@given(st.integers(0, 2**32))
def test_nothing_false_is_claimed_of_nested_expressions(seed: int) -> None:
    draw = random.Random(seed)  # noqa: S311 - a seed that hypothesis chooses
    expressions = [make(draw, 3) for make in (scalar, scalar, scalar, vector, matrix)]
    assert shown(false_claims(problem(expressions), seed, pairs=4)) == []


LIES = [
    ("s", Facts(Sign.NONNEGATIVE, Curvature.AFFINE)),
    ("sz", Facts(Sign.NONNEGATIVE, Curvature.AFFINE)),
    ("sn", Facts(Sign.NONPOSITIVE, Curvature.AFFINE)),
    ("s - s", Facts(Sign.POSITIVE, Curvature.AFFINE)),
    ("s", Facts(Sign.UNKNOWN, Curvature.CONSTANT)),
    ("c", Facts(Sign.UNKNOWN, Curvature.AFFINE)),
    ("sin(s)", Facts(Sign.UNKNOWN, Curvature.CONVEX)),
    ("s^3", Facts(Sign.UNKNOWN, Curvature.CONCAVE)),
    ("exp(s)", Facts(Sign.POSITIVE, Curvature.AFFINE)),
    ("x'*X*x", Facts(Sign.UNKNOWN, Curvature.CONVEX)),
    ("s*sp", Facts(Sign.UNKNOWN, Curvature.CONVEX)),
    ("norm2(x)/sp", Facts(Sign.NONNEGATIVE, Curvature.CONVEX)),
    ("(s^2 - 1)^1.5", Facts(Sign.NONNEGATIVE, Curvature.CONVEX)),
    ("logdet(X)", Facts(Sign.UNKNOWN, Curvature.CONCAVE)),
    ("sin(s)", Facts(Sign.UNKNOWN, Curvature.UNKNOWN)),
    ("s", Facts(Sign(0), Curvature.AFFINE)),
    ("K*L", Facts(Sign.UNKNOWN, Curvature.CONSTANT, psd=True, symmetric=True)),
    ("Y", Facts(Sign.UNKNOWN, Curvature.CONSTANT, psd=True, symmetric=True)),
    ("K", Facts(Sign.UNKNOWN, Curvature.CONSTANT, psd=True, symmetric=False)),
    ("G", Facts(Sign.UNKNOWN, Curvature.CONSTANT, symmetric=True)),
]


@pytest.mark.parametrize(("expression", "lie"), LIES, ids=[expression for expression, _ in LIES])
def test_a_false_claim_is_found_out(
    expression: str, lie: Facts, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = problem([expression])
    root, honest = found.lets[0].value, Analysis.facts
    monkeypatch.setattr(Analysis, "facts", lambda a, n: lie if n is root else honest(a, n))
    wrong: dict[Node, str] = {}
    for seed in range(8):
        wrong |= false_claims(found, seed)
    assert root in wrong


# ---- what machine learning needs is proven ------------------------------------------


def model(objective: str, data: str = "", variables: str = "Vector x", bounds: str = "") -> Model:
    blocks = {"parameters": data, "variables": variables, "min": objective, "st": bounds}
    lines = [
        line
        for name, body in blocks.items()
        if body
        for line in (name, *(f"  {part.strip()}" for part in body.split("; ")))
    ]
    return Model("\n".join(lines))


XY = "Matrix X; Vector y"
AB = "Matrix A; Vector b"
CONVEX = [
    ("norm2(A*x - b)^2", AB),
    ("1/m*norm2(A*x - b)^2", "Matrix A(m, n); Vector b"),
    ("norm2(A*x - b)^2/(2*m)", "Matrix A(m, n); Vector b"),
    ("(A*x - b)'*(A*x - b)", AB),
    ("norm2(A*x - b)^2 + c*norm2(x)^2", f"{AB}; Scalar c nonnegative"),
    ("0.5*norm2(A*x - b)^2 + c*norm1(x)", f"{AB}; Scalar c nonnegative"),
    ("norm2(A*x - b)^2 + c*norm1(x) + p*x'*x", f"{AB}; Scalar c, p nonnegative"),
    ("sum(w.*(A*x - b).^2)", f"{AB}; Vector w nonnegative"),
    ("(A*x - b)'*diag(w)*(A*x - b)", f"{AB}; Vector w nonnegative"),
    ("(A*x - b)'*(w.*(A*x - b))", f"{AB}; Vector w nonnegative"),
    ("sum(w.*x.*x)", "Vector w nonnegative"),
    ("norm1(A*x - b)", AB),
    ("norm2(A*x - b)", AB),
    ("norminf(A*x - b)", AB),
    ("norm2(x[2:end] - x[1:end-1])^2 + norm1(x[2:end] - x[1:end-1])",),
    ("sum(log(vector(1) + exp(-y.*(X*w))))", XY, "Vector w"),
    ("sum(log1p(exp(-y.*(X*w))))", XY, "Vector w"),
    ("sum(softplus(-y.*(X*w)))", XY, "Vector w"),
    ("-sum(log(sigmoid(y.*(X*w))))", XY, "Vector w"),
    ("-sum(log(vector(1)./(vector(1) + exp(-y.*(X*w)))))", XY, "Vector w"),
    ("log(1 + exp(s))", "", "Scalar s"),
    ("log(exp(s) + exp(-s))", "", "Scalar s"),
    ("log(cosh(s))", "", "Scalar s"),
    ("log(sum(exp(A*x)))", "Matrix A"),
    ("logsumexp(A*x)", "Matrix A"),
    ("sum(log(sum(exp(X*W), rows))) - tr(M'*(X*W))", "Matrix X, M", "Matrix W"),
    ("sum(log(exp(X*W)*vector(1)))", "Matrix X", "Matrix W"),
    ("sum(exp(X*w) - y.*(X*w))", XY, "Vector w"),
    ("sum(max(vector(1) - y.*(X*w), 0))", XY, "Vector w"),
    ("sum(max(vector(1) - y.*(X*w), 0).^2)", XY, "Vector w"),
    ("norm2(max(vector(1) - y.*(X*w), 0))^2", XY, "Vector w"),
    ("max(vector(1) - y.*(X*w), 0)'*max(vector(1) - y.*(X*w), 0)", XY, "Vector w"),
    ("sum(relu(vector(1) - y.*(X*w)))", XY, "Vector w"),
    ("sum(huber(A*x - b, 0.5))", AB),
    ("sum(huber(A*x - b, d))", f"{AB}; Scalar d positive"),
    ("sum(max(q*(A*x - b), (q - 1)*(A*x - b)))", f"{AB}; Scalar q"),
    ("tr(M'*P) + r*sum(P.*log(P))", "Matrix M; Scalar r positive", "Matrix P", "P >= 0"),
    ("tr(M'*P) + sum(P.*(log(P) - matrix(1)))", "Matrix M", "Matrix P", "P >= 0"),
    ("tr(P'*log(P)) + sum(entropy(P))", "", "Matrix P"),
    ("x'*log(x) - sum(log(x))",),
    ("-sum(-x.*log(x))",),
    ("sum(x.*log(x./q))", "Vector q positive"),
    ("sum(x.*log(x./z))", "", "Vector x; Vector z positive"),
    ("sum(x.*(log(x) - log(z)))", "", "Vector x; Vector z positive"),
    ("0.5*(a.*y)'*K*(a.*y) - sum(a)", "Matrix K psd; Vector y", "Vector a", "a >= 0"),
    ("1/2*(a.*y)'*K*(a.*y) - norm1(a)", "Matrix K psd; Vector y", "Vector a", "0 <= a <= 1"),
    ("norm2(K*a - y)^2 + c*a'*K*a", "Matrix K psd; Vector y; Scalar c positive", "Vector a"),
    ("-logdet(X) + tr(S*X)", "Matrix S symmetric", "Matrix X symmetric"),
    ("-logdet(A*diag(x)*A')", "Matrix A", "Vector x nonnegative"),
    ("c*x'*S*x - mu'*x", "Matrix S psd; Vector mu; Scalar c positive"),
    ("sqrt(x'*S*x) - mu'*x", "Matrix S psd; Vector mu"),
    ("x'*S*x/2 + x'*inv(S)*x + x'*(S + 2*eye)*x", "Matrix S psd"),
    ("-x'*(-S)*x + x'*S^2*x + x'*(S.*S)*x", "Matrix S psd"),
    ("x'*A'*A*x + x'*b*b'*x + x'*A'*S*A*x", f"{AB}; Matrix S psd"),
    ("b'*X*X'*b", "Vector b", "Matrix X"),
    ("tr(X'*S*X) + tr(S*X*X') + sum(X.*(S*X))", "Matrix S psd", "Matrix X"),
    ("tr((A*X - M)'*(A*X - M))", "Matrix A, M", "Matrix X"),
    ("1/s + s^-1 + s^-2 + s^-0.5", "", "Scalar s positive"),
    ("sum(1./x) - sum(sqrt(x))", "", "Vector x positive"),
    ("1/(s*t)", "", "Scalar s, t positive"),
    ("-sqrt(s*t) - (s*t)^0.3", "", "Scalar s, t nonnegative"),
    ("s^3/t^2", "", "Scalar s nonnegative; Scalar t positive"),
    ("norm2(x)^2/t + x'*x/t + sum(x.^2)/t", "", "Vector x; Scalar t positive"),
    ("sum((A*x - b).^2./z)", AB, "Vector x; Vector z positive"),
    ("sum(sqrt(x.^2 + vector(e)))", "Scalar e positive"),
    ("sqrt(x'*x + 1) + sqrt(sum(x.^2)) + sum((x.^2).^0.5)",),
    ("exp(s)/t + exp(s)*exp(t)", "", "Scalar s; Scalar t positive"),
    ("max(x) - min(x) + sum(abs(x)) + sum(cosh(x))",),
    ("-sum(log(b - A*x))", AB),
    ("x'*S*x + 2*b'*x", "Matrix S psd; Vector b"),
]


@pytest.mark.parametrize("arguments", CONVEX, ids=lambda arguments: arguments[0])
def test_what_people_minimise_is_proven_convex(arguments: tuple[str, ...]) -> None:
    found = model(*arguments)
    assert found.check().convexity.reasons == ()
    assert shown(false_claims(found.problem, seed=1, pairs=20)) == []


NOT_CONVEX = [
    (
        "x'*X'*X*x",
        "",
        "Vector x; Matrix X",
        "x'*X' multiplies expressions that both hold variables",
    ),
    ("norm2(U*V' - M)^2", "Matrix M", "Matrix U, V", "U*V' multiplies expressions"),
    ("x'*A*x", "Matrix A", "Vector x", "x'*A*x is convex only if A is positive semidefinite"),
    ("x'*K*S*x", "Matrix K, S psd", "Vector x", "convex only if K*S is positive semidefinite"),
    ("c*norm2(x)^2", "Scalar c", "Vector x", "the sign of c is not known in c*norm2(x)^2 (declare"),
    ("norm2(x)^2/c", "Scalar c", "Vector x", "the sign of c is not known in norm2(x)^2/c (declare"),
    ("c/s", "Scalar c", "Scalar s positive", "the sign of c is not known in c/s (declare"),
    ("1/s", "", "Scalar s", "1/s divides by s, whose sign is not known"),
    ("1/s^2", "", "Scalar s", "1/s^2 divides by s^2, which is convex"),
    ("s/t", "", "Scalar s; Scalar t positive", "s/t divides by t, and both hold variables"),
    ("sqrt(norm1(x))", "", "Vector x", "is concave and rising in norm1(x), which is convex"),
    (
        "norm2(exp(x) - vector(9))",
        "",
        "Vector x",
        "is convex in exp(x) - vector(9), which is convex",
    ),
    ("s^2 - t^2", "", "Scalar s, t", "adds the convex s^2 and the concave -t^2"),
    ("s^3", "", "Scalar s", "neither convex nor concave while the sign of s is not known"),
    ("sum(tanh(x))", "", "Vector x", "neither convex nor concave while the sign of x is not known"),
    ("s^4/s^2", "", "Scalar s", "s^4/s^2 divides by s^2, which is convex"),
    ("sum(sin(x))", "", "Vector x", "sin(x) is neither convex nor concave"),
    ("(s^2 - 1)^1.5", "", "Scalar s", "is convex in s^2 - 1, which is convex, not affine"),
    ("sum(x.*log(x.^2))", "", "Vector x", "is concave and rising in x.^2, which is convex"),
    ("sum(x.*log(z))", "", "Vector x; Vector z positive", "multiplies expressions that both hold"),
    ("-logdet(X)", "", "Matrix X", "X is not known to be symmetric"),
    ("sum(huber(x, d))", "Scalar d", "Vector x", "the sign of the width d is not known (declare"),
    (
        "huber(s, t)",
        "",
        "Scalar s; Scalar t positive",
        "the width t of huber(s, t) holds a variable",
    ),
    ("c^s", "Scalar c", "Scalar s", "c is not known to be positive (declare it positive if it is)"),
    ("s^p", "Scalar p", "Scalar s positive", "the exponent of s^p is not a number"),
    ("sum([exp(x), -x.^2])", "", "Vector x", "[exp(x), -x.^2] stacks convex and concave"),
    ("tr(X^2)", "", "Matrix X", "X^2 is a matrix power of variables"),
]


@pytest.mark.parametrize(
    ("objective", "data", "variables", "reason"), NOT_CONVEX, ids=[case[0] for case in NOT_CONVEX]
)
def test_what_is_not_proven_is_told_with_its_reason(
    objective: str, data: str, variables: str, reason: str
) -> None:
    (told,) = model(objective, data, variables).check().convexity.reasons
    assert reason in told


SEMIDEFINITE = """K; K'; K + L; cn*K; K*cp; K/cp; K + cn*eye; eye(n); matrix(2, n, n); diag(dn);
    diag(xn); diag(exp(x)); G'*G; G*G'; G'*K*G; d*d'; x*x'; X*X'; X*K*X'; 2*G'*G; G'*G/2; inv(K);
    K^3; K^-2; Y^2; Y*Y; Y'*Y; K.*L; K[1:2, 1:2]; G*diag(dn)*G'; G'*inv(K)*G; X^0"""
INDEFINITE = """K*L; Y; K - L; -K; c*K; K*c; L*c; sn*G; K/c; diag(d); diag(x); G; G*G; matrix(c, n, n);
    matrix(1, n, n)*K; G'*L; K.*Y; K[1:2, 2:3]; K[1:2, :]; exp(K); Y^3; N; X'*G; G'*Y*G; L.*N; -X*X'"""


@pytest.mark.parametrize("expression", semicolons(SEMIDEFINITE))
def test_semidefinite_matrices_are_recognised(expression: str) -> None:
    known = facts(expression)
    assert known.psd
    assert known.symmetric


@pytest.mark.parametrize("expression", semicolons(INDEFINITE))
def test_other_matrices_are_not_taken_for_semidefinite(expression: str) -> None:
    assert not facts(expression).psd


@pytest.mark.parametrize("expression", ["det(K)", "tr(K)", "diag(K)", "sum(K)", "mean(G'*G)"])
def test_what_semidefinite_matrices_promise(expression: str) -> None:
    assert facts(expression).sign is Sign.NONNEGATIVE


@pytest.mark.parametrize(
    "expression", ["sum(1./x)", "mean(1./x)", "tr(diag(1./x))", "(1./x)'*(1./z)", "1/s + 1/sp^3"]
)
def test_a_sum_of_numbers_that_are_not_zero_may_be_zero(expression: str) -> None:
    assert facts(expression).sign is Sign.UNKNOWN


def test_the_batteries_use_every_function_and_operator() -> None:
    used = {
        node.op.name
        for battery in BATTERIES.values()
        for node in postorder(let.value for let in problem(battery).lets)
    }
    assert used >= {row.name for row in OPERATIONS} - {"size"}
