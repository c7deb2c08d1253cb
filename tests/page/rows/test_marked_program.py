from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from cgr_audit.page.rows.marked_program import marked_program


def finding(line: int, column: int, end_line: int, end_column: int, **more: Any) -> dict[str, Any]:
    span = {"line": line, "column": column, "end_line": end_line, "end_column": end_column}
    return {
        "code": "CGR1", "slug": "a", "severity": "error", "message": "m", "status": "active", "span": span, **more,
    }  # fmt: skip


def plain(line: str | list[Any]) -> str:
    return line if isinstance(line, str) else "".join(piece if isinstance(piece, str) else piece[0] for piece in line)


def test_a_mark_covers_exactly_its_span_counted_in_code_points() -> None:
    record = marked_program("x = '𝄞é' + y\n".encode(), [finding(1, 5, 1, 9)])
    assert record["lines"] == [["x = ", ["'𝄞é'", [0]], " + y"], ""]


def test_overlapping_marks_are_cut_where_either_begins_or_ends() -> None:
    record = marked_program(b"abcdef", [finding(1, 1, 1, 5), finding(1, 3, 1, 7)])
    assert record["lines"] == [[["ab", [0]], ["cd", [0, 1]], ["ef", [1]]]]


def test_a_mark_goes_on_over_lines() -> None:
    record = marked_program(b"a(\n  b,\n)", [finding(1, 2, 3, 2)])
    assert record["lines"] == [["a", ["(", [0]]], [["  b,", [0]]], [[")", [0]]]]


def test_a_finding_without_a_place_is_about_the_whole_program() -> None:
    record = marked_program(b"a", [finding(1, 1, 1, 2) | {"span": None}])
    assert record["lines"] == ["a"]
    assert [one["line"] for one in record["findings"]] == [0]


def test_a_span_beyond_the_text_marks_nothing_and_breaks_nothing() -> None:
    record = marked_program(b"ab", [finding(1, 2, 1, 99), finding(7, 1, 9, 2)])
    assert record["lines"] == [["a", ["b", [0]]]]
    assert [one["line"] for one in record["findings"]] == [1, 1]


def test_what_hides_is_spelled_out_and_tabs_stand_where_they_stood() -> None:
    record = marked_program("\tx\u202e\t= 1".encode(), [finding(1, 2, 1, 3, message="a\u202eb\n")])
    assert record["lines"] == [["    ", ["x", [0]], "\\u202e  = 1"]]
    assert record["findings"][0]["message"] == "a\\u202eb\\n"


spans = st.tuples(st.integers(1, 6), st.integers(1, 12), st.integers(0, 3), st.integers(1, 12))


@given(st.text("ab\t\né𝄞", max_size=40), st.lists(spans, max_size=5))
def test_whatever_is_marked_the_text_is_that_of_the_unmarked_program(
    text: str, places: list[tuple[int, int, int, int]]
) -> None:
    found = [finding(line, column, line + further, end) for line, column, further, end in places]
    marked = marked_program(text.encode(), found)["lines"]
    assert [plain(line) for line in marked] == marked_program(text.encode(), [])["lines"]
