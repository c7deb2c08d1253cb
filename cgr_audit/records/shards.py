"""Files of rows that are too long for one: ``results.jsonl`` as ``results/00000.jsonl``, ``results/00001.jsonl``, ...

Whoever reads a file of lines opens it here, and need not know which of the two it is: the shards are one stream, whose
lines count on from one shard to the next.
"""

from __future__ import annotations

import io
import re
from bisect import bisect_right
from functools import cached_property
from pathlib import Path
from typing import Any, BinaryIO

from cgr_audit.records.json_text import RecordError
from cgr_audit.regular_file import open_regular

__all__ = [
    "SHARDED",
    "file_of_shard",
    "has_lines",
    "open_lines",
    "places_in_shards",
    "record_count",
    "shard_place",
    "shards_of",
]

SHARDED = ("results.jsonl", "calls.jsonl")
"""The files of a package that may be kept as shards."""
_SHARD = re.compile(r"[0-9]{5}\.jsonl")
_LINES = re.compile(r"[^.].*\.jsonl(\..*)?", re.IGNORECASE | re.DOTALL)
"""The names of files that hold lines, compressed ones too: what lies among shards and is not read would be missed."""


def shards_of(path: Path) -> tuple[Path, ...]:
    """The files that a file of lines consists of, in order: itself, or its shards; none where it is not there.

    Raises:
        RecordError: there are both, or a file of lines among the shards has not the name of one.
    """
    folder = path.with_suffix("")
    shards: tuple[Path, ...] = ()
    others: list[Path] = []
    if path.name in SHARDED and folder.is_dir():
        inside = sorted(folder.iterdir())
        shards = tuple(one for one in inside if _SHARD.fullmatch(one.name))
        others = [one for one in inside if one not in shards and _LINES.fullmatch(one.name)]
    if path.is_file():
        if shards:
            raise RecordError(f"{path}: there are also shards in {folder}; remove one of the two")
        return (path,)
    if others:
        raise RecordError(f"{others[0]}: not the name of a shard, as 00000.jsonl is; rename it, or take it away")
    return shards


def has_lines(path: Path) -> bool:
    """Whether a file of lines is there, as one file or as shards."""
    return bool(shards_of(path))


def file_of_shard(name: str) -> str:
    """The name of the file that a shard is of, by its path in the package; that of any other file is its own."""
    folder, _, rest = name.partition("/")
    is_shard = f"{folder}.jsonl" in SHARDED and _SHARD.fullmatch(rest)
    return f"{folder}.jsonl" if is_shard else name


def shard_place(path: Path, line: int) -> tuple[Path, int]:
    """The shard that a line of a file is in, and its number there."""
    before = 0
    for shard in shards_of(path):
        with open_regular(shard) as stream:
            lines = sum(1 for _ in stream)
        if line <= before + lines:
            return shard, line - before
        before += lines
    return path, line


def places_in_shards(said: str, folder: Path) -> str:
    """What is said of lines of a package's files, with the shards that they are in."""
    for name in SHARDED:
        path = folder / name
        if not path.is_file():
            where = re.compile(
                rf"^{re.escape(str(path))}:([0-9]+)(?:(.* is a duplicate of) line ([0-9]+)$)?", re.MULTILINE
            )
            said = where.sub(lambda found, path=path: _in_shards(found, path), said)  # type: ignore[misc]
    return said


def _in_shards(found: re.Match[str], path: Path) -> str:
    line, words, earlier = found.groups()
    first, *second = (":".join(map(str, shard_place(path, int(one)))) for one in (line, earlier) if one)
    return f"{first}{words} {second[0]}" if second else first


def record_count(path: Path) -> int:
    """How many records a file of lines holds."""
    with open_lines(path) as stream:
        return sum(1 for line in stream if not line.isspace())


def open_lines(path: Path) -> BinaryIO:
    """Open a file of lines for reading.

    Raises:
        OSError: it cannot be opened, or is not a regular file; ``strerror`` says which.
    """
    shards = shards_of(path)
    return open_regular(path) if shards in ((), (path,)) else io.BufferedReader(_Joined(shards), 1 << 16)


class _Joined(io.RawIOBase):
    """Several files as one; the last line of each ends with the file."""

    def __init__(self, paths: tuple[Path, ...]) -> None:
        super().__init__()
        self._paths = paths
        self._place = 0
        self._open: tuple[int, io.BufferedReader] | None = None

    @cached_property
    def _starts(self) -> list[int]:
        """Where each file begins, and where the last ends."""
        starts = [0]
        for path in self._paths:
            with open_regular(path) as stream:
                size = stream.seek(0, io.SEEK_END)
                stream.seek(max(size - 1, 0))
                starts.append(starts[-1] + size + (stream.read(1) not in {b"", b"\n"}))
        return starts

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def tell(self) -> int:
        return self._place

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        self._place = offset + (0, self._place, self._starts[-1])[whence]
        return self._place

    def readinto(self, buffer: Any) -> int:
        if self._place >= self._starts[-1]:
            return 0
        number = bisect_right(self._starts, self._place) - 1
        if self._open is None or self._open[0] != number:
            self._close()
            self._open = number, open_regular(self._paths[number])
        stream = self._open[1]
        stream.seek(self._place - self._starts[number])
        read = stream.readinto(buffer)
        if not read:  # all but the end of the last line, which is not in the file
            buffer[:1] = b"\n"
            read = 1
        self._place += read
        return read

    def close(self) -> None:
        self._close()
        super().close()

    def _close(self) -> None:
        if self._open is not None:
            self._open[1].close()
            self._open = None
