"""Faults of tests themselves, told without any program: the same for every program that has these tests."""

from __future__ import annotations

from cgr_audit.sandbox.outcome import Completed, HostFailure, Run, describe_outcome
from cgr_audit.scorecards.running.assertions import UnusableTestsError, imports_of, planned, tested_builtins
from cgr_audit.scorecards.running.outcomes import TestResult, Unknown, unknown
from cgr_audit.scorecards.running.program_form import guest_text
from cgr_audit.scorecards.running.sandboxes import Sandboxes

__all__ = ["fault_of_tests"]

_TESTED = "_tested"
"""What ``check`` is called with where no entry is known."""


def fault_of_tests(tests: str, entry: str | None, sandboxes: Sandboxes) -> TestResult | None:
    """Why nothing can be known by these tests, whatever the program; nothing if they may be used.

    They are run without a program, up to the first thing that they ask of one. What they raise before, and what they
    do not come to the end of, is their own fault, and so is an import of what the sandbox does not have, wherever it
    stands, save where the tests go on without. In doubt they may be used.

    Args:
        tests: Python text; see ``assertions.planned``.
        entry: the function that is tested, where it is known.
        sandboxes: where.
    """
    called = entry or _TESTED
    try:
        plan = planned(tests, called)
    except UnusableTestsError as error:
        return unknown(Unknown.TESTS_UNUSABLE, str(error))
    asked = repr((imports_of(tests), plan.inside, called, tested_builtins(tests, entry)))[1:-1]
    return _fault(sandboxes.tell(guest_text("probing"), asked, "probe", plan.length))


def _fault(run: Run) -> TestResult | None:
    match run.outcome:
        case HostFailure():
            return unknown(Unknown.SANDBOX_FAILED, f"trying the tests: {describe_outcome(run.outcome)}")
        case _ if run.calls:
            return None
        case Completed(value=(_, str(type_name), str(message))) if type_name:
            return unknown(Unknown.TESTS_UNUSABLE, f"the tests raise by themselves: {type_name}: {message}")
        case Completed(value=(True, *_)):
            return None
        case Completed():
            return unknown(Unknown.TESTS_UNUSABLE, "the tests end without asking anything of a program")
        case outcome:
            return unknown(Unknown.TESTS_UNUSABLE, f"the tests by themselves: {describe_outcome(outcome)}")
