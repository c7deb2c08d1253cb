"""``cgr-audit contracts``: the built-in contracts."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from cgr_audit.source.contract import Imports

__all__ = ["command"]


def command(
    name: Annotated[str, typer.Argument(metavar="[NAME]", help="Print this contract's file.", show_default=False)] = "",
) -> None:
    """List the built-in contracts, or print the file of one of them."""
    from cgr_audit.source.contract import built_in_contracts, built_in_text, load_contract

    if name:
        typer.echo(built_in_text(name), nl=False)
        typer.echo(_imports_said(load_contract(name).imports))
        return
    for known in built_in_contracts():
        contract = load_contract(known)
        comment = built_in_text(known).splitlines()[0].removeprefix("# ")
        typer.echo(f"{known:10} {contract.digest[:19]}  {comment}")


def _imports_said(imports: Imports) -> str:
    """What a program may import, as a comment: no built-in contract lists it."""
    text = f"A program may import what the profile {imports.profile!r} holds: {', '.join(imports.allowed)}."
    return "\n" + textwrap.fill(text, 110, initial_indent="# ", subsequent_indent="# ")
