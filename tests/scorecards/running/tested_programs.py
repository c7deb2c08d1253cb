"""Judging one program, in the words of tests."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from cgr_audit.sandbox.limits import Limits
from cgr_audit.scorecards.running.output import FunctionCall, Output, ScriptRun
from cgr_audit.scorecards.running.runner import Failure, ProgramRunner, TestCase, Tested, TestResult
from cgr_audit.scorecards.running.sandboxes import DEFAULT_LIMITS

QUICK = Limits(fuel=3 * 10**9)
PASSED = TestResult(passed=True)
NEXT = "def following(x):\n    return x + 1\n"


def run_tests(programs: Sequence[Tested], jobs: int, limits: Limits = DEFAULT_LIMITS) -> list[TestResult]:
    return ProgramRunner(jobs, limits).run_tests(programs)


def outputs(calls: Sequence[FunctionCall | ScriptRun], jobs: int) -> list[Output]:
    return ProgramRunner(jobs).outputs(calls)


def judged(program: str, tests: str | Iterable[TestCase], entry: str | None = None) -> TestResult:
    given = tests if isinstance(tests, str) else tuple(tests)
    (judgement,) = run_tests([Tested(program, given, entry)], jobs=1, limits=QUICK)
    return replace(judgement, assertions_inside=0)


def failed(failure: Failure, reason: str, lacks: str | None = None) -> TestResult:
    return TestResult(passed=False, failure=failure, reason=reason, lacks=lacks)
