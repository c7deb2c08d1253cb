"""What programs give for an input: the value that a function returns, or the text that a script prints."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from cgr_audit.sandbox.outcome import Completed, HostFailure, Outcome, describe_outcome
from cgr_audit.sandbox.values import holds_opaque, is_in_any_order, value_literal
from cgr_audit.scorecards.running.cases import BadArgumentsError, run_on
from cgr_audit.scorecards.running.equality import NotALiteralError, literal_value
from cgr_audit.scorecards.running.outcomes import Failure, Unknown, failed, one_line
from cgr_audit.scorecards.running.program_form import ProgramForm, program_forms
from cgr_audit.scorecards.running.sandboxes import Sandboxes

__all__ = ["FunctionCall", "Output", "ScriptRun", "Unknown", "outputs"]

_ADDRESS = re.compile(r"\bat 0x[0-9A-Fa-f]+")
"""Where an object lies, which is another place in every run."""
_DESCRIBE = """import builtins
    for kind in builtins.list(builtins.globals().values()):
        if builtins.isinstance(kind, builtins.type) and kind.__module__ == "program":
            kind.__module__ = "__main__"
    returned = builtins.repr(returned), returned"""
"""Statements that give beside a value what ``repr`` writes of what a function ``returned``, as in a script."""
_VARIES = re.compile(r"\b(?:import|__import__|id|hash|__hash__|eval|exec|compile|getattr|__builtins__|globals|vars)\b")
"""What leads to chance, to the time and to addresses."""
_SET = re.compile(r"\{[^{}:]{1,10000}\}")


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
    """Beside a text, an expression of exactly the value, for tests; nothing for objects; of a script the text again."""
    failure: str | None = None
    """In one line, why there is no output, where that is the program's doing."""
    unknown: Unknown | None = None
    """Why nothing is known: the sandbox failed, the argument list is none, or every run gives another output."""
    reason: str | None = None
    """In one line, what is behind that."""


def outputs(calls: Sequence[FunctionCall | ScriptRun], sandboxes: Sandboxes) -> list[Output]:
    """Run each, in a fresh instance of the sandbox; results in order, equal calls are made once."""
    unnamed = (call.program for call in calls if isinstance(call, FunctionCall) and call.entry is None)
    forms = program_forms(unnamed, sandboxes)
    found = sandboxes.map(lambda call: _fixed_output(call, forms, sandboxes), calls)
    return [found[call] for call in calls]


def _fixed_output(call: FunctionCall | ScriptRun, forms: Mapping[str, ProgramForm], sandboxes: Sandboxes) -> Output:
    """What comes of it, asked twice where it may be something else in another run."""
    form = ProgramForm(call.program.encode("utf-8", "surrogatepass"), getattr(call, "entry", None), is_script=True)
    if isinstance(call, FunctionCall):
        # What is asked for is a call: that the program can also read its input does not count.
        form = replace(forms[call.program] if call.entry is None else form, is_script=False)
    output = _output(call, form, sandboxes)
    if output.text is None or not (_VARIES.search(call.program) or _ADDRESS.search(output.text)):
        return output
    again = _output(call, form, replace(sandboxes, is_elsewhere=True))
    if again.text == output.text:
        return output
    if again.unknown is not None:
        return again
    shown = "nothing" if again.text is None else again.text
    said = f"{output.text!r} in one run, {shown!r} in another"
    return _not_fixed(f"it depends on chance, on the time or on where objects lie: {said}")


def _output(call: FunctionCall | ScriptRun, form: ProgramForm, sandboxes: Sandboxes) -> Output:
    if isinstance(call, ScriptRun):
        return _printed(run_on(form, call.input, sandboxes))
    if form.fault is not None or form.entry is None:
        fault = form.fault or failed(Failure.RUNTIME_ERROR, "the program defines no function")
        return Output(failure=fault.reason) if fault.failure else Output(unknown=fault.unknown, reason=fault.reason)
    try:
        room = sandboxes.limits.result // 8  # for the text and the value: a character may take 16 bytes
        outcome = run_on(form, call.arguments, sandboxes, room=room, then=_DESCRIBE)
    except BadArgumentsError as error:
        return Output(unknown=Unknown.INPUT_UNUSABLE, reason=one_line(str(error)))
    match outcome:
        case Completed((str(), value)) if is_in_any_order(value):
            return _not_fixed("it gives a set whose items are in no fixed order")
        case Completed((str(text), value)) if _ADDRESS.search(text) and holds_opaque(value):
            return _not_fixed(f"it gives the address of an object, which is another one in every run: {text}")
        case Completed((str(text), value)):
            return Output(text, value_literal(value))
        case _:
            return _none(outcome)


def _printed(outcome: Outcome) -> Output:
    """The output that a printed text makes, unless it shows that it is another one in every run."""
    if not isinstance(outcome, Completed):
        return _none(outcome)
    text = outcome.value
    address = _ADDRESS.search(text)
    if address is not None:
        return _not_fixed(f"it prints the address of an object, which is another one in every run: {address[0]}")
    for found in _SET.findall(text):
        with suppress(NotALiteralError):
            if is_in_any_order(literal_value(found)):
                return _not_fixed(f"it prints a set whose items are in no fixed order: {found}")
    return Output(text, text)


def _not_fixed(reason: str) -> Output:
    return Output(unknown=Unknown.OUTPUT_NOT_FIXED, reason=one_line(reason))


def _none(outcome: Outcome) -> Output:
    said = one_line(describe_outcome(outcome) or "")
    if isinstance(outcome, HostFailure):
        return Output(unknown=Unknown.SANDBOX_FAILED, reason=said)
    return Output(failure=said)
