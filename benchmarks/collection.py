"""Solve the collection of small problems with known answers, and print the worst first.

    .venv/bin/python benchmarks/collection.py
    .venv/bin/python benchmarks/collection.py --only HS --method paper
    .venv/bin/python benchmarks/collection.py --json

Each point is judged by the problem alone, not by what the solver says of it. Figures are printed
and kept nowhere.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from gennaker.solver.options import METHODS, Options
from gennaker.solver.solve import solve
from gennaker.solver.status import Status
from tests.problems import infeasible, unbounded
from tests.problems.case import for_solver
from tests.problems.collection import CASES
from tests.problems.outcome import TITLES, Outcome, outcome

TAGS = ("degenerate", "redundant", "nearly_infeasible", "badly_scaled", "no_multipliers", "variant")


def rank(entry: Outcome) -> tuple[bool, bool, bool, float]:
    """Order by how bad it is: raised, wrong, unsolved, and then by the work it took."""
    return not entry.raised, not entry.lie, entry.solved, -entry.counts.evaluations


def summary(entries: Sequence[Outcome]) -> str:
    """Return counts of what happened, for all and for each kind."""
    groups = {"all": list(entries)}
    groups |= {tag: [entry for entry in entries if tag in entry.tags] for tag in TAGS}
    lines = []
    for name, group in groups.items():
        if not group:
            continue
        solved = [entry for entry in group if entry.solved]
        work = statistics.median(entry.counts.evaluations for entry in group)
        lines.append(
            f"{name:20s} {len(solved):4d} of {len(group):4d} solved ({len(solved) / len(group):.1%}), "
            f"{sum(entry.lie for entry in group)} wrong, "
            f"{sum(bool(entry.raised) for entry in group)} raised, "
            f"{sum(entry.false_alarm for entry in group)} false alarms, "
            f"median {work:.0f} evaluations"
        )
    return "\n".join(lines)


def impossible(options: Options) -> list[str]:
    """Return what is missed among the problems without an answer."""
    missed = []
    for case in infeasible.CASES:
        result = solve(case.problem, options)
        if result.status is not Status.INFEASIBLE or set(result.conflict) != case.conflict:
            blamed = ", ".join(result.conflict) or "nobody"
            missed.append(f"infeasible: {case.name:40s} {result.status.value}, blamed {blamed}")
    for entry in unbounded.CASES:
        result = solve(for_solver(entry.case), options)
        if result.status is not Status.UNBOUNDED:
            missed.append(
                f"unbounded: {entry.case.name:41s} {result.status.value} at {result.objective:.3g}"
            )
    return missed


def main() -> None:
    """Run what the arguments choose and print it."""
    parser = argparse.ArgumentParser(description="Solve the collection of small problems.")
    parser.add_argument("--only", default="", help="cases whose name contains this")
    parser.add_argument("--method", choices=METHODS, default="default")
    parser.add_argument("--evaluations", type=int, default=20_000, help="limit for each case")
    parser.add_argument("--all", action="store_true", help="show the solved ones too")
    parser.add_argument("--json", action="store_true", help="print one object")
    chosen = parser.parse_args()
    options = Options(method=chosen.method, max_evaluations=chosen.evaluations)
    cases = [case for case in CASES if chosen.only.lower() in case.name.lower()]
    entries = sorted((outcome(case, options) for case in cases), key=rank)
    missed = [] if chosen.only else impossible(options)
    if chosen.json:
        rows = [{**asdict(entry), "status": str(entry.status)} for entry in entries]
        print(json.dumps({"cases": rows, "missed": missed}, default=str))
        return
    print(TITLES)
    for entry in entries:
        if chosen.all or not entry.solved:
            print(entry)
    print()
    print(summary(entries))
    count = len(infeasible.CASES) + len(unbounded.CASES)
    if not chosen.only:
        print(f"\n{count - len(missed)} of {count} without an answer recognised")
        print("\n".join(missed))


if __name__ == "__main__":
    main()
