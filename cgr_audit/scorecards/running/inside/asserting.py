"""Running a program and then its tests, which record what they ask of it instead of asserting.

Runs inside the sandbox, and so within reach of the program: whatever is recorded is the program's word, and holds no
expected value for it to read. Everything that is used after the program began is a local name or a closure here.
"""

from __future__ import annotations

import builtins
import collections
import copy
import sys
from collections.abc import Callable
from types import ModuleType
from typing import Any

_RECORD = "__record__"
_ATTEMPT = "__attempt__"


class _Enough(BaseException):
    """All that is wanted has been recorded."""


def judge(program: bytes, tests: str, wanted: int | None) -> tuple[Any, ...]:
    """Run a program, then its tests in the program's own module, as published harnesses do.

    Gives how it ended (``compiler``, ``tests_compiler``, ``ended``, ``raised``), the records (number of the assertion
    and values, in the order in which assertions were reached), and of an exception its type, its message, and whether
    it was raised by the tests' own code.

    Args:
        program: its text.
        tests: with calls of ``__record__`` in the place of assertions.
        wanted: how many records are wanted; the tests are stopped then. All of them without.
    """
    records: list[Any] = []
    execute = exec
    describe = _describer()
    try:
        code = compile(program, "<judged>", "exec", dont_inherit=True)
    except (SyntaxError, ValueError, MemoryError, RecursionError) as error:
        return ("compiler", records, type(error).__name__, str(error), False)
    try:
        test_code = compile(tests, "<tests>", "exec", dont_inherit=True)
    except (SyntaxError, ValueError, MemoryError, RecursionError) as error:
        return ("tests_compiler", records, type(error).__name__, str(error), True)
    record = _recorder(records, wanted)
    module = ModuleType("program")
    sys.modules["program"] = module
    namespace = module.__dict__
    namespace["__builtins__"] = builtins
    try:
        execute(code, namespace)
        namespace[_RECORD] = record
        namespace[_ATTEMPT] = _attempt
        execute(test_code, namespace)
    except _Enough as error:
        # Where all records are wanted, nobody but the program can have raised it.
        return ("raised", records, *describe(error)) if wanted is None else ("ended", records, "", "", False)
    except BaseException as error:  # noqa: BLE001  a program may end itself in any way
        return ("raised", records, *describe(error))
    return ("ended", records, "", "", False)


def _attempt(part: Callable[[], Any]) -> list[Any]:
    """The value of a part that may not be evaluated at all, or none where it raises."""
    try:
        return [part()]
    except Exception:  # noqa: BLE001  it may be one of those that are never evaluated
        return []


def _recorder(records: list[Any], wanted: int | None) -> Callable[..., None]:
    """The function that tests call; the host counts the records too, for when the run is stopped."""
    add, deep_copy, count, enough, carried = records.append, copy.deepcopy, len, _Enough, _carrier()
    tell: Callable[[str], object] = globals()["_tell"]
    told = 0

    def record(number: int, *values: Any) -> None:
        nonlocal told
        try:
            kept = deep_copy(values)
        except Exception:  # noqa: BLE001  of what cannot be copied, an iterator say, the object itself is recorded
            kept = values
        add((number, carried(kept, 0)))
        if wanted is None:
            if told < 1000:
                told += 1
                tell("")
        elif count(records) >= wanted:
            raise enough

    return record


def _carrier() -> Callable[[Any, int], Any]:
    """What takes objects of the standard library apart, at every depth, into tuples under their types' full names."""
    type_of, make, modules, deepest = type, type, sys.modules, 100
    lists, tuples, pairs, sets, queue = list, tuple, dict, set, collections.deque
    keys: type = type({}.keys())
    items: type = type({}.items())
    no_set = TypeError

    def dates(value: Any, kind: type) -> tuple[str, tuple[int, ...]] | None:
        known = modules.get("datetime")
        if known is None:
            return None
        if kind is known.date:
            return "datetime.date", (value.year, value.month, value.day)
        if kind is known.timedelta:
            return "datetime.timedelta", (value.days, value.seconds, value.microseconds)
        if kind is known.datetime and value.tzinfo is None:
            day = (value.year, value.month, value.day)
            return "datetime.datetime", (*day, value.hour, value.minute, value.second, value.microsecond)
        return None

    def carried(value: Any, depth: int) -> Any:
        kind = type_of(value)
        # Types are compared by identity alone: an equal one may be the program's.
        if depth > deepest:
            return value
        if kind is lists or kind is tuples:
            return kind([carried(item, depth + 1) for item in value])
        if kind is pairs:
            return {key: carried(item, depth + 1) for key, item in value.items()}
        if kind is keys or kind is items:
            try:
                return sets(value)
            except no_set:
                return value
        if kind is queue:
            return make("collections.deque", (tuples,), {})([carried(item, depth + 1) for item in value])
        found = dates(value, kind)
        return value if found is None else make(found[0], (tuples,), {})(found[1])

    return carried


def _describer() -> Callable[[BaseException], tuple[str, str, bool]]:
    """What tells type and message of an exception, and whether code of the tests raised it."""
    text_of, type_of = str, type

    def describe(error: BaseException) -> tuple[str, str, bool]:
        try:
            message = text_of(error)
        except BaseException:  # noqa: BLE001  the exception is the program's, and so is what shows it
            message = ""
        step, name = error.__traceback__, ""
        while step is not None:
            name = step.tb_frame.f_code.co_filename
            step = step.tb_next
        return type_of(error).__name__, message[:2000], name == "<tests>"

    return describe
