"""The faults of one file, told together: the first of them, each with its line, and how many more there are."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path

from cgr_audit.records.json_text import RecordError
from cgr_audit.records.lines import read_lines

__all__ = ["TOLD", "Faults", "telling_all_lines"]

TOLD = 10
"""How many faults of a file are told."""
_COUNTED = 1_000
"""How many are looked for; wording a fault is slow, and who has a thousand needs no exact number."""


class Faults:
    """The faults of one file, in the order in which they are found."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._told: list[str] = []
        self._count = 0

    def __bool__(self) -> bool:
        """Whether there is any."""
        return self._count > 0

    def add(self, fault: RecordError | str) -> None:
        """Add a fault, which begins with its place.

        Raises:
            RecordError: it is the last of as many as are looked for.
        """
        self.add_more(1)
        if len(self._told) < TOLD:
            self._told.append(str(fault))
        if self._count >= _COUNTED:
            raise RecordError(self._text("at least "))

    def add_more(self, count: int) -> None:
        """Add faults that are only counted."""
        self._count += count

    def raise_any(self) -> None:
        """Tell the faults.

        Raises:
            RecordError: there are some: a line for each that is told.
        """
        if self:
            raise RecordError(self._text(""))

    def _text(self, about: str) -> str:
        more = self._count - len(self._told)
        return "\n".join([*self._told, *([f"{self._path}: and {about}{more} more"] if more else [])])


@contextlib.contextmanager
def telling_all_lines(path: Path, schema: str) -> Iterator[None]:
    """Where reading a file of lines stops at a bad one, read it again to tell the others too.

    Raises:
        RecordError: what stopped the reading: all bad lines, or, where every line by itself is right, that alone.
    """
    try:
        yield
    except RecordError as error:
        if str(error).startswith(tuple(f"{path}:{digit}" for digit in range(1, 10))):
            faults = Faults(path)
            for _ in read_lines(path, schema, on_fault=faults.add):
                pass
            faults.raise_any()
        raise
