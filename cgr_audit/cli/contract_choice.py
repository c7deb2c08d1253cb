"""Which contract a command uses: a trace package's own, unless somebody insists on another."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from cgr_audit.audit.contract_hint import ContractHint
    from cgr_audit.audit.report import Audit
    from cgr_audit.source.contract import Contract

__all__ = [
    "ContractChoice",
    "ContractOption",
    "OverrideOption",
    "choose_contract",
    "note_contract_hint",
    "say_override",
]

ContractOption = Annotated[
    str,
    typer.Option(
        "--contract",
        metavar="NAME|FILE",
        help="A built-in contract (see `contracts`) or a TOML file; by default that of the trace package, else cgr.",
        show_default=False,
    ),
]
OverrideOption = Annotated[
    bool,
    typer.Option("--override-contract", help="Use --contract although the package names another; outputs say so."),
]
_DEFAULT = "cgr"


@dataclass(frozen=True, slots=True)
class ContractChoice:
    """The contract that a command uses."""

    contract: Contract
    origin: str | None = None
    """What it was loaded from; null where it is the package's own."""
    overrides: str | None = None
    """The package's own contract as its manifest names it, where another one is used."""
    by_path: tuple[tuple[str, Contract], ...] = ()
    """The contracts of programs whose ids match a pattern; the first that matches holds."""


def choose_contract(
    paths: Sequence[str | Path], chosen: str, *, override: bool, takes_several: bool = False, judges: bool = False
) -> ContractChoice:
    """The contract for what the paths of a command hold; every command asks here.

    What ``--contract`` says goes before a package's own, and that before the configuration.

    Args:
        paths: trace packages, what lies in one, and whatever else the command takes.
        chosen: what ``--contract`` says; empty without it.
        override: whether it may be another one than a package's own.
        takes_several: whether the command can hold programs to different contracts, by their paths.
        judges: whether the command decides what may run, so that the configuration must be the auditor's.

    Raises:
        UsageError: there is no such contract, packages do not agree, a package names another than the one chosen, or
            the configuration has several and the command takes one, or it may not be the auditor's.
    """
    from cgr_audit.cli.configuration import declare_configuration, find_configuration
    from cgr_audit.errors import UsageError
    from cgr_audit.source.contract import load_contract

    if judges:
        declare_configuration(paths)
    if override and not chosen:
        raise UsageError("--override-contract: there is no --contract to use instead of the package's own")
    folders = [folder for path in paths if (folder := _package_of(path)) is not None]
    own = [_Own(folder) for folder in dict.fromkeys(folders)]
    if not own and not chosen:
        configuration = find_configuration()
        usual = configuration.contract or _DEFAULT
        by_path = tuple((pattern, load_contract(name)) for pattern, name in configuration.contracts)
        if by_path and not takes_several:
            where = f"{configuration.origin}: /contracts"
            raise UsageError(f"{where}: contracts differ by path, and this command takes one; give --contract")
        return ContractChoice(load_contract(usual), usual, None, by_path)
    if chosen:
        contract = load_contract(chosen)
        others = [one for one in own if not one.is_same(contract)]
        if others and not override:
            raise UsageError(
                f"{others[0].where}: the package's own contract is {others[0].name!r}, not {chosen!r}; leave out "
                "--contract, or insist on it with --override-contract"
            )
        return ContractChoice(contract, None if own and not others else chosen, others[0].name if others else None)
    contract = own[0].load()
    for one in own[1:]:
        if not one.is_same(contract):
            raise UsageError(
                f"{one.where}: the package's own contract is {one.name!r}, that of {own[0].folder} is {own[0].name!r}; "
                "give one package at a time, or one contract for all with --contract and --override-contract"
            )
    return ContractChoice(contract)


def say_override(choice: ContractChoice) -> None:
    """Say that another contract than a package's own is used, where nothing else that a command writes does."""
    from cgr_audit.cli.output import say

    if choice.overrides is not None:
        say(f"the contract {choice.contract.name!r} is used instead of the package's own, {choice.overrides!r}")


def note_contract_hint(audit: Audit, paths: Sequence[str]) -> ContractHint | None:
    """Add a notice to an audit whose programs seem to be written for another contract."""
    from cgr_audit.audit.contract_hint import contract_hint
    from cgr_audit.audit.report import Notice

    hint = contract_hint(audit)
    if hint is not None:
        audit.notices.append(Notice(hint.sentence(paths)))
    return hint


def _package_of(path: str | Path) -> Path | None:
    """The package that a path is, or lies in: programs in it are held to its contract, however they are named."""
    from cgr_audit.source.packages import is_package

    if path == "-":
        return None
    return next((folder for folder in (Path(path), *Path(os.path.realpath(path)).parents) if is_package(folder)), None)


class _Own:
    """A package's own contract."""

    def __init__(self, folder: Path) -> None:
        from cgr_audit.records.package import own_contract

        self.folder = folder
        self.where = f"{folder / 'manifest.json'}: /contract"
        self.name, self._origin = own_contract(folder)

    def load(self) -> Contract:
        from cgr_audit.errors import UsageError
        from cgr_audit.source.contract import load_contract

        try:
            return load_contract(self._origin)
        except UsageError as error:
            said = "give another with --contract and --override-contract"
            raise UsageError(f"{self.where}: {error} (or {said})") from error

    def is_same(self, contract: Contract) -> bool:
        """Whether it is the same contract; one that cannot be loaded is none."""
        from cgr_audit.errors import UsageError

        try:
            return self.load().digest == contract.digest
        except UsageError:
            return False
