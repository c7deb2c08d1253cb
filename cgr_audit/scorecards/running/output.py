"""What programs give for an input: the value that a function returns, or the text that a script prints."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from cgr_audit.sandbox.limits import Limits
from cgr_audit.sandbox.outcome import Completed, GuestError, HostFailure, Outcome, describe_outcome
from cgr_audit.sandbox.values import value_literal
from cgr_audit.scorecards.running.case_runs import BadArgumentsError, ended_well, run_on
from cgr_audit.scorecards.running.limits import DEFAULT_LIMITS
from cgr_audit.scorecards.running.once import once_each
from cgr_audit.scorecards.running.outcomes import Unknown, one_line
from cgr_audit.scorecards.running.output_text import (
    ADDRESS,
    describing,
    holds_instance,
    is_in_any_order,
    is_written_alike,
    may_vary,
    unfixed_part,
    written,
)
from cgr_audit.scorecards.running.program_form import ProgramForm, form_of, looked_at
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
    """What came of one call or run: exactly one of ``text``, ``failure`` and ``unknown`` is not ``None``."""

    text: str | None = None
    """What Python writes of the returned value, ``repr``; of a script the text that it printed."""
    literal: str | None = None
    """Beside a text, what tests compare with: an expression that gives exactly the value, with an instance of a
    subclass shown by its content, or nothing for an object of another type; of a script the printed text again."""
    failure: str | None = None
    """In one line, why there is no output, where that is the program's doing."""
    unknown: Unknown | None = None
    """Why nothing is known: the sandbox failed, the argument list is none, or every run gives another output."""
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
    return once_each(lambda call: _fixed_output(call, sandboxes), calls, jobs)


def _fixed_output(call: FunctionCall | ScriptRun, sandboxes: Sandboxes) -> Output:
    """What comes of it, asked twice where it may be something else in another run."""
    output = _output(call, sandboxes)
    if output.text is None or not may_vary(call.program, output.text):
        return output
    again = _output(call, sandboxes.elsewhere())
    if again.text == output.text:
        return output
    if again.unknown is not None:
        return again
    shown = "nothing" if again.text is None else again.text
    said = (
        f"it depends on chance, on the time or on where objects lie: {output.text!r} in one run, {shown!r} in another"
    )
    return Output(unknown=Unknown.OUTPUT_NOT_FIXED, reason=one_line(said))


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
        outcome = run_on(called, call.arguments, "", sandboxes).outcome
        if isinstance(outcome, Completed) and is_written_alike(outcome.value):
            return _plain(outcome.value)
        if not isinstance(outcome, Completed) and not _contains_itself(outcome):
            return _none(outcome)
        return _described(called, call.arguments, outcome, sandboxes)
    except BadArgumentsError as error:
        return Output(unknown=Unknown.INPUT_UNUSABLE, reason=one_line(str(error)))


def _plain(value: Any) -> Output:
    try:
        return Output(written(value), value_literal(value))
    except ValueError as error:
        return Output(failure=f"ValueError: {error}")


def _contains_itself(outcome: Outcome) -> bool:
    return isinstance(outcome, GuestError) and "nested too deeply or contains itself" in outcome.message


def _described(form: ProgramForm, arguments: str, returned: Outcome, sandboxes: Sandboxes) -> Output:
    """What the program's own instance writes of the value, asked in a second run."""
    entry = form.entry or looked_at(form.program, sandboxes).entry
    if entry is None:
        return _none(returned)
    program, describer = describing(form.program, entry)
    outcome = run_on(ProgramForm(program, describer), arguments, "", sandboxes).outcome
    if not isinstance(outcome, Completed) or not isinstance(outcome.value, str):
        return _none(outcome)
    text = outcome.value
    value = returned.value if isinstance(returned, Completed) else None
    if is_in_any_order(value):
        said = "it gives a set whose items are in no fixed order"
        return Output(unknown=Unknown.OUTPUT_NOT_FIXED, reason=said)
    if ADDRESS.search(text) is not None and (value is None or holds_instance(value)):
        said = f"it gives the address of an object, which is another one in every run: {text}"
        return Output(unknown=Unknown.OUTPUT_NOT_FIXED, reason=one_line(said))
    return Output(text, value_literal(value) if isinstance(returned, Completed) else None)


def _printed(form: ProgramForm, given: str, sandboxes: Sandboxes) -> Output:
    run = run_on(form, given, "", sandboxes)
    if not ended_well(run):
        return _none(run.outcome)
    said = unfixed_part(run.output)
    if said is not None:
        return Output(unknown=Unknown.OUTPUT_NOT_FIXED, reason=one_line(said))
    return Output(run.output, run.output)


def _none(outcome: Outcome) -> Output:
    said = one_line(describe_outcome(outcome) or "")
    if isinstance(outcome, HostFailure):
        return Output(unknown=Unknown.SANDBOX_FAILED, reason=said)
    return Output(failure=said)
