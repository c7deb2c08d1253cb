"""``cgr-audit version``."""

from __future__ import annotations

import typer

from cgr_audit.version import VERSION

__all__ = ["command"]


def command() -> None:
    """Print the version."""
    typer.echo(VERSION)
