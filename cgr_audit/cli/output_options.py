"""The options that every command has: how much it says, and in which colours."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import typer
from typer.core import TyperCommand, TyperOption

from cgr_audit.cli.output import NO_PROGRESS, QUIET, VERBOSE, set_for_command
from cgr_audit.errors import UsageError

__all__ = ["OutputCommand"]


class OutputCommand(TyperCommand):
    """A command with these options."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.params += [
            _flag("--quiet", "-q", says="Print only findings, results and errors.", variable=QUIET),
            _flag(
                "--verbose",
                "-v",
                says="Print the settings in effect, and each program as it finishes.",
                variable=VERBOSE,
            ),
            _flag("--no-progress", says="Hide the progress bar.", variable=NO_PROGRESS),
            TyperOption(
                param_decls=["--color"],
                type=str,
                default="auto",
                metavar="auto|always|never",
                expose_value=False,
                callback=_set_colour,
                show_default=True,
                help="Colours; auto follows NO_COLOR and FORCE_COLOR, and colours only a terminal.",
            ),
        ]


def _flag(*names: str, says: str, variable: str) -> TyperOption:
    return TyperOption(
        param_decls=list(names), is_flag=True, default=False, expose_value=False, callback=_setting(variable), help=says
    )


def _setting(variable: str) -> Callable[[typer.Context, Any, bool], bool]:
    def set_variable(context: typer.Context, _parameter: Any, wanted: bool) -> bool:
        if wanted:
            set_for_command(context, variable, "1")
        return wanted

    return set_variable


def _set_colour(context: typer.Context, _parameter: Any, when: str) -> str:
    if when not in {"auto", "always", "never"}:
        raise UsageError(f"--color {when!r}: give auto, always or never")
    if when != "auto":
        set_for_command(context, "NO_COLOR", "1" if when == "never" else None)
        set_for_command(context, "FORCE_COLOR", "1" if when == "always" else None)
    return when
