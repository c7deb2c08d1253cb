"""The ledger of a run: one line per finished piece of work, durable before it counts.

A line is ``sha256 of the rest, blank, JSON`` with the work's key and its result. Lines are only ever appended, so
``kill -9`` or a lost power line can at most leave the last one torn; it is dropped when the ledger is opened again, and
that piece of work is done again. A line that is damaged anywhere else is not from a stopped run, and is refused.

Entries are handed to one writing thread. It writes all that have come in, calls ``fsync`` once for all of them, and
only then tells that they are finished: at most one ``fsync`` in ``interval_s``, and no waiting in the threads that run
programs.
"""

from __future__ import annotations

import hashlib
import json
import os
import queue
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any

from cgr_audit.errors import IncompleteError
from cgr_audit.execution.ledger_file import LedgerChangedError, LedgerDamagedError, LedgerFile, LedgerWriteError

__all__ = ["FinishedWork", "Ledger", "LedgerChangedError", "LedgerDamagedError", "LedgerWriteError", "key_digest"]

_HEADER = b"cgr-audit ledger 3\n"
_NAME = b"cgr-audit ledger "
_DIGEST_LENGTH = 64


@dataclass(frozen=True, slots=True)
class _Entry:
    digest: str
    line: bytes
    final: bool


@dataclass(frozen=True, slots=True)
class _Place:
    offset: int
    length: int
    final: bool


Finished = Callable[[str], None]


def key_digest(key: Mapping[str, Any]) -> str:
    """The digest by which an entry is found: of the whole key, whatever the order of its fields."""
    canonical = json.dumps(key, sort_keys=True, ensure_ascii=True, separators=(",", ":"))
    return hashlib.sha256(canonical.encode()).hexdigest()


