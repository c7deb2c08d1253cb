"""Running tests in a program's module, where they record what they ask of it instead of comparing.

Runs inside the sandbox, and so within reach of the program: whatever is recorded is the program's word, and holds no
expected value for it to read. Everything that is used after the program began is a local name or a closure here.
"""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any


class _Enough(BaseException):
    """All that is wanted has been recorded."""


def runner(namespace: dict[str, Any], tests: str, wanted: int | None) -> Callable[[], list[tuple[int, Any]]]:
    """What runs tests, in the namespace of the program's module, and gives their records: number and value of each.

    In the place of assertions the tests call ``__record__``; where so many records are wanted, they are stopped then.
    """
    records: list[tuple[int, Any]] = []
    add, count, deep_copy, enough, execute, read = records.append, len, copy.deepcopy, _Enough, exec, compile
    tell, views = namespace["_tell"], frozenset((type({}.keys()), type({}.items())))  # type: ignore[var-annotated]
    told = 0

    def record(number: int, value: Any, is_single: bool = False) -> None:
        nonlocal told
        if is_single and value is not None and value is not True and value is not False:
            value = ...  # as good as any other object, however large that is
        try:
            kept = set(value) if type(value) in views else deep_copy(value)
        except Exception:  # noqa: BLE001  of what cannot be copied, an iterator say, the object itself is recorded
            kept = value
        add((number, kept))
        if wanted is not None and count(records) >= wanted:
            raise enough
        if told < 1000:
            told += 1
            tell("")  # the host counts the records too, for when the run is stopped

    def run() -> list[tuple[int, Any]]:
        namespace.update(__record__=record, __name__="__main__")
        try:
            execute(read(tests, "<tests>", "exec", dont_inherit=True), namespace)
        except enough:
            if wanted is None:  # nobody but the program can have raised it
                raise
        return records

    return run
