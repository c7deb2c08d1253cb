"""What a verification rests on: verdicts then and now, the environments, and what could not be compared."""

from __future__ import annotations

import importlib.metadata
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from cgr_audit.execution.verdict_checks import Digests
from cgr_audit.execution.verify.files import CALLS, VERDICTS
from cgr_audit.execution.verify.recorded import is_of_a_run
from cgr_audit.execution.verify.verification import Environment, Fuel, RowVerification
from cgr_audit.execution.verify.whole import judged_alike
from cgr_audit.records.package import TracePackage
from cgr_audit.records.rows import ResultRow
from cgr_audit.sandbox.sandbox import Sandbox
from cgr_audit.version import VERSION

__all__ = ["RecordedVerdicts", "environment_of", "fuel_notes", "has_same_rules", "notes"]


@dataclass(frozen=True, slots=True)
class RecordedVerdicts:
    """Verdict records by program id."""

    then: Mapping[str, Mapping[str, Any]]
    """Those of the recording; today's where it has none."""
    now: Mapping[str, Mapping[str, Any]]
    """Today's, on every program."""
    are_recorded: bool
    are_compared: bool
    """Whether the recording says, or should say, anything of them."""

    @property
    def recorded(self) -> Mapping[str, Mapping[str, Any]]:
        """Those of the recording only."""
        return self.then if self.are_recorded else {}

    @classmethod
    def of(cls, package: TracePackage, today: Iterable[Mapping[str, Any]]) -> RecordedVerdicts:
        """Those of a package, and today's."""
        now = {record["program_id"]: record for record in today}
        if not package.has(VERDICTS):
            return cls(now, now, are_recorded=False, are_compared=is_of_a_run(package))
        then = {record["program_id"]: record for record in package.verdicts()}
        return cls(then, now, are_recorded=True, are_compared=True)


def environment_of(package: TracePackage, rows: Iterable[ResultRow], sandbox: Sandbox) -> Environment:
    """What a package was recorded in, and what it is verified in."""
    config = package.config
    named = {row.component for row in rows if row.component is not None}
    components = (config["component"],) if config.get("component") else tuple(sorted(named))
    versions_now = {"cgr-audit": VERSION, "wasmtime": importlib.metadata.version("wasmtime")}
    return Environment(components, sandbox.interpreter.digest, dict(config.get("versions", {})), versions_now)


def has_same_rules(package: TracePackage, verdicts: RecordedVerdicts, digests: Digests) -> bool:
    """Whether a recording was judged by today's rules."""
    named = {record["rules"] for record in verdicts.then.values()} | {package.config.get("rules")}
    return named <= {digests.rules, None}


def fuel_notes(rows: Collection[RowVerification]) -> Iterator[str]:
    """Why fuel was not compared, and in how many of the rows that have any."""
    counts: Counter[Fuel] = Counter(row.fuel for row in rows if row.fuel is not Fuel.NONE)
    for fuel, reason in (
        (Fuel.UNNAMED_COMPONENT, "the recording names no component"),
        (Fuel.OTHER_COMPONENT, "it was recorded under another component; all else is"),
    ):
        share = "" if counts[fuel] == counts.total() else f" in {counts[fuel]} of {counts.total()} rows"
        if counts[fuel]:
            yield f"fuel is not compared{share}: {reason}"


def notes(
    package: TracePackage,
    environment: Environment,
    verdicts: RecordedVerdicts,
    digests: Digests,
) -> Iterator[str]:
    """Yield what was not compared, and what had to be assumed."""
    for name, now in environment.versions_now.items():
        recorded = environment.versions.get(name)
        if recorded not in {None, now}:
            yield f"recorded with {name} {recorded}, verified with {now}"
    if not package.config:
        yield "the package has no config.json: default limits and the seed 0 are assumed"
    if not package.has(CALLS):
        yield "the package has no calls.jsonl: only what needs no solver can be verified"
    if not verdicts.are_recorded:
        yield "the package has no verdicts.jsonl: programs are judged by today's rules and policy"
    others = sum(not judged_alike(record, digests) for record in verdicts.then.values())
    if others:
        yield f"{others} verdicts rest on other rules, contract or policy than today's and are not compared"
    if not has_same_rules(package, verdicts, digests):
        yield "executed_provenance is not compared: it rests on the rules, which are others today"
