"""Running a program on inputs, and judging it by cases: an input, and the output that is right for it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass

from cgr_audit.sandbox.outcome import Completed, GuestError, HostFailure, Outcome
from cgr_audit.sandbox.values import value_text
from cgr_audit.scorecards.running.equality import NotALiteralError, is_expected, is_printed, literal_value
from cgr_audit.scorecards.running.outcomes import Failure, TestResult, Unknown, failed, one_line, result_of_end, unknown
from cgr_audit.scorecards.running.program_form import ProgramForm
from cgr_audit.scorecards.running.sandboxes import Sandboxes

__all__ = ["BadArgumentsError", "TestCase", "run_cases", "run_on"]

_SHOWN = 80
_STANDARD_INPUT = """
def _(content):
    import builtins, io, sys
    stream = io.TextIOWrapper(io.BytesIO(content), "utf-8", "surrogateescape")
    sys.stdin = sys.__stdin__ = stream
    opened, printed = builtins.open, sys.stdout
    def open(file, *arguments, **named):
        return stream if file in (0, "/dev/stdin") else opened(file, *arguments, **named)
    class Buffer:
        def write(self, data):
            printed.write(bytes(data).decode("utf-8", "backslashreplace"))
            return len(data)
        def flush(self):
            pass
    builtins.open, printed.buffer = open, Buffer()
"""
_CALL = """
def cgr_audit_enter(*positional, **named):
    returned = {entry}(*positional, **named)
    {then}
    return returned
"""
_JSON_NAMES = re.compile(r"\b(?:true|false|null)\b")
_NO_ARGUMENT_LIST = "the input is not an argument list"


class BadArgumentsError(Exception):
    """An input that is not an argument list, or one that cannot be evaluated."""


@dataclass(frozen=True, slots=True)
class TestCase:
    """An input, and the output that is right for it."""

    __test__ = False  # for pytest

    input: str
    """The argument list as Python text; of a program that reads standard input, what it reads."""
    output: str
    """The returned value as Python text; of a program that reads standard input, what it prints."""
    is_json: bool = False
    """Whether the output is JSON text, which has no tuples: then a returned tuple equals a list."""


def run_cases(form: ProgramForm, cases: Sequence[TestCase], sandboxes: Sandboxes, *, is_named: bool) -> TestResult:
    """Run a program on each case, in an instance of its own, up to the first that it fails.

    Where it is said which function is called (``is_named``), an input can be nothing but an argument list.
    """
    if not cases:
        return unknown(Unknown.TESTS_UNUSABLE, "there are no test cases")
    named = {f"case {number}": case for number, case in enumerate(cases, start=1)}
    results = (_judged(form, case, name, sandboxes) for name, case in named.items())
    result = form.fault or next(filter(None, results), None) or TestResult(passed=True)
    if result.failure is None or (form.is_script and not is_named):
        return result
    for name, case in named.items():
        if fault := _fault_of_arguments(case.input, sandboxes):
            # Where no function is named, an input that is not an argument list may be what a script reads.
            may_be_read = fault == _NO_ARGUMENT_LIST and not is_named
            return result if may_be_read else unknown(Unknown.TESTS_UNUSABLE, f"{name}: {fault}")
    return result


def _judged(form: ProgramForm, case: TestCase, name: str, sandboxes: Sandboxes) -> TestResult | None:
    """What a case says of a program that fails it; nothing of one that passes."""
    try:
        outcome = run_on(form, case.input, sandboxes, room=len(case.output))
    except BadArgumentsError as error:
        return failed(Failure.SEMANTIC_ERROR, f"{name}: the program reads no standard input, and {error}")
    match outcome:
        case Completed(value) if form.is_script:
            is_right = is_printed(value, case.output, is_json=case.is_json)
            wanted, got = repr(case.output.rstrip()), repr(value.rstrip())
        case Completed(value):
            is_right = is_expected(value, case.output, is_json=case.is_json)
            wanted, got = case.output, value_text(value)
        case _:
            return result_of_end(outcome, name)
    said = f"{name}: expected {one_line(wanted, _SHOWN)}, got {one_line(got, _SHOWN)}"
    return None if is_right else failed(Failure.SEMANTIC_ERROR, said)


def run_on(form: ProgramForm, given: str, sandboxes: Sandboxes, *, room: int = 0, then: str = "pass") -> Outcome:
    """Run a program on one input: what a function returns, or what a script printed that came to its end.

    There is ``room`` for an output of so many characters; the statement ``then`` may change what is ``returned``.

    Raises:
        BadArgumentsError: the input of a function cannot be used, whatever the function.
    """
    if form.is_script:
        content = given.encode("utf-8", "surrogatepass")
        run = sandboxes.run(form.program, None, prelude=f"{_STANDARD_INPUT}\n_({content!r})\ndel _\n", room=room)
        match run.outcome:
            case Completed() | GuestError("SystemExit", "" | "0" | "None"):
                return Completed(run.output)
        return run.outcome
    outcome, refusal = _called(form, given, sandboxes, room, then)
    if refusal and (fault := _fault_of_arguments(given, sandboxes)):
        raise BadArgumentsError(fault)
    # What the arguments name, the program should define.
    return GuestError("NameError", refusal) if refusal else outcome


def _fault_of_arguments(given: str, sandboxes: Sandboxes) -> str | None:
    """Why a text cannot be used as an argument list, asked where no program runs; nothing if a program may use it."""
    with suppress(NotALiteralError):
        literal_value(f"[{given}\n]")
        return None
    _, refusal = _called(ProgramForm(b"", "dict"), given, sandboxes, 0, "pass")
    if "no Python expression list" in refusal:
        return _NO_ARGUMENT_LIST
    return None if "an unknown name" in refusal else refusal or None


def _called(form: ProgramForm, given: str, sandboxes: Sandboxes, room: int, then: str) -> tuple[Outcome, str]:
    """How a call ended, and what the arguments were refused for."""
    names = "true, false, null = True, False, None\n" if _JSON_NAMES.search(given) else ""
    prelude = names + _CALL.format(entry=form.entry, then=then)
    outcome = sandboxes.run(form.program, given, "cgr_audit_enter", prelude=prelude, room=room).outcome
    said = outcome.message if isinstance(outcome, HostFailure) else ""
    return outcome, said if said.startswith("the arguments ") else ""
