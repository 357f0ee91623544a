"""The pages of docs/ are true: models check or fail as shown, and every output is that of today."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from pygments.token import Keyword, Name, Text

from docs._ext.gennaker_lexer import GennakerLexer
from docs._ext.operation_words import GROUPS, kinds_table, operations_table
from docs._ext.snippets import DOCS, Page, pages
from gennaker import Model, ModelError
from gennaker.operations.table import OPERATIONS
from tests.house.sources import PACKAGE, ROOT

if TYPE_CHECKING:
    from pathlib import Path

    from gennaker.expressions import Node

PAGES = pages()
MODELS = sorted((ROOT / "examples").glob("*/model.txt"))


def run(text: str, folder: Path) -> list[tuple[str, str]]:
    """Run a page; return what it shows beside what its blocks really print."""
    return [(shown.block.body, shown.output) for shown in Page(text, folder).run()]


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_a_page_shows_what_happens(path: Path, tmp_path: Path) -> None:
    page = Page(path.read_text(encoding="utf-8"), tmp_path)
    for shown in page.run():
        assert shown.block.body == shown.output
    for text in page.models:
        problem = Model(text).problem
        assert Model(problem.text()).problem == problem


def test_the_pages_that_teach_are_among_them() -> None:
    names = {path.name for path in PAGES}
    assert names >= {"quickstart.md", "language.md", "errors.md", "linter.md", "coming-from.md"}


GOOD = "```gennaker\nvariables\n  Vector x\nmin\n  norm2(x)^2\n```\n"
WRONG = GOOD.replace("gennaker", "gennaker wrong").replace("norm2", "nrm2")


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        (WRONG.replace(" wrong", ""), "there is no function"),
        (WRONG, "no error is shown"),
        (
            GOOD.replace("gennaker", "gennaker wrong") + "\n```text\n?\n```\n",
            "makes sense after all",
        ),
        ("```python\nprint(1)\n```\n", "not shown"),
        ("```python\n1/0\n```\n", "division by zero"),
        ("```console\n$ rm model.txt\n```\n", "pages run gennaker only"),
    ],
)
def test_a_page_that_is_not_true_is_found_out(text: str, complaint: str, tmp_path: Path) -> None:
    with pytest.raises(Exception, match=complaint):
        run(text, tmp_path)


def test_outputs_are_compared(tmp_path: Path) -> None:
    text = (
        GOOD.replace("gennaker", "gennaker m.txt")
        + "\n```text unicode\nwrong output\n```\n\n"
        + "```python\nprint(2)\n```\n\n```text\n3\n```\n\n"
        + "```console\n$ gennaker check m.txt --show none\nnothing\n$ echo $?\n1\n```\n"
    )
    shown = run(text, tmp_path)
    assert shown[0] == ("wrong output\n", "minimise over x\n  ‖x‖₂²\n")
    assert shown[1] == ("3\n", "2\n")
    assert "convex: a solution is a global optimum\n$ echo $?\n0\n" in shown[2][1]


def test_the_language_page_tells_of_every_operation() -> None:
    page = (DOCS / "language.md").read_text(encoding="utf-8")
    told = [group for group in GROUPS if f"```{{operations}} {group}\n" in page]
    assert {row.name for group in told for row in GROUPS[group]} == {row.name for row in OPERATIONS}


@pytest.mark.parametrize("group", GROUPS)
def test_a_table_has_a_full_line_for_every_row(group: str) -> None:
    _head, _rule, *lines = operations_table(group).splitlines()
    assert len(lines) == len(GROUPS[group])
    for row, line in zip(GROUPS[group], lines, strict=True):
        cells = [cell.strip() for cell in line.replace(r"\|", "").split("|")[1:-1]]
        assert cells[0] == f"`{row.example}`"
        assert all(cells[: 3 if len(cells) > 2 else 2])


def test_tables_say_what_is_known_independently() -> None:
    functions = operations_table("elementwise")
    assert (
        "| `log(x)` | The natural logarithm. | as the argument | arguments above 0 |" in functions
    )
    assert functions.splitlines()[2].endswith("| convex, rising |")  # exp
    assert "| concave, rising for arguments ≥ 0; convex, rising for arguments ≤ 0 |" in functions
    assert "scalar from square matrix" in operations_table("matrices")
    products = kinds_table("*").splitlines()
    assert products[3] == "| a vector | vector | – | matrix | – |"
    assert products[4] == "| a row vector | row vector | scalar | – | row vector |"


@pytest.mark.parametrize("path", MODELS, ids=lambda path: path.parent.name)
def test_models_are_coloured(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    tokens = [(kind, word) for kind, word in GennakerLexer().get_tokens(text) if word.strip()]
    assert [word for kind, word in tokens if kind is Text] == []
    kinds = {word: kind for kind, word in tokens}
    assert kinds["variables"] is Keyword
    assert Keyword in {kinds.get("min"), kinds.get("max")}
    assert Name.Builtin in {kinds.get(name) for name in ("sum", "norm1", "norm2", "tr")}


DECLARED = """
parameters
  Matrix A, B, C, D(k, l), M(m, n)
  Matrix K psd
  Vector a, b(n)
  Vector s, h
  Scalar g
