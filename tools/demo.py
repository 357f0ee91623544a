"""Solve a model of the paper over real data; tell what came out, and draw it.

    python tools/demo.py [FOLDER]

Run by ``make demo``. The model and the data are those of ``examples/fairness_logistic``.
"""

from __future__ import annotations

import runpy
import sys
from pathlib import Path

import numpy as np

from gennaker import Model

ROOT = Path(__file__).resolve().parent.parent
EXAMPLE = ROOT / "examples" / "fairness_logistic"
STORY = """\
Who had a high income in 1994? Two thousand people of the US census, and a classifier that errs as
much for women as for men. Its model, examples/fairness_logistic/model.txt:
"""
NEXT = """
More: .venv/bin/gennaker examples lists {count} examples, .venv/bin/gennaker doctor says what is installed,
and README.md goes on from here to data of your own."""


def main(folder: str = str(ROOT / "demo")) -> bool:
    """Solve the example, leave two pictures in a folder, and return whether all went well."""
    example = runpy.run_path(str(EXAMPLE / "run.py"))
    data = example["problem"]()
    print(f"{STORY}\n{example['MODEL']}")
    solution = Model(example["MODEL"]).solve(data)
    print(solution)
    losses = [
        np.logaddexp(0, -data[y] * (data[X] @ solution.w)).mean() for X, y in example["GROUPS"]
    ]
    print(f"\nThe mean logistic loss is {losses[0]:.4f} for women and {losses[1]:.4f} for men.\n")

    result, convergence = Path(folder) / "result.png", Path(folder) / "convergence.png"
    result.parent.mkdir(parents=True, exist_ok=True)
    example["draw"](str(result), data, solution)
    solution.plot().figure.savefig(convergence)
    print(f"the margins of both groups      {result}")
    print(f"how the solver came there       {convergence}")
    print(NEXT.format(count=len(list((ROOT / "examples").glob("*/run.py")))))
    return solution.success


if __name__ == "__main__":
    sys.exit(not main(*sys.argv[1:]))
