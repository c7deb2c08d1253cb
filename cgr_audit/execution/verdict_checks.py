"""Which programs may run: verdicts, and whether they are about these bytes and today's rules, contract and policy."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Self

from cgr_audit.errors import UsageError
from cgr_audit.records.package import TracePackage

__all__ = ["CheckedVerdict", "Digests", "check_verdicts"]


@dataclass(frozen=True, slots=True)
class Digests:
    """What a verdict rests on; each ``sha256:`` and 64 hexadecimal digits."""

    rules: str
    contract: str
    policy: str


@dataclass(frozen=True, slots=True)
class CheckedVerdict:
    """A program's verdict, known to be about its bytes and to be of today."""

    program_id: str
    verdict: str
    """``approved``, ``observe`` or ``refused``."""
    reasons: tuple[str, ...]
    """What decided it: codes, or words for what is not a finding."""
    explanations: tuple[str, ...] = ()
    """The same in sentences."""

    @classmethod
    def from_record(cls, record: Mapping[str, Any]) -> Self:
        """The verdict of a record of ``verdicts.jsonl``."""
        explanations = tuple(record.get("explanations", ()))
        return cls(record["program_id"], record["verdict"], tuple(record["reasons"]), explanations)


def check_verdicts(
    verdicts: Iterable[Mapping[str, Any]],
    package: TracePackage,
    digests: Digests,
    origin: str,
    again: str = "cgr-audit gate",
) -> dict[str, CheckedVerdict]:
    """The verdict of every program of a package.

    Args:
        verdicts: records of ``verdicts.jsonl``.
        package: whose programs are to run.
        digests: today's.
        origin: names the verdicts' file in messages.
        again: the command that judges the programs again, for messages.

    Raises:
        UsageError: a program was not judged, or twice, or by other rules, under another contract or policy, or as other
            bytes, or for fewer options than its item has.
    """
    records: dict[str, Mapping[str, Any]] = {}
    for verdict in verdicts:
        if verdict["program_id"] in records:
            raise UsageError(f"{origin}: {verdict['program_id']}: judged twice; run `{again}`")
        records[verdict["program_id"]] = verdict
    judged = {}
    for program in package.programs:
        record = records.get(program.program_id)
        named = f"{origin}: {program.program_id}"
        if record is None:
            raise UsageError(f"{named}: no verdict; run `{again}`")
        for what in ("rules", "contract", "policy"):
            if record[what] != getattr(digests, what):
                now, then = getattr(digests, what), record[what]
                digests_ = f"{_short(then)}, today {_short(now)}"
                given = f"run `{again}`, or give the --{what} that `gate` was given"
                raise UsageError(f"{named}: judged under other {what} ({digests_}); {given}")
        if record["sha256"] != program.sha256:
            raise UsageError(f"{named}: judged as other bytes; run `{again}`")
        options, assumed = len(package.items[program.item_key].options), record.get("option_count")
        if assumed is not None and assumed < options:
            raise UsageError(f"{named}: judged for {assumed} options, the item has {options}; run `{again}`")
        judged[program.program_id] = CheckedVerdict.from_record(record)
    return judged


def _short(digest: str) -> str:
    return digest.removeprefix("sha256:")[:12]
