"""Judging one program, in the words of tests."""

from __future__ import annotations

from collections.abc import Iterable

from cgr_audit.sandbox.limits import Limits
from cgr_audit.scorecards.running.judgement import Failure, Judgement, TestCase, Tested, judge

QUICK = Limits(fuel=3 * 10**9)
PASSED = Judgement(passed=True)
NEXT = "def following(x):\n    return x + 1\n"


def judged(program: str, tests: str | Iterable[TestCase], entry: str | None = None) -> Judgement:
    given = tests if isinstance(tests, str) else tuple(tests)
    (judgement,) = judge([Tested(program, given, entry)], jobs=1, limits=QUICK)
    return judgement


def failed(failure: Failure, reason: str, lacks: str | None = None) -> Judgement:
    return Judgement(passed=False, failure=failure, reason=reason, lacks=lacks)
