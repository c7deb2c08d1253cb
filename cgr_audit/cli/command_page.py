"""Write ``docs/commands.md`` from what ``--help`` prints: ``python -m cgr_audit.cli.command_page [FILE]``."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command

from cgr_audit.cli.app import app

__all__ = ["command_page"]

_WIDTH = 100
_INTRODUCTION = """\
# Commands

What `cgr-audit COMMAND --help` prints. Data goes to standard output or `--out`; progress and the closing line go to
standard error.

| exit code | means |
|---|---|
| 0 | done, nothing at or above `--fail-on` |
| 1 | `audit` and `gate` only: findings or verdicts at or above `--fail-on` |
| 2 | usage error: an unknown option, code or contract, an invalid configuration, a missing path |
| 3 | nothing to do: no program, no row |
| 4 | incomplete: a file could not be read, a rule crashed, a service failed, `verify` found a difference |
| 130, 143 | stopped by Ctrl-C or by a signal |
"""


def command_page() -> str:
    """A section for each command, in the order of ``cgr-audit --help``."""
    contexts = list(_contexts(get_command(app), None))
    lines = [_INTRODUCTION, "| command | does |", "|---|---|"]
    for context in contexts[1:]:
        anchor = context.command_path.replace(" ", "-")
        summary = (context.command.help or "").partition("\n\n")[0].replace("\n", " ").replace("|", r"\|")
        lines.append(f"| [`{context.command_path}`](#{anchor}) | {' '.join(summary.split())} |")
    for context in contexts:
        lines += ["", f"## {context.command_path}", "", "```text", context.get_help().rstrip(), "```"]
    return "\n".join(lines) + "\n"


def _contexts(command: object, parent: typer.Context | None) -> Iterator[typer.Context]:
    """A command, and those below it."""
    assert isinstance(command, TyperGroup | TyperCommand)
    settings = command.context_settings if parent is None else {}
    context = typer.Context(command, parent=parent, info_name=command.name, terminal_width=_WIDTH, **settings)
    yield context
    if isinstance(command, TyperGroup):
        for name in command.list_commands(context):
            if not command.commands[name].hidden:
                yield from _contexts(command.commands[name], context)


if __name__ == "__main__":
    target = Path(sys.argv[1]) if len(sys.argv) > 1 else Path("docs/commands.md")
    target.write_text(command_page(), "utf-8", newline="\n")
