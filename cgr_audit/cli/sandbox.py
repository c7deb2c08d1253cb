"""``cgr-audit sandbox``: what the sandbox is made of, building it, and checking that it holds."""

from __future__ import annotations

import typer

from cgr_audit.cli import sandbox_build, sandbox_check, sandbox_info
from cgr_audit.cli.output_options import OutputCommand

__all__ = ["group"]

group = typer.Typer(no_args_is_help=True, help="Show, build and check the sandbox.")
group.command("info", cls=OutputCommand)(sandbox_info.command)
group.command("build", cls=OutputCommand)(sandbox_build.command)
group.command("check", cls=OutputCommand)(sandbox_check.command)
