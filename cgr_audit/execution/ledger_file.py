"""The file of a ledger: locked, checked and read by its descriptor, for its name can come to mean another file.

The lock is on the file itself, and the operating system lifts it when the process ends, however it ends. Whoever
deletes, replaces, truncates or changes the file meanwhile is noticed before the next entry is written, and before the
next solver call is made.
"""

from __future__ import annotations

import errno
import hashlib
import os
import stat
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

from cgr_audit.errors import IncompleteError, UsageError

__all__ = ["LedgerChangedError", "LedgerDamagedError", "LedgerFile", "LedgerWriteError"]

_FULL = {errno.ENOSPC: "the disk is full", errno.EDQUOT: "the disk quota is used up"}
_OPEN = os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0) | getattr(os, "O_NONBLOCK", 0)


class LedgerWriteError(IncompleteError):
    """The ledger could not be written; what was finished before is kept."""


class LedgerDamagedError(IncompleteError):
    """The ledger was changed by something else than a run that was stopped."""


class LedgerChangedError(IncompleteError):
    """The ledger was changed by something else while a run used it."""


class LedgerFile:
    """An open, locked file that grows by whole entries and in no other way."""

    def __init__(self, path: Path) -> None:
        """Open the file, made where it is not there, and lock it.

        Raises:
            UsageError: another run holds it.
            LedgerDamagedError: it is not a regular file.
            LedgerWriteError: it cannot be opened.
            LedgerChangedError: it was replaced at that moment.
        """
        self.path = path
        self.end = 0
        """The length of what is good, in bytes."""
        self._digest = hashlib.sha256()
        self._modified_ns = 0
        self._using = threading.Lock()
        """A descriptor has one position, which every thread moves."""
        try:
            self._descriptor = os.open(path, _OPEN, 0o644)
        except OSError as error:
            raise LedgerWriteError(f"{path}: cannot be opened: {error.strerror}") from error
        try:
            if not stat.S_ISREG(os.fstat(self._descriptor).st_mode):
                raise LedgerDamagedError(f"{path}: not a ledger; move it away or choose another --out")
            if not _lock(self._descriptor):
                raise UsageError(f"{path}: another run is using this ledger; wait for it or choose another --out")
            self.check()
        except BaseException:
            self.close()
            raise

    def lines(self) -> Iterator[bytes]:
        """The lines as they are; :meth:`accept` those that are good."""
        with open(self._descriptor, "rb", closefd=False) as stream:
            yield from stream

    def accept(self, line: bytes) -> None:
        """Count a line as part of what is good."""
        self._digest.update(line)
        self.end += len(line)

    def drop_rest(self) -> None:
        """Cut off what follows the good lines."""
        os.ftruncate(self._descriptor, self.end)
        self._modified_ns = os.fstat(self._descriptor).st_mtime_ns

    def read(self, offset: int, length: int) -> bytes:
        """A part of the file."""
        with self._using:
            os.lseek(self._descriptor, offset, os.SEEK_SET)
            return os.read(self._descriptor, length)

    def append(self, data: bytes, finished: int) -> None:
        """Append and make durable; on failure cut back to what was durable before.

        Args:
            data: whole lines.
            finished: how many entries there are already, to be told.

        Raises:
            LedgerWriteError: they could not be written.
            LedgerChangedError: something else changed the file.
        """
        self._check_content()
        try:
            with self._using:
                os.lseek(self._descriptor, self.end, os.SEEK_SET)
                written = 0
                while written < len(data):
                    written += os.write(self._descriptor, data[written:])
            os.fsync(self._descriptor)
        except OSError as error:
            os.ftruncate(self._descriptor, self.end)
            reason = _FULL.get(error.errno or 0, f"cannot be written: {error.strerror}")
            kept = f"{finished} finished entries are kept: make room and run again"
            raise LedgerWriteError(f"{self.path}: {reason}; {kept}") from error
        self.check()
        self.accept(data)
        self._modified_ns = os.fstat(self._descriptor).st_mtime_ns

    def check(self) -> None:
        """See that the name still means this file, and that nothing of it is gone. It costs some microseconds.

        Raises:
            LedgerChangedError: it does not.
        """
        end = self.end  # before the size is read: the writing thread goes on meanwhile
        own = os.fstat(self._descriptor)
        try:
            named = self.path.stat()
        except OSError:
            raise self._changed("deleted or moved") from None
        if (named.st_dev, named.st_ino) != (own.st_dev, own.st_ino):
            raise self._changed("replaced")
        if own.st_size < end:
            raise self._changed("truncated")

    def close(self) -> None:
        """Give the lock back."""
        os.close(self._descriptor)

    def _check_content(self) -> None:
        """Between two entries the file must not have changed; it is read again where it was touched."""
        self.check()
        status = os.fstat(self._descriptor)
        if status.st_size == self.end and status.st_mtime_ns == self._modified_ns:
            return
        with self._using, open(self._descriptor, "rb", closefd=False) as stream:
            stream.seek(0)
            is_same = hashlib.file_digest(stream, "sha256").digest() == self._digest.digest()
        if not is_same:
            raise self._changed("changed")
        self._modified_ns = status.st_mtime_ns

    def _changed(self, how: str) -> LedgerChangedError:
        again = "run the same command again to go on with what is left, or choose another --out"
        return LedgerChangedError(f"{self.path}: the ledger was {how} while this run was using it; {again}")


if sys.platform == "win32":

    def _lock(descriptor: int) -> bool:
        import msvcrt  # noqa: PLC0415  only there

        os.lseek(descriptor, 1 << 40, os.SEEK_SET)  # a byte that is never written, for a locked one cannot be read
        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        os.lseek(descriptor, 0, os.SEEK_SET)
        return True

else:

    def _lock(descriptor: int) -> bool:
        import fcntl  # noqa: PLC0415  only there

        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return False
        return True
