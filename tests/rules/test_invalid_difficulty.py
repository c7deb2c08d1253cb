"""Which difficulties are levels."""

from __future__ import annotations

import pytest

from cgr_audit.audit.engine import audit_program
from cgr_audit.audit.registry import load_registry
from cgr_audit.source.contract import load_contract
from cgr_audit.source.program import Program

RULES = [rule for rule in load_registry().rules if rule.meta.code == "CGR110"]


def lines(source: str) -> list[int]:
    """The lines on which something is found."""
    audit = audit_program(Program("case.py", "case.py", source.encode()), load_contract("cgr"), RULES)
    assert audit.failures == ()
    return [finding.span.line for finding in audit.findings if finding.span is not None]


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
    ],
)
def test_nothing_is_found_in(source: str) -> None:
    assert lines(source) == []
