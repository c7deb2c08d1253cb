"""Whether programs pass their tests."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from cgr_audit.sandbox.limits import Limits
from cgr_audit.scorecards.running.assertion_runs import run_assertions
from cgr_audit.scorecards.running.cases import TestCase, run_cases
from cgr_audit.scorecards.running.faults_of_tests import fault_of_tests
from cgr_audit.scorecards.running.limits import DEFAULT_LIMITS
from cgr_audit.scorecards.running.once import once_each
from cgr_audit.scorecards.running.outcomes import Failure, TestResult, Unknown
from cgr_audit.scorecards.running.sandboxes import Sandboxes
from cgr_audit.scorecards.running.syntax import not_text

__all__ = ["Failure", "TestCase", "TestResult", "Tested", "Unknown", "run_tests"]


@dataclass(frozen=True, slots=True)
class Tested:
    """A program and its tests."""

    # By its name, pytest would take it for a class of tests.
    __test__ = False

    program: str
    tests: tuple[TestCase, ...] | str
    """Cases, or Python text with ``assert`` statements, such as MBPP's, or a ``check(candidate)``, as HumanEval's."""
    entry: str | None = None
    """The function that is tested; by default found as in ``FunctionCall``."""


def run_tests(
    programs: Sequence[Tested],
    *,
    jobs: int,
    limits: Limits | None = None,
    report: Callable[[str], None] | None = None,
) -> list[TestResult]:
    """Run each program with its tests in fresh instances of the sandbox; results in order, equal ones are run once.

    Args:
        programs: what is judged.
        jobs: how many at a time.
        limits: of one run, which is one case, or all ``assert`` statements together; ``DEFAULT_LIMITS`` without.
        report: takes a line where getting ready takes long; silent without.

    Raises:
        SandboxError: there is no sandbox to run anything in.
    """
    sandboxes = Sandboxes(limits or DEFAULT_LIMITS, report, jobs)
    judged = once_each(lambda tested: _judged(tested, sandboxes), programs, jobs)
    return _without_faults_of_tests(programs, judged, sandboxes)


def _without_faults_of_tests(
    programs: Sequence[Tested], judged: Sequence[TestResult], sandboxes: Sandboxes
) -> list[TestResult]:
    """The results, with nothing known of programs that fail where the tests let no program pass."""
    blamed = {
        place: (tested.tests, tested.entry)
        for place, (tested, result) in enumerate(zip(programs, judged, strict=True))
        if result.failure is not None and isinstance(tested.tests, str)
    }
    faults = once_each(lambda one: fault_of_tests(*one, sandboxes), list(blamed.values()), sandboxes.guests)
    found = list(judged)
    for place, fault in zip(blamed, faults, strict=True):
        found[place] = fault or judged[place]
    return found


def _judged(tested: Tested, sandboxes: Sandboxes) -> TestResult:
    broken = not_text(tested.program)
    if broken is not None:
        return broken
    program = tested.program.encode("utf-8")
    if isinstance(tested.tests, str):
        return run_assertions(program, tested.tests, tested.entry, sandboxes)
    return run_cases(program, tested.tests, tested.entry, sandboxes)
