"""The component compiled for this machine, kept in the user's cache folder.

Compiling takes seconds, loading milliseconds; but a compiled component is machine code. One is loaded only from a
folder and a file that are this user's and that nobody else may write, and only if it is the very file whose digest was
recorded when it was written. A copy is another file, and so is what was unpacked from an archive: its inode and the
time of its last change, which nothing can set but the clock, are not those that were recorded.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import secrets
import stat
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from io import BufferedReader
from pathlib import Path
from typing import Any

from cgr_audit.cache_folder import cache_folder, why_not_own

__all__ = ["CompiledCache", "DistrustedError", "default_cache_folder"]

_RECORD_BYTES = 4096
_KEPT_PER_FAMILY = 3
"""Compiled files of earlier versions that stay: each has some 50 MB."""
_UNFINISHED_S = 600
"""How long a file without a record may be another process's unfinished work."""
_READ = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
_CREATE = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)


class DistrustedError(Exception):
    """Something is kept that must not be loaded; the message names it and says why."""


@dataclass(frozen=True, slots=True)
class _Record:
    """What is written down of a compiled file when it is written."""

    key: str
    file: str
    sha256: str
    bytes: int
    inode: int
    changed_ns: int


def default_cache_folder() -> Path:
    """The user's cache folder of this program; ``CGR_AUDIT_CACHE`` names another."""
    return cache_folder("sandbox")


@dataclass(frozen=True, slots=True)
class CompiledCache:
    """One compiled component on disk, under a key that names all it depends on."""

    folder: Path
    key: str
    """A family, such as the profile, then a hyphen and a digest."""

    @contextmanager
    def opened(self) -> Iterator[BufferedReader]:
        """The compiled file after every check, open: what is read through it is what was checked.

        Raises:
            FileNotFoundError: nothing is kept under the key.
            DistrustedError: what is kept must not be loaded.
        """
        try:
            self._check_folder()
            record = self._read_record()
            file = self._open_checked(record)
        except NotADirectoryError as error:
            raise FileNotFoundError(error.errno, error.strerror, error.filename) from error
        except FileNotFoundError:
            raise
        except OSError as error:
            raise DistrustedError(f"{error.filename or self.folder}: it cannot be read ({error.strerror})") from error
        with file:
            yield file

    def store(self, data: bytes | bytearray) -> None:
        """Write the compiled bytes, then their record; a reader sees both or neither. Remove what is no longer needed.

        Raises:
            OSError: the folder cannot be written.
            DistrustedError: others may write to the folder.
        """
        self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        self._check_folder()
        path = self.folder / f"{self.key}-{secrets.token_hex(8)}.cwasm"
        try:
            status = _write_new(path, data)
            digest = hashlib.sha256(data).hexdigest()
            record = _Record(self.key, path.name, digest, len(data), status.st_ino, status.st_ctime_ns)
            _replace(self._record, json.dumps(asdict(record)).encode())
        except BaseException:
            _remove(path)
            raise
        self._sweep()

    @property
    def _record(self) -> Path:
        return self.folder / f"{self.key}.json"

    def _check_folder(self) -> None:
        why = why_not_own(self.folder.lstat(), folder=True)
        if why is not None:
            raise DistrustedError(f"{self.folder}: {why}")

    def _read_record(self) -> _Record:
        with _open_own(self._record) as file:
            text = file.read(_RECORD_BYTES)
        try:
            record = _Record(**json.loads(text))
        except (ValueError, TypeError, RecursionError):
            raise DistrustedError(f"{self._record}: it is not a record of a compiled file") from None
        if record.key != self.key or not _is_name_under(self.key, record.file):
            raise DistrustedError(f"{self._record}: it is the record of another file")
        return record

    def _open_checked(self, record: _Record) -> BufferedReader:
        path = self.folder / record.file
        file = _open_own(path)
        try:
            why = _why_not_recorded(file, record)
        except BaseException:
            file.close()
            raise
        if why is not None:
            file.close()
            raise DistrustedError(f"{path}: {why}")
        return file

    def _sweep(self) -> None:
        """Remove what crashes and other versions left: files without a record, and all but the newest with one."""
        family = self.key.partition("-")[0]
        with suppress(OSError):
            records = {_file_named_by(path): path for path in self.folder.glob(f"{family}-*.json")}
            files = sorted(self.folder.glob(f"{family}-*.cwasm"), key=lambda path: -path.lstat().st_mtime)
            recorded = [path for path in files if path.name in records]
            for path in recorded[_KEPT_PER_FAMILY:]:
                _remove(records[path.name], path)
            names = {path.name for path in files}
            loose = [path for path in files if path.name not in records]
            loose += [path for name, path in records.items() if name not in names]
            for path in (*loose, *self.folder.glob(f"{family}-*.partial")):
                if time.time() - path.lstat().st_mtime > _UNFINISHED_S:
                    _remove(path)


def _open_own(path: Path) -> BufferedReader:
    """Open a regular file of this user that nobody else may write.

    Raises:
        DistrustedError: it is none.
        OSError: it is not there or cannot be read.
    """
    before = why_not_own(path.lstat())
    if before is not None:
        raise DistrustedError(f"{path}: {before}")
    file = open(path, "rb", opener=lambda name, _flags: os.open(name, _READ))  # noqa: SIM115  the caller closes it
    why = why_not_own(os.fstat(file.fileno()))
    if why is not None:
        file.close()
        raise DistrustedError(f"{path}: {why}")
    return file


def _why_not_recorded(file: BufferedReader, record: _Record) -> str | None:
    """How an open file differs from what was recorded; nothing if it is that file."""
    status = os.fstat(file.fileno())
    if status.st_nlink != 1:
        return "it has another name (a hard link)"
    if status.st_size != record.bytes or _digest_of(file) != record.sha256:
        return "its bytes are not those that were recorded"
    if (status.st_ino, status.st_ctime_ns) != (record.inode, record.changed_ns):
        return "it is not the file that was written here, but a copy or a changed one"
    return None


def _digest_of(file: BufferedReader) -> str:
    digest = hashlib.file_digest(file, "sha256")
    file.seek(0)
    return digest.hexdigest()


def _is_name_under(key: str, name: Any) -> bool:
    return isinstance(name, str) and re.fullmatch(rf"{re.escape(key)}-[0-9a-f]{{16}}\.cwasm", name) is not None


def _file_named_by(record: Path) -> str:
    """The name that a record gives, which is only compared with names; itself where it gives none."""
    try:
        if stat.S_ISREG(record.lstat().st_mode):
            with record.open("rb") as file:
                return str(json.loads(file.read(_RECORD_BYTES))["file"])
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        pass
    return record.name


def _write_new(path: Path, data: bytes | bytearray) -> os.stat_result:
    with os.fdopen(os.open(path, _CREATE, 0o600), "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    return path.lstat()


def _replace(path: Path, data: bytes) -> None:
    descriptor, name = tempfile.mkstemp(dir=path.parent, prefix=f"{path.stem}.", suffix=".partial")
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        Path(name).replace(path)
    except BaseException:
        _remove(Path(name))
        raise


def _remove(*paths: Path) -> None:
    for path in paths:
        with suppress(OSError):
            path.unlink(missing_ok=True)
