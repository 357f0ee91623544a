"""Linear images of the variables: where the products with the data are, apart from all else.

Most problems touch their data in a few linear maps, such as ``A*x`` in ``norm2(A*x - b)^2``. An
image ``u`` of ``x`` moves along with it, ``u(x + a*p) = u(x) + a*u(p)``, so whatever is computed
from images alone costs no product at another point of the same ray.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass

from gennaker.expressions.node import Node, make
from gennaker.expressions.shape import Kind
from gennaker.expressions.walk import fold, postorder
from gennaker.operations.leaves import VARIABLE, symbol
from gennaker.operations.products import ADD, NEG

__all__ = ["Images", "find_images", "is_cheap"]

CONSTANT, LINEAR, OTHER = range(3)
LINEAR_ALONE = frozenset(
    {"neg", "transpose", "fill", "sum", "sum_rows", "sum_columns", "tr", "diag", "index", "scatter"}
)
PRODUCTS = frozenset({"scale", "elmul", "matmul", "tensor"})
TOTALS = frozenset({"sum", "sum_rows", "sum_columns"})
DEAR = frozenset({"det", "logdet", "inv", "cofactor", "matpow", "tensor"})


@dataclass(frozen=True, slots=True)
class Images:
    """Leaves that stand for linear expressions of the variables, and these expressions."""

    leaves: tuple[Node, ...] = ()
    values: tuple[Node, ...] = ()
    forward: tuple[Node, ...] = ()
    backward: tuple[Node, ...] = ()


def is_cheap(roots: Iterable[Node], inputs: Container[Node] = ()) -> bool:
    r"""Answer whether nothing costs more than a pass over arrays, again and again.

    What depends on the data alone is computed once; ``inputs`` are leaves that change although
    they are no variables.

    Example:
        >>> from gennaker.language.check import read
        >>> problem = read("parameters\n Matrix A\nvariables\n Vector x\nmin\n sum((A*x).^2)")
        >>> is_cheap([problem.objective])
        False

    """
    moves = fold(roots, lambda node, args: node.op is VARIABLE or node in inputs or any(args))
    return not any(moved and _is_dear(node) for node, moved in moves.items() if node.args)


def _is_dear(node: Node) -> bool:
    return node.op.name in DEAR or _is_matrix_product(node)


def _is_matrix_product(node: Node) -> bool:
    """Tell products with a matrix from dot products, outer products and scaled rows."""
    return node.op.name == "matmul" and (
        any(arg.kind is Kind.MATRIX for arg in node.args)
        and not any(arg.op.name == "diag" and arg.kind is Kind.MATRIX for arg in node.args)
    )


def find_images(forward: Sequence[Node], backward: Sequence[Node], taken: Container[str]) -> Images:
    r"""Find the largest linear images with products in ``forward``, and put leaves in their place.

    Example:
        >>> from gennaker.expressions.show import text
        >>> from gennaker.language.check import read
        >>> head = "parameters\n Matrix A\n Vector b\nvariables\n Vector x\nmin\n "
        >>> found = find_images([read(head + "norm2(A*x - b)").objective], [], ())
        >>> [text(node) for node in (*found.values, *found.forward)]
        ['A*x', 'norm2(u - b)']

    """
    degrees = fold((*forward, *backward), _degree)
    heavy = [node for node in degrees if degrees[node] == LINEAR and _is_heavy(node)]
    if not heavy:
        return Images()
    forward, backward = _grouped(forward, backward, degrees, heavy)
    parents = _parents((*forward, *backward))
    below = set(postorder(forward))
    tops: dict[Node, None] = {}
    for node in degrees:
        if node in below and degrees[node] == LINEAR and _is_heavy(node):
            tops.setdefault(_largest(node, parents, degrees))
    seen = set(postorder(forward, tops))
    kept = [top for top in tops if any(top in node.args for node in seen) or top in forward]
    leaves = _leaves(kept, taken)
    known: dict[Node, Node] = dict(zip(kept, leaves, strict=True))
    fold((*forward, *backward), _rebuilt, known)
    return Images(
        leaves,
        tuple(kept),
        tuple(known[node] for node in forward),
        tuple(known[node] for node in backward),
    )


def _rebuilt(node: Node, args: tuple[Node, ...]) -> Node:
    return node if args == node.args else make(node.op, args, node.shape, node.payload)


def _degree(node: Node, args: tuple[int, ...]) -> int:
    """Tell constants from what is linear in the variables without a constant part."""
    if node.op is VARIABLE:
        return LINEAR
    if not any(args):
        return CONSTANT
    match node.op.name:
        case "add" | "stack":
            linear = all(arg == LINEAR for arg in args)
        case "div" | "eldiv":
            linear = args == (LINEAR, CONSTANT)
        case name if name in PRODUCTS:
            linear = sum(args) == LINEAR
        case name:
            linear = name in LINEAR_ALONE and args[0] == LINEAR and not any(args[1:])
    return LINEAR if linear else OTHER


def _is_heavy(node: Node) -> bool:
    """Answer whether a linear expression costs a product, or a pass over a matrix."""
    if node.op.name in TOTALS:
        return node.args[0].kind is Kind.MATRIX
    return node.op.name == "tensor" or _is_matrix_product(node)


def _parents(roots: Iterable[Node]) -> dict[Node, set[Node | None]]:
    """Return who uses each node; a root is used by nobody, which counts too."""
    roots = tuple(roots)
    parents: dict[Node, set[Node | None]] = {}
    for node in postorder(roots):
        for arg in node.args:
            parents.setdefault(arg, set()).add(node)
    for root in roots:
        parents.setdefault(root, set()).add(None)
    return parents


def _largest(node: Node, parents: dict[Node, set[Node | None]], degrees: dict[Node, int]) -> Node:
    """Go up while one linear expression of at most the same order is all that uses this one."""
    while len(parents[node]) == 1:
        (above,) = parents[node]
        if above is None or degrees[above] != LINEAR:
            break
        if len(above.shape.axes) > len(node.shape.axes):
            break
        node = above
    while node.op.name in {"neg", "transpose"} and degrees[node.args[0]] == LINEAR:
        node = node.args[0]  # a sign costs nothing where the image is used
    return node


def _grouped(
    forward: Sequence[Node],
    backward: Sequence[Node],
    degrees: dict[Node, int],
    heavy: list[Node],
) -> tuple[tuple[Node, ...], tuple[Node, ...]]:
    """Write ``A*x + B*z - b`` as ``(A*x + B*z) - b``, so that the sum is one image."""
    roots = (*forward, *backward)
    mixed = [node for node in degrees if node.op is ADD and degrees[node] == OTHER]
    if not mixed:
        return tuple(forward), tuple(backward)
    parents = _parents(roots)
    cores = set(heavy)
    holding: dict[Node, bool] = fold(roots, lambda node, args: node in cores or any(args))
    groups: dict[Node, list[Node]] = {}
    for node in mixed:
        group = [arg for arg in node.args if degrees[arg] == LINEAR and len(parents[arg]) == 1]
        if len(group) > 1 and any(holding[arg] for arg in group):
            groups[node] = group
    if not groups:
        return tuple(forward), tuple(backward)

    def rebuilt(node: Node, args: tuple[Node, ...]) -> Node:
        if node not in groups:
            return _rebuilt(node, args)
        chosen = set(groups[node])
        inside = [new for old, new in zip(node.args, args, strict=True) if old in chosen]
        others = [new for old, new in zip(node.args, args, strict=True) if old not in chosen]
        return _with_group(node, inside, others)

    known = fold(roots, rebuilt)
    fold(known.values(), _degree, degrees)
    return tuple(known[node] for node in forward), tuple(known[node] for node in backward)


def _with_group(node: Node, inside: list[Node], others: list[Node]) -> Node:
    """Add up the linear terms first; a sign that all of them have stays outside."""
    if all(term.op is NEG for term in inside):
        total = make(ADD, tuple(term.args[0] for term in inside), node.shape)
        return make(ADD, (*others, make(NEG, (total,), node.shape)), node.shape)
    return make(ADD, (make(ADD, tuple(inside), node.shape), *others), node.shape)


def _leaves(values: Sequence[Node], taken: Container[str]) -> tuple[Node, ...]:
    """Return a leaf for each image: ``u``, or ``u1``, ``u2`` and so on."""
    leaves: list[Node] = []
    for place, value in enumerate(values):
        name = "u" if len(values) == 1 else f"u{place + 1}"
        while name in taken:
            name += "_"
        leaves.append(symbol(VARIABLE, name, value.shape, frozenset()))
    return tuple(leaves)
