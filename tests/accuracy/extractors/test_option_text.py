from __future__ import annotations

import pytest

from cgr_audit.accuracy.extractors.option_text import OPTION_TEXT


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
