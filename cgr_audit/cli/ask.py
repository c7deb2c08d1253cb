"""``cgr-audit ask``: ask a model for the rows of a scorecard, a command for each system."""

from __future__ import annotations

import typer

from cgr_audit.cli import ask_clr_bench, ask_codemind, ask_codesteps, ask_retraceqa
from cgr_audit.cli.output_options import OutputCommand

__all__ = ["group"]

group = typer.Typer(
    help="Ask a model for the rows that `cgr-audit score` reads, and score them.",
    no_args_is_help=True,
    rich_markup_mode=None,
)
group.command("codemind", cls=OutputCommand)(ask_codemind.command)
group.command("retraceqa", cls=OutputCommand)(ask_retraceqa.command)
group.command("clr-bench", cls=OutputCommand)(ask_clr_bench.command)
group.command("codesteps", cls=OutputCommand)(ask_codesteps.command)
