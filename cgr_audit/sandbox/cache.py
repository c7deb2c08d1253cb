"""The component compiled for this machine, kept in the user's cache folder.

Compiling takes seconds, loading milliseconds; but a compiled component is machine code, so one is loaded only if it is
the user's own file and its bytes are those that were written. A small JSON file beside it records the digest.
"""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cgr_audit.cache_folder import cache_folder, is_own

__all__ = ["CompiledCache", "default_cache_folder"]

_CHUNK = 1 << 20


def default_cache_folder() -> Path:
    """The user's cache folder of this program; ``CGR_AUDIT_CACHE`` names another."""
    return cache_folder("sandbox")


@dataclass(frozen=True, slots=True)
class CompiledCache:
    """One compiled component on disk, under a key that names all it depends on."""

    folder: Path
    key: str

    @property
    def _record(self) -> Path:
        return self.folder / f"{self.key}.json"

    def find(self) -> Path | None:
        """The compiled file if it is there, the user's own, and what was recorded; else nothing."""
        try:
            if not is_own(self._record):
                return None
            record: Any = json.loads(self._record.read_text("utf-8"))
            digest = record["sha256"] if isinstance(record, dict) else None
            if not isinstance(digest, str):
                return None
            path = self.folder / f"{self.key}-{digest[:16]}.cwasm"
            return path if is_own(path) and _digest_of(path) == digest else None
        except (OSError, ValueError, KeyError):
            return None

    def store(self, data: bytes | bytearray) -> None:
        """Write the compiled bytes, then their record; a reader sees both or neither.

        Raises:
            OSError: the folder cannot be written.
        """
        self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        digest = hashlib.sha256(data).hexdigest()
        _write_atomically(self.folder / f"{self.key}-{digest[:16]}.cwasm", data)
        _write_atomically(self._record, json.dumps({"sha256": digest, "bytes": len(data)}).encode())

    def discard(self) -> None:
        """Forget what is stored under the key, where that can be done."""
        _remove(self._record, *self.folder.glob(f"{self.key}-*.cwasm"))

    def discard_older(self, family: str, keep: int = 3) -> None:
        """Remove all but the newest compiled files whose names begin with ``family``: each has some 50 MB."""
        try:
            files = sorted(self.folder.glob(f"{family}*.cwasm"), key=lambda path: path.stat().st_mtime)
        except OSError:
            return
        for path in files[:-keep]:
            _remove(self.folder / f"{path.stem.rpartition('-')[0]}.json", path)


def _remove(*paths: Path) -> None:
    for path in paths:
        try:
            path.unlink(missing_ok=True)
        except OSError:
            return


def _digest_of(path: Path) -> str:
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while chunk := file.read(_CHUNK):
            digest.update(chunk)
    return digest.hexdigest()


def _write_atomically(path: Path, data: bytes | bytearray) -> None:
    descriptor, name = tempfile.mkstemp(dir=path.parent, prefix=path.name + ".")
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
