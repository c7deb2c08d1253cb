"""``cgr-audit score retraceqa``: errors in the reasoning behind answers."""

from __future__ import annotations

from cgr_audit.cli.options import LevelOption, ResamplesOption, ResamplingSeedOption
from cgr_audit.cli.scoring import (
    AuditedOption,
    ByOption,
    PlotsOption,
    RowsArgument,
    ScoreFormat,
    ScoreFormatOption,
    ScoreOutOption,
    run_scorecard,
)

__all__ = ["command"]


def command(
    rows: RowsArgument,
    by: ByOption = None,
    out: ScoreOutOption = None,
    audited: AuditedOption = None,
    plots: PlotsOption = None,
    format_: ScoreFormatOption = ScoreFormat.TABLES,
    resamples: ResamplesOption = 10_000,
    seed: ResamplingSeedOption = 0,
    level: LevelOption = 0.95,
) -> None:
    """Errors behind right answers: answer-only and reasoning-aware accuracy, types of errors, judges, agreement."""
    from cgr_audit.scorecards.retraceqa.scorer import ReTraceQa

    run_scorecard(
        ReTraceQa(),
        rows,
        by=by or (),
        out=out,
        audited=audited,
        plots=plots,
        format_=format_,
        resampling=(resamples, seed, level),
    )
