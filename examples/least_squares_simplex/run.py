"""Least squares on the simplex: read the model, check it, and show what Gennaker understood."""

from __future__ import annotations

from pathlib import Path

from gennaker import Model

MODEL = Path(__file__).with_name("model.txt")


def main() -> None:
    """Print the model as it was written, as it was understood, and what the linter says."""
    text = MODEL.read_text(encoding="utf-8")
    model = Model(text)
    print(f"--- the model as it stands in {MODEL.name}\n{text}")
    print(f"--- the same, checked, as mathematics\n{model.problem.unicode()}\n")
    print(f"--- and as LaTeX\n{model.problem.latex()}\n")
    print(f"--- what the linter found\n{model.check()}")


if __name__ == "__main__":
    main()
