"""How Sphinx builds the documentation: MyST pages in the furo theme."""

from __future__ import annotations

import sys
from importlib.metadata import version as installed_version
from pathlib import Path

sys.path.insert(0, str(Path(__file__).with_name("_ext")))

project = "Gennaker"
author = "The Gennaker authors"
copyright = author
version = release = installed_version("gennaker")

extensions = ["myst_parser", "sphinx.ext.mathjax", "gennaker_lexer", "operations_table"]
exclude_patterns = ["_build", "_ext"]
myst_enable_extensions = ["colon_fence", "deflist", "dollarmath"]
myst_heading_anchors = 4

html_theme = "furo"
html_title = "Gennaker"
