"""Warnings about a package as lines on standard error, each with the command that mends it where there is one."""

from __future__ import annotations

import shlex
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from cgr_audit.cli.output import say

if TYPE_CHECKING:
    from cgr_audit.cli.contract_choice import ContractChoice
    from cgr_audit.records.package import TracePackage
    from cgr_audit.records.warning_kinds import PackageWarning

__all__ = ["gate_command", "say_warnings"]


def say_warnings(
    package: TracePackage, warnings: Iterable[PackageWarning], choice: ContractChoice, rules: Path | None = None
) -> None:
    """Say what a reader of a package's figures is warned of.

    Args:
        package: opened.
        warnings: about it.
        choice: the contract that the command uses.
        rules: the folder of further rules that the command was given.
    """
    for note in warnings:
        say(f"{package.folder}/{note}{_remedy(package, note, choice, rules)}")


def gate_command(
    package: Path, verdicts: Path, choice: ContractChoice, rules: Path | None = None, policy: Path | None = None
) -> str:
    """What judges a package's programs today, by the contract that the command uses; it can be pasted.

    Args:
        package: the folder.
        verdicts: the file to write.
        choice: the contract.
        rules: the folder of further rules.
        policy: a policy file.
    """
    arguments: list[str | Path] = ["cgr-audit", "gate", package]
    if choice.overrides is not None and choice.origin is not None:
        arguments += ["--contract", choice.origin, "--override-contract"]
    for option, path in (("--policy", policy), ("--rules", rules), ("--out", verdicts)):
        arguments += [] if path is None else [option, path]
    return shlex.join(map(str, arguments))


def _remedy(package: TracePackage, note: PackageWarning, choice: ContractChoice, rules: Path | None) -> str:
    from cgr_audit.records.warning_kinds import WarningKind

    is_absent = note.kind is WarningKind.FILE_ABSENT
    if note.kind in {WarningKind.VERDICT_OUTDATED, WarningKind.VERDICT_OTHER_CONTRACT} or (
        is_absent and note.file == "verdicts.jsonl"
    ):
        return f"; run `{gate_command(package.folder, package.folder / 'verdicts.jsonl', choice, rules)}`"
    if is_absent and note.file == "findings.jsonl":
        return f"; run `{shlex.join(['cgr-audit', 'pipeline', str(package.folder)])} --out DIR`"
    return ""
