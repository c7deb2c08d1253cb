"""The options that several commands share."""

from __future__ import annotations

import math
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Optional

import typer

from cgr_audit.accuracy.missing import Missing

if TYPE_CHECKING:
    from cgr_audit.accuracy.intervals.interval import Resampling
    from cgr_audit.accuracy.settings import Settings

__all__ = [
    "ClusterOption",
    "ControlOption",
    "ExcludeOption",
    "GeneratorOption",
    "IdFieldOption",
    "JobsOption",
    "LevelOption",
    "LimitsOption",
    "MaxTokensOption",
    "MissingOption",
    "OutFolderOption",
    "OutOption",
    "PathsArgument",
    "PolicyOption",
    "ResamplesOption",
    "ResamplingSeedOption",
    "SamplingSeedOption",
    "SeedOption",
    "SentMaxTokensOption",
    "SentTemperatureOption",
    "SolverOption",
    "SolversOption",
    "SourceFieldOption",
    "TemperatureOption",
    "accuracy_settings",
    "resampling_of",
]

PathsArgument = Annotated[
    list[str],
    typer.Argument(
        metavar="PATH...",
        help="Files, folders (their *.py, recursive, or their *.parquet), .zip, .jsonl, .jsonl.gz, .parquet or .ipynb "
        "files, a trace package, or - for standard input.",
        show_default=False,
    ),
]
ExcludeOption = Annotated[
    list[str],
    typer.Option(
        "--exclude",
        metavar="PATTERN",
        help="Skip files and folders by name (old*) or path (tests/*); repeatable.",
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
        help="Parallel workers; 0 uses every processor.",
    ),
]  # fmt: skip
ClusterOption = Annotated[
    str,
    typer.Option(
        "--cluster",
        metavar="ADDRESS",
        help="Work on a Dask cluster instead of --jobs: tcp://HOST:PORT of its scheduler, or local:N, which starts N "
        "processes here.",
        show_default=False,
    ),
]
LimitsOption = Annotated[
    str, typer.Option(metavar="K=V,...", help="fuel, memory, wall, calls, prompt, output, result; as in fuel=1e9.")
]
SeedOption = Annotated[int, typer.Option(metavar="N", help="Seed of the randomness inside programs.")]
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

_LARGEST_SEED = (1 << 62) - 1
"""The seeds that grow from one so large still fit where services hold them, in 64 bits."""
_SPEC = (
    "constant:TEXT, cycle:TEXT|TEXT|..., seeded:N, fail, replay:PACKAGE, openai:BASE_URL#MODEL, "
    "local:FILE.gguf or python:MODULE:FUNCTION; +delay:MS after any of them."
)
SolverOption = Annotated[str, typer.Option(metavar="SPEC", show_default=False, help=_SPEC)]
SolversOption = Annotated[
    list[str],
    typer.Option("--solver", metavar="SPEC", show_default=False, help=f"{_SPEC} Repeat it for several solvers."),
]
ControlOption = Annotated[
    Optional[list[str]],  # noqa: UP045
    typer.Option(
        metavar="NAME[:N]",
        show_default=False,
        help="Also ask without a program: cot, self-consistency, repeated-call or generator-alone; repeat it for "
        "several. N calls for each item; without it as many as each program made.",
    ),
]
_GENERATOR = (
    "The generator's model: asked by itself with --control generator-alone; in `pipeline` it also writes programs "
    "where a package has none."
)
GeneratorOption = Annotated[str, typer.Option(metavar="SPEC", show_default=False, help=_GENERATOR)]


def _finite(value: float | None) -> float | None:
    """A number that is between any bounds, which "nan" passes."""
    if value is not None and not math.isfinite(value):
        raise typer.BadParameter("not a number")
    return value


def _temperature(says: str) -> Any:
    return typer.Option(min=0, max=2, metavar="T", show_default=False, help=says, callback=_finite)


def _max_tokens(says: str) -> Any:
    return typer.Option(min=1, max=1 << 17, metavar="N", show_default=False, help=says)


TemperatureOption = Annotated[
    Optional[float],  # noqa: UP045
    _temperature("Sampling temperature, instead of the contract's."),
]
MaxTokensOption = Annotated[
    Optional[int],  # noqa: UP045
    _max_tokens("Limit of one response, instead of the contract's."),
]
SentTemperatureOption = Annotated[
    Optional[float],  # noqa: UP045
    _temperature("Sampling temperature; without it none is sent, and the model's own holds."),
]
SentMaxTokensOption = Annotated[
    Optional[int],  # noqa: UP045
    _max_tokens("Limit of one response; without it none is sent, and the model's own holds."),
]
SamplingSeedOption = Annotated[
    Optional[int],  # noqa: UP045
    typer.Option(
        "--seed",
        min=-_LARGEST_SEED,
        max=_LARGEST_SEED,
        metavar="N",
        show_default=False,
        help="Seed of the randomness inside programs (0 by default); if given, also sent to the solver.",
    ),
]

MissingOption = Annotated[
    Missing, typer.Option(help="Count rows without an answer as wrong, or leave them out of all channels.")
]
ResamplesOption = Annotated[int, typer.Option(min=100, metavar="N", help="Resamples for each interval.")]
ResamplingSeedOption = Annotated[int, typer.Option("--seed", min=0, metavar="N", help="Seed of the resampling.")]
LevelOption = Annotated[float, typer.Option(metavar="SHARE", help="Confidence level of the intervals.")]


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
