"""Digests of a package's files, and the paths that its manifest may name."""

from __future__ import annotations

import errno
import hashlib
import os
import stat
from collections.abc import Mapping
from pathlib import Path

from cgr_audit.records.json_text import RecordError

__all__ = ["check_digests", "check_inside", "file_sha256"]

_CHUNK = 1 << 20


def check_digests(folder: Path, digests: Mapping[str, str]) -> None:
    """Check files against the digests that ``manifest.json`` has of them.

    Raises:
        RecordError: a file is missing, cannot be read, lies outside of the package, or is not the one it was.
    """
    where, root = f"{folder / 'manifest.json'}: /sha256", str(folder)
    for name, expected in sorted(digests.items()):
        check_inside(name, where)
        path = f"{root}/{name}"
        digest = _digest(path)
        if digest is None:
            raise RecordError(f"{Path(path)}: missing, but listed in manifest.json")
        if digest != expected:
            raise RecordError(
                f"{Path(path)}: changed since manifest.json was written (its sha256 is another); if that was meant, "
                f"take {name!r} out of /sha256 in manifest.json"
            )


def file_sha256(path: Path | str) -> str:
    """The digest of a file, 64 hexadecimal digits.

    Raises:
        RecordError: there is none, or it cannot be read.
    """
    digest = _digest(path)
    if digest is None:
        raise RecordError(f"{path}: cannot be read: {os.strerror(errno.ENOENT)}")
    return digest


def check_inside(name: str, where: str) -> None:
    """Refuse what is not a relative path that stays inside the package."""
    parts = name.split("/")
    if (
        name.startswith("/")
        or ".." in parts
        or "\\" in name
        or "\0" in name
        or not any(part not in {"", "."} for part in parts)
    ):
        raise RecordError(f"{where}: {name!r} is not a path inside the package")


def _digest(path: Path | str) -> str | None:
    """The digest of a file; nothing if no file is there. There may be very many files: each system call counts."""
    try:
        file = os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK)  # a named pipe must not make us wait
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        raise RecordError(f"{path}: cannot be read: {error.strerror or error}") from error
    try:
        status = os.fstat(file)
        if not stat.S_ISREG(status.st_mode):
            return None
        at_a_time = min(status.st_size + 1, _CHUNK)
        digest = hashlib.sha256()
        while chunk := os.read(file, at_a_time):
            digest.update(chunk)
            if len(chunk) < at_a_time == status.st_size + 1:  # all of it, and there was room for more
                break
    except OSError as error:
        raise RecordError(f"{path}: cannot be read: {error.strerror or error}") from error
    finally:
        os.close(file)
    return digest.hexdigest()
