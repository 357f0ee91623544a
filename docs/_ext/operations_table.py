"""Two Sphinx directives that print tables when the documentation is built.

``operations GROUP`` prints the rows of ``gennaker.operations``, ``kinds OPERATOR`` the kinds that an
operator makes; so the pages cannot say anything else than the code does.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from docutils import nodes
from operation_words import GROUPS, kinds_table, operations_table
from sphinx.util.docutils import SphinxDirective

if TYPE_CHECKING:
    from collections.abc import Callable

    from sphinx.application import Sphinx


class _Table(SphinxDirective):
    required_arguments = 1
    final_argument_whitespace = True
    markdown: ClassVar[Callable[[str], str]]

    def run(self) -> list[nodes.Node]:
        """Write the table as Markdown and let the page's own parser read it."""
        return self.parse_text_to_nodes(type(self).markdown(self.arguments[0]))


class OperationsDirective(_Table):
    """The functions or the operators of a group."""

    markdown = staticmethod(operations_table)

    def run(self) -> list[nodes.Node]:
        """Refuse a group that does not exist with the ones that do."""
        if self.arguments[0] not in GROUPS:
            message = f"no group of operations {self.arguments[0]!r}; there are {list(GROUPS)}"
            raise self.error(message)
        return super().run()


class KindsDirective(_Table):
    """The kinds that an operator makes of its operands."""

    markdown = staticmethod(kinds_table)


def setup(app: Sphinx) -> dict[str, bool]:
    """Make the directives known to Sphinx."""
    app.add_directive("operations", OperationsDirective)
    app.add_directive("kinds", KindsDirective)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
