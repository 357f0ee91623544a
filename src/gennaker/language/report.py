"""What the linter says about a model: what it is made of, and what looks wrong."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Convexity", "Entry", "Finding", "Report"]


@dataclass(frozen=True, slots=True)
class Finding:
    """A warning or a note: what was noticed, where, and what could be written instead."""

    level: str
    code: str
    message: str
    line: int | None = None
    column: int | None = None
    suggestion: str | None = None

    def __str__(self) -> str:
        """Write the finding in one or two lines."""
        place = f"line {self.line}: " if self.line is not None else ""
        edit = f"\n         try: {self.suggestion}" if self.suggestion else ""
        return f"{self.level + ':':<8} {place}{self.message}{edit}"

    def as_dict(self) -> dict[str, object]:
        """Return plain data for JSON."""
        return {
            "level": self.level,
            "code": self.code,
            "message": self.message,
            "line": self.line,
            "column": self.column,
            "suggestion": self.suggestion,
        }


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the inventory: a name (or an expression) and what it is."""

    name: str
    words: str
    line: int | None = None

    def as_dict(self) -> dict[str, object]:
        """Return plain data for JSON."""
        return {"name": self.name, "is": self.words, "line": self.line}


@dataclass(frozen=True, slots=True)
class Convexity:
    """Whether the problem is proven convex, and the reasons where it is not."""

    proven: bool
    objective: str
    reasons: tuple[str, ...] = ()

    def __str__(self) -> str:
        """Say what that means for a solution."""
        if self.proven:
            return "convex: a solution is a global optimum"
        return "not proven convex: a solution may be a local optimum"


@dataclass(frozen=True, slots=True)
class Report:
    r"""The result of checking a model that makes sense.

    Example:
        >>> from gennaker import Model
        >>> report = Model("variables\n  Vector x\nmin\n  sum(exp(x)) - sum(x)").check()
        >>> report.convexity.proven, report.warnings
        (True, ())

    """

    parameters: tuple[Entry, ...]
    variables: tuple[Entry, ...]
    sizes: tuple[Entry, ...]
    objective: Entry
    bounds: tuple[Entry, ...]
    constraints: tuple[Entry, ...]
    convexity: Convexity
    findings: tuple[Finding, ...]

    @property
    def warnings(self) -> tuple[Finding, ...]:
        """The findings that most likely point to a mistake."""
        return tuple(finding for finding in self.findings if finding.level == "warning")

    def __str__(self) -> str:
        """Write the report as text."""
        lines: list[str] = []
        for title, entries in self._sections():
            if entries:
                lines.append(title)
                width = max(len(entry.name) for entry in entries)
                lines += [f"  {entry.name:<{width}}  {entry.words}" for entry in entries]
        lines.append(str(self.convexity))
        lines += [f"  {reason}" for reason in self.convexity.reasons]
        lines += [str(finding) for finding in self.findings]
        return "\n".join(lines)

    def _sections(self) -> list[tuple[str, tuple[Entry, ...]]]:
        return [
            ("parameters", self.parameters),
            ("variables", self.variables),
            ("sizes", self.sizes),
            ("objective", (self.objective,)),
            ("bounds", self.bounds),
            ("constraints", self.constraints),
        ]

    def as_dict(self) -> dict[str, object]:
        """Return plain data for JSON."""
        found: dict[str, object] = {
            title: [entry.as_dict() for entry in entries] for title, entries in self._sections()
        }
        found["objective"] = self.objective.as_dict()
        found["convex"] = self.convexity.proven
        found["reasons"] = list(self.convexity.reasons)
        found["findings"] = [finding.as_dict() for finding in self.findings]
        return found
