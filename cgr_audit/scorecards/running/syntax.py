"""Telling a program that does not compile from one that raises a syntax error while it runs."""

from __future__ import annotations

from cgr_audit.sandbox.outcome import GuestError, Run
from cgr_audit.scorecards.running.outcomes import Failure, TestResult, failed, result_of_end
from cgr_audit.scorecards.running.program_form import ProgramForm, looked_at
from cgr_audit.scorecards.running.sandboxes import Sandboxes

__all__ = ["not_compiling", "not_text", "not_usable"]

_RAISED_BY_COMPILER = frozenset(
    {"SyntaxError", "IndentationError", "TabError", "ValueError", "MemoryError", "RecursionError"}
)


def not_text(program: str) -> TestResult | None:
    """The test result of a program that no file can hold: half a letter, a lone surrogate, stands in it alone."""
    try:
        program.encode("utf-8")
    except UnicodeEncodeError as error:
        line = program.count("\n", 0, error.start) + 1
        said = f"line {line}: the lone surrogate U+{ord(program[error.start]):04X} is not a letter"
        return failed(Failure.SYNTAX_ERROR, said)
    return None


def not_usable(form: ProgramForm) -> TestResult | None:
    """The test result of a program that was looked at and cannot be run."""
    if form.error is not None:
        return failed(Failure.SYNTAX_ERROR, form.error)
    return None if form.failed is None else result_of_end(form.failed, "compiling")


def not_compiling(program: bytes, run: Run, sandboxes: Sandboxes) -> TestResult | None:
    """The test result of a program that does not compile, where that is why its run failed.

    Nothing of the program has run then; what raises such an error while it runs has run lines.
    """
    outcome = run.outcome
    if not isinstance(outcome, GuestError) or outcome.type_name not in _RAISED_BY_COMPILER or run.lines:
        return None
    error = looked_at(program, sandboxes).error
    return None if error is None else failed(Failure.SYNTAX_ERROR, error)
