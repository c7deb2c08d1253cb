"""Logs of evaluations in the place of packages: ``compare`` and ``join`` take their grades."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cgr_audit.cli.output import say
from cgr_audit.plural import counted

if TYPE_CHECKING:
    from cgr_audit.records.importers.graded import GradedLog
    from cgr_audit.records.package import TracePackage

__all__ = ["ScoreOption", "are_logs", "compared_logs", "joined_logs"]

ScoreOption = Annotated[
    str,
    typer.Option(
        metavar="NAME", help="For logs with several scores: the one that marks right answers.", show_default=False
    ),
]


def are_logs(paths: Sequence[Path], score: str) -> bool:
    """Whether all paths are logs.

    Raises:
        UsageError: some are, and some are packages; or there is a score to choose and no log to choose it from.
    """
    from cgr_audit.errors import UsageError
    from cgr_audit.records.importers.graded import is_graded_log

    found = [is_graded_log(path) for path in paths]
    if any(found) and not all(found):
        raise UsageError(f"{paths[found.index(True)]} is a log, {paths[found.index(False)]} is not; give two of a kind")
    if score and not any(found):
        raise UsageError("--score is for logs; packages have answers, which --channel chooses from")
    return any(found)


@contextmanager
def compared_logs(paths: Sequence[Path], score: str) -> Iterator[list[TracePackage]]:
    """Each log as a package of its own, for as long as it is needed; all carry the name of the first's dataset."""
    from cgr_audit.records.importers.graded import write_graded

    logs = _read(paths, score)
    with tempfile.TemporaryDirectory(prefix="cgr-audit-") as folder:
        packages = []
        for number, log in enumerate(logs):
            inside = Path(folder) / str(number)
            inside.mkdir()
            packages.append(write_graded(inside, [replace(log, dataset=logs[0].dataset)]))
        yield packages


@contextmanager
def joined_logs(paths: Sequence[Path], score: str) -> Iterator[TracePackage]:
    """All logs as one package, each with its solver, for as long as it is needed."""
    from cgr_audit.records.importers.graded import write_graded

    logs = _read(paths, score)
    with tempfile.TemporaryDirectory(prefix="cgr-audit-") as folder:
        yield write_graded(Path(folder), [replace(log, dataset=logs[0].dataset) for log in logs])


def _read(paths: Sequence[Path], score: str) -> list[GradedLog]:
    from cgr_audit.records.importers.graded import read_graded

    logs = [read_graded(path, score) for path in paths]
    for log in logs:
        said = f"{log.path}: {counted(len(log.grades), 'graded sample')} of {log.solver}"
        if log.left_out:
            first = log.left_out[0]
            said += f", {len(log.left_out):,} left out; first {first.path}: {first.reason}"
        say(said)
    return logs
