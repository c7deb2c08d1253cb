"""``cgr-audit contracts``: the built-in contracts, and one's own with what follows from it."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Optional

import typer

from cgr_audit.cli.options import IdFieldOption, SourceFieldOption
from cgr_audit.cli.output import say, say_skipped, show

if TYPE_CHECKING:
    from cgr_audit.analysis.inference.inference import Inference
    from cgr_audit.source.contract import Contract

__all__ = ["command", "infer_from", "say_inference"]

_INFER = "infer"


def command(
    words: Annotated[
        Optional[list[str]],  # noqa: UP045  typer reads the annotation at run time
        typer.Argument(
            metavar="[NAME|FILE | infer PATH...]",
            help="Check a contract and print it; or propose one from programs.",
            show_default=False,
        ),
    ] = None,
    source_field: SourceFieldOption = "source",
    id_field: IdFieldOption = "id",
) -> None:
    """List the built-in contracts, or check and print a contract.

    `contracts infer PATH` reads programs and prints the contract that most of them fit.
    """
    from cgr_audit.errors import UsageError
    from cgr_audit.source.contract import built_in_contracts, built_in_text, load_contract

    name, *paths = words or [""]
    if name == _INFER:
        if not paths:
            raise UsageError("contracts infer: name the programs: a file, folder, .zip, .jsonl or .parquet")
        found = infer_from(paths, source_field, id_field)
        show(found.text.removesuffix("\n"))
        say_inference(found)
        return
    if paths:
        raise UsageError(f"contracts: one contract at a time, not {' '.join([name, *paths])!r}")
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


def infer_from(paths: Sequence[str], source_field: str, id_field: str) -> Inference:
    """The contract that programs were written for.

    Raises:
        UsageError: a path does not exist.
        NothingCollectedError: none of them holds a program that can be read.
    """
    from cgr_audit.analysis.inference.inference import infer_contract
    from cgr_audit.source.collect import collect
    from cgr_audit.source.program import Program

    programs = []
    for found in collect(paths, source_field=source_field, id_field=id_field, on_skip=say_skipped):
        if isinstance(found, Program):
            programs.append(found)
        else:
            say(f"{found.path}: {found.reason}")
    name = Path(paths[0]).resolve().name.partition(".")[0] or "own"
    return infer_contract(programs, name, " ".join(paths))


def say_inference(found: Inference) -> None:
    """One line: what was found, and how many programs fit it."""
    from cgr_audit.plural import counted

    counts, proposal = found.proposal.counts, found.proposal
    of = f" ({counts.read.total:,} of them at equal distances)" if counts.read.total < found.programs else ""
    helpers = [*proposal.solver, *proposal.factories, *(one for one in proposal.extraction if one in counts.helpers)]
    said = [f"{counted(found.programs, 'program')}{of}", f"{found.fits} fit", f"entry {proposal.name or 'the script'}"]
    said += [f"calls {', '.join(helpers)}"] if helpers else []
    fits = found.built_in_fits
    said.append(f"closest built in: {found.built_in} ({fits})" if fits.count else "no built-in contract fits")
    say(" · ".join(said))


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
