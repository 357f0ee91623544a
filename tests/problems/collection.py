"""All cases with known optima: as published, in closed form, and made difficult on purpose."""

from __future__ import annotations

from tests.problems import closed_form, stated
from tests.problems.case import Case
from tests.problems.variants import variants_of

PLAIN: tuple[Case, ...] = (*stated.CASES, *closed_form.CASES)
VARIANTS: tuple[Case, ...] = variants_of({case.name: case for case in PLAIN})
CASES: tuple[Case, ...] = (*PLAIN, *VARIANTS)
