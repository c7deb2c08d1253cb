"""Every format on text that was written to do harm: nothing fails, and nothing gets through."""

from __future__ import annotations

import csv
import io
import json
import unicodedata

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cgr_audit.audit.report import Audit
from cgr_audit.formats.interface import View
from cgr_audit.formats.registry import FORMATS, find_format
from cgr_audit.source.positions import Span
from tests.formats.conftest import Make, make_finding, make_program

ANY_TEXT = st.text(st.characters(), max_size=30)
ANY_SPAN = st.builds(
    lambda line, column, lines, width: Span(line, column, line + lines, column + width),
    st.integers(1, 5),
    st.integers(1, 40),
    st.integers(0, 2),
    st.integers(0, 40),
)


def rendered(name: str, audit: Audit) -> str:
    return "".join(find_format(name).render(audit))


def harmful(text: str) -> set[str]:
    """The characters that steer a terminal, cannot be encoded, or hide."""
    return {one for one in text if one != "\n" and unicodedata.category(one) in {"Cc", "Cf", "Cs", "Zl", "Zp"}}


@pytest.mark.parametrize("name", FORMATS)
def test_nothing_harmful_gets_through(name: str, broken_audit: Audit) -> None:
    text = rendered(name, broken_audit)
    assert harmful(text) == set()
    assert text.encode("utf-8")
    assert rendered(name, broken_audit) == text


@pytest.mark.parametrize("name", FORMATS)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(texts=st.tuples(ANY_TEXT, ANY_TEXT, ANY_TEXT), span=ANY_SPAN)
def test_no_text_makes_a_format_fail_or_leak(
    make_audit: Make, name: str, texts: tuple[str, str, str], span: Span
) -> None:
    message, program_id, source = texts
    place = {"program_id": program_id, "path": "rows.jsonl:3", "container": "rows.jsonl"}
    finding = make_finding(message, span=span)
    text = rendered(name, make_audit(make_program(finding, source=source, **place)))
    assert harmful(text) == set()
    if name in {"json", "sarif"}:
        assert json.loads(text)
    if name == "csv":
        header, row = csv.reader(io.StringIO(text, newline=""))
        assert len(header) == len(row)


def test_a_terminal_with_colours_gets_colours_and_nothing_else(broken_audit: Audit) -> None:
    coloured = "".join(find_format("terminal").render(broken_audit, View(colour=True)))
    plain = rendered("terminal", broken_audit)
    assert "\x1b[" in coloured
    stripped = coloured
    for code in ("1", "2", "31", "33", "34", "36", "1;31", "0"):
        stripped = stripped.replace(f"\x1b[{code}m", "")
    assert stripped == plain
