"""From a row's program and input to what the sandbox runs."""

from __future__ import annotations

import builtins
import re

from cgr_audit.scorecards.codemind.program_study import ProgramStudy
from cgr_audit.scorecards.codemind.study import ROUNDS
from cgr_audit.scorecards.running.output import FunctionCall, ScriptRun
from cgr_audit.scorecards.running.runner import TestCase

__all__ = ["counting_call", "one_test", "output_call", "rounds"]

_CALLER = "cgr_audit_call"
"""The function that is put behind a program to make a call that is given whole."""
_FUNCTION = re.compile(r"^(?:async[ \t]+)?def[ \t]+(\w+)", re.MULTILINE)
_CLASS = re.compile(r"^class[ \t]+(\w+)", re.MULTILINE)
_WORDS = re.compile(
    r"'''.*?(?:'''|\Z)|\"\"\".*?(?:\"\"\"|\Z)|'(?:\\.|[^'\\\n])*+'?|\"(?:\\.|[^\"\\\n])*+\"?|#[^\n]*",
    re.DOTALL,
)
"""Texts and comments; a text that nothing ends goes as far as it can, so that no part of it is read again."""
_READS_INPUT = re.compile(r"(?<![\w.])(?:input[ \t]*\(|sys\.stdin\b|stdin\.)")
_CALLED = re.compile(r"(?<![\w.])(\w+)[ \t]*\(")
_METHOD_CALLED = re.compile(r"\)[ \t]*\.[ \t]*\w+[ \t]*\(")


def output_call(program: str, given: str) -> FunctionCall | ScriptRun:
    """What gives a program's output for an input.

    Args:
        program: its text.
        given: an argument list for its function; a whole call of one of its functions; for a program that reads
            standard input, or defines no function, what it reads.
    """
    if _is_whole_call(program, given):
        return FunctionCall(f"{program}\n\n\ndef {_CALLER}():\n    return (\n{given.strip()}\n)\n", "", _CALLER)
    if _is_script(program):
        return ScriptRun(program, given)
    return FunctionCall(program, given)


def counting_call(program: str, given: str, study: ProgramStudy) -> FunctionCall | ScriptRun | None:
    """What gives the number of rounds of all loops; nothing for a program that cannot be made to count."""
    if study.counting is None:
        return None
    if _is_whole_call(program, given):
        body, arguments = f"(\n{given.strip()}\n)", ""
        parameters = ""
    elif _is_script(program):
        return ScriptRun(f"{study.counting}\nprint()\nprint({ROUNDS}[0])\n", given)
    elif study.entry is not None:
        body, arguments = f"{study.entry}(*arguments, **named)", given
        parameters = "*arguments, **named"
    else:
        return None
    caller = f"def {_CALLER}({parameters}):\n    {body}\n    return {ROUNDS}[0]\n"
    return FunctionCall(f"{study.counting}\n\n\n{caller}", arguments, _CALLER)


def rounds(output: str | None) -> int | None:
    """The number of rounds in what such a call gave; nothing if it gave none."""
    lines = (output or "").split()
    return int(lines[-1]) if lines and lines[-1].isdecimal() and len(lines[-1]) < 19 else None


def one_test(program: str, given: str, expected: str) -> str | tuple[TestCase, ...]:
    """The one test that an input and its expected output make of a program."""
    if _is_whole_call(program, given) or _calls_something(given):
        return f"assert ({given.strip()}) == ({expected.strip()})"
    return (TestCase(given, expected),)


def _is_script(program: str) -> bool:
    if _FUNCTION.search(program) is None and _CLASS.search(program) is None:
        return True
    without_words = _WORDS.sub("''", program)
    return _READS_INPUT.search(without_words) is not None and "input" not in _FUNCTION.findall(without_words)


def _is_whole_call(program: str, given: str) -> bool:
    """Whether an input calls a function of the program, or a method of an object that it makes of a class of it.

    An argument list does neither; an object of a class of the program is an argument.
    """
    outside = _WORDS.sub("''", given)
    called = set(_CALLED.findall(outside))
    if not called.isdisjoint(_FUNCTION.findall(program)):
        return True
    return not called.isdisjoint(_CLASS.findall(program)) and _METHOD_CALLED.search(outside) is not None


def _calls_something(given: str) -> bool:
    """Whether an input is one whole call, as where a generated program lacks the function that is asked for.

    A call of a builtin, such as ``range(3)``, is an argument.
    """
    found = re.fullmatch(r"([A-Za-z_]\w*)\(.*\)", given.strip(), re.DOTALL)
    return found is not None and not hasattr(builtins, found[1])
