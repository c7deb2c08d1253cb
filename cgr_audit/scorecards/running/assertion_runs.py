"""Judging a program by a text of assertions."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from cgr_audit.sandbox.outcome import Completed, GuestError, Limit, LimitExceeded, Outcome
from cgr_audit.sandbox.values import value_text
from cgr_audit.scorecards.running.assertions import Assertion, AssertionPlan, UnusableTestsError, needs_entry, planned
from cgr_audit.scorecards.running.claims import (
    ClaimFault,
    Recorded,
    UndecidedError,
    decided,
    is_closed_in,
    is_plain_comparison,
)
from cgr_audit.scorecards.running.outcomes import (
    Failure,
    TestResult,
    Unknown,
    failed,
    lacking,
    one_line,
    result_of_end,
    unknown,
)
from cgr_audit.scorecards.running.own_objects import is_about_own_objects
from cgr_audit.scorecards.running.program_form import guest_text, looked_at
from cgr_audit.scorecards.running.sandboxes import Sandboxes
from cgr_audit.scorecards.running.syntax import not_usable

__all__ = ["run_assertions"]

_SHOWN = 80
_ROOM = 1 << 18
"""Characters of what is expected that there is room for where a first run gave more than there was room for."""
_COMPILER_PLACE = re.compile(r"(?P<said>.*) \(<judged>, line (?P<line>\d+)\)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class _Report:
    """What the program's instance reports: the program's word."""

    ended: str
    records: tuple[Recorded, ...]
    type_name: str
    message: str
    is_raised_by_tests: bool


def run_assertions(program: bytes, tests: str, entry: str | None, sandboxes: Sandboxes) -> TestResult:
    """Run a program and its tests; the first assertion that does not hold, or the first exception, decides.

    Args:
        program: its text.
        tests: Python text; see ``assertions.planned``.
        entry: the function that is tested, where it is known.
        sandboxes: where.
    """
    try:
        if entry is None and needs_entry(tests):
            form = looked_at(program, sandboxes)
            broken = not_usable(form)
            if broken is not None:
                return broken
            if form.entry is None:
                return failed(Failure.RUNTIME_ERROR, "the program has no function to check")
            program, entry = form.program, form.entry
        return _judged(program, tests, entry, sandboxes)
    except UnusableTestsError as error:
        return unknown(Unknown.TESTS_UNUSABLE, str(error))
    except UndecidedError as error:
        if isinstance(error.outcome, GuestError):
            return unknown(Unknown.TESTS_UNUSABLE, f"what the tests bring raises: {error}")
        return result_of_end(error.outcome, "deciding") or unknown(Unknown.SANDBOX_FAILED, "deciding")


def _judged(program: bytes, tests: str, entry: str | None, sandboxes: Sandboxes) -> TestResult:
    """Run with what is asked recorded; once more where some of it cannot leave the program's instance as it is."""
    plan = planned(tests, entry)
    found = _run(program, plan, sandboxes, plan.length)
    if _is_too_much(found):
        every = frozenset(range(len(plan.assertions)))
        plan = planned(tests, entry, fine=every)
        found = _run(program, plan, sandboxes, max(plan.length, _ROOM))
    own, closed = _closed_in(found, plan)
    if own or closed:
        plan = planned(tests, entry, own, closed)
        found = _run(program, plan, sandboxes, max(plan.length, _ROOM))
    return _verdict(found, plan, sandboxes)


@dataclass(frozen=True, slots=True)
class _Stopped:
    """A run that was stopped, and what had been recorded by then."""

    outcome: Outcome
    report: _Report | None


def _run(program: bytes, plan: AssertionPlan, sandboxes: Sandboxes, room: int) -> _Report | _Stopped:
    run = sandboxes.tell(guest_text("asserting"), repr((program, plan.inside, None))[1:-1], "judge", room)
    if isinstance(run.outcome, Completed):
        return _report(run.outcome.value, plan)
    if not run.calls or (isinstance(run.outcome, LimitExceeded) and run.outcome.limit is Limit.RESULT):
        return _Stopped(run.outcome, None)
    # What was recorded went with the instance: the same again, up to there.
    wanted = repr((program, plan.inside, len(run.calls)))[1:-1]
    again = sandboxes.tell(guest_text("asserting"), wanted, "judge", room)
    report = _report(again.outcome.value, plan) if isinstance(again.outcome, Completed) else None
    return _Stopped(run.outcome, report)


def _report(value: Any, plan: AssertionPlan) -> _Report:
    """What an instance reports, if it is a report at all: a program can put anything in its place."""
    match value:
        case (str(ended), list(records), str(type_name), str(message), bool(by_tests)):
            read = [_recorded(record, plan) for record in records]
            if all(record is not None for record in read):
                return _Report(ended, tuple(filter(None, read)), type_name, message, by_tests)
    return _Report("tampered", (), "", "", is_raised_by_tests=False)


