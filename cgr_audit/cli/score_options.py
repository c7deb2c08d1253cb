"""The options that all scorecards' commands have, which each of them gets as one value."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Optional, cast

import typer

from cgr_audit.cli.options import LevelOption, ResamplesOption, ResamplingSeedOption, resampling_of

if TYPE_CHECKING:
    from cgr_audit.accuracy.intervals.interval import Resampling

__all__ = ["RowsArgument", "ScoreFormat", "ScoreOptions", "with_options", "with_score_options"]

RowsArgument = Annotated[
    list[Path],
    typer.Argument(
        metavar="ROWS...",
        help="Files of rows: .jsonl, .jsonl.gz, .parquet, or a folder of .parquet.",
        show_default=False,
    ),
]


class ScoreFormat(StrEnum):
    """Output format."""

    TABLES = "tables"
    JSON = "json"


@dataclass(frozen=True, slots=True)
class ScoreOptions:
    """What every scorecard is asked for."""

    by: tuple[str, ...]
    """Fields to group by."""
    out: Path | None
    """A folder for files."""
    audited: Path | None
    """Findings and runs to join."""
    plots: Path | None
    """A folder for pictures."""
    format: ScoreFormat
    resampling: Resampling


def with_score_options(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command the options that all scorecards have, after its own; it takes them as ``options``."""
    return with_options(command, _score_options)


def with_options(command: Callable[..., None], shared_options: Callable[..., Any]) -> Callable[..., None]:
    """Give a command the parameters of a function, after its own; it takes what that returns as ``options``."""
    given, shared = inspect.signature(command, eval_str=True), inspect.signature(shared_options, eval_str=True)

    def asked(**values: Any) -> None:
        options = shared_options(**{name: values.pop(name) for name in shared.parameters})
        command(**values, options=options)

    own = [parameter for parameter in given.parameters.values() if parameter.name != "options"]
    parameters = sorted([*own, *shared.parameters.values()], key=lambda one: one.default is not one.empty)
    asked.__doc__ = command.__doc__
    asked.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
    cast("Any", asked).__signature__ = inspect.Signature(parameters)
    return asked


def _score_options(
    by: Annotated[
        Optional[list[str]],  # noqa: UP045  typer reads the annotation at run time
        typer.Option(metavar="FIELD", help="Group by a field of the rows; repeat it to group by several at once."),
    ] = None,
    out: Annotated[
        Optional[Path],  # noqa: UP045
        typer.Option("--out", "-o", metavar="DIR", help="Write JSON, CSV, Parquet, tables, rows and a page here."),
    ] = None,
    audited: Annotated[
        Optional[Path],  # noqa: UP045
        typer.Option(
            metavar="PACKAGE|FILE", help="A trace package, or what `audit --format json` wrote: joined by program_id."
        ),
    ] = None,
    plots: Annotated[
        Optional[Path],  # noqa: UP045
        typer.Option(metavar="DIR", help="Write each chart there too, as NAME.svg and NAME.png.", show_default=False),
    ] = None,
    format_: Annotated[ScoreFormat, typer.Option("--format", help="Output format.")] = ScoreFormat.TABLES,
    resamples: ResamplesOption = 10_000,
    seed: ResamplingSeedOption = 0,
    level: LevelOption = 0.95,
) -> ScoreOptions:
    resampling = resampling_of(resamples, seed, level)
    return ScoreOptions(tuple(dict.fromkeys(by or ())), out, audited, plots, format_, resampling)
