"""``cgr-audit score codemind``: predicted outputs and generated programs."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Optional

import typer

from cgr_audit.cli.options import JobsOption, LimitsOption
from cgr_audit.cli.score_options import ScoreOptions, with_score_options
from cgr_audit.cli.scoring import program_runner, run_scorecard

if TYPE_CHECKING:
    from cgr_audit.scorecards.codemind.scorer import CodeMind
    from cgr_audit.scorecards.row_source import Rows

__all__ = ["command"]


class Look(StrEnum):
    """Which programs are looked into, as ``LookInto``."""

    AUTO = "auto"
    ALL = "all"
    NONE = "none"


@with_score_options
def command(
    rows: Annotated[
        list[Path],
        typer.Argument(
            metavar="ROWS...",
            help="Files of rows: .jsonl, .jsonl.gz or .parquet; or folders of results as CodeMind's authors keep them.",
            show_default=False,
        ),
    ],
    options: ScoreOptions,
    truth: Annotated[
        Optional[Path],  # noqa: UP045  typer reads the annotation at run time
        typer.Option(metavar="DIR", help="The authors' benchmarks, for folders of results; by default dataset there."),
    ] = None,
    look_into: Annotated[
        Look,
        typer.Option(
            help="Programs to analyse for constructs, complexity and loop lengths; auto: all, unless there are "
            "very many."
        ),
    ] = Look.AUTO,
    limits: LimitsOption = "",
    jobs: JobsOption = 0,
) -> None:
    """Predicted outputs and generated programs: IER, DER, SR, by construct, output type and loop length."""
    from cgr_audit.scorecards.codemind.scorer import CodeMind
    from cgr_audit.scorecards.codemind.traits import LookInto

    scorer = CodeMind(LookInto(look_into.value), program_runner(jobs, limits), options.resampling)
    run_scorecard(scorer, rows, options, lambda paths: _read(scorer, paths, truth))


def _read(scorer: CodeMind, paths: Sequence[Path], truth: Path | None) -> Rows:
    """Rows of files, then those of the authors' folders."""
    from cgr_audit.errors import UsageError
    from cgr_audit.scorecards.codemind.authors_layout import read_layout
    from cgr_audit.scorecards.row_source import joined_rows, read_rows
    from cgr_audit.source.shards import parquet_shards

    folders = [path for path in paths if path.is_dir() and not parquet_shards(path)]
    files = [path for path in paths if path not in folders]
    if truth is not None and not folders:
        raise UsageError("--truth is for folders of results; rows name the true output themselves")
    read = [read_layout(folder, truth) for folder in folders]
    if files:
        read.insert(0, read_rows(files, scorer))
    return read[0] if len(read) == 1 else joined_rows(read, scorer.key)
