"""What programs give for an input: the value that a function returns, or the text that a script prints."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from cgr_audit.sandbox.limits import Limits
from cgr_audit.sandbox.outcome import Completed, HostFailure, Outcome, describe_outcome
from cgr_audit.sandbox.values import holds_opaque, value_literal
from cgr_audit.scorecards.running.case_runs import BadArgumentsError, ended_well, run_on
from cgr_audit.scorecards.running.limits import DEFAULT_LIMITS
from cgr_audit.scorecards.running.once import once_each
from cgr_audit.scorecards.running.outcomes import Unknown, one_line
from cgr_audit.scorecards.running.program_form import ProgramForm, form_of
from cgr_audit.scorecards.running.sandboxes import Sandboxes

__all__ = ["FunctionCall", "Output", "ScriptRun", "Unknown", "outputs"]


@dataclass(frozen=True, slots=True)
class FunctionCall:
    """A function of a program, called once."""

    program: str
    arguments: str
    """The argument list as Python text, without brackets: ``[1, 2], key='a'``; empty for none."""
    entry: str | None = None
    """The function; by default ``f``, ``solution`` or ``solve``, else the last that no other function calls."""


@dataclass(frozen=True, slots=True)
class ScriptRun:
    """A program that reads its input from standard input and prints."""

    program: str
    input: str


@dataclass(frozen=True, slots=True)
class Output:
    """What came of one call or run: exactly one of the first three fields is not ``None``."""

    literal: str | None = None
    """The returned value as an exact Python literal (``repr``, sets sorted); of a script the text that it printed."""
    failure: str | None = None
    """In one line, why there is no output, where that is the program's doing."""
    unknown: Unknown | None = None
    """Why nothing is known: the sandbox failed, or the argument list is none."""
    reason: str | None = None
    """In one line, what is behind that."""


def outputs(
    calls: Sequence[FunctionCall | ScriptRun],
    *,
    jobs: int,
    limits: Limits | None = None,
    report: Callable[[str], None] | None = None,
) -> list[Output]:
    """Run each, in a fresh instance of the sandbox; results in order, equal calls are made once.

    Args:
        calls: what is run.
        jobs: how many at a time.
        limits: of one run; ``DEFAULT_LIMITS`` without.
        report: takes a line where getting ready takes long; silent without.

    Raises:
        SandboxError: there is no sandbox to run anything in.
    """
    sandboxes = Sandboxes(limits or DEFAULT_LIMITS, report, jobs)
    return once_each(lambda call: _output(call, sandboxes), calls, jobs)


def _output(call: FunctionCall | ScriptRun, sandboxes: Sandboxes) -> Output:
    program = call.program.encode("utf-8", "surrogatepass")
    if isinstance(call, ScriptRun):
        return _printed(ProgramForm(program, is_script=True), call.input, sandboxes)
    form = form_of(program, call.entry, sandboxes)
    if form.error is not None:
        return Output(failure=one_line(form.error))
    if form.failed is not None:
        return _none(form.failed)
    # What is asked for is a call: that the program can also read its input does not count.
    called = ProgramForm(form.program, form.entry)
    try:
        run = run_on(called, call.arguments, "", sandboxes)
    except BadArgumentsError as error:
        return Output(unknown=Unknown.INPUT_UNUSABLE, reason=one_line(str(error)))
    if not isinstance(run.outcome, Completed):
        return _none(run.outcome)
    literal = value_literal(run.outcome.value)
    if literal is None:
        return Output(failure=f"it returned an object of type {holds_opaque(run.outcome.value)}, which has no literal")
    return Output(literal=literal)


def _printed(form: ProgramForm, given: str, sandboxes: Sandboxes) -> Output:
    run = run_on(form, given, "", sandboxes)
    return Output(literal=run.output) if ended_well(run) else _none(run.outcome)


def _none(outcome: Outcome) -> Output:
    said = one_line(describe_outcome(outcome) or "")
    if isinstance(outcome, HostFailure):
        return Output(unknown=Unknown.SANDBOX_FAILED, reason=said)
    return Output(failure=said)
