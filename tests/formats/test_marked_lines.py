"""Marks stand under what they are about, however wide the characters before them are."""

from __future__ import annotations

import pytest

from cgr_audit.audit.excerpt import excerpts
from cgr_audit.audit.finding import Evidence
from cgr_audit.formats.marked_lines import Mark, MarkedLine, marked_lines
from cgr_audit.source.positions import Span
from tests.formats.conftest import make_finding


@pytest.mark.parametrize(
    ("line", "span", "shown", "offset", "width"),
    [
        ("x = open(y)", Span(1, 5, 1, 12), "x = open(y)", 4, 7),
        ("\tx = 1", Span(1, 2, 1, 3), "    x = 1", 4, 1),
        ('"\u4e2d\u6587" + x', Span(1, 8, 1, 9), '"\u4e2d\u6587" + x', 9, 1),
        ("a\u0301 + x", Span(1, 6, 1, 7), "a\u0301 + x", 4, 1),
        ('"\x1b" + x', Span(1, 7, 1, 8), '"\\x1b" + x', 9, 1),
        ("x = f(", Span(1, 5, 3, 2), "x = f(", 4, 2),
        ("", Span(1, 1, 1, 1), "", 0, 1),
        ("ab", Span(1, 9, 1, 12), "ab", 2, 1),
    ],
    ids=["plain", "tab", "wide", "combining", "control", "several lines", "empty", "beyond"],
)
def test_a_mark_is_under_its_text(line: str, span: Span, shown: str, offset: int, width: int) -> None:
    finding = make_finding(span=span, evidence=())
    assert marked_lines(finding, excerpts([finding], [line])) == (
        MarkedLine(1, shown, (Mark(offset, width, "", True),)),
    )


def test_lines_come_in_the_programs_order_and_marks_from_left_to_right() -> None:
    steps = (Evidence(Span(3, 1, 3, 2), "c"), Evidence(Span(1, 3, 1, 4), "b"), Evidence(Span(1, 1, 1, 2), "a"))
    finding = make_finding(span=Span(2, 1, 2, 2), evidence=steps)
    lines = marked_lines(finding, excerpts([finding], ["x y", "z", "w"]))
    assert [(line.number, [mark.message for mark in line.marks]) for line in lines] == [
        (1, ["a", "b"]),
        (2, [""]),
        (3, ["c"]),
    ]


def test_evidence_at_the_finding_itself_is_said_beside_its_mark() -> None:
    place = Span(1, 1, 1, 2)
    finding = make_finding(span=place, evidence=(Evidence(place, "here"),))
    assert marked_lines(finding, excerpts([finding], ["x"])) == (MarkedLine(1, "x", (Mark(0, 1, "here", True),)),)


def test_of_a_line_of_a_megabyte_the_marked_piece_is_shown() -> None:
    line = "a" * 500_000 + "open" + "b" * 500_000
    finding = make_finding(span=Span(1, 500_001, 1, 500_005), evidence=())
    (shown,) = marked_lines(finding, excerpts([finding], [line]))
    (mark,) = shown.marks
    assert len(shown.text) == 402
    assert (shown.text[0], shown.text[-1]) == ("\u2026", "\u2026")
    assert shown.text[mark.offset : mark.offset + mark.width] == "open"
