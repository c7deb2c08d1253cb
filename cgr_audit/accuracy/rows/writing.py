"""The files of the rows table, made while figures are computed, and put in place when these are right."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Self

from cgr_audit.accuracy.rows.files import rows_csv, rows_parquet
from cgr_audit.records.lines import write_atomically

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["RowFiles"]


class RowFiles:
    """``rows.csv`` and ``rows.parquet`` of a folder: written from ``begin`` on, there after ``finish``."""

    def __init__(self, folder: Path) -> None:
        """Nothing is written yet."""
        self._folder = folder
        self._threads = ThreadPoolExecutor(2)
        self._files: dict[Path, tuple[Future[None], Future[None]]] = {}
        """For each what allows it to be put in place, and what says that it is."""

    def begin(self, table: pd.DataFrame) -> None:
        """Begin to write a rows table."""
        contents: dict[str, Iterable[bytes]] = {"rows.csv": rows_csv(table), "rows.parquet": rows_parquet(table)}
        for name, pieces in contents.items():
            path, allowed = self._folder / name, Future[None]()
            self._files[path] = allowed, self._threads.submit(write_atomically, path, _until(allowed, pieces))

    def finish(self) -> list[Path]:
        """Put the files in place; their paths.

        Raises:
            OSError: a file could not be written; those after it are not put in place.
        """
        for allowed, written in self._files.values():
            allowed.set_result(None)
            written.result()
        return list(self._files)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for allowed, _ in self._files.values():
            allowed.cancel()
        self._threads.shutdown()
        with suppress(OSError):
            self._folder.rmdir()  # where nothing came to be in it


def _until(allowed: Future[None], pieces: Iterable[bytes]) -> Iterator[bytes]:
    """The pieces of a file, which is put in place where this ends, and removed where it raises."""
    for piece in pieces:
        if allowed.cancelled():
            break
        yield piece
    allowed.result()
