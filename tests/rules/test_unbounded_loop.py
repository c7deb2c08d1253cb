"""What a finding of CGR306 says, and which loops are left to CGR301."""

from __future__ import annotations

import pytest

from cgr_audit.audit.engine import audit_program
from cgr_audit.audit.finding import Confidence, Finding
from cgr_audit.source.program import Program
from tests.rules.finding_lines import CONTRACT, REGISTRY, finding_lines

SKIPPING = "def f(x):\n    i = 0\n    while i < len(x):\n        if x[i] < 0:\n            continue\n        i += 1\n"


def finding_in(source: str) -> Finding:
    [finding] = audit_program(Program("a.py", "a.py", source.encode()), CONTRACT, [REGISTRY.find("CGR306")]).findings
    return finding


@pytest.mark.parametrize(
    ("source", "message", "confidence"),
    [
        (
            "def f(n):\n    while True:\n        n += 1\n",
            "this loop never terminates: no exit is reachable",
            Confidence.HIGH,
        ),
        (
            "def f(n):\n    while n > 0:\n        print(n)\n",
            "once entered, this loop never terminates: nothing in it changes its test",
            Confidence.HIGH,
        ),
        (
            SKIPPING,
            "this loop can repeat forever: one path through it changes nothing it tests",
            Confidence.MEDIUM,
        ),
    ],
)
def test_a_finding_says_how_certain_it_is(source: str, message: str, confidence: Confidence) -> None:
    finding = finding_in(source)
    assert (finding.message, finding.confidence) == (message, confidence)


def test_the_path_that_repeats_is_the_evidence() -> None:
    assert [(one.span.line, one.message) for one in finding_in(SKIPPING).evidence] == [
        (4, "on the path that repeats"),
        (5, "on the path that repeats"),
    ]


def test_a_loop_that_asks_the_solver_is_an_unbounded_solver_loop_alone() -> None:
    source = "def solve(question):\n    while question:\n        a = llm_model(question, {})\n    return a, 'A', 1\n"
    assert (finding_lines("CGR301", source), finding_lines("CGR306", source)) == ([2], [])
    silent = source.replace("llm_model(question, {})", "1")
    assert (finding_lines("CGR301", silent), finding_lines("CGR306", silent)) == ([], [2])