def _recorded(record: Any, plan: AssertionPlan) -> Recorded | None:
    match record:
        case (int(number), tuple(values)) if 0 <= number < len(plan.assertions):
            return Recorded(number, values) if len(values) == plan.assertions[number].asked else None
    return None


def _closed_in(found: _Report | _Stopped, plan: AssertionPlan) -> tuple[frozenset[int], frozenset[int]]:
    """The assertions about objects that cannot leave: those of the program's own types alone, and all others."""
    report = found.report if isinstance(found, _Stopped) else found
    records = () if report is None else report.records
    closed = [record for record in records if is_closed_in(plan.assertions[record.number], record)]
    others = frozenset(
        record.number
        for record in closed
        if not is_about_own_objects(plan.assertions[record.number].claim, record.values)
    )
    return frozenset(record.number for record in closed) - others, others


def _is_too_much(found: _Report | _Stopped) -> bool:
    """Whether what was recorded is larger, or goes deeper, than what can be given back."""
    match found:
        case _Stopped(outcome=LimitExceeded(limit=Limit.RESULT)):
            return True
        case _Stopped(outcome=GuestError(message=message)):
            return "nested too deeply" in message
        case _:
            return False


def _verdict(found: _Report | _Stopped, plan: AssertionPlan, sandboxes: Sandboxes) -> TestResult:
    report = found.report if isinstance(found, _Stopped) else found
    if report is not None:
        broken = _first_broken(report, plan, sandboxes)
        if broken is not None:
            return broken
    if _is_too_much(found):
        # There is room for every literal that values are compared with.
        return failed(Failure.SEMANTIC_ERROR, "a value is far larger, or nested deeper, than what can be compared")
    if isinstance(found, _Stopped):
        return result_of_end(found.outcome, "running the tests") or _tampered()
    match found.ended:
        case "ended":
            return _ended(found, plan)
        case "raised":
            return _raised(found)
        case "compiler":
            return failed(Failure.SYNTAX_ERROR, _not_compiled(found))
        case "tests_compiler" if looked_at(plan.inside.encode(), sandboxes).error is not None:
            return unknown(Unknown.TESTS_UNUSABLE, f"the tests are not Python: {found.message}")
        case _:
            return _tampered()


def _first_broken(report: _Report, plan: AssertionPlan, sandboxes: Sandboxes) -> TestResult | None:
    verdicts = decided(report.records, plan, sandboxes)
    for record, verdict in zip(report.records, verdicts, strict=True):
        assertion = plan.assertions[record.number]
        if isinstance(verdict, ClaimFault):
            said = f"{_place(assertion)}: {verdict.type_name}: {verdict.message}"
            return failed(Failure.RUNTIME_ERROR, said)
        if not verdict:
            return failed(Failure.SEMANTIC_ERROR, f"{_place(assertion)}{_got(assertion, record)}")
    return None


def _ended(report: _Report, plan: AssertionPlan) -> TestResult:
    reached = {record.number for record in report.records}
    missing = [one for number, one in enumerate(plan.assertions) if one.is_certain and number not in reached]
    if missing:
        return failed(Failure.RUNTIME_ERROR, f"{_place(missing[0])}: was never reached: the program tampered with it")
    if not reached:
        return failed(Failure.SEMANTIC_ERROR, "no assertion of the tests was reached")
    return TestResult(passed=True)


def _raised(report: _Report) -> TestResult:
    said = f"{report.type_name}: {report.message}"
    if report.is_raised_by_tests and report.type_name == "AssertionError":
        return failed(Failure.SEMANTIC_ERROR, said)
    return failed(Failure.RUNTIME_ERROR, said, lacks=lacking(report.message))


def _not_compiled(report: _Report) -> str:
    """What the compiler says, as it is said of cases; nothing of the program has run then."""
    placed = _COMPILER_PLACE.fullmatch(report.message)
    if placed is None:
        return f"{report.type_name}: {report.message}"
    return f"line {placed['line']}: {report.type_name}: {placed['said']}"


def _tampered() -> TestResult:
    return failed(Failure.RUNTIME_ERROR, "the program tampered with what reports on it")


def _place(assertion: Assertion) -> str:
    return f"line {assertion.line}: {_cut(assertion.text)}"


def _got(assertion: Assertion, record: Recorded) -> str:
    return f": got {_cut(value_text(record.values[0]))}" if is_plain_comparison(assertion) else ""


def _cut(text: str) -> str:
    folded = one_line(text)
    return folded if len(folded) <= _SHOWN else folded[: _SHOWN - 1] + "…"
