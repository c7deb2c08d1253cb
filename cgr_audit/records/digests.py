"""Digests of a package's files, and the paths that its manifest may name."""

from __future__ import annotations

import hashlib
import os
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
        if not os.path.isfile(path):  # noqa: PTH113  there may be very many: each call counts
            raise RecordError(f"{Path(path)}: missing, but listed in manifest.json")
        if file_sha256(path) != expected:
            raise RecordError(f"{Path(path)}: changed since manifest.json was written (its sha256 is another)")


def file_sha256(path: Path | str) -> str:
    """The digest of a file, 64 hexadecimal digits."""
    digest = hashlib.sha256()
    try:
        with open(path, "rb", buffering=0) as stream:  # noqa: PTH123  there may be very many: each call counts
            while chunk := stream.read(_CHUNK):
                digest.update(chunk)
    except OSError as error:
        raise RecordError(f"{path}: cannot be read: {error.strerror or error}") from error
    return digest.hexdigest()


def check_inside(name: str, where: str) -> None:
    """Refuse what is no relative path that stays inside the package."""
    parts = name.split("/")
    if (
        name.startswith("/")
        or ".." in parts
        or "\\" in name
        or "\0" in name
        or not any(part not in {"", "."} for part in parts)
    ):
        raise RecordError(f"{where}: {name!r} is no path inside the package")
