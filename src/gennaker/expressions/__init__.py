"""Immutable, shared expressions with symbolic shapes, and how they are walked and printed."""

from gennaker.expressions.curvature import Curvature, Facts, Monotone
from gennaker.expressions.dimension import ONE, Dimension
from gennaker.expressions.index import ALL, DYNAMIC, Index
from gennaker.expressions.node import Node, make
from gennaker.expressions.operation import Domain, Operation, ShapeMismatch, Spelling
from gennaker.expressions.shape import SCALAR, Kind, Shape
from gennaker.expressions.sign import Sign
from gennaker.expressions.sizes import SizeEquation, Sizes
from gennaker.expressions.walk import fold, postorder

__all__ = [
    "ALL",
    "DYNAMIC",
    "ONE",
    "SCALAR",
    "Curvature",
    "Dimension",
    "Domain",
    "Facts",
    "Index",
    "Kind",
    "Monotone",
    "Node",
    "Operation",
    "Shape",
    "ShapeMismatch",
    "Sign",
    "SizeEquation",
    "Sizes",
    "Spelling",
    "fold",
    "make",
    "postorder",
]
