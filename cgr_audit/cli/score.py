"""``cgr-audit score``: the sister scorecards, a command each."""

from __future__ import annotations

import typer

from cgr_audit.cli import score_clr_bench, score_codesteps

__all__ = ["group"]

group = typer.Typer(
    help="Score rows as CodeMind, ReTraceQA, CLR-Bench and CodeStepsEval do.",
    no_args_is_help=True,
    rich_markup_mode=None,
)
group.command("clr-bench")(score_clr_bench.command)
group.command("codesteps")(score_codesteps.command)
