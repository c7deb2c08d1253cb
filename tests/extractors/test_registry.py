from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cgr_audit.extractors.interface import Extractor
from cgr_audit.extractors.registry import EXTRACTORS


def test_the_published_rule_comes_first_and_names_are_distinct() -> None:
    assert [rule.name for rule in EXTRACTORS] == ["published", "anchored", "last_letter", "option_text"]


@pytest.mark.parametrize("rule", EXTRACTORS, ids=lambda rule: rule.name)
@given(
    response=st.text(max_size=60)
    | st.lists(st.sampled_from(["answer", ":", " is ", "A", "b", "(", ")", " or ", "1", "."])).map("".join),
    option_ids=st.lists(st.text(min_size=1, max_size=3), max_size=5, unique=True),
)
def test_whatever_the_response_a_rule_gives_an_option_or_nothing(
    rule: Extractor, response: str, option_ids: list[str]
) -> None:
    answer = rule.extract(response, option_ids, [f"text {option_id}" for option_id in option_ids])
    allowed = set(option_ids) if option_ids and rule.name != "published" else set("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    assert answer is None or answer in allowed
