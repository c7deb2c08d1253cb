"""A file of kept entries in the user's cache folder that costs nobody a result, whatever becomes of it.

It is one SQLite database, for many threads and processes at once. A corrupt one is reset; one that is locked, somebody
else's or unwritable is left alone. Either way the work goes on without it, and one line says so.
"""

from __future__ import annotations

import hashlib
import os
import sqlite3
import threading
import time
import weakref
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

from cgr_audit.cache_folder import why_not_own

__all__ = ["CacheFile", "Say", "database_files", "sealed", "unsealed"]

Say = Callable[[str], None]
"""Takes a line about a cache that cannot be used."""

T = TypeVar("T")

_ENDINGS = ("", "-wal", "-shm")
_SEAL = 16
_AGAIN_S = 0.02
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


class CacheFile:
    """An open database, or none where it cannot be used.

    Args:
        path: the file.
        name: what messages call it, such as ``audit cache``.
        schema: the statements that make its table ``entry``.
        say: takes a line where it cannot be used.
        patience_s: how long another process's lock is waited for.
    """

    def __init__(self, path: Path, name: str, schema: str, say: Say, patience_s: float) -> None:
        self._path = path
        self._name = name
        self._schema = schema
        self._say = say
        self._patience_s = patience_s
        self._lock = threading.RLock()
        self._database: sqlite3.Connection | None = None
        self._guard(self._open)

    @property
    def is_open(self) -> bool:
        """Whether entries can be read and kept."""
        return self._database is not None

    def attempt(self, action: Callable[[sqlite3.Connection], T]) -> T | None:
        """What an action gives, one at a time; nothing if the file cannot be used."""

        def act() -> T | None:
            return None if self._database is None else action(self._database)

        return self._guard(act)

    def close(self) -> None:
        """Give the database back; from now on nothing is found or kept."""
        with self._lock:
            if self._database is not None:
                with suppress(sqlite3.Error):
                    self._database.close()
                self._database = None

    def _guard(self, action: Callable[[], T]) -> T | None:
        with self._lock:
            try:
                return action()
            except (sqlite3.ProgrammingError, sqlite3.InterfaceError):  # a fault of ours
                raise
            except sqlite3.Error as error:
                if getattr(error, "sqlite_errorcode", 0) & 0xFF not in _SURROUNDINGS:
                    self.close()
                    self._reset()
                    return None
                self._say_unused(str(error))
            except (OSError, MemoryError) as error:
                self._say_unused(getattr(error, "strerror", "out of memory"))
            self.close()
            return None

    def _open(self) -> None:
        folder = self._path.parent
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        why = why_not_own(folder.lstat(), folder=True)
        if why is None:
            with suppress(FileExistsError):
                os.close(os.open(self._path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
            why = why_not_own(self._path.lstat())
        if why is not None:
            self._say_unused(why)
            return
        self._database = sqlite3.connect(
            self._path, timeout=self._patience_s, isolation_level=None, check_same_thread=False
        )
        # Not when the process ends: other threads may be inside it, and SQLite would crash. It is durable without.
        weakref.finalize(self, self._database.close).atexit = False
        self._make_table(self._database)
        self._database.execute("PRAGMA synchronous = NORMAL")

    def _make_table(self, database: sqlite3.Connection) -> None:
        """Make the table where there is none. While another process does, SQLite says at once that the file is busy."""
        ends = time.monotonic() + self._patience_s
        while not database.execute("SELECT 1 FROM sqlite_master WHERE name = 'entry'").fetchone():
            try:
                database.executescript(self._schema)
            except sqlite3.OperationalError as error:
                if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() >= ends:
                    raise
                time.sleep(_AGAIN_S)

    def _reset(self) -> None:
        """Remove a corrupt file; another process that has it open keeps what it has."""
        try:
            for file in database_files(self._path):
                file.unlink(missing_ok=True)
            self._open()
        except (OSError, sqlite3.Error) as error:
            self._say(f"{self._path}: the {self._name} is corrupt and not used: {error}")
            self.close()
        else:
            self._say(f"{self._path}: corrupt {self._name} was reset")

    def _say_unused(self, why: str) -> None:
        self._say(f"{self._path}: the {self._name} is not used: {why}")


def database_files(path: Path) -> list[Path]:
    """A database's file, and those that SQLite puts next to it."""
    return [path.with_name(path.name + ending) for ending in _ENDINGS]


def sealed(key: bytes, value: bytes) -> bytes:
    """A value behind what ties it to its key."""
    return _digest(key, value) + value


def unsealed(key: object, entry: object) -> bytes | None:
    """The value of an entry; nothing if it was damaged, or stands in another's place."""
    if type(key) is type(entry) is bytes and entry[:_SEAL] == _digest(key, entry[_SEAL:]):
        return entry[_SEAL:]
    return None


def _digest(key: bytes, value: bytes) -> bytes:
    return hashlib.blake2b(value, digest_size=_SEAL, key=key).digest()
