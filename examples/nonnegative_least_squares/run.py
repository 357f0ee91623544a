"""Non-negative least squares: show what Gennaker understands of the model."""

from __future__ import annotations

from pathlib import Path

from gennaker import Model

model = Model(Path(__file__).with_name("model.txt").read_text(encoding="utf-8"))
print(model.problem.unicode())
print()
print(model.check())
