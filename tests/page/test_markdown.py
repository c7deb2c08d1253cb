from __future__ import annotations

import pytest

from cgr_audit.page.content import Report
from cgr_audit.page.markdown import markdown_report
from cgr_audit.tables.markdown import code_span


def test_the_twin_says_what_the_page_says(report: Report) -> None:
    text = markdown_report(report)
    assert "3 programs · 1 generator · 3 items · 1 dataset · 2 solvers · 6 rows" in text
    assert "**– → –**, direct → assisted (3 rows, too few for a percentage, all programs kept); gain: undefined" in text
    assert "2 approved (2 rows) · 0 observe (0 rows) · 1 refused (1 row)" in text
    assert "| dropped | micro | 2 | 1 | 2 rows: too few | too few | too few | too few | too few | too few " in text
    assert "| counted wrong | micro | 3 | 1 | 3 rows: too few | too few | too few | too few | too few " in text
    assert "### refused: `g/d/0<img src=x>.py`" in text
    assert "- **CGR401 forbidden-import** (error; 1 finding in 1 program)" in text


def test_text_of_unknown_origin_means_only_itself(report: Report) -> None:
    text = markdown_report(report)
    assert "\\</script\\>\\<script\\>alert(1)" in text
    assert "<script>" not in text.replace("\\<script\\>", "")
    assert "\u202e" not in text


@pytest.mark.parametrize(
    ("text", "span"),
    [("a", "`a`"), ("a`b", "``a`b``"), ("`", "`` ` ``"), ("a``b`", "``` a``b` ```"), ("", "``")],
)
def test_code_stays_code_whatever_it_holds(text: str, span: str) -> None:
    assert code_span(text) == span
