"""Write the gallery from the examples: a page and a picture for each, and the page that lists them.

    python docs/gallery/write.py [EXAMPLE]...

What an example says of itself stands in its script, so that nothing is written twice. The pictures
are kept beside the pages, for building the documentation shall not need the packages that draw them.
"""

from __future__ import annotations

import ast
import contextlib
import io
import re
import runpy
import sys
from dataclasses import dataclass
from pathlib import Path

GALLERY = Path(__file__).resolve().parent
EXAMPLES = GALLERY.parents[1] / "examples"
GROUPS = {
    "Regression": [
        *("ridge", "lasso", "elastic_net", "huber_regression", "quantile_regression"),
        *("support_vector_regression", "poisson_regression", "nonnegative_least_squares"),
        *("least_squares_simplex", "isotonic_regression", "trend_filtering"),
    ],
    "Classification": [
        *("logistic_regression", "sparse_logistic_regression", "linear_svm", "dual_svm"),
        *("one_class_svm", "fairness_linear", "fairness_logistic"),
    ],
    "Matrices": [
        *("principal_components", "robust_pca", "matrix_completion"),
        *("nonnegative_matrix_factorization", "sparse_inverse_covariance", "procrustes"),
    ],
    "Transport, portfolios, experiments": [
        *("joint_probability_entropy", "joint_probability_gaussian"),
        *("portfolio", "d_optimal_design"),
    ],
}


@dataclass(frozen=True)
class Text:
    """What a script says of itself: a title, a line, and what its model means."""

    title: str
    line: str
    meaning: str
    other: str
    """How the answer is found in another way."""


def text_of(name: str) -> Text:
    """Read the docstrings of the script and of its answer."""
    first, _, meaning = _docstring(EXAMPLES / name / "run.py").partition("\n\n")
    title, _, line = first.partition(": ")
    other = _docstring(EXAMPLES / name / "answer.py").partition("\n")[0]
    return Text(title, line[:1].upper() + line[1:], meaning, other)


def _docstring(path: Path) -> str:
    return ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""


def insight_of(output: str) -> str:
    """Return the sentence with which a script ends."""
    return output.rpartition("\n\n")[2].strip()


def draw(name: str) -> str:
    """Run a script with its picture; return the sentence with which it ends."""
    before = sys.argv
    sys.argv = [str(EXAMPLES / name / "run.py"), str(GALLERY / f"{name}.png")]
    output = io.StringIO()
    try:
        with contextlib.redirect_stdout(output):
            runpy.run_path(sys.argv[0], run_name="__main__")
    finally:
        sys.argv = before
    return insight_of(output.getvalue())


def page(name: str, insight: str) -> str:
    """Return the page of an example."""
    text = text_of(name)
    folder = f"../../examples/{name}"
    return f"""# {text.title}

{text.line}

```{{image}} {name}.png
:alt: {text.title}
```

{text.meaning}

```{{literalinclude}} {folder}/model.txt
:language: gennaker
```

```sh
gennaker examples run {name} --plot {name}.png
```

> {insight}

The tests compare the objective with that of another method, to six digits: {text.other}

```{{literalinclude}} {folder}/run.py
:language: python
```
"""


def listing() -> str:
    """Return the page that lists all examples, with their pictures."""
    head = (
        "# Gallery\n\nEvery example comes with Gennaker: `gennaker examples` lists them, and "
        "`gennaker examples run NAME`\nsolves one. The pictures are what they draw with "
        "`--plot FILE`.\n"
    )
    parts = [head]
    for group, names in GROUPS.items():
        rows = "".join(_row(name) for name in names)
        parts.append(f"## {group}\n\n````{{list-table}}\n:widths: 2 3\n{rows}````\n")
    tree = "".join(f"gallery/{name}\n" for names in GROUPS.values() for name in names)
    parts.append(f"```{{toctree}}\n:hidden:\n\n{tree}```\n")
    return "\n".join(parts)


def _row(name: str) -> str:
    text = text_of(name)
    return f"""
* - ```{{image}} gallery/{name}.png
    :alt: {text.title}
    :target: gallery/{name}.html
    ```
  - [{text.title}](gallery/{name}.md)

    {text.line}
"""


def insight_on(text: str) -> str:
    """Return the sentence that a page quotes."""
    found = re.search(r"^> (.*)$", text, re.MULTILINE)
    return found[1] if found else ""


def main(chosen: list[str]) -> None:
    """Write the chosen pages, or all of them."""
    for name in chosen or [name for names in GROUPS.values() for name in names]:
        (GALLERY / f"{name}.md").write_text(page(name, draw(name)), encoding="utf-8")
        print(name)
    GALLERY.with_suffix(".md").write_text(listing(), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
