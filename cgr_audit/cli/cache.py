"""``cgr-audit cache``: what the toolkit keeps in the user's cache folder, and clearing it."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated, Optional

import typer

from cgr_audit.cli.output_options import OutputCommand

__all__ = ["group"]


class Kept(StrEnum):
    """What is kept, each in a folder of its own."""

    AUDIT = "audit"
    RESPONSES = "responses"
    SANDBOX = "sandbox"


_MEANINGS = {
    Kept.AUDIT: "audits of programs",
    Kept.RESPONSES: "responses of models",
    Kept.SANDBOX: "the compiled sandbox",
}

group = typer.Typer(help="Show the size of the user's cache folder, or clear it.")


@group.callback(invoke_without_command=True)
def show_sizes(context: typer.Context) -> None:
    """Show the size of the user's cache folder, or clear it."""
    if context.invoked_subcommand is not None:
        return
    from cgr_audit.cache_folder import cache_folder
    from cgr_audit.cli.output import show

    for kept, meaning in _MEANINGS.items():
        show(f"{kept:<10} {_megabytes(_files(kept)):>9} MB  {meaning}  {cache_folder(kept)}")


@group.command("clear", cls=OutputCommand)
def clear(
    kept: Annotated[
        Optional[list[Kept]],  # noqa: UP045  typer reads the annotation at run time
        typer.Argument(
            metavar="[audit|responses|sandbox]...", help="What to clear; all by default.", show_default=False
        ),
    ] = None,
) -> None:
    """Clear the cache. Commands that are running keep what they have; responses have to be asked for again."""
    from cgr_audit.cli.output import inform

    files = [file for one in kept or list(Kept) for file in _files(one)]
    freed = _megabytes(files)
    for file in files:
        file.unlink(missing_ok=True)
    inform(f"{freed} MB removed")


def _files(kept: Kept) -> list[Path]:
    from cgr_audit.cache_folder import cache_folder

    folder = cache_folder(kept)
    return [file for file in folder.iterdir() if file.is_file() or file.is_symlink()] if folder.is_dir() else []


def _megabytes(files: list[Path]) -> str:
    return f"{sum(file.lstat().st_size for file in files) / 1e6:,.1f}"
