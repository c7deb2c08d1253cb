"""Audits that need not be done again: the records of programs, kept in the user's cache folder by what they depend on.

A record is found by a digest of the program's bytes, the rules, the contract and the tool (its *scope*), so that the
same text under another name is found too, and gets that name. Nothing that a record says is believed unless its own
digest fits: a damaged entry is not an entry, a corrupt file is reset, a file that is locked or somebody else's is left
alone. Either way the audit goes on, and one line says so.
"""

from __future__ import annotations

import hashlib
import marshal
import sqlite3
import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import Any, Self, TypeAlias

from cgr_audit.audit.program_audit import ProgramAudit, packed, unpacked
from cgr_audit.cache_file import CacheFile, Say, sealed, unsealed
from cgr_audit.cache_folder import cache_folder
from cgr_audit.source.program import Program

__all__ = ["AuditCache", "Say"]

Plain: TypeAlias = "bytes | str | int | bool | tuple[Plain, ...] | None"
"""What entries are made of."""

FORMAT = 3
"""Raised whenever entries are written in another way."""
FILE = f"audits-{FORMAT}.sqlite3"
LIMIT = 512 * 1024 * 1024
"""How large the file may become, in bytes; then the entries used longest ago go."""
KEPT = 0.75
"""What is left of the limit after that."""
PENDING = 500
"""How many new entries wait to be written at once."""
PATIENCE = 2.0
"""Seconds that another process's lock is waited for."""
DAY = 86_400
"""Seconds: how exactly the time of the last use is known. A run over known programs hardly writes."""

_SCHEMA = """
    PRAGMA auto_vacuum = INCREMENTAL;
    PRAGMA journal_mode = WAL;
    CREATE TABLE IF NOT EXISTS entry (key BLOB PRIMARY KEY, value BLOB NOT NULL, used INTEGER NOT NULL) WITHOUT ROWID;
"""


class AuditCache:
    """The entries of one scope. Use it as a context manager: what is new is written at its end."""

    def __init__(self, say: Say, folder: Path | None = None, limit: int = LIMIT) -> None:
        """Open the cache; where that cannot be done, it stays empty and keeps nothing.

        Args:
            say: told why the cache cannot be used.
            folder: where its file is; the user's cache folder by default.
            limit: how large the file may become, in bytes.
        """
        self._limit = limit
        self._scope = b""
        self._new: dict[bytes, bytes] = {}
        self._touched: set[bytes] = set()
        self._today = int(time.time()) // DAY
        path = (folder or cache_folder("audit")) / FILE
        self._file = CacheFile(path, "audit cache", _SCHEMA, say, PATIENCE)

    def for_scope(self, parts: Mapping[str, str]) -> None:
        """Say what records depend on besides the program: entries under other parts are not found."""
        told = "".join(f"{name}={len(value)}:{value}\n" for name, value in sorted(parts.items()))
        self._scope = hashlib.sha256(told.encode("utf-8", "surrogatepass")).digest()

    def find(self, programs: Sequence[Program]) -> list[ProgramAudit | None]:
        """The record of each program that was audited before in this scope."""
        keys = [self._key(program) for program in programs]
        values = self._values(keys)
        return [
            _named(unpacked(values[key]), program) if key in values else None
            for program, key in zip(programs, keys, strict=True)
        ]

    def store(self, program: Program, record: ProgramAudit) -> None:
        """Keep a program's record."""
        self._put(self._key(program), packed(record))

    def known(self, name: str) -> Any:
        """What was kept under a name by :meth:`keep`; nothing if there is none."""
        key = hashlib.sha256(name.encode()).digest()
        return self._values([key]).get(key)

    def keep(self, name: str, value: Plain) -> None:
        """Keep plain values under a name that says all they depend on."""
        self._put(hashlib.sha256(name.encode()).digest(), value)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._file.attempt(self._write)
        self._file.attempt(self._shrink)
        self._file.close()

    def _key(self, program: Program) -> bytes:
        return hashlib.sha256(self._scope + program.sha256.encode()).digest()

    def _values(self, keys: Sequence[bytes]) -> dict[bytes, Any]:
        found = self._file.attempt(lambda database: _select(database, keys)) or []
        found += [(key, self._new[key], self._today) for key in keys if key in self._new]
        values: dict[bytes, Any] = {}
        for key, value, used in found:
            told = unsealed(key, value)
            if told is not None:
                values[key] = marshal.loads(told)  # noqa: S302  the user's own file, and undamaged
                if used != self._today:
                    self._touched.add(key)
        return values

    def _put(self, key: bytes, value: Plain) -> None:
        if not self._file.is_open:
            return
        self._new[key] = sealed(key, marshal.dumps(value))
        if len(self._new) >= PENDING:
            self._file.attempt(self._write)

    def _write(self, database: sqlite3.Connection) -> None:
        if not (self._new or self._touched):
            return
        new, touched = self._new, self._touched
        self._new, self._touched = {}, set()
        database.execute("BEGIN IMMEDIATE")
        rows = ((key, value, self._today) for key, value in new.items())
        database.executemany("INSERT OR REPLACE INTO entry VALUES (?, ?, ?)", rows)
        database.executemany("UPDATE entry SET used = ? WHERE key = ?", ((self._today, key) for key in touched))
        database.execute("COMMIT")

    def _shrink(self, database: sqlite3.Connection) -> None:
        """Drop what was used longest ago, if the file has become too large.

        Entries lie in no order of age, so that pages become free only as more and more of them go.
        """
        if _size(database) <= self._limit:
            return
        while _size(database) > self._limit * KEPT:
            gone = database.execute(
                "DELETE FROM entry WHERE key IN "
                "(SELECT key FROM entry ORDER BY used LIMIT 1 + (SELECT count(*) / 8 FROM entry))"
            )
            if not gone.rowcount:
                break
        database.executescript("PRAGMA incremental_vacuum")


def _select(database: sqlite3.Connection, keys: Sequence[bytes]) -> list[tuple[bytes, bytes, int]]:
    marks = ",".join("?" * len(keys))
    return database.execute(
        f"SELECT key, value, used FROM entry WHERE key IN ({marks})",  # noqa: S608  question marks only
        keys,
    ).fetchall()


def _size(database: sqlite3.Connection) -> int:
    names = ("page_count", "freelist_count", "page_size")
    pages, free, size = (database.execute(f"PRAGMA {name}").fetchone()[0] for name in names)
    return int((pages - free) * size)


def _named(record: ProgramAudit, program: Program) -> ProgramAudit:
    """The record of one program as that of another with the same bytes: nothing else in it depends on the name."""
    return replace(record, program_id=program.program_id, path=program.path)
