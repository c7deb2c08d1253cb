"""Opening what people name as input: regular files only, so that no pipe, device or folder can hold a command up."""

from __future__ import annotations

import errno
import os
import stat
from io import BufferedReader
from pathlib import Path

__all__ = ["DOCUMENT_LIMIT", "open_regular", "read_regular"]

DOCUMENT_LIMIT = 1 << 30
"""The largest file that is read whole, in bytes."""
_FLAGS = os.O_RDONLY | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)


def open_regular(path: Path | str) -> BufferedReader:
    """Open a regular file for reading. It never waits: a named pipe is opened without blocking, and refused.

    Raises:
        OSError: the file cannot be opened, or is not a regular file; ``strerror`` says which.
    """
    descriptor = os.open(path, _FLAGS)
    try:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise OSError(errno.EINVAL, "not a regular file", str(path))
        return os.fdopen(descriptor, "rb")
    except BaseException:
        os.close(descriptor)
        raise


def read_regular(path: Path | str) -> bytes:
    """The bytes of a regular file.

    Raises:
        OSError: the file cannot be read, is not a regular file, or is larger than ``DOCUMENT_LIMIT``.
    """
    with open_regular(path) as stream:
        data = stream.read(DOCUMENT_LIMIT + 1)
    if len(data) > DOCUMENT_LIMIT:
        raise OSError(errno.EFBIG, f"larger than {DOCUMENT_LIMIT >> 20} MiB", str(path))
    return data
