"""``cgr-audit score clr-bench``: answers and their rationales."""

from __future__ import annotations

from cgr_audit.cli.score_options import RowsArgument, ScoreOptions, with_score_options
from cgr_audit.cli.scoring import run_scorecard

__all__ = ["command"]


@with_score_options
def command(rows: RowsArgument, options: ScoreOptions) -> None:
    """Answers and their rationales: Q→A, Q→R, Q→AR, and how many right answers were guessed."""
    from cgr_audit.scorecards.clr_bench.scorer import ClrBench

    run_scorecard(ClrBench(), rows, options)
