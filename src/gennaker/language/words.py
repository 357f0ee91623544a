"""The words of the language, and the words that people type in their place."""

from __future__ import annotations

from gennaker.language.habits import nearest

__all__ = [
    "ATTRIBUTES",
    "CALLABLE",
    "KEYWORDS",
    "KINDS",
    "RESERVED",
    "is_discrete",
    "likely_attribute",
    "likely_block",
    "likely_declaration",
]

KINDS = {
    "Matrix": "Matrix",
    "matrix": "Matrix",
    "Vector": "Vector",
    "vector": "Vector",
    "Scalar": "Scalar",
    "scalar": "Scalar",
}
ATTRIBUTES = ("symmetric", "psd", "sparse", "nonnegative", "positive")
BLOCKS = {
    "parameters": "parameters",
    "variables": "variables",
    "let": "let",
    "min": "min",
    "minimize": "min",
    "max": "max",
    "maximize": "max",
    "st": "st",
    "subject": "st",
}
KEYWORDS: dict[str, str] = {
    **BLOCKS,
    **{word.capitalize(): block for word, block in BLOCKS.items()},
}
"""Every spelling of a block header, and the block that it opens."""

CALLABLE = frozenset({"min", "max"})
"""Headers that are functions, too."""

RESERVED = frozenset(KEYWORDS) | frozenset(KINDS) | frozenset(ATTRIBUTES)
"""The words that cannot be names."""

BLOCK_HABITS = {
    "parameter": "parameters",
    "params": "parameters",
    "param": "parameters",
    "data": "parameters",
    "given": "parameters",
    "variable": "variables",
    "vars": "variables",
    "var": "variables",
    "unknowns": "variables",
    "minimise": "min",
    "maximise": "max",
    "minimum": "min",
    "maximum": "max",
    "objective": "min",
    "constraints": "st",
    "constraint": "st",
    "such": "st",
    "subjectto": "st",
    "subj": "st",
    "where": "let",
    "define": "let",
    "with": "let",
}
KIND_HABITS = {
    "vec": "Vector",
    "array": "Vector",
    "column": "Vector",
    "mat": "Matrix",
    "tensor": "Matrix",
    "real": "Scalar",
    "float": "Scalar",
    "double": "Scalar",
    "number": "Scalar",
    "constant": "Scalar",
    "const": "Scalar",
}
DISCRETE = frozenset({"int", "integer", "integers", "bool", "boolean", "binary"})
ATTRIBUTE_HABITS = {
    "nonneg": "nonnegative",
    "pos": "positive",
    "spd": "psd",
    "pd": "psd",
    "semidefinite": "psd",
    "sym": "symmetric",
    "hermitian": "symmetric",
}
SHORTEST_TYPO = 5


def likely_block(word: str) -> str | None:
    """Return the header that a word probably stands for.

    Example:
        >>> likely_block("varaibles"), likely_block("MIN"), likely_block("x")
        ('variables', 'min', None)

    """
    folded = word.lower()
    base, subscript, _ = folded.partition("_")
    if subscript and BLOCK_HABITS.get(base, KEYWORDS.get(base)) in CALLABLE:
        folded = base  # min_x, as on paper
    found = BLOCK_HABITS.get(folded) or KEYWORDS.get(folded)
    if found is not None or len(word) < SHORTEST_TYPO:
        return found
    return nearest(folded, (known for known in BLOCKS if len(known) >= SHORTEST_TYPO))


def is_discrete(word: str) -> bool:
    """Answer whether a word asks for whole or binary numbers."""
    return word.lower() in DISCRETE


def likely_declaration(word: str, name: str) -> tuple[str, str]:
    """Say what is wrong with a declaration that starts with some other word, and mend it."""
    folded = word.lower()
    if is_discrete(word):
        return (
            "all variables are continuous: there are no whole or binary numbers",
            f"Scalar {name}",
        )
    kinds = ("Matrix", "Vector", "Scalar")
    kind = KIND_HABITS.get(folded) or nearest(folded, kinds) or "Vector"
    return f"'{word}' is not a kind of data", f"{kind} {name}"


def likely_attribute(word: str) -> str | None:
    """Return the attribute that a word probably stands for."""
    folded = word.lower()
    if folded in ATTRIBUTES:
        return folded
    if folded in ATTRIBUTE_HABITS:
        return ATTRIBUTE_HABITS[folded]
    return nearest(folded, ATTRIBUTES) if len(word) >= SHORTEST_TYPO else None
