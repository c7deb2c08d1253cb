"""``cgr-audit contracts``: the built-in contracts."""

from __future__ import annotations

from typing import Annotated

import typer

__all__ = ["command"]


def command(
    name: Annotated[str, typer.Argument(metavar="[NAME]", help="Print this contract's file.", show_default=False)] = "",
) -> None:
    """List the built-in contracts, or print the file of one of them."""
    from cgr_audit.source.contract import built_in_contracts, built_in_text, load_contract

    if name:
        typer.echo(built_in_text(name), nl=False)
        return
    for known in built_in_contracts():
        contract = load_contract(known)
        comment = built_in_text(known).splitlines()[0].removeprefix("# ")
        typer.echo(f"{known:10} {contract.digest[:19]}  {comment}")
