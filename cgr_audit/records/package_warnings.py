"""What a reader of a package's figures is warned of: commands print it, and it stands in all that they write."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from cgr_audit.audit.rule_sources import rules_digest
from cgr_audit.plural import counted
from cgr_audit.records.package import TracePackage
from cgr_audit.records.warning_kinds import PackageWarning, WarningKind
from cgr_audit.source.contract import Contract

__all__ = ["carried_warnings", "package_warnings", "recording_warnings"]

_CARRIED = (WarningKind.COUNT_DIFFERS, WarningKind.COUNT_UNKNOWN, WarningKind.FILE_UNLISTED)
"""What a package that is made from another no longer shows by itself."""


def package_warnings(
    package: TracePackage, contract: Contract, *, overrides: str | None = None, rules: Path | None = None
) -> tuple[PackageWarning, ...]:
    """What a reader of a package's figures is warned of, the most general first.

    Args:
        package: opened.
        contract: the one that figures rest on.
        overrides: the package's own contract, where it is another one.
        rules: the folder of further rules, where there is one.

    Raises:
        UsageError: there is no such folder, or no rule in it.
    """
    return (
        *recording_warnings(package, contract, overrides=overrides),
        *_absent(package),
        *_outdated(package, contract, rules),
        *_disagreements(package),
    )


def recording_warnings(
    package: TracePackage, contract: Contract, *, overrides: str | None = None
) -> tuple[PackageWarning, ...]:
    """The same without what it says of verdicts, findings and probes, for commands that make these again."""
    return (
        *_overridden(contract, overrides),
        *_inherited(package),
        *_unlisted(package),
        *package.consistency.notes,
    )


def carried_warnings(
    package: TracePackage, contract: Contract, *, overrides: str | None = None
) -> tuple[PackageWarning, ...]:
    """What a package that is made from this one has to warn of in its own manifest, since nothing else in it shows."""
    own = [*_unlisted(package), *package.consistency.notes]
    source = f"(in the package {package.manifest.name!r}, from which this one was made)"
    found = (replace(note, message=f"{note.message} {source}") for note in own if note.kind in _CARRIED)
    return (*_overridden(contract, overrides), *_inherited(package), *found)


def _overridden(contract: Contract, own: str | None) -> Iterator[PackageWarning]:
    if own is not None:
        digest = f" ({contract.digest})" if contract.name == own else ""
        message = f"/contract: the contract {contract.name!r}{digest} was used instead of the package's own, {own!r}"
        yield PackageWarning(WarningKind.CONTRACT_OVERRIDDEN, "manifest.json", None, 1, message)


def _inherited(package: TracePackage) -> Iterator[PackageWarning]:
    return map(PackageWarning.from_record, package.manifest.record.get("warnings", ()))


def _absent(package: TracePackage) -> Iterator[PackageWarning]:
    return (
        PackageWarning(WarningKind.FILE_ABSENT, name, None, 1, "missing, and taken as empty") for name in package.absent
    )


def _unlisted(package: TracePackage) -> Iterator[PackageWarning]:
    if package.unlisted:
        said = counted(len(package.unlisted), "file has", "files have")
        message = f"/sha256: {said} no digest, so that a change would not show; first {package.unlisted[0]}"
        yield PackageWarning(WarningKind.FILE_UNLISTED, "manifest.json", None, len(package.unlisted), message)


def _outdated(package: TracePackage, contract: Contract, rules: Path | None) -> Iterator[PackageWarning]:
    """A policy is somebody's choice, which no version of the toolkit makes older."""
    verdicts = Counter((one["rules"], one["contract"]) for one in package.judged("verdicts.jsonl"))
    if not verdicts:
        return
    today = rules_digest(rules)
    for kind, number, how in (
        (
            WarningKind.VERDICT_OUTDATED,
            sum(count for (by, _), count in verdicts.items() if by != today),
            "by other rules than this version's",
        ),
        (
            WarningKind.VERDICT_OTHER_CONTRACT,
            sum(count for (_, under), count in verdicts.items() if under != contract.digest),
            f"under another contract than {contract.name}",
        ),
    ):
        if number:
            yield PackageWarning(kind, "verdicts.jsonl", None, number, f"{counted(number, 'verdict')} {how}")


def _disagreements(package: TracePackage) -> Iterator[PackageWarning]:
    programs = {one["program_id"] for one in package.judged("probes.jsonl") if one["disagreement"]}
    if programs:
        said = f"{counted(len(programs), 'program')}, such as {min(programs)}"
        message = f"audit and probe disagree on whether the solver decides the answer: {said}"
        yield PackageWarning(WarningKind.PROBE_DISAGREES, "probes.jsonl", None, len(programs), message)
