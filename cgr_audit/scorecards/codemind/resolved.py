"""What running programs adds to rows: outputs that nobody gave, and whether generated programs pass their tests."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from cgr_audit.scorecards.codemind.calls import one_test, output_call
from cgr_audit.scorecards.codemind.case import Case, Task
from cgr_audit.scorecards.other_language import is_other_language
from cgr_audit.scorecards.running.output import Output, ScriptRun
from cgr_audit.scorecards.running.runner import Failure, ProgramRunner, Tested, TestResult

__all__ = ["Resolved", "resolve"]

_NO_OUTPUT = "no_expected_output"
_NOT_PYTHON = "not_python"
_NOT_COMPILED = re.compile(r"(?:line \d+: )?(?:SyntaxError|IndentationError|TabError): ")


@dataclass(frozen=True, slots=True)
class Resolved:
    """A case with what was computed for it."""

    case: Case
    """With the expected output, and whether its program passed, where these are known now."""
    is_computed: bool = False
    """Whether the sandbox gave the expected output."""
    reference: str | None = None
    """What the reference program gives, for the generated one to be tested with, where rows say neither."""
    failure: Failure | None = None
    """How the generated program failed its tests, where they were run."""
    reason: str | None = None
    """In one line, what is behind that; else why a program gave no output, or nothing is known of it."""
    lacks: str | None = None
    """What it wanted that the sandbox does not have."""
    assertions_inside: int | None = None
    """How many assertions of its tests the program's own instance decided, where they were run."""
    dropped: str | None = None
    """Why the row is in no figure."""


def resolve(cases: Sequence[Case], running: ProgramRunner) -> list[Resolved]:
    """Run what must be run for rows to be scored, and say which cannot be.

    In order: the reference programs give the outputs that are missing; generated programs are judged by their tests;
    those that pass give the outputs that are still missing.
    """
    found = [Resolved(case) for case in cases]
    found = _with_outputs(found, _reference, _with_reference, running)
    found = _judged(found, running)
    found = _with_outputs(found, _own_program, _with_expected, running)
    return [_settled(one) for one in found]


def _reference(one: Resolved) -> str | None:
    """The program that gives a missing output: not where the tests of a generated program do without."""
    case = one.case
    if not case.is_python:
        return None
    wanted = case.task is Task.IER or (case.tests is None and case.passed is None and case.generated is not None)
    return case.program if wanted else None


def _own_program(one: Resolved) -> str | None:
    case = one.case
    wanted = case.task is Task.DER and case.passed and one.dropped is None and case.is_python
    return case.generated if wanted else None


def _with_outputs(
    found: list[Resolved],
    program_of: Callable[[Resolved], str | None],
    changed_by: Callable[[Resolved, Output], Resolved],
    running: ProgramRunner,
) -> list[Resolved]:
    wanted = {}
    for place, one in enumerate(found):
        program = program_of(one) if one.case.expected is None and one.case.given is not None else None
        if program is not None and one.case.given is not None:
            wanted[place] = output_call(program, one.case.given)
    if not wanted:
        return found
    given = running.outputs(list(wanted.values()))
    changed = list(found)
    for place, output in zip(wanted, given, strict=True):
        one = found[place]
        if output.text is None:
            changed[place] = _without_output(one, output, program_of(one) or "")
        elif isinstance(wanted[place], ScriptRun) and not output.text.strip():
            changed[place] = replace(one, reason="it printed nothing")
        else:
            changed[place] = changed_by(one, output)
    return changed


def _without_output(one: Resolved, output: Output, program: str) -> Resolved:
    dropped = None if output.unknown is None else output.unknown.value
    if output.failure is not None and _NOT_COMPILED.match(output.failure) and is_other_language(program):
        dropped = _NOT_PYTHON
    return replace(one, dropped=dropped, reason=output.failure or output.reason)


def _with_reference(one: Resolved, output: Output) -> Resolved:
    """Of ``der`` the output to predict is that of the model's own program, which may write an equal value otherwise."""
    found = replace(one, reference=output.literal)
    return found if one.case.task is Task.DER else _with_expected(found, output)


def _with_expected(one: Resolved, output: Output) -> Resolved:
    return replace(one, case=replace(one.case, expected=output.text), is_computed=True, reason=None)


def _judged(found: list[Resolved], running: ProgramRunner) -> list[Resolved]:
    wanted = {}
    for place, one in enumerate(found):
        tested = _tested(one) if one.case.task is not Task.IER and one.case.passed is None else None
        if tested is not None:
            wanted[place] = tested
    if not wanted:
        return found
    judged = running.run_tests(list(wanted.values()))
    changed = list(found)
    for place, result in zip(wanted, judged, strict=True):
        changed[place] = _with_result(found[place], result)
    return changed


def _tested(one: Resolved) -> Tested | None:
    case = one.case
    if case.generated is None or not case.is_python:
        return None
    if case.tests is not None:
        return Tested(case.generated, case.tests)
    expected = one.reference if case.expected is None or one.is_computed else case.expected
    if case.given is None or expected is None:
        return None
    return Tested(case.generated, one_test(case.generated, case.given, expected))


def _with_result(one: Resolved, result: TestResult) -> Resolved:
    if result.unknown is not None:
        return replace(one, dropped=result.unknown.value, reason=result.reason)
    if result.failure is Failure.SYNTAX_ERROR and is_other_language(one.case.generated or ""):
        return replace(one, dropped=_NOT_PYTHON, reason=result.reason)
    case = replace(one.case, passed=result.passed)
    return replace(
        one,
        case=case,
        failure=result.failure,
        reason=result.reason,
        lacks=result.lacks,
        assertions_inside=result.assertions_inside,
    )


def _settled(one: Resolved) -> Resolved:
    """With the reason to drop it, if there is one; a model that wrote no program has failed its tests."""
    if one.dropped is not None:
        return one
    case = one.case
    reason = None
    if not case.is_python and _had_to_be_run(case):
        reason = _NOT_PYTHON
    elif case.task is Task.SR:
        if case.generated is None and case.passed is None:
            return replace(one, case=replace(case, passed=False))
        reason = "no_tests" if case.passed is None else None
    elif case.task is Task.DER and not case.passed:
        no_program = "no_generated_program" if case.generated is None else "no_tests"
        reason = no_program if case.passed is None else "tests_not_passed"
    elif case.task is Task.DER and case.is_unasked:
        reason = "output_not_asked"
    elif case.expected is None:
        reason = _NO_OUTPUT
    return one if reason is None else replace(one, dropped=reason)


def _had_to_be_run(case: Case) -> bool:
    if case.task is Task.IER:
        return case.expected is None
    return case.generated is not None and (case.passed is None or (case.task is Task.DER and case.expected is None))
