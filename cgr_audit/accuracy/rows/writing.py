"""The files of the rows table, made while figures are computed, and put in place when these are right."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Self

from cgr_audit.accuracy.rows.files import arrow_table, rows_csv, rows_parquet
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
        self._allowed: Future[None] = Future()
        self._written: dict[Path, Future[None]] = {}

    def begin(self, table: pd.DataFrame) -> None:
        """Begin to write a rows table."""
        whole = arrow_table(table)
        contents: dict[str, Iterable[bytes]] = {"rows.csv": rows_csv(whole), "rows.parquet": rows_parquet(whole)}
        for name, pieces in contents.items():
            path = self._folder / name
            self._written[path] = self._threads.submit(write_atomically, path, self._until_allowed(pieces))

    def finish(self) -> list[Path]:
        """Put the files in place; their paths.

        Raises:
            OSError: a file could not be written.
        """
        self._allowed.set_result(None)
        for written in self._written.values():
            written.result()
        return list(self._written)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if not self._allowed.done():
            self._allowed.cancel()
        self._threads.shutdown()
        with suppress(OSError):
            self._folder.rmdir()  # where nothing came to be in it

    def _until_allowed(self, pieces: Iterable[bytes]) -> Iterator[bytes]:
        for piece in pieces:
            if self._allowed.cancelled():
                break
            yield piece
        self._allowed.result()  # the file is put in place when this returns, and removed when it raises
