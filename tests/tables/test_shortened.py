"""Long names are cut, and go on differing."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from cgr_audit.tables.shortened import named, shortened, shortened_apart


def test_a_short_name_stays_and_a_long_one_keeps_both_its_ends() -> None:
    assert shortened("abcdefghij", 10) == "abcdefghij"
    assert shortened("abcdefghijk", 10) == "abcde…hijk"


def test_what_hides_is_spelled_out_and_counts_as_what_is_shown() -> None:
    assert shortened("a\u202eb", 10) == "a\\u202eb"
    assert shortened("a\u202e\u202eb", 10) == "a\\u20…02eb"


def test_blanks_that_no_reader_sees_are_shown_and_a_name_of_nothing_too() -> None:
    assert [named(text) for text in (" m", "m ", "a b", "a  b", "", " ")] == ["␣m", "m␣", "a b", "a␣␣b", '""', "␣"]
    assert named("a\u00a0b") == "a\\xa0b"
    assert named("模型 一") == "模型 一"
    assert list(shortened_apart([" m", "m", "␣m"], 10).values()) == ["␣m", "m", "␣m…2…"]


def test_names_that_would_be_cut_to_the_same_are_numbered() -> None:
    names = ["a" * 20 + middle + "b" * 20 for middle in "xyz"]
    assert list(shortened_apart(names, 11).values()) == ["aaaaa…bbbbb", "aaaa…2…bbbb", "aaaa…3…bbbb"]


def test_names_that_only_read_the_same_are_numbered_too() -> None:
    assert list(shortened_apart(["\n", "\\n"], 10).values()) == ["\\n", "\\n…2…"]


@given(st.lists(st.text("ab\n\\…23", max_size=40), unique=True), st.integers(12, 20))
def test_names_that_differ_go_on_differing_and_none_is_longer_than_it_may_be(names: list[str], longest: int) -> None:
    found = shortened_apart(names, longest)
    assert list(found) == names
    assert len(set(found.values())) == len(names)
    assert all(len(name) <= longest for name in found.values())
