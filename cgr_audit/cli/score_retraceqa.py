"""``cgr-audit score retraceqa``: errors in the reasoning behind answers."""

from __future__ import annotations

from cgr_audit.cli.score_options import RowsArgument, ScoreOptions, with_score_options
from cgr_audit.cli.scoring import run_scorecard

__all__ = ["command"]


@with_score_options
def command(rows: RowsArgument, options: ScoreOptions) -> None:
    """Errors behind right answers: answer-only and reasoning-aware accuracy, types of errors, judges, agreement."""
    from cgr_audit.scorecards.retraceqa.scorer import ReTraceQa

    run_scorecard(ReTraceQa(), rows, options)
