"""No program that reaches further through the modules it may import is let through."""

from __future__ import annotations

import pytest

from corpus.capabilities.suite import capability_programs
from tests.rules.finding_lines import findings_of

PROGRAMS = capability_programs()
ERRORS = {"CGR401", "CGR402", "CGR403", "CGR404"}


@pytest.mark.parametrize("kind", sorted({title.partition("/")[0] for title in PROGRAMS}))
def test_every_program_of_a_kind_is_found(kind: str) -> None:
    chosen = {title: text for title, text in PROGRAMS.items() if title.startswith(f"{kind}/")}
    missed = [title for title, text in chosen.items() if not ERRORS.intersection(dict(findings_of("CGR4", text)))]
    assert chosen
    assert missed == []


def test_there_are_more_than_a_hundred() -> None:
    assert len(PROGRAMS) >= 200
