"""Audits that need not be done again: the records of programs, kept in the user's cache folder by what they depend on.

A record is found by a digest of the program's bytes, the rules, the contract and the tool (its *scope*), so that the
same text under another name is found too, and gets that name. Nothing that a record says is believed unless its own
digest fits: a damaged entry is no entry, a corrupt file is reset, a file that is locked or somebody else's is left
alone. Either way the audit goes on, and one line says so.
"""

from __future__ import annotations

import hashlib
import marshal
import os
import sqlite3
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import Any, Self, TypeAlias, TypeVar

from cgr_audit.audit.program_audit import ProgramAudit, packed, unpacked
from cgr_audit.cache_folder import cache_folder, why_not_own
from cgr_audit.source.program import Program

__all__ = ["AuditCache", "Say"]

Say = Callable[[str], None]
"""Told, in one line, of a cache that cannot be used."""

Plain: TypeAlias = "bytes | str | int | bool | tuple[Plain, ...] | None"
"""What entries are made of."""

T = TypeVar("T")

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

_SURROUNDINGS = frozenset(
    {
        sqlite3.SQLITE_BUSY,
        sqlite3.SQLITE_CANTOPEN,
        sqlite3.SQLITE_FULL,
        sqlite3.SQLITE_IOERR,
        sqlite3.SQLITE_LOCKED,
        sqlite3.SQLITE_NOMEM,
        sqlite3.SQLITE_PERM,
        sqlite3.SQLITE_PROTOCOL,
        sqlite3.SQLITE_READONLY,
    }
)
"""SQLite's codes for what is wrong around a file. For anything else the file itself is to blame: one that is damaged,
holds values of other types, or has another schema."""
_DIGEST = 16
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
        self._say = say
        self._limit = limit
        self._scope = b""
        self._path = (folder or cache_folder("audit")) / FILE
        self._new: dict[bytes, bytes] = {}
        self._touched: set[bytes] = set()
        self._today = int(time.time()) // DAY
        self._database: sqlite3.Connection | None = None
        self._attempt(self._open)

    def for_scope(self, parts: Mapping[str, str]) -> None:
        """Say what records depend on beside the program: entries under other parts are not found."""
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
        """What was kept under a name by :meth:`keep`; nothing where there is none."""
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
        self._attempt(self._write)
        self._attempt(self._shrink)
        self._close()

    def _key(self, program: Program) -> bytes:
        return hashlib.sha256(self._scope + program.sha256.encode()).digest()

    def _values(self, keys: Sequence[bytes]) -> dict[bytes, Any]:
        found = self._attempt(lambda: self._select(keys)) or []
        found += [(key, self._new[key], self._today) for key in keys if key in self._new]
        values: dict[bytes, Any] = {}
        for key, value, used in found:
            if type(key) is type(value) is bytes and value[:_DIGEST] == _digest(key, value[_DIGEST:]):
                values[key] = marshal.loads(value[_DIGEST:])  # noqa: S302  the user's own file, and undamaged
                if used != self._today:
                    self._touched.add(key)
        return values

    def _select(self, keys: Sequence[bytes]) -> list[tuple[bytes, bytes, int]]:
        if self._database is None:
            return []
        marks = ",".join("?" * len(keys))
        return self._database.execute(
            f"SELECT key, value, used FROM entry WHERE key IN ({marks})",  # noqa: S608  question marks only
            keys,
        ).fetchall()

    def _put(self, key: bytes, value: Plain) -> None:
        if self._database is None:
            return
        packed = marshal.dumps(value)
        self._new[key] = _digest(key, packed) + packed
        if len(self._new) >= PENDING:
            self._attempt(self._write)

    def _open(self) -> None:
        folder = self._path.parent
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        why = why_not_own(folder.lstat(), folder=True)
        if why is None:
            with suppress(FileExistsError):
                os.close(os.open(self._path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
            why = why_not_own(self._path.lstat())
        if why is not None:
            self._say(f"{self._path}: the audit cache is not used: {why}")
            return
        self._database = sqlite3.connect(self._path, timeout=PATIENCE, isolation_level=None)
        if not self._database.execute("SELECT 1 FROM sqlite_master WHERE name = 'entry'").fetchone():
            self._database.executescript(_SCHEMA)
        self._database.execute("PRAGMA synchronous = NORMAL")

    def _write(self) -> None:
        if self._database is None or not (self._new or self._touched):
            return
        new, touched = self._new, self._touched
        self._new, self._touched = {}, set()
        self._database.execute("BEGIN IMMEDIATE")
        rows = ((key, value, self._today) for key, value in new.items())
        self._database.executemany("INSERT OR REPLACE INTO entry VALUES (?, ?, ?)", rows)
        self._database.executemany("UPDATE entry SET used = ? WHERE key = ?", ((self._today, key) for key in touched))
        self._database.execute("COMMIT")

    def _shrink(self) -> None:
        """Drop what was used longest ago, if the file has become too large.

        Entries lie in no order of age, so that pages become free only as more and more of them go.
        """
        if self._database is None or self._size() <= self._limit:
            return
        while self._size() > self._limit * KEPT:
            gone = self._database.execute(
                "DELETE FROM entry WHERE key IN "
                "(SELECT key FROM entry ORDER BY used LIMIT 1 + (SELECT count(*) / 8 FROM entry))"
            )
            if not gone.rowcount:
                break
        self._database.executescript("PRAGMA incremental_vacuum")

    def _size(self) -> int:
        assert self._database is not None
        names = ("page_count", "freelist_count", "page_size")
        pages, free, size = (self._database.execute(f"PRAGMA {name}").fetchone()[0] for name in names)
        return int((pages - free) * size)

    def _attempt(self, action: Callable[[], T]) -> T | None:
        """What an action gives; where the cache cannot be used, it is reset, or left alone from now on."""
        try:
            return action()
        except (sqlite3.ProgrammingError, sqlite3.InterfaceError):  # a fault of ours
            raise
        except sqlite3.Error as error:
            if getattr(error, "sqlite_errorcode", 0) & 0xFF not in _SURROUNDINGS:
                self._close()
                self._reset()
                return None
            self._say(f"{self._path}: the audit cache is not used: {error}")
        except (OSError, MemoryError) as error:
            self._say(f"{self._path}: the audit cache is not used: {getattr(error, 'strerror', 'out of memory')}")
        self._close()
        return None

    def _reset(self) -> None:
        """Remove a corrupt file; another process that has it open keeps what it has."""
        try:
            for ending in ("", "-wal", "-shm"):
                self._path.with_name(FILE + ending).unlink(missing_ok=True)
            self._open()
        except (OSError, sqlite3.Error) as error:
            self._say(f"{self._path}: the audit cache is corrupt and not used: {error}")
            self._close()
        else:
            self._say(f"{self._path}: corrupt audit cache was reset")

    def _close(self) -> None:
        if self._database is not None:
            with suppress(sqlite3.Error):
                self._database.close()
            self._database = None


def _named(record: ProgramAudit, program: Program) -> ProgramAudit:
    """The record of one program as that of another with the same bytes: nothing else in it depends on the name."""
    return replace(record, program_id=program.program_id, path=program.path)


def _digest(key: bytes, value: bytes) -> bytes:
    """What ties an entry to its key: a value that was damaged, or stands in another's place, does not fit."""
    return hashlib.blake2b(value, digest_size=_DIGEST, key=key).digest()
