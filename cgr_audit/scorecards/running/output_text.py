"""What Python writes of a value that a function returned: what ``repr`` gives, as who reads a program would say it."""

from __future__ import annotations

import ast
import re
import warnings
from collections.abc import Iterable
from typing import Any

from cgr_audit.sandbox.values import Instance

__all__ = [
    "ADDRESS",
    "describing",
    "holds_instance",
    "is_in_any_order",
    "is_written_alike",
    "may_vary",
    "unfixed_part",
    "written",
]

ADDRESS = re.compile(r"\bat 0x[0-9A-Fa-f]+")
"""Where an object lies, which is another place in every run."""

_DESCRIBING = """

def {name}(*positional, **named):
    import builtins

    returned = {entry}(*positional, **named)
    for kind in builtins.list(builtins.globals().values()):
        if builtins.isinstance(kind, builtins.type) and kind.__module__ == "program":
            kind.__module__ = "__main__"
    return builtins.repr(returned)
"""
_DESCRIBER = "cgr_audit_describe"
_MAY_VARY = re.compile(
    r"\b(?:import|__import__|id|hash|__hash__|eval|exec|compile|getattr|__builtins__|globals|vars)\b"
)
"""What leads to chance, to the time and to addresses."""
_SET = re.compile(r"\{([^{}:]+)\}")
_LONGEST_SET = 10_000
_SMALLEST_SET = 8
"""Places in the smallest table that CPython keeps a set in; others have twice as many, and again."""
_MOST_ALIKE = (1 << 31) - 1
"""Integers below have the same hash on every machine."""


def is_written_alike(value: Any) -> bool:
    """Whether the host's Python writes a value as the sandbox's does.

    Of an instance it knows neither the type nor its ``__repr__``; a set with several items may lie in another order;
    and which letters are printable depends on the version of Unicode.
    """
    match value:
        case Instance():
            return False
        case str():
            return value.isascii()
        case set() | frozenset() if len(value) > 1:
            return False
        case _:
            return all(map(is_written_alike, _parts(value)))


def written(value: Any) -> str:
    """What ``repr`` gives of a value that is written alike.

    Raises:
        ValueError: it holds an integer of more digits than Python writes.
    """
    return repr(value)


def describing(program: bytes, entry: str) -> tuple[bytes, str]:
    """A program with a function behind it that gives what ``repr`` says of what the entry returns, and its name."""
    return program + _DESCRIBING.format(name=_DESCRIBER, entry=entry).encode("utf-8", "surrogatepass"), _DESCRIBER


def is_in_any_order(value: Any) -> bool:
    """Whether it holds a set whose items another run of Python, or another version, may give in another order.

    Where a text lies in a set follows from a number that every process draws for itself. Integers lie where their value
    says, as long as no two of them want the same place.
    """
    if isinstance(value, set | frozenset) and len(value) > 1:
        places = max(_SMALLEST_SET, 1 << len(value).bit_length())
        kept = {item % places for item in value if isinstance(item, int) and 0 <= item < _MOST_ALIKE}
        return len(kept) < len(value)
    return any(map(is_in_any_order, _parts(value)))


def may_vary(program: str, text: str) -> bool:
    """Whether a program names anything by which it could give another output in another run, or gives an address."""
    return _MAY_VARY.search(program) is not None or ADDRESS.search(text) is not None


def unfixed_part(printed: str) -> str | None:
    """What of a printed text is another one in every run, as far as the text shows it: an address, a set's order."""
    address = ADDRESS.search(printed)
    if address is not None:
        return f"it prints the address of an object, which is another one in every run: {address[0]}"
    for found in _SET.finditer(printed):
        if len(found[0]) <= _LONGEST_SET and is_in_any_order(_set_of(found[1])):
            return f"it prints a set whose items are in no fixed order: {found[0]}"
    return None


def _set_of(items: str) -> set[Any] | None:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            value = ast.literal_eval(f"{{{items}}}")
    except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError):
        return None
    return value if isinstance(value, set) else None


def holds_instance(value: Any) -> bool:
    """Whether any part of it is of a type that is not one of the plain ones."""
    return isinstance(value, Instance) or any(map(holds_instance, _parts(value)))


def _parts(value: Any) -> Iterable[Any]:
    match value:
        case Instance():
            return () if value.is_opaque else (value.content,)
        case dict():
            return (part for item in value.items() for part in item)
        case list() | tuple() | set() | frozenset():
            return value
        case _:
            return ()