variables
  Vector x
  Matrix X, S
  Vector r
  Scalar t, q
let
  z = {}
min
  t^2
"""


def meaning(expression: str) -> Node | None:
    """Read an expression; None where it is a mistake. Equal expressions are the same object."""
    try:
        return Model(DECLARED.format(expression)).problem.lets[0].value
    except ModelError:
        return None


def table_below(page: str, head: str) -> list[list[list[str]]]:
    """Return the code spans of each cell of the table with a head."""
    text = (DOCS / page).read_text(encoding="utf-8")
    lines = text.partition(f"{head}\n")[2].splitlines()[1:]
    rows = [line for line in lines[: lines.index("")] if line.startswith("|")]
    return [[re.findall(r"`([^`]+)`", cell) for cell in row.split("|")[1:-1]] for row in rows]


def test_operators_bind_as_the_table_says() -> None:
    rows = table_below("language.md", "| this | is read as |")
    assert len(rows) > 5
    for (short,), (long, *_) in rows:
        assert meaning(short) is meaning(long)
    mistaken = [short for (short,), _ in rows if meaning(short) is None]
    assert mistaken == ["x.*A*b"]


WITHOUT_A_PLACE = {"vector(1)", "matrix(0)", "eye"}  # these take their size from one
NO_EXPRESSION = re.compile(r"Matrix|#|m$")


@pytest.mark.parametrize(
    ("page", "head"),
    [
        ("coming-from-cvxpy.md", "| CVXPY | here |"),
        ("coming-from-scipy.md", "| NumPy | here |"),
        ("language.md", "| from | you write | here it is |"),
        ("../README.md", "| to write | type |"),
    ],
)
def test_what_to_write_instead_makes_sense(page: str, head: str) -> None:
    rows = table_below(page, head)
    edits = [edit for *_, edits in rows for edit in edits if not NO_EXPRESSION.match(edit)]
    assert len(edits) > 15
    assert {edit for edit in edits if meaning(edit) is None} <= WITHOUT_A_PLACE


ESTIMATED = """
parameters
  Matrix X(m, n)
  Vector y(m)
  Matrix K(m, m) psd
  Matrix S(n, n) psd
  Scalar alpha, C, epsilon nonnegative
  Scalar t, q, nu
variables
  Vector w(n)
  Scalar b
  Vector a(m), x(m)
  Matrix W(m, k), H(k, n)
  Matrix P(n, n) symmetric
let
  r = X*w + b*vector(1) - y
min
  {}
"""


def test_what_estimators_minimise_is_convex_as_promised() -> None:
    rows = table_below(
        "coming-from-scikit-learn.md", "| scikit-learn | minimise | in the gallery |"
    )
    objectives = [objective for _, (objective, *_), _ in rows]
    assert len(objectives) > 10
    reports = {objective: Model(ESTIMATED.format(objective)).check() for objective in objectives}
    unproven = {objective for objective, report in reports.items() if not report.convexity.proven}
    elastic = {name for name in objectives if "(1 - t)" in name}  # whose sign is nowhere told
    assert unproven == elastic | {"1/2*norm2(X - W*H)^2"}


def test_the_linter_page_shows_every_finding() -> None:
    sources = [path.read_text(encoding="utf-8") for path in PACKAGE.rglob("language/*.py")]
    codes = {
        (level.lower(), code)
        for source in sources
        for level, code in re.findall(r'\b(WARNING|NOTE), "([a-z-]+)"', source)
    }
    page = (DOCS / "linter.md").read_text(encoding="utf-8")
    shown = re.findall(
        r"^#### `([a-z-]+)`\n.*?^```gennaker\n(.*?)^```", page, re.DOTALL | re.MULTILINE
    )
    assert {code for code, _ in shown} == {code for _, code in codes}
    for code, model in shown:
        found = {(finding.level, finding.code) for finding in Model(model).check().findings}
        assert {pair for pair in codes if pair[1] == code} <= found
