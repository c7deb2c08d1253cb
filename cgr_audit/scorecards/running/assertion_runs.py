"""Judging a program by a text of assertions, and that text without any program."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from inspect import getsource
from typing import Any

from cgr_audit.sandbox.outcome import Completed, GuestError, HostFailure, Run, describe_outcome
from cgr_audit.sandbox.values import value_text
from cgr_audit.scorecards.running.assertions import AssertionPlan, UnusableTestsError, planned
from cgr_audit.scorecards.running.equality import contents
from cgr_audit.scorecards.running.inside import testing
from cgr_audit.scorecards.running.outcomes import Failure, TestResult, Unknown, failed, one_line, result_of_end, unknown
from cgr_audit.scorecards.running.program_form import ProgramForm
from cgr_audit.scorecards.running.sandboxes import Sandboxes

__all__ = ["fault_of_tests", "run_assertions"]

_ROOM = 1 << 18
"""Characters of recorded values for which there is room, whatever is expected."""
_RUN = "cgr_audit_tests"
_TESTING = getsource(testing)
_SHOWN = 80
_STUB_PROGRAM = """
import sys
class _Asked(BaseException):
    pass
def _ask(*_positional, **_named):
    _tell("asked")
    raise _Asked
_names = {*dir(int), *dir(list), "__call__", "__getattr__"}.difference(dir(object))
_stub = type("_stub", (), dict.fromkeys(_names, _ask))()
sys.modules["program"] = __import__ = dir = eval = exec = globals = input = locals = open = vars = _stub
"""
"""Stands for a program: whatever the tests ask of it is told."""


def run_assertions(form: ProgramForm, tests: str, sandboxes: Sandboxes) -> TestResult:
    """Run a program and its tests; the first assertion that does not hold, or the first exception, decides."""
    if form.fault is not None:
        return form.fault
    try:
        plan = planned(tests, form.entry)
    except UnusableTestsError as error:
        return unknown(Unknown.TESTS_UNUSABLE, str(error))
    run = recorded = _run(form.program, plan, sandboxes)
    if not isinstance(run.outcome, Completed) and run.calls:
        # What was recorded went with the instance: the same again, up to there.
        recorded = _run(form.program, plan, sandboxes, len(run.calls))
    broken = _first_broken(recorded.value, plan) if isinstance(recorded.outcome, Completed) else None
    end = result_of_end(run.outcome, "running the tests")
    if end and isinstance(run.outcome, GuestError) and run.outcome.type_name == "AssertionError":
        end = replace(end, failure=Failure.RUNTIME_ERROR if run.outcome.line else Failure.SEMANTIC_ERROR)
    result = broken or end or _of_missing(run.value, plan)
    return replace(result, assertions_inside=sum(one.is_inside for one in plan.assertions))


def _run(program: bytes, plan: AssertionPlan, sandboxes: Sandboxes, wanted: int | None = None) -> Run:
    """Run a program and its tests, which give their records, or the first ones where only so many are wanted."""
    made = f"(lambda scope: exec({_TESTING!r}, scope) or scope['runner'])({{}})(globals(), {plan.inside!r}, {wanted!r})"
    return sandboxes.run(program, "", _RUN, prelude=f"{_RUN} = {made}\n", room=_ROOM, tells=True)


def _first_broken(records: Any, plan: AssertionPlan) -> TestResult | None:
    """What the first record says that does not hold; a program can put anything in the place of records."""
    for record in records if isinstance(records, list) else [None]:
        match record:
            case (int(number), value) if 0 <= number < len(plan.assertions):
                assertion = plan.assertions[number]
            case _:
                return failed(Failure.RUNTIME_ERROR, "the program tampered with what reports on it")
        place = one_line(assertion.place, _SHOWN)
        try:
            holds = assertion.holds(contents(value))
        except ArithmeticError:  # a signalling not-a-number refuses to be compared
            holds = False
        except (TypeError, ValueError, RecursionError) as error:
            return failed(Failure.RUNTIME_ERROR, f"{place}: {type(error).__name__}: {error}")
        if not holds:
            got = "" if assertion.is_inside else f": got {one_line(value_text(value), _SHOWN)}"
            return failed(Failure.SEMANTIC_ERROR, f"{place}{got}")
    return None


def _of_missing(records: Sequence[tuple[int, Any]], plan: AssertionPlan) -> TestResult:
    """What the assertions say that were never reached: those that the tests cannot end without, or all of them."""
    reached = {number for number, _ in records}
    missing = [one for number, one in enumerate(plan.assertions) if one.is_certain and number not in reached]
    if missing:
        said = f"{one_line(missing[0].place, _SHOWN)}: was never reached: the program tampered with it"
        return failed(Failure.RUNTIME_ERROR, said)
    if not reached and not all(one.is_guarded for one in plan.assertions):
        return failed(Failure.SEMANTIC_ERROR, "no assertion of the tests was reached")
    return TestResult(passed=True)


def fault_of_tests(tests: object, entry: str | None, sandboxes: Sandboxes) -> TestResult | None:
    """Why nothing can be known by these tests, whatever the program; nothing if they may be used, as cases may.

    They are run without a program, up to the first thing that they ask of one. What they raise before, and what they
    do not come to the end of, is their own fault. In doubt they may be used.
    """
    if not isinstance(tests, str):
        return None
    try:
        plan = planned(tests, entry or "_tested")
    except UnusableTestsError as error:
        return unknown(Unknown.TESTS_UNUSABLE, str(error))
    names = "".join(f"{name} = _stub\n" for name in sorted({*plan.names, entry or "_tested"}))
    run = _run(f"{_STUB_PROGRAM}\n{names}".encode("utf-8", "surrogatepass"), plan, sandboxes)
    match run.outcome:
        case HostFailure(message):
            return unknown(Unknown.SANDBOX_FAILED, f"trying the tests: {message}")
        case outcome if run.calls or (isinstance(outcome, GuestError) and outcome.type_name == "NameError"):
            return None
        case GuestError(type_name, message):
            return unknown(Unknown.TESTS_UNUSABLE, f"the tests raise by themselves: {type_name}: {message}")
        case Completed():
            return unknown(Unknown.TESTS_UNUSABLE, "the tests end without asking anything of a program")
        case outcome:
            return unknown(Unknown.TESTS_UNUSABLE, f"the tests by themselves: {describe_outcome(outcome)}")
