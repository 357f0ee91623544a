"""Colours for models in the documentation."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from pygments.lexer import RegexLexer, words
from pygments.lexers.special import TextLexer
from pygments.token import (
    Comment,
    Keyword,
    Name,
    Number,
    Operator,
    Punctuation,
    Text,
    Whitespace,
)

from gennaker.language.words import ATTRIBUTES, KEYWORDS, KINDS
from gennaker.operations.table import AXES, FUNCTION_NAMES

if TYPE_CHECKING:
    from sphinx.application import Sphinx


class GennakerLexer(RegexLexer):
    """Models in the language of Gennaker."""

    name = "Gennaker"
    aliases: ClassVar = ["gennaker"]
    filenames: ClassVar = ["model.txt"]
    tokens: ClassVar = {
        "root": [
            (r"\s+", Whitespace),
            (r"#.*", Comment.Single),
            (r"(?i:s\.t\.?)(?!\w)|[sS]ubject +to\b", Keyword),
            (words(sorted({"min", "max"}), suffix=r"(?=\()"), Name.Builtin),
            (words(sorted(KEYWORDS), prefix=r"\b", suffix=r"\b"), Keyword),
            # vector(1) is a constant; Vector x, and vector x, a declaration
            (words(sorted(KINDS), prefix=r"\b", suffix=r"\b(?!\()"), Keyword.Type),
            (words(ATTRIBUTES, prefix=r"\b", suffix=r"\b"), Keyword.Declaration),
            (words(sorted(FUNCTION_NAMES), prefix=r"\b", suffix=r"(?=\()"), Name.Builtin),
            (words(sorted({"eye", "end", *AXES}), prefix=r"\b", suffix=r"\b"), Name.Builtin.Pseudo),
            (r"(?:\d+(?:\.(?![*/^'])\d*)?|\.\d+)(?:[eE][+-]?\d+)?", Number),
            (r"[^\W\d]\w*(?=\s*:)", Name.Label),
            (r"[^\W\d]\w*", Name),
            (r"[-+*/^'=<>.≤≥]+", Operator),
            (r"[()\[\],;:]", Punctuation),
            (r".", Text),  # a wrong model may hold anything
        ]
    }


def setup(app: Sphinx) -> dict[str, bool]:
    """Make the lexer known to Sphinx; tables stay plain."""
    app.add_lexer("gennaker", GennakerLexer)
    app.add_lexer("csv", TextLexer)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
