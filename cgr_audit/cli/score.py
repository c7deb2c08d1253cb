"""``cgr-audit score``: the sister scorecards, a command each."""

from __future__ import annotations

import typer

from cgr_audit.cli import score_clr_bench, score_codemind, score_codesteps, score_retraceqa, score_traces

__all__ = ["group"]

group = typer.Typer(
    help="Score rows as CodeMind, ReTraceQA, CLR-Bench and CodeStepsEval do.",
    no_args_is_help=True,
    rich_markup_mode=None,
)
group.command("codemind")(score_codemind.command)
group.command("clr-bench")(score_clr_bench.command)
group.command("clr_bench", hidden=True)(score_clr_bench.command)
group.command("retraceqa")(score_retraceqa.command)
group.command("traces")(score_traces.command)
group.command("codesteps")(score_codesteps.command)
