"""Findings that the auditor accepts, in a file of the auditor's: nothing inside a program silences its own audit.

.. code-block:: toml

    [[suppression]]
    code = "CGR202"
    program = "medqa/0012.py"       # its id or path, or the sha256 of its bytes
    reason = "read by hand on 3 March: the fallback is never reached"
    until = 2026-12-31              # optional: the last day on which it counts
"""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterator, Set
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from cgr_audit.audit.finding import Finding, FindingStatus
from cgr_audit.audit.program_audit import ProgramAudit
from cgr_audit.audit.report import Notice
from cgr_audit.configuration_file import parse_toml, read_text
from cgr_audit.errors import UsageError
from cgr_audit.schema import check_record

__all__ = ["Suppression", "Suppressions", "load_suppressions"]


@dataclass(frozen=True, slots=True)
class Suppression:
    """One code accepted in one program."""

    number: int
    """Its place in the file, from 1."""
    code: str
    program: str
    """A program's id, its path as audits show it, or the sha256 of its bytes."""
    reason: str
    until: datetime.date | None

    def __str__(self) -> str:
        return f"entry {self.number} ({self.code} in {self.program})"


class Suppressions:
    """The entries of one file, and which of them were used."""

    def __init__(self, origin: str, entries: tuple[Suppression, ...], today: datetime.date, base: Path) -> None:
        self._origin = origin
        self._entries = entries
        self._base = base
        self._unseen = {entry.program for entry in entries}
        self._today = today
        self._used: set[int] = set()
        self._by_place = {(entry.code, entry.program): entry for entry in entries if not self._is_expired(entry)}

    def mark(self, audit: ProgramAudit) -> ProgramAudit:
        """The record with the findings that an entry accepts marked as suppressed, with the entry's reason."""
        self._unseen -= {audit.program_id, audit.path, audit.sha256}
        if not audit.findings or not self._by_place:
            return audit
        return replace(audit, findings=tuple(self._marked(finding, audit) for finding in audit.findings))

    def notices(self, codes: Set[str]) -> Iterator[Notice]:
        """A notice for every entry that is expired, or that no finding of these codes needed.

        Nothing is known of files that were not audited.
        """
        for entry in self._entries:
            if self._is_expired(entry):
                yield Notice(f"{entry} expired on {entry.until}", self._origin)
            elif entry.number in self._used or entry.code not in codes:
                continue
            elif entry.program not in self._unseen or not (self._base / entry.program).exists():
                yield Notice(f"{entry} matches no finding; remove it", self._origin)

    def _marked(self, finding: Finding, audit: ProgramAudit) -> Finding:
        for program in (audit.program_id, audit.path, audit.sha256):
            entry = self._by_place.get((finding.code, program))
            if entry is not None:
                self._used.add(entry.number)
                return replace(finding, status=FindingStatus.SUPPRESSED, reason=entry.reason)
        return finding

    def _is_expired(self, entry: Suppression) -> bool:
        return entry.until is not None and entry.until < self._today


def load_suppressions(
    path: Path, code_of: Callable[[str], str], today: datetime.date, base: Path = Path()
) -> Suppressions:
    """Read a file of suppressions.

    Args:
        path: the TOML file.
        code_of: the code that a code or slug means; raises ``UsageError`` where there is no such rule.
        today: the day on which entries count or have expired.
        base: the folder from which program ids count.

    Raises:
        UsageError: it cannot be read, is no such file, or names a rule that does not exist.
    """
    raw = parse_toml(read_text(path, "the suppressions"), str(path))
    problem = check_record("suppressions", _dates_as_text(raw))
    if problem is not None:
        raise UsageError(f"{path}: {problem}")
    entries = raw.get("suppression", [])
    read = tuple(_entry(number, entry, path, code_of) for number, entry in enumerate(entries, 1))
    return Suppressions(str(path), read, today, base)


def _entry(number: int, raw: dict[str, Any], path: Path, code_of: Callable[[str], str]) -> Suppression:
    place = f"{path}: /suppression/{number - 1}"
    try:
        code = code_of(raw["code"])
    except UsageError as error:
        raise UsageError(f"{place}/code: {error}") from error
    until = raw.get("until")
    try:
        day = datetime.date.fromisoformat(until) if isinstance(until, str) else until
    except ValueError as error:
        raise UsageError(f"{place}/until: {until!r} is not a date; write it as 2026-12-31") from error
    if isinstance(day, datetime.datetime):
        day = day.date()
    return Suppression(number, code, raw["program"], raw["reason"], day)


def _dates_as_text(value: Any) -> Any:
    """TOML has dates and JSON Schema has none: a date is checked as its text."""
    match value:
        case dict():
            return {key: _dates_as_text(part) for key, part in value.items()}
        case list():
            return [_dates_as_text(part) for part in value]
        case datetime.date():
            return value.isoformat()
        case _:
            return value
