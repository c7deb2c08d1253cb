"""Judging one program, in the words of tests."""

from __future__ import annotations

from collections.abc import Iterable

from cgr_audit.sandbox.limits import Limits
from cgr_audit.scorecards.running.program_tests import Failure, TestCase, Tested, TestResult, run_tests

QUICK = Limits(fuel=3 * 10**9)
PASSED = TestResult(passed=True)
NEXT = "def following(x):\n    return x + 1\n"


def judged(program: str, tests: str | Iterable[TestCase], entry: str | None = None) -> TestResult:
    given = tests if isinstance(tests, str) else tuple(tests)
    (judgement,) = run_tests([Tested(program, given, entry)], jobs=1, limits=QUICK)
    return judgement


def failed(failure: Failure, reason: str, lacks: str | None = None) -> TestResult:
    return TestResult(passed=False, failure=failure, reason=reason, lacks=lacks)
