"""A lock on a file that the operating system lifts when its holder ends, however it ends."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from types import TracebackType

from cgr_audit.errors import UsageError

__all__ = ["FileLock"]


class FileLock:
    """Held from ``__enter__`` to ``__exit__``; a second holder is refused at once, in this process or another."""

    def __init__(self, path: Path, busy: str) -> None:
        self._path = path
        self._busy = busy
        self._descriptor: int | None = None

    def __enter__(self) -> FileLock:
        """Take the lock.

        Raises:
            UsageError: somebody else holds it.
        """
        descriptor = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o644)
        try:
            _lock(descriptor)
        except OSError as error:
            os.close(descriptor)
            raise UsageError(self._busy) from error
        self._descriptor = descriptor
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Give the lock back."""
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None


if sys.platform == "win32":

    def _lock(descriptor: int) -> None:
        import msvcrt  # noqa: PLC0415  only there

        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)

else:

    def _lock(descriptor: int) -> None:
        import fcntl  # noqa: PLC0415  only there

        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
