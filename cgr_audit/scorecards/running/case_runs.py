"""Running a program on an input: arguments for a function, standard input for a script."""

from __future__ import annotations

import ast
import builtins
from dataclasses import replace

from cgr_audit.execution.deep_stack import on_a_deep_stack
from cgr_audit.sandbox.outcome import Completed, GuestError, HostFailure, Run
from cgr_audit.scorecards.running.limits import roomy
from cgr_audit.scorecards.running.program_form import ProgramForm
from cgr_audit.scorecards.running.sandboxes import Sandboxes

__all__ = ["BadArgumentsError", "argument_list", "ended_well", "fault_of_arguments", "run_on"]

_STANDARD_INPUT = """
def _(content):
    import builtins, io, sys

    stream = io.TextIOWrapper(io.BytesIO(content), "utf-8", "surrogateescape")
    sys.stdin = sys.__stdin__ = stream
    opened = builtins.open

    def open(file, *arguments, **named):
        return stream if file in (0, "/dev/stdin") else opened(file, *arguments, **named)

    builtins.open = open
    printed = sys.stdout

    class Buffer:
        def write(self, data):
            printed.write(bytes(data).decode("utf-8", "backslashreplace"))
            return len(data)

        def flush(self):
            pass

    printed.buffer = Buffer()
"""
_TAKES_ANYTHING = b"def f(*positional, **named):\n    return None\n"
_CALLED = "_called"
_END = "\ndel _\n"
_JSON_NAMES = {"true": "True", "false": "False", "null": "None"}
_UNREADABLE = (SyntaxError, ValueError, MemoryError, RecursionError)


class BadArgumentsError(Exception):
    """An input that is not an argument list."""


def run_on(form: ProgramForm, given: str, expected: str, sandboxes: Sandboxes) -> Run:
    """Run a program on one input.

    Args:
        form: the program, and how it is run.
        given: the argument list as Python text, or what a script reads.
        expected: the output that is expected; a longer one need not be given back whole.
        sandboxes: where.

    Raises:
        BadArgumentsError: the input of a function is not an argument list.
    """
    limits = roomy(sandboxes.limits, len(expected))
    if form.is_script:
        content = given.encode("utf-8", "surrogatepass")
        return sandboxes.script(form.program, f"{_STANDARD_INPUT}\n_({content!r}){_END}", limits)
    arguments, uses_names = argument_list(given)
    run = sandboxes.call(form.program, arguments, form.entry, limits)
    if not _refuses_arguments(run):
        return run
    if uses_names:
        # What they name, the program should define.
        return replace(run, outcome=GuestError("NameError", _message(run)))
    fault = _evaluated(arguments, sandboxes)
    if fault is not None:
        raise BadArgumentsError(fault)
    return replace(run, outcome=GuestError("TamperedReport", "the program says that it was given no arguments"))


def fault_of_arguments(given: str, sandboxes: Sandboxes) -> str | None:
    """Why an argument list cannot be evaluated, whatever the program; nothing if it can, or needs the program.

    Raises:
        BadArgumentsError: it is not an argument list.
    """
    arguments, uses_names = argument_list(given)
    return None if uses_names or _is_literal(arguments) else _evaluated(arguments, sandboxes)


def ended_well(run: Run) -> bool:
    """Whether a script came to its end: also by ``exit()``, which is an exception."""
    match run.outcome:
        case Completed():
            return True
        case GuestError(type_name="SystemExit", message="" | "0" | "None"):
            return True
        case _:
            return False


def argument_list(text: str) -> tuple[str, bool]:
    """An argument list with Python's names for JSON's, and whether it names anything that is not a builtin.

    Raises:
        BadArgumentsError: it is none.
    """
    try:
        return on_a_deep_stack(lambda: _argument_list(text))
    except _UNREADABLE as error:
        said = error.msg if isinstance(error, SyntaxError) else str(error)
        raise BadArgumentsError(f"the input is not an argument list: {said}") from error


def _evaluated(arguments: str, sandboxes: Sandboxes) -> str | None:
    """What is wrong with arguments, asked where no program runs."""
    run = sandboxes.call(_TAKES_ANYTHING, arguments, "f")
    return _message(run) if _refuses_arguments(run) else None


def _is_literal(arguments: str) -> bool:
    try:
        on_a_deep_stack(lambda: ast.literal_eval(f"[{arguments}\n]"))
    except _UNREADABLE:
        return False
    return True


def _refuses_arguments(run: Run) -> bool:
    return _message(run).startswith("the arguments ")


def _message(run: Run) -> str:
    return run.outcome.message if isinstance(run.outcome, HostFailure) else ""


def _argument_list(text: str) -> tuple[str, bool]:
    call = ast.parse(f"{_CALLED}({text}\n)", mode="eval").body
    if not (isinstance(call, ast.Call) and isinstance(call.func, ast.Name)):
        raise BadArgumentsError("the input is not an argument list")
    names = {node.id for node in ast.walk(call) if isinstance(node, ast.Name)} - {_CALLED}
    if not names & _JSON_NAMES.keys():
        return text, bool(names - _BUILTINS)
    for node in ast.walk(call):
        if isinstance(node, ast.Name):
            node.id = _JSON_NAMES.get(node.id, node.id)
    return ast.unparse(call)[len(_CALLED) + 1 : -1], bool(names - _BUILTINS - _JSON_NAMES.keys())


_BUILTINS = frozenset(dir(builtins))
