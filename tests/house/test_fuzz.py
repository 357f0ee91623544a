"""The fuzzer draws the same inputs again, accepts what is right and finds what is planted."""

from __future__ import annotations

import importlib.util
import sys
from itertools import islice
from typing import TYPE_CHECKING

import pytest

from gennaker.errors import Mistake, ModelError
from tests.house.sources import ROOT

if TYPE_CHECKING:
    from types import ModuleType

MODEL = b"variables\n  Vector x\nmin\n  sum(x)\n"


@pytest.fixture(scope="module")
def fuzz() -> ModuleType:
    spec = importlib.util.spec_from_file_location("fuzz", ROOT / "benchmarks" / "fuzz.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["fuzz"] = module  # dataclasses look their module up
    spec.loader.exec_module(module)
    return module


def test_every_text_that_is_damaged_was_a_model(fuzz):
    texts = fuzz.corpus()
    assert len(texts) > 50
    assert {fuzz.outcome(text) for text in texts} == {"a model"}


def test_the_same_seed_gives_the_same_inputs(fuzz):
    first, again, other = (list(islice(fuzz.inputs(seed), 20)) for seed in (1, 1, 2))
    assert first == again != other


def test_a_short_run_finds_nothing(fuzz, monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["fuzz.py", "--bytes", "30000", "--seed", "5"])
    assert fuzz.main() == 0
    assert "gave a model" in capsys.readouterr().out


def test_another_exception_is_found_and_its_input_made_short(fuzz, monkeypatch, capsys):
    def planted(text):
        if b"sum" in text:
            raise KeyError("sum")
        raise ModelError((Mistake("no model", 1, 1, 1, "", (), None),))

    monkeypatch.setattr(fuzz, "read", planted)
    monkeypatch.setattr(sys, "argv", ["fuzz.py", "--bytes", "3000"])
    assert fuzz.main() == 1
    assert capsys.readouterr().out.endswith("KeyError in test_fuzz.py:planted: 'sum'\nb'sum'\n")


def test_a_model_that_changes_in_print_is_found(fuzz, monkeypatch):
    originals = fuzz.read
    monkeypatch.setattr(
        fuzz, "read", lambda text: originals(text if isinstance(text, bytes) else f"{text}  + 1\n")
    )
    assert fuzz.outcome(MODEL).startswith("printing changes the model to")


def test_a_mistake_outside_the_text_is_found(fuzz):
    mistake = Mistake("no model", 7, 1, 1, "", (), None)
    found = fuzz.complaint_about_error(ModelError((mistake,)), MODEL)
    assert found == "line 7, column 1 is outside the text"
