from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from cgr_audit.extractors.last_letter import LAST_LETTER
from cgr_audit.extractors.published import PUBLISHED

TEXTS = ("one", "two", "three")


def last(response: str, option_ids: tuple[str, ...] = ("A", "B", "C")) -> str | None:
    return LAST_LETTER.extract(response, option_ids, TEXTS[: len(option_ids)])


def test_the_last_capital_that_is_an_option_counts() -> None:
    assert last("A man ... so C") == "C"
    assert last("It is B. I am sure.") == "B"
    assert last("B, as E is none of the options") == "B"
    assert last("b or c") is None
    assert last("BC") is None
    assert last("") is None


def test_without_known_options_it_is_the_last_capital() -> None:
    assert last("It is B. I am sure.", ()) == "I"


def test_ids_that_are_no_single_capitals_are_never_found() -> None:
    assert last("1 or 2", ("1", "2")) is None
    assert last("a or b", ("a", "b")) is None


@given(st.text(alphabet="ABX ab.,_-é1", max_size=30))
def test_where_a_text_has_one_capital_only_first_and_last_are_the_same(response: str) -> None:
    if len(re.findall(r"\b[A-Z]\b", response)) == 1:
        assert last(response, ()) == PUBLISHED.extract(response, (), ())
