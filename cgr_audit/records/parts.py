"""Large files of lines, read in parts by several processes; what they give is put together in the files' order."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import CancelledError, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from itertools import islice
from pathlib import Path
from typing import Any, TypeVar

from cgr_audit.audit.children import silence, spawned_children
from cgr_audit.records.blocks import Part
from cgr_audit.records.digests import check_digests
from cgr_audit.records.json_text import RecordError
from cgr_audit.records.shards import has_lines, open_lines, shards_of

__all__ = ["Ahead", "found_ahead", "reading_ahead"]

_PART_BYTES = 16 << 20
_LARGE = 96 << 20
"""Bytes from which on it pays to start further processes, which takes half a second."""
_DIGESTS = 8_000
"""How many files a process takes the digests of at a time."""
_MOST = 4
"""Processes: the one that puts together what they read keeps up with no more."""
_LOST = (BrokenProcessPool, CancelledError)

FoundT = TypeVar("FoundT")

Ahead = dict[Path, list[Future[Any]]]
"""What becomes of the parts of each file that other processes read."""


@contextmanager
def reading_ahead(
    folder: Path, digests: Mapping[str, str], files: Mapping[str, Callable[[Part], Any]]
) -> Iterator[Ahead]:
    """Check the digests of a package's files, and meanwhile have other processes read those that are large.

    Of a small package the digests are checked first. In any case a file that is not the one it was is told of before
    any other fault.

    Args:
        folder: the package.
        digests: those of its manifest.
        files: by the name of a file of lines, what is to be made of each of its parts.

    Raises:
        RecordError: as ``check_digests`` says.
    """
    paths = {folder / name: function for name, function in files.items() if has_lines(folder / name)}
    processors = os.cpu_count() or 1
    if processors < 2 or sum(shard.stat().st_size for path in paths for shard in shards_of(path)) < _LARGE:
        check_digests(folder, digests)
        yield {}
        return
    with ProcessPoolExecutor(min(processors, _MOST), spawned_children(), _prepare) as pool:
        try:
            ahead: Ahead = {
                path: [pool.submit(function, part) for part in _parts(path)] for path, function in paths.items()
            }
            names = iter(sorted(digests))
            checks = []
            while some := list(islice(names, _DIGESTS)):
                checks.append(pool.submit(check_digests, folder, {name: digests[name] for name in some}))
            try:
                yield ahead
            except RecordError:
                _wait(checks, folder, digests)
                raise
            _wait(checks, folder, digests)
        finally:
            pool.shutdown(cancel_futures=True)


def found_ahead(ahead: Ahead, path: Path, joined: Callable[[Iterator[Any]], FoundT]) -> FoundT | None:
    """What was made of the parts of a file, put together; nothing if none was begun with.

    Nor is there anything where a line is bad, or a process is gone: whoever asks reads the whole file.
    """
    parts = ahead.pop(path, None)
    if parts is None:
        return None
    parts.reverse()
    with suppress(RecordError, *_LOST):
        return joined(parts.pop().result() for _ in range(len(parts)))
    return None


def _wait(checks: list[Future[None]], folder: Path, digests: Mapping[str, str]) -> None:
    try:
        for check in checks:
            check.result()
    except _LOST:
        check_digests(folder, digests)


def _prepare() -> None:
    """Leave interrupts to the process that waits, and print nothing."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    silence()


def _parts(path: Path) -> Iterator[Part]:
    with open_lines(path) as file:
        size, start = file.seek(0, os.SEEK_END), 0
        while start < size:
            file.seek(min(start + _PART_BYTES, size))
            file.readline()
            end = file.tell()
            yield Part(path, start, end)
            start = end
