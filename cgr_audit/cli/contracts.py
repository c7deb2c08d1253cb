"""``cgr-audit contracts``: the built-in contracts, and one's own with what follows from it."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from cgr_audit.cli.output import show

if TYPE_CHECKING:
    from cgr_audit.source.contract import Contract

__all__ = ["command"]


def command(
    name: Annotated[
        str, typer.Argument(metavar="[NAME|FILE]", help="Check this contract and print it.", show_default=False)
    ] = "",
) -> None:
    """List the built-in contracts, or print one of them, or one's own, with what follows from it."""
    from cgr_audit.source.contract import built_in_contracts, built_in_text, load_contract

    if name:
        contract = load_contract(name)
        show(contract.text.removesuffix("\n"))
        for said in _said(contract):
            show(textwrap.fill(said, 110, initial_indent="# ", subsequent_indent="# "))
        return
    for known in built_in_contracts():
        contract = load_contract(known)
        comment = built_in_text(known).splitlines()[0].removeprefix("# ")
        typer.echo(f"{known:10} {contract.digest[:19]}  {comment}")


def _said(contract: Contract) -> Iterator[str]:
    """What follows from a contract, a sentence each, to stand after its file as comments."""
    from cgr_audit.source.profiles import default_imports

    yield ""
    if contract.entry.supplied:
        given = ", ".join(
            name if name == supply else f"{name} (the {supply})" for name, supply in contract.entry.supplied.items()
        )
        yield f"The runner gives the entry: {given}."
    if contract.signatures:
        helpers = ", ".join(f"{name}({signature.text})" for name, signature in contract.signatures.items())
        yield f"A program may call: {helpers}."
    returns = contract.returns
    if returns.channels:
        roles = {
            returns.solver_field: " (the solver's answer)",
            returns.generator_field: " (the generator's answer)",
            returns.difficulty_field: " (the difficulty)",
        }
        yield f"It returns a {returns.shape}: {', '.join(name + roles.get(name, '') for name in returns.channels)}."
    imports = contract.imports
    is_all = imports.allowed == default_imports(imports.profile)
    held = f" what the profile {imports.profile!r} holds" if is_all else ""
    yield f"A program may import{held}: {', '.join(imports.allowed)}."
