"""Which difficulties are levels."""

from __future__ import annotations

from functools import partial

import pytest

from tests.rules.finding_lines import finding_lines

lines = partial(finding_lines, "CGR110")


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        pytest.param(
            """\
def solve(question, options, exp_config):
    a = extract_answer(llm_model(question, exp_config))
    level = "medium" if len(question) > 50 else "easy"
    return (a if a != "X" else "X"), "B", level
""",
            [3, 3],
            id="words chosen by the item",
        ),
        pytest.param(
            """\
def solve(question, options, exp_config):
    a = extract_answer(llm_model(question, exp_config))
    return (a if a != "X" else "X"), "B", str(3)
""",
            [3],
            id="a number made a text",
        ),
        pytest.param(
            """\
DIFFICULTY = {"physics": 0.7}
def solve(question, options, exp_config):
    a = extract_answer(llm_model(question, exp_config))
    return (a if a != "X" else "X"), "B", DIFFICULTY["physics"]
""",
            [1],
            id="a share out of a table",
        ),
    ],
)
def test_something_is_found_in(source: str, expected: list[int]) -> None:
    assert lines(source) == expected


@pytest.mark.parametrize(
    "source",
    [
        pytest.param(
            """\
def solve(question, options, exp_config):
    a = extract_answer(llm_model(question, exp_config))
    d = extract_answer(llm_model("hard? " + question, exp_config))
    return (a if a != "X" else "X"), "B", max(1, min(5, len(d)))
""",
            id="a number held between two levels",
        ),
        pytest.param(
            """\
def solve(question, options, exp_config):
    a = extract_answer(llm_model(question, exp_config))
    result = (a if a != "X" else "X"), "B", 3
    return result[:2]
""",
            id="a slice that has no difficulty, which is CGR103",
        ),
        pytest.param(
            """\
def solve(question, options, exp_config):
    a = extract_answer(llm_model(question, exp_config))
    return {a if a != "X" else "X", "B", 3}
""",
            id="a set, which is CGR103",
        ),
    ],
)
def test_nothing_is_found_in(source: str) -> None:
    assert lines(source) == []
