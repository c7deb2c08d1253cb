"""What is said of a package's verdicts and findings: that there are none, or that they are not today's."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from cgr_audit.cli.output import say
from cgr_audit.plural import counted

if TYPE_CHECKING:
    from cgr_audit.records.package import TracePackage
    from cgr_audit.source.contract import Contract

__all__ = ["say_absent", "say_outdated"]


def say_absent(package: TracePackage) -> None:
    """Say which files a package lacks, which are taken as empty, and how verdicts and findings come."""
    if not package.absent:
        return
    *others, last = package.absent
    said = f"{', '.join(others)} and {last} are" if others else f"{last} is"
    say("; ".join([f"{package.folder}: {said} not there, and taken as empty", *_origins(package)]))


def say_outdated(package: TracePackage, contract: Contract, rules: Path | None = None) -> None:
    """Say that verdicts were made by other rules than today's, or under another contract.

    A policy is somebody's choice, which no version of the toolkit makes older.

    Args:
        package: with verdicts, or without any.
        contract: the one that figures rest on.
        rules: the folder of further rules, where there is one.

    Raises:
        UsageError: there is no such folder, or no rule in it.
    """
    from cgr_audit.audit.rule_sources import rules_digest

    verdicts = list(package.judged("verdicts.jsonl"))
    if not verdicts:
        return
    today = rules_digest(rules)
    by_others = sum(verdict["rules"] != today for verdict in verdicts)
    under_another = sum(verdict["contract"] != contract.digest for verdict in verdicts)
    reasons = [
        f"{counted(number, 'verdict')} {how}"
        for number, how in (
            (by_others, "by other rules than this version's"),
            (under_another, f"under another contract than {contract.name}"),
        )
        if number
    ]
    if reasons:
        path = package.folder / "verdicts.jsonl"
        say(f"{path}: {' and '.join(reasons)}; `{_gate_command(package)}` judges anew{_unlisting(package)}")


def _origins(package: TracePackage) -> Iterator[str]:
    if "verdicts.jsonl" in package.absent:
        yield f"`{_gate_command(package)}` brings verdicts"
    if "findings.jsonl" in package.absent:
        yield f"`cgr-audit pipeline {shlex.quote(str(package.folder))} --out DIR` makes a package with findings"


def _gate_command(package: TracePackage) -> str:
    """What judges a package's programs by its own contract, and keeps the verdicts in it."""
    folder, verdicts = (shlex.quote(str(path)) for path in (package.folder, package.folder / "verdicts.jsonl"))
    own = "" if package.contract == "cgr" else f" --contract {shlex.quote(package.contract)}"
    return f"cgr-audit gate {folder}{own} --out {verdicts}"


def _unlisting(package: TracePackage) -> str:
    """What has to be done too where the manifest lists the file's digest."""
    listed = "verdicts.jsonl" in package.manifest.sha256
    return "; then take 'verdicts.jsonl' out of /sha256 in manifest.json" if listed else ""
