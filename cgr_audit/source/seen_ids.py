"""Ids that have been seen: few are held in memory, many in a temporary file."""

from __future__ import annotations

import sqlite3

from cgr_audit.errors import IncompleteError

__all__ = ["SeenIds"]

PENDING = 2_000
"""How many ids are in memory before they are written together."""


class SeenIds:
    """Where each id was first seen, in the same memory for a thousand ids and for a million."""

    def __init__(self) -> None:
        self._pending: dict[str, int] = {}
        self._kept: sqlite3.Connection | None = None
        """A file of its own, which removes itself; there is none while few ids are known."""

    def setdefault(self, an_id: str, number: int) -> int:
        """The number that an id was first seen with: this one if it is new.

        Raises:
            IncompleteError: the folder for temporary files cannot hold the ids.
        """
        found = self._number(an_id)
        if found is not None:
            return found
        self._pending[an_id] = number
        if len(self._pending) >= PENDING:
            self._write()
        return number

    def __contains__(self, an_id: str) -> bool:
        return self._number(an_id) is not None

    def _number(self, an_id: str) -> int | None:
        found = self._pending.get(an_id)
        if found is not None or self._kept is None:
            return found
        try:
            row = self._kept.execute("SELECT number FROM seen WHERE id = ?", (_key(an_id),)).fetchone()
        except sqlite3.Error as error:
            raise _fault(error) from error
        return None if row is None else int(row[0])

    def _write(self) -> None:
        try:
            if self._kept is None:
                self._kept = sqlite3.connect("", isolation_level=None, check_same_thread=False)
                self._kept.execute("PRAGMA journal_mode = OFF")
                self._kept.execute("PRAGMA cache_size = -256")  # the system keeps the rest of the file in its own
                self._kept.execute("CREATE TABLE seen (id BLOB PRIMARY KEY, number INTEGER) WITHOUT ROWID")
            rows = sorted((_key(an_id), number) for an_id, number in self._pending.items())
            self._kept.execute("BEGIN")
            self._kept.executemany("INSERT INTO seen VALUES (?, ?)", rows)
            self._kept.execute("COMMIT")
        except sqlite3.Error as error:
            raise _fault(error) from error
        self._pending.clear()


def _key(an_id: str) -> bytes:
    return an_id.encode("utf-8", "surrogatepass")


def _fault(error: sqlite3.Error) -> IncompleteError:
    return IncompleteError(f"cannot keep the programs' ids in the folder for temporary files: {error}")
