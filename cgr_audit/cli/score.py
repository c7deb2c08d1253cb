"""``cgr-audit score``: the sister scorecards, a command each."""

from __future__ import annotations

import typer

from cgr_audit.cli import score_clr_bench, score_codemind, score_codesteps, score_retraceqa, score_traces
from cgr_audit.cli.output_options import OutputCommand

__all__ = ["group"]

group = typer.Typer(
    help="Score rows as CodeMind, ReTraceQA, CLR-Bench and CodeStepsEval do.",
    no_args_is_help=True,
    rich_markup_mode=None,
)
group.command("codemind", cls=OutputCommand)(score_codemind.command)
group.command("clr-bench", cls=OutputCommand)(score_clr_bench.command)
group.command("clr_bench", hidden=True, cls=OutputCommand)(score_clr_bench.command)
group.command("retraceqa", cls=OutputCommand)(score_retraceqa.command)
group.command("traces", cls=OutputCommand)(score_traces.command)
group.command("codesteps", cls=OutputCommand)(score_codesteps.command)
