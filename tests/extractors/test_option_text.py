from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cgr_audit.extractors.option_text import OPTION_TEXT


def option(response: str, *texts: str) -> str | None:
    return OPTION_TEXT.extract(response, tuple("ABCDE"[: len(texts)]), texts)


@pytest.mark.parametrize(
    ("response", "texts", "answer"),
    [
        ("It is oil.", ("oil", "current"), "A"),
        ("It is OIL", ("oil", "current"), "A"),
        ("It is oil\n  debris", ("resistance", "oil debris"), "B"),
        ("oil and current", ("oil", "current"), None),
        ("nothing of these", ("oil", "current"), None),
        ("boiling", ("oil", "current"), None),
        ("oil debris", ("oil", "oil debris"), "B"),
        ("oil", ("oil", "oil debris"), "A"),
        ("oil, and oil debris", ("oil", "oil debris"), None),
        ("debris of oil debris", ("debris", "oil debris"), None),
        ("the first and last day", ("first and last", "last day"), None),
        ("oil", ("oil", "oil"), None),
        ("oil", ("", "oil"), "B"),
        ("", ("", "oil"), None),
        ("“Straße”", ("STRASSE", "Weg"), "A"),
        ("ﬁne", ("fine", "bad"), "A"),
        ("It melts.", ("melts.", "freezes."), "A"),
        ("**Vitamin c**", ("vitamin C", "vitamin D"), "A"),
        ("a man", ("A", "B"), None),
        ("A or b", ("A", "B"), "A"),
        ("the answer is 5", ("5", "6"), "A"),
        ("the answer is 5.", ("5", "6"), "A"),
        ("the answer is 15", ("5", "6"), None),
        ("the answer is 5.5", ("5", "6"), None),
        ("the answer is 1.5", ("5", "6"), None),
        ("the answer is .5", ("5", "6"), None),
        ("the answer is -5", ("5", "6"), None),
        ("the answer is -5", ("5", "-5"), "B"),
        ("1/2", ("2", "1/2"), "B"),
        ("$5,000", ("5", "5,000"), "B"),
        ("67.40", ("$67.40", "67.40"), "B"),
        ("none of these", ("oil", "None of these"), "B"),
    ],
)
def test_the_text_of_exactly_one_option_counts(response: str, texts: tuple[str, ...], answer: str | None) -> None:
    assert option(response, *texts) == answer


def test_without_options_nothing_is_found() -> None:
    assert OPTION_TEXT.extract("oil", (), ()) is None


words = st.lists(st.sampled_from("abc"), min_size=1, max_size=12).map(" ".join)


@given(response=words, texts=st.lists(words, min_size=2, max_size=4, unique=True))
def test_a_text_counts_where_no_longer_option_is_around_it(response: str, texts: list[str]) -> None:
    def places(text: str) -> set[tuple[int, int]]:
        return {
            (found.start(), found.start() + len(text)) for found in re.finditer(rf"(?={re.escape(text)}\b)", response)
        }

    named = []
    for letter, text in zip("ABCD", texts, strict=False):
        around = {place for longer in texts if longer != text and text in longer for place in places(longer)}
        if any(not any(a <= start and end <= b for a, b in around) for start, end in places(text)):
            named.append(letter)
    assert option(response, *texts) == (named[0] if len(named) == 1 else None)
