"""Judging a program by cases: an input, and the output that is right for it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cgr_audit.sandbox.outcome import Completed, Limit, LimitExceeded, Run
from cgr_audit.sandbox.values import value_text
from cgr_audit.scorecards.running.case_runs import BadArgumentsError, ended_well, fault_of_arguments, run_on
from cgr_audit.scorecards.running.equality import is_expected, is_printed
from cgr_audit.scorecards.running.outcomes import (
    Failure,
    TestResult,
    Unknown,
    failed,
    one_line,
    result_of_end,
    unknown,
)
from cgr_audit.scorecards.running.program_form import (
    ProgramForm,
    form_of,
    has_no_entry,
    looked_at,
    may_read_input,
)
from cgr_audit.scorecards.running.sandboxes import Sandboxes
from cgr_audit.scorecards.running.syntax import not_compiling, not_usable

__all__ = ["TestCase", "run_cases"]

_SHOWN = 80


@dataclass(frozen=True, slots=True)
class TestCase:
    """An input, and the output that is right for it."""

    # By its name, pytest would take it for a class of tests.
    __test__ = False

    input: str
    """The argument list as Python text; of a program that reads standard input, what it reads."""
    output: str
    """The returned value as Python text; of a program that reads standard input, what it prints."""
    is_json: bool = False
    """Whether the output is JSON text, which has no tuples: then a returned tuple equals a list."""


def run_cases(program: bytes, cases: Sequence[TestCase], entry: str | None, sandboxes: Sandboxes) -> TestResult:
    """Run a program on each case, in an instance of its own, up to the first that it fails.

    Args:
        program: its text.
        cases: in order.
        entry: the function that is called, where it is known.
        sandboxes: where.
    """
    if not cases:
        return unknown(Unknown.TESTS_UNUSABLE, "there are no test cases")
    form = form_of(program, entry, sandboxes)
    judged = not_usable(form) or _first_failed(form, cases, sandboxes) or TestResult(passed=True)
    if judged.failure is None:
        return judged
    return _fault_of_cases(cases, entry, form, sandboxes) or judged


def _first_failed(form: ProgramForm, cases: Sequence[TestCase], sandboxes: Sandboxes) -> TestResult | None:
    """What the first case says that a program fails; nothing if it passes them all."""
    for number, case in enumerate(cases, start=1):
        try:
            run = run_on(form, case.input, case.output, sandboxes)
        except BadArgumentsError as error:
            if not form.was_looked_at:
                form = looked_at(form.program, sandboxes)
                return not_usable(form) or _first_failed(form, cases, sandboxes)
            return failed(Failure.SEMANTIC_ERROR, f"case {number}: the program reads no standard input, and {error}")
        if number == 1 and not form.was_looked_at and has_no_entry(run.outcome):
            form = looked_at(form.program, sandboxes)
            return not_usable(form) or _first_failed(form, cases, sandboxes)
        judged = _judged(run, case, form, f"case {number}")
        if judged is not None:
            return not_compiling(form.program, run, sandboxes) or judged
    return None


def _fault_of_cases(
    cases: Sequence[TestCase], entry: str | None, form: ProgramForm, sandboxes: Sandboxes
) -> TestResult | None:
    """Why no function can be called with these cases, whatever it is; nothing if they may be used.

    Where no function is said, an input that is not an argument list may be what a script reads: then it is the program
    that fails, if it reads nothing.
    """
    if entry is None and (form.is_script or may_read_input(form.program)):
        return None
    for number, case in enumerate(cases, start=1):
        try:
            fault = fault_of_arguments(case.input, sandboxes)
        except BadArgumentsError as error:
            if entry is None:
                return None
            fault = str(error)
        if fault is not None:
            return unknown(Unknown.TESTS_UNUSABLE, f"case {number}: {fault}")
    return None


def _judged(run: Run, case: TestCase, form: ProgramForm, name: str) -> TestResult | None:
    """What a case says of a program that fails it; nothing of one that passes."""
    outcome = run.outcome
    if isinstance(outcome, LimitExceeded) and outcome.limit is Limit.RESULT:
        return failed(Failure.SEMANTIC_ERROR, f"{name}: expected {_cut(case.output)}, got a much longer value")
    if form.is_script:
        if not ended_well(run):
            return result_of_end(outcome, name)
        if is_printed(run.output, case.output, is_json=case.is_json):
            return None
        return _wrong(name, repr(case.output.rstrip()), repr(run.output.rstrip()))
    if not isinstance(outcome, Completed):
        return result_of_end(outcome, name)
    if is_expected(outcome.value, case.output, is_json=case.is_json):
        return None
    return _wrong(name, case.output, value_text(outcome.value))


def _wrong(name: str, expected: str, got: str) -> TestResult:
    return failed(Failure.SEMANTIC_ERROR, f"{name}: expected {_cut(expected)}, got {_cut(got)}")


def _cut(text: str) -> str:
    folded = one_line(text)
    return folded if len(folded) <= _SHOWN else folded[: _SHOWN - 1] + "…"
