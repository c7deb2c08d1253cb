"""Running tests without a program, up to the first thing that they ask of one: a fault before that is their own.

Runs inside the sandbox, in an instance in which the program never runs.
"""

from __future__ import annotations

import builtins
import sys
from collections.abc import Sequence
from types import ModuleType
from typing import Any, NoReturn

_RECORD = "__record__"
_LEADS_TO_PROGRAM = frozenset(
    {"__import__", "breakpoint", "dir", "eval", "exec", "globals", "input", "locals", "open", "vars"}
)


class _Asked(BaseException):
    """Tests ask for something that only a program can say."""


class _Program:
    """What is tested."""

    def __call__(self, *_positional: object, **_named: object) -> NoReturn:
        _ask()

    def __getattr__(self, _name: str) -> NoReturn:
        _ask()


class _Names(dict[str, Any]):
    """The names of the tests: one that neither they nor the builtins bind is the program's."""

    asked: frozenset[str]
    """Builtins that lead to the program, or that it may define anew."""

    def __missing__(self, name: str) -> Any:
        if name in self.asked or not hasattr(builtins, name):
            _ask()
        return getattr(builtins, name)


def _ask() -> NoReturn:
    globals()["_tell"]("asked")
    raise _Asked


def probe(imports: Sequence[str], tests: str, entry: str, tested: Sequence[str]) -> tuple[bool, str, str]:
    """Run tests up to the first thing that they ask of the program; what they ask is told.

    Gives whether an assertion was reached, and type and message of the exception that the tests raised.

    Args:
        imports: the imports of the tests, wherever they stand.
        tests: with calls of ``__record__`` in the place of assertions.
        entry: the function that is tested.
        tested: builtins that the program may define anew.
    """
    program = ModuleType("program")
    program.__dict__["__getattr__"] = lambda _name: _ask()
    sys.modules["program"] = program
    reached: list[int] = []
    execute = exec
    names = _Names({"__builtins__": builtins, "__name__": "program", _RECORD: lambda *given: reached.append(given[0])})
    names.asked = _LEADS_TO_PROGRAM.union(tested)
    names[entry] = _Program()
    try:
        for statement in imports:
            execute(statement, {"__name__": "program"})
        execute(compile(tests, "<tests>", "exec", dont_inherit=True), names)
    except (_Asked, NameError):
        globals()["_tell"]("asked")
    except BaseException as error:  # noqa: BLE001  tests may end themselves in any way
        return bool(reached), type(error).__name__, str(error)[:2000]
    return bool(reached), "", ""
