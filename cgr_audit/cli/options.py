"""The options that several commands share."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Optional

import typer

from cgr_audit.accuracy.missing import Missing

if TYPE_CHECKING:
    from cgr_audit.accuracy.intervals.interval import Resampling
    from cgr_audit.accuracy.settings import Settings

__all__ = [
    "ExcludeOption",
    "IdFieldOption",
    "JobsOption",
    "LevelOption",
    "LimitsOption",
    "MissingOption",
    "OutFolderOption",
    "OutOption",
    "PathsArgument",
    "PolicyOption",
    "ResamplesOption",
    "ResamplingSeedOption",
    "SeedOption",
    "SolverOption",
    "SourceFieldOption",
    "accuracy_settings",
    "resampling_of",
]

PathsArgument = Annotated[
    list[str],
    typer.Argument(
        metavar="PATH...",
        help="Files, folders (their *.py, recursive), .zip, .jsonl, .jsonl.gz, .parquet or .ipynb files, a trace "
        "package, or - for standard input.",
        show_default=False,
    ),
]
ExcludeOption = Annotated[
    list[str],
    typer.Option(
        "--exclude",
        metavar="PATTERN",
        help="Leave out files and folders by name (old*) or path (tests/*); may be given several times.",
        show_default=False,
    ),
]
SourceFieldOption = Annotated[
    str, typer.Option(metavar="FIELD", help="The field of a row that holds the program's text.")
]
IdFieldOption = Annotated[str, typer.Option(metavar="FIELD", help="The field of a row that holds the program's id.")]


def _processors() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1


JobsOption = Annotated[
    int,
    typer.Option(
        "--jobs", "-j", min=0, metavar="N", callback=lambda jobs: jobs or _processors(),
        help="How many work side by side; 0: as many as processors.",
    ),
]  # fmt: skip
LimitsOption = Annotated[
    str, typer.Option(metavar="K=V,...", help="fuel, memory, wall, calls, prompt, output, result; as in fuel=1e9.")
]
SeedOption = Annotated[int, typer.Option(metavar="N", help="What randomness inside programs follows from.")]
PolicyOption = Annotated[
    Optional[Path],  # noqa: UP045  typer reads the annotation at run time
    typer.Option(metavar="FILE", help="The policy that the verdicts were made by.", show_default=False),
]
OutFolderOption = Annotated[
    Path,
    typer.Option("--out", "-o", metavar="DIR", help="The folder to write to; it is a package.", show_default=False),
]
OutOption = Annotated[
    Optional[Path],  # noqa: UP045  typer reads the annotation at run time
    typer.Option("--out", "-o", metavar="FILE", help="Write here instead of to standard output."),
]

SolverOption = Annotated[
    str,
    typer.Option(
        metavar="SPEC",
        show_default=False,
        help="constant:TEXT, cycle:TEXT|TEXT|..., seeded:N, fail, replay:PACKAGE or openai:BASE_URL#MODEL; "
        "+delay:MS after any of them.",
    ),
]

MissingOption = Annotated[
    Missing, typer.Option(help="Rows that lack an answer count as wrong, or are left out of all channels.")
]
ResamplesOption = Annotated[
    int, typer.Option(min=100, metavar="N", help="How often intervals are resampled; fewer than 100 bound nothing.")
]
ResamplingSeedOption = Annotated[
    int, typer.Option("--seed", min=0, metavar="N", help="What the resampling follows from.")
]
LevelOption = Annotated[float, typer.Option(metavar="SHARE", help="What share of cases an interval is to cover.")]


def accuracy_settings(missing: Missing, resamples: int, seed: int, level: float) -> Settings:
    """What figures depend on, from the options; the budget comes from the contract.

    Raises:
        UsageError: a number is outside its range.
    """
    from cgr_audit.accuracy.settings import Settings

    return Settings(missing, resampling_of(resamples, seed, level))


def resampling_of(resamples: int, seed: int, level: float) -> Resampling:
    """How often to resample, from which seed, and the level of intervals.

    Raises:
        UsageError: a number is outside its range.
    """
    from cgr_audit.accuracy.intervals.interval import Resampling
    from cgr_audit.errors import UsageError

    try:
        return Resampling(resamples, seed, level)
    except ValueError as error:
        raise UsageError(str(error)) from None
