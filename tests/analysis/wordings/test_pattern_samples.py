"""Texts that patterns match."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cgr_audit.analysis.wordings.pattern_samples import MOST_SAMPLES, pattern_samples
from tests.analysis.wordings.lines_run import lines_run

MOST_PARTS = 2_000
MOST_LINES = 150_000
"""Of Python for the samples of one pattern: some hundredths of a second."""


def named(pattern: str, *, is_verbose: bool = False) -> list[str]:
    """The samples, naming option C."""
    return [sample.naming("C", "3", "C") for sample in pattern_samples(pattern, is_verbose=is_verbose)]


@pytest.mark.parametrize(
    ("pattern", "texts"),
    [
        (r"FINAL ANSWER:\s*\[?([A-E])\]?", ["FINAL ANSWER: C"]),
        (r"<answer>\s*([A-Z])\s*</answer>", ["<answer> C </answer>"]),
        (r"\\boxed\{([A-E])\}", ["\\boxed{C}"]),
        (r"\(([a-e])\)", ["(c)"]),
        (r"\b(INCREASES|UNCHANGED|DECREASES)\b", ["INCREASES", "UNCHANGED", "DECREASES"]),
        (r"(?i)verdict\s*[:=]\s*(alpha|bravo)", ["verdict : alpha", "verdict : bravo"]),
        (r"Confidence:\s*(\d+)", ["Confidence: 3"]),
        (r"(not )?supported", ["supported", "not supported"]),
        (r"(?:the )?answer is (?P<letter>[A-E])(?=\.)", ["answer is C", "the answer is C"]),
        (r"(?<=Answer: )[A-E]", ["Answer: C"]),
        (r"(?<!no )(?!x)[^a-z\d]+", ["C"]),
        (r"Answer:\s*(.*)", ["Answer: C"]),
        (r"(yes|no)\b.*?([A-E])", ["yes C", "no C"]),
        (r"[-+]?\d*\.?\d+", ["3"]),
        (r"[]x]{2}|a{,2}b", ["xx", "b"]),
        (r"a{x}(?#what)(?s:.)\.", ["a{x}C."]),
    ],
)
def test_a_text_for_each_way_that_a_pattern_opens(pattern: str, texts: list[str]) -> None:
    assert named(pattern) == texts
    assert all(re.search(pattern, text + ".") for text in texts)


def test_blanks_and_comments_of_a_verbose_pattern_mean_nothing() -> None:
    pattern = "Answer:  # what was asked for\n  \\s* ([A-E])"
    assert named(pattern, is_verbose=True) == ["Answer: C"]
    assert named("(?x)" + pattern) == ["Answer: C"]


@pytest.mark.parametrize(
    "pattern", [r"(\w)\1", "(", "[", ")", "(?P=x)", "(a)(?(1)b|c)", "\\", "(?", "(?P<x", "x" * 1001, "(" * 30]
)
def test_what_is_not_understood_has_none(pattern: str) -> None:
    assert pattern_samples(pattern) == ()


@given(st.text(alphabet="ab1 AC.|()[]{}*+?\\^$-,:=!<>P#swd", max_size=25))
def test_no_pattern_is_too_strange(pattern: str) -> None:
    assert len(pattern_samples(pattern)) <= MOST_SAMPLES


def work(pattern: str) -> int:
    """What the samples of a pattern take."""
    return lines_run(lambda: pattern_samples(pattern))


@pytest.mark.parametrize(
    "pattern",
    [
        "(" * 8 + "a{20}" + "){20}" * 8,
        "(?:" * 8 + "[A-E]{20}" + "){20}" * 8,
        "(" * 8 + "a|b{20}" + "|c){20}" * 8,
        "(" * 19 + "a|" * 400 + ")" * 19,
        "((a{20}){20}){5}|" * 58,
        "(a|b|c|d)" * 110,
        "[" + "\u4e00" * 990 + "]",
        "[\u024f\u4e00\u4e01\u4e02]" * 160,
        "[^\x00-\u024e]" * 140,
        "a{1" * 330,
        "x{20}{20}{20}" * 70,
    ],
)
def test_no_pattern_takes_more_than_bounded_work(pattern: str) -> None:
    assert work(pattern[:1000]) < MOST_LINES


@pytest.mark.parametrize(
    "pattern", ["(" * 8 + "a{20}" + "){20}" * 8, "(((([A-E]{20}){20}){20}){20})", "(a{20}){20}" * 8]
)
def test_a_pattern_whose_text_would_be_too_long_has_no_samples(pattern: str) -> None:
    assert pattern_samples(pattern) == ()


def test_the_longest_text_is_made() -> None:
    (sample,) = pattern_samples("((([A-E]){20}){20}){5}")
    assert len(sample.parts) == MOST_PARTS
    assert pattern_samples("((([A-E]){20}){20}){6}") == ()


nested_patterns = st.recursive(
    st.sampled_from(["a", ".", r"\d", "[A-E]", "[\u4e00]", "[^a-z]", "(?i)", " "]),
    lambda inner: st.one_of(
        inner.map(lambda one: f"({one})"),
        inner.map(lambda one: f"(?:{one}){{20}}"),
        inner.map(lambda one: f"({one}){{20,}}"),
        inner.map(lambda one: f"({one})*"),
        st.tuples(inner, inner).map("|".join).map("({})".format),
        st.tuples(inner, inner).map("".join),
    ),
    max_leaves=60,
)


@given(nested_patterns)
def test_nested_patterns_take_bounded_work(pattern: str) -> None:
    assert work(pattern) < MOST_LINES
    assert all(len(sample.parts) <= MOST_PARTS for sample in pattern_samples(pattern))