class Ledger:
    """An open ledger. Use it as a context manager: leaving it writes what is waiting and gives the lock back."""

    def __init__(self, path: Path, *, interval_s: float = 0.05, on_finished: Finished | None = None) -> None:
        """Name the file; it is opened, and its lock taken, on entering.

        Args:
            path: the file; it is made where it is not there.
            interval_s: the least time between two ``fsync``, in seconds.
            on_finished: told the digest of each entry once it is durable, from the writing thread.
        """
        self._path = path
        self._interval_s = interval_s
        self._on_finished = on_finished
        self._places: dict[str, _Place] = {}
        self._waiting: queue.SimpleQueue[_Entry | threading.Event | None] = queue.SimpleQueue()
        self._failure: IncompleteError | None = None
        self._stopping = threading.Event()
        self._file: LedgerFile
        self._writer: threading.Thread

    def __enter__(self) -> Ledger:
        """Take the lock, read what is there, drop a torn last line, and start writing.

        Raises:
            UsageError: another run holds the ledger.
            LedgerDamagedError: a line other than the last is damaged, or the file is not a ledger.
            LedgerWriteError: the file cannot be written.
            LedgerChangedError: the file was replaced at that moment.
        """
        self._path.parent.mkdir(parents=True, exist_ok=True)
        self._file = LedgerFile(self._path)
        try:
            self._read()
            self._file.drop_rest()
            if self._file.end == 0:
                self._file.append(_HEADER, 0)
                _sync_folder(self._path.parent)
        except BaseException:
            self._file.close()
            raise
        self._writer = threading.Thread(target=self._write_all, name="cgr-audit-ledger", daemon=True)
        self._writer.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Write what is waiting, and give the lock back.

        Raises:
            LedgerWriteError: it could not be written, unless another error is on its way already.
            LedgerChangedError: something else changed the file; likewise.
        """
        self._stopping.set()
        self._waiting.put(None)
        self._writer.join()
        self._file.close()
        if self._failure is not None and kind is None:
            raise self._failure

    def __len__(self) -> int:
        """How many different keys have a durable entry."""
        return len(self._places)

    def __contains__(self, digest: str) -> bool:
        """Whether a piece of work is done for good."""
        place = self._places.get(digest)
        return place is not None and place.final

    def get(self, digest: str) -> dict[str, Any] | None:
        """The result of a durable entry, read from the file; nothing if there is none.

        Raises:
            LedgerDamagedError: the entry is not what was written.
        """
        place = self._places.get(digest)
        if place is None:
            return None
        entry = _entry(self._file.read(place.offset, place.length))
        if entry is None or key_digest(entry["key"]) != digest:
            raise LedgerDamagedError(f"{self._path}: an entry was changed while this run was using it; move it away")
        result: dict[str, Any] = entry["result"]
        return result

    def append(self, key: Mapping[str, Any], result: Mapping[str, Any], *, final: bool = True) -> str:
        """Hand over a finished piece of work; it counts once it is durable. The digest of its key is returned.

        Args:
            key: all that decides the result.
            result: what is kept.
            final: false where the next run is to do the work again, as after a service or internal error; a later
                entry of the same key replaces it.

        Raises:
            LedgerWriteError: an earlier entry could not be written.
            LedgerChangedError: something else changed the file.
        """
        if self._failure is not None:
            raise self._failure
        digest = key_digest(key)
        body = json.dumps({"key": key, "final": final, "result": result}, ensure_ascii=True, allow_nan=False).encode()
        self._waiting.put(_Entry(digest, hashlib.sha256(body).hexdigest().encode() + b" " + body + b"\n", final))
        return digest

    def flush(self) -> None:
        """Wait until everything handed over is durable.

        Raises:
            LedgerWriteError: it could not be written.
            LedgerChangedError: something else changed the file.
        """
        written = threading.Event()
        self._waiting.put(written)
        written.wait()
        self.check()

    def check(self) -> None:
        """See that what is done now can still be kept; cheap enough for every solver call.

        Raises:
            LedgerWriteError: an earlier entry could not be written.
            LedgerChangedError: something else changed the file.
        """
        if self._failure is None:
            try:
                self._file.check()
            except LedgerChangedError as error:
                self._failure = error
        if self._failure is not None:
            raise self._failure

    def _read(self) -> None:
        """Index every good line."""
        torn_at = 0
        for number, line in enumerate(self._file.lines(), start=1):
            if number == 1:
                if line == _HEADER:
                    self._file.accept(line)
                elif line.startswith(_NAME) and line.endswith(b"\n"):
                    raise LedgerDamagedError(
                        f"{self._path}: written by another version of cgr-audit; choose another --out"
                    )
                elif not _HEADER.startswith(line):
                    raise LedgerDamagedError(f"{self._path}: not a ledger; move it away or choose another --out")
                continue
            entry = _entry(line)
            if entry is None:
                torn_at = torn_at or number
                continue
            if torn_at:
                raise LedgerDamagedError(
                    f"{self._path}:{torn_at}: a damaged line with good ones after it; move the file away"
                )
            self._places[key_digest(entry["key"])] = _Place(self._file.end, len(line), bool(entry["final"]))
            self._file.accept(line)

    def _write_all(self) -> None:
        """The writing thread: all that has come in, one ``fsync``, then say so; until told to stop."""
        while True:
            batch = [self._waiting.get()]
            while not self._waiting.empty():
                batch.append(self._waiting.get())
            entries = [entry for entry in batch if isinstance(entry, _Entry)]
            if entries and self._failure is None:
                self._write_batch(entries)
            for waiting in batch:
                if isinstance(waiting, threading.Event):
                    waiting.set()
            if None in batch:
                return
            self._stopping.wait(self._interval_s)

    def _write_batch(self, entries: list[_Entry]) -> None:
        offset = self._file.end
        try:
            self._file.append(b"".join(entry.line for entry in entries), len(self._places))
        except IncompleteError as error:
            self._failure = error
            return
        for entry in entries:
            self._places[entry.digest] = _Place(offset, len(entry.line), entry.final)
            offset += len(entry.line)
        if self._on_finished is not None:
            for entry in entries:
                self._on_finished(entry.digest)


class FinishedWork:
    """What a ledger holds for good, read alongside the run that may be writing it: no lock, no change."""

    def __init__(self, path: Path) -> None:
        """Read the file once; what is torn or damaged counts as not done.

        Raises:
            LedgerDamagedError: it is not a ledger of this version.
        """
        self._path = path
        self._places: dict[str, tuple[int, int]] = {}
        offset = 0
        with path.open("rb") as stream:
            for number, line in enumerate(stream):
                entry = _entry(line) if number else None
                if number == 0 and line != _HEADER:
                    raise LedgerDamagedError(f"{path}: not a ledger of this version of cgr-audit")
                if entry is not None and entry["final"]:
                    self._places[key_digest(entry["key"])] = offset, len(line)
                offset += len(line)

    def __contains__(self, digest: str) -> bool:
        """Whether a piece of work is done for good."""
        return digest in self._places

    def get(self, digest: str) -> dict[str, Any] | None:
        """The result of a piece of work; nothing if it is not done."""
        if digest not in self._places:
            return None
        offset, length = self._places[digest]
        with self._path.open("rb") as stream:
            stream.seek(offset)
            entry = _entry(stream.read(length))
        result: dict[str, Any] | None = None if entry is None else entry["result"]
        return result


def _entry(line: bytes) -> dict[str, Any] | None:
    """What a good line holds; nothing for a damaged one."""
    if not line.endswith(b"\n") or line[_DIGEST_LENGTH : _DIGEST_LENGTH + 1] != b" ":
        return None
    body = line[_DIGEST_LENGTH + 1 : -1]
    if hashlib.sha256(body).hexdigest().encode() != line[:_DIGEST_LENGTH]:
        return None
    entry: dict[str, Any] = json.loads(body)
    return entry


def _sync_folder(folder: Path) -> None:
    """Make the file's name durable too, where the system can."""
    if os.name != "posix":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
