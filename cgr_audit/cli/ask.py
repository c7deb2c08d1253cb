"""``cgr-audit ask``: ask a model for the rows of a scorecard, a command for each system."""

from __future__ import annotations

import typer

__all__ = ["group"]

group = typer.Typer(
    help="Ask a model for the rows that `cgr-audit score` reads, and score them.",
    no_args_is_help=True,
    rich_markup_mode=None,
)
