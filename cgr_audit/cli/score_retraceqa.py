"""``cgr-audit score retraceqa``: errors in the reasoning behind answers."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from cgr_audit.cli.score_options import ScoreOptions, with_score_options
from cgr_audit.cli.scoring import run_scorecard

__all__ = ["command"]


@with_score_options
def command(
    rows: Annotated[
        list[Path],
        typer.Argument(
            metavar="ROWS...",
            help="Files of rows: .jsonl, .jsonl.gz or .parquet; or published traces: .json lists, or folders of them.",
            show_default=False,
        ),
    ],
    options: ScoreOptions,
    threshold: Annotated[
        float,
        typer.Option(metavar="T", help="The first step whose score is below it is the first error, from 0 to 1."),
    ] = 0.5,
) -> None:
    """Errors behind right answers: answer-only and reasoning-aware accuracy, types of errors, judges, agreement."""
    from cgr_audit.errors import UsageError
    from cgr_audit.scorecards.retraceqa.published_layout import read_traces
    from cgr_audit.scorecards.retraceqa.scorer import ReTraceQa

    if not 0 <= threshold <= 1:
        raise UsageError(f"--threshold {threshold}: a step score is a number from 0 to 1, such as 0.5")
    scorer = ReTraceQa(threshold)
    run_scorecard(scorer, rows, options, lambda paths: read_traces(paths, scorer))
