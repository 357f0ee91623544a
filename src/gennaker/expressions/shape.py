"""What kind of array an expression is, and how long its axes are."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from gennaker.expressions.dimension import ONE, Dimension

__all__ = ["SCALAR", "Kind", "Shape"]


class Kind(StrEnum):
    """The four kinds of the language, and tensors, which derivatives of matrices can be."""

    SCALAR = "scalar"
    VECTOR = "vector"
    ROW = "row vector"
    MATRIX = "matrix"
    TENSOR = "tensor"


@dataclass(frozen=True, slots=True)
class Shape:
    """The kind and the axes of an expression: none for a scalar, one for vectors, two for matrices.

    The kind is a fact of its own and never follows from an axis that happens to be 1 long,
    so a vector with one entry is still a vector.
    """

    kind: Kind
    axes: tuple[Dimension, ...]

    @classmethod
    def vector(cls, size: Dimension) -> Shape:
        """Return the shape of a column vector."""
        return cls(Kind.VECTOR, (size,))

    @classmethod
    def row(cls, size: Dimension) -> Shape:
        """Return the shape of a row vector."""
        return cls(Kind.ROW, (size,))

    @classmethod
    def matrix(cls, rows: Dimension, columns: Dimension) -> Shape:
        """Return the shape of a matrix."""
        return cls(Kind.MATRIX, (rows, columns))

    @property
    def is_scalar(self) -> bool:
        """Whether the expression is a single number."""
        return self.kind is Kind.SCALAR

    @property
    def rows(self) -> Dimension:
        """The number of rows, 1 for scalars and row vectors."""
        return self.axes[0] if self.kind in {Kind.VECTOR, Kind.MATRIX} else ONE

    @property
    def columns(self) -> Dimension:
        """The number of columns, 1 for scalars and column vectors."""
        return self.axes[-1] if self.kind in {Kind.ROW, Kind.MATRIX} else ONE

    @property
    def transposed(self) -> Shape:
        """The shape after rows and columns are exchanged."""
        match self.kind:
            case Kind.VECTOR:
                return Shape(Kind.ROW, self.axes)
            case Kind.ROW:
                return Shape(Kind.VECTOR, self.axes)
            case _:
                return Shape(self.kind, self.axes[::-1])

    def __str__(self) -> str:
        """Describe the shape in words, with the sizes in the user's names."""
        match self.kind:
            case Kind.SCALAR:
                return "scalar"
            case Kind.MATRIX:
                return f"matrix, {self.axes[0]} by {self.axes[1]}"
            case Kind.TENSOR:
                return f"tensor, {' by '.join(map(str, self.axes))}"
            case kind:
                entries = "entry" if self.axes[0] == ONE else "entries"
                return f"{kind} with {self.axes[0]} {entries}"


SCALAR = Shape(Kind.SCALAR, ())
