"""A process beside this one, which checks digests and reads the last part of the result rows of a large package.

Reading a million rows is work for one processor; two share it. The process is told what to do on its standard input,
and answers on its standard output: first whether the digests are right, then the rows. It ends with this one.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from cgr_audit.records.digests import check_digests
from cgr_audit.records.json_text import RecordError
from cgr_audit.regular_file import open_regular
from cgr_audit.safe_start import safe_environment

if TYPE_CHECKING:
    from cgr_audit.records.result_columns import ResultColumns

__all__ = ["Beside", "reading_beside"]

LARGE = 1 << 26
"""Bytes of result rows from which on a second process is worth its start."""

_OTHER_LINE = 3.0
_CALL = 1.0
_FILE = 3_000.0
_HASHED = 0.1
"""What it costs to read a byte of items, programs, verdicts and findings, to read a byte of calls, to open a file and
to hash a byte: in bytes of result rows that are read meanwhile."""

HEADER = b"cgr-audit answers:"
"""What stands before each answer, so that whatever else comes out of the process is taken for none."""


@dataclass(frozen=True, slots=True)
class Order:
    """What the process is to do."""

    folder: Path
    digests: dict[str, str]
    """By path with forward slashes, as the manifest has them."""
    results: Path
    start: int
    """Where in the result rows the part begins that it reads."""


class Beside:
    """Such a process, at work on a package."""

    def __init__(self, order: Order) -> None:
        self.start = order.start
        self._order = order
        self._checked = False
        command = [sys.executable, "-P", "-m", "cgr_audit.records.beside"]
        self._process = subprocess.Popen(  # noqa: S603  it is this very program
            command, env=safe_environment(), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )
        try:
            self._tell(order)
        except BaseException:
            self.end()
            raise

    def check_digests(self) -> None:
        """Wait for the check; where the process died, check here.

        Raises:
            RecordError: a digest is not that of the file.
        """
        if not self._checked:
            self._checked = True
            if self._answer() is None:
                check_digests(self._order.folder, self._order.digests)

    def last_part(self) -> ResultColumns:
        """Wait for the check and the rows; where the process died, read them here.

        Raises:
            RecordError: a bad digest, or a bad line.
        """
        from cgr_audit.records.result_columns import ResultColumns  # noqa: PLC0415  numpy is slow
        from cgr_audit.records.result_reading import columns_of_file  # noqa: PLC0415

        self.check_digests()
        found = self._answer()
        return found if isinstance(found, ResultColumns) else columns_of_file(self._order.results, self.start)

    def end(self) -> None:
        """End the process, whatever it does."""
        self._process.kill()
        self._process.wait()
        for stream in (self._process.stdin, self._process.stdout):
            with contextlib.suppress(OSError):  # what was not read any more
                _stream(stream).close()

    def _tell(self, order: Order) -> None:
        """Hand over the order; a process that died before reading it gives no answer later."""
        orders = _stream(self._process.stdin)
        with contextlib.suppress(OSError):  # Windows calls a closed pipe an invalid argument
            orders.write(pickle.dumps(order))
        with contextlib.suppress(OSError):
            orders.close()

    def _answer(self) -> Any:
        """What the process has to say next; nothing where it died."""
        answers = _stream(self._process.stdout)
        if answers.read(len(HEADER)) != HEADER:
            return None
        try:
            answer, fault = pickle.load(answers)  # noqa: S301  our own process wrote it
        except (EOFError, pickle.UnpicklingError):
            return None
        if fault is not None:
            raise RecordError(fault)
        return answer


@contextlib.contextmanager
def reading_beside(folder: Path, digests: dict[str, str]) -> Iterator[Beside | None]:
    """A process that helps with a large package; none where it is small, or where there is only one processor."""
    path = folder / "results.jsonl"
    size = path.stat().st_size if path.is_file() else 0
    if size < LARGE or _processors() < 2:
        yield None
        return
    beside = Beside(Order(folder, digests, path, _line_start(path, _first_part(folder, size, len(digests)))))
    try:
        yield beside
    finally:
        beside.end()


def _first_part(folder: Path, size: int, files: int) -> int:
    """How many bytes of result rows this process should read, so that both are ready at about the same time.

    It has to read everything else as well; the other one reads every file for its digest.
    """
    sizes = {path.name: path.stat().st_size for path in folder.glob("*.jsonl") if path.is_file()}
    calls = sizes.pop("calls.jsonl", 0)
    others = sum(sizes.values()) - size
    here = _OTHER_LINE * others + _CALL * calls
    beside = _FILE * files + _HASHED * (size + others + calls)
    return max(0, min(size, int(size + beside - here) // 2))


def _processors() -> int:
    """How many processors this process may use."""
    if sys.platform != "win32" and hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _line_start(path: Path, place: int) -> int:
    """The first place from one on where a line begins."""
    with open_regular(path) as stream:
        stream.seek(place)
        stream.readline()
        return stream.tell()


def _stream(stream: IO[bytes] | None) -> IO[bytes]:
    assert stream is not None
    return stream


def _work(order: Order) -> Iterator[Any]:
    """Do what was ordered, and yield each answer."""
    from cgr_audit.records.result_reading import columns_of_file  # noqa: PLC0415  it imports numpy

    check_digests(order.folder, order.digests)
    yield True
    yield columns_of_file(order.results, order.start, None)


def main() -> None:
    """Take the order, and give the answers, alone on what was the standard output."""
    order: Order = pickle.load(sys.stdin.buffer)  # noqa: S301  our own process wrote it
    with os.fdopen(os.dup(sys.stdout.fileno()), "wb") as answers:
        os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
        try:
            for answer in _work(order):
                _say(answers, (answer, None))
        except RecordError as error:
            _say(answers, (None, str(error)))


def _say(answers: IO[bytes], answer: tuple[Any, str | None]) -> None:
    answers.write(HEADER)
    pickle.dump(answer, answers, protocol=pickle.HIGHEST_PROTOCOL)
    answers.flush()


if __name__ == "__main__":
    main()
