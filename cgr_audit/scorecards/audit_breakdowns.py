"""What an audit found in the programs of rows, and how their runs ended: joined by ``program_id``."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from cgr_audit.errors import UsageError
from cgr_audit.records.lines import RecordError, read_document
from cgr_audit.records.package import is_package, open_package
from cgr_audit.records.rows import ProgramKey
from cgr_audit.scorecards.scored_rows import Breakdown, ScoredRows

__all__ = ["AUDIT_SCHEMA", "AuditRecords", "audit_breakdowns", "read_audit"]

AUDIT_SCHEMA = "audit"

_ANALYSED = "analysed"
"""The status of a program of which it says something that it has no finding."""
_WITHOUT, _UNKNOWN, _NOT_RUN = "without a finding", "not audited", "not run"

Labels = Callable[[Any], tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class AuditRecords:
    """Findings, verdicts and runs by program."""

    source: str
    """Where they were read."""
    codes: Mapping[str, frozenset[str]]
    """Of every program that was analysed, or has findings, the codes of those that are active."""
    verdicts: Mapping[str, str]
    outcomes: Mapping[str, frozenset[str]]
    """Of every program with result rows, how its runs ended."""

    def require_joinable(self, records: Iterable[Mapping[str, Any]]) -> None:
        """Refuse rows none of which names its program.

        Raises:
            UsageError: there is nothing to join by.
        """
        if not any("program_id" in record for record in records):
            raise UsageError(f"{self.source}: findings are joined by program_id, and no row has that field")

    @property
    def fields(self) -> tuple[str, ...]:
        """What rows are told of their programs: the names of ``of_programs``."""
        known = {"verdict": self.verdicts, "outcome": self.outcomes}
        return ("finding", "rules", *(name for name, found in known.items() if found))

    def of_programs(self, programs: Sequence[Any]) -> dict[str, list[str | None]]:
        """What is known of programs, a text each: several rules, or ends of runs, stand side by side."""
        labels = {"finding": self._finding, "rules": self._rules, "verdict": self._verdict, "outcome": self._outcomes}
        told = {name: {program: ", ".join(labels[name](program)) for program in set(programs)} for name in self.fields}
        return {name: [told[name][program] or None for program in programs] for name in self.fields}

    def divisions(self) -> Iterator[tuple[str, str, str, Labels]]:
        """Ways to divide rows by their program: name, title, note, and the labels of a program."""
        yield "by-finding", "With and without a finding", "Findings that are active, of any severity.", self._finding
        note = "A program with several findings counts for each of its rules."
        yield "by-rule", "By rule", note, self._rules
        if self.verdicts:
            yield "by-verdict", "By verdict", "What the gate said of the program.", self._verdict
        if self.outcomes:
            note = "How runs of the program ended; one with several counts for each kind."
            yield "by-outcome", "By outcome of the run", note, self._outcomes

    def _finding(self, program: Any) -> tuple[str, ...]:
        if program not in self.codes:
            return (_UNKNOWN,)
        return ("with a finding",) if self.codes[program] else (_WITHOUT,)

    def _rules(self, program: Any) -> tuple[str, ...]:
        return tuple(sorted(self.codes.get(program, ())))

    def _verdict(self, program: Any) -> tuple[str, ...]:
        return (self.verdicts.get(program, _UNKNOWN),)

    def _outcomes(self, program: Any) -> tuple[str, ...]:
        return tuple(sorted(self.outcomes.get(program, ()))) or (_NOT_RUN,)


def read_audit(path: Path) -> AuditRecords:
    """Read what is known of programs.

    Args:
        path: a trace package that was judged, or what ``audit --format json`` wrote.

    Raises:
        UsageError: it is neither.
        RecordError: a file of the package is not what its schema says.
    """
    if path.is_dir():
        if not is_package(path):
            raise UsageError(f"{path}: no trace package: a folder with a manifest.json is needed")
        return _of_package(path)
    if not path.is_file():
        raise UsageError(f"{path}: no such file; give a trace package, or what `audit --format json` wrote")
    try:
        document = read_document(path, AUDIT_SCHEMA)
    except RecordError as error:
        wrong = str(error).splitlines()[0].removeprefix(f"{path}: ").partition("; ")[0]
        raise UsageError(f"{path}: not what `audit --format json` writes: {wrong}") from error
    programs = [one["program_id"] for one in document["programs"] if one["status"] == _ANALYSED]
    return AuditRecords(str(path), _codes(programs, document["findings"]), {}, {})


def audit_breakdowns(audited: AuditRecords, scored: ScoredRows) -> Iterator[Breakdown]:
    """The rows, which name their programs, by what is known of these."""
    programs = list(scored.rows["program_id"])
    for name, title, note, of in audited.divisions():
        known = {program: of(program) for program in set(programs)}
        labels = sorted({label for found in known.values() for label in found})
        parts = {label: np.array([label in known[program] for program in programs], dtype=bool) for label in labels}
        yield Breakdown(name, title, note, name.removeprefix("by-"), parts)


def _of_package(path: Path) -> AuditRecords:
    package = open_package(path)
    verdicts = {record["program_id"]: record["verdict"] for record in package.verdicts()}
    names = {program.key: program.program_id for program in package.programs}
    outcomes: dict[str, set[str]] = defaultdict(set)
    for row in package.results():
        name = names.get(ProgramKey(row.dataset, row.item_id, row.generator, row.sample))
        if name is not None and row.outcome is not None:
            outcomes[name].add(row.outcome)
    # `gate` brings verdicts alone: of their programs nobody can say then that they have no finding.
    audited = (verdicts or names.values()) if package.has("findings.jsonl") else ()
    return AuditRecords(
        str(path),
        _codes(audited, package.findings()),
        verdicts,
        {name: frozenset(found) for name, found in outcomes.items()},
    )


def _codes(programs: Iterable[str], findings: Iterable[Mapping[str, Any]]) -> dict[str, frozenset[str]]:
    codes: dict[str, set[str]] = {name: set() for name in programs}
    for finding in findings:
        found = codes.setdefault(finding["program_id"], set())
        if finding["status"] == "active":
            found.add(finding["code"])
    return {name: frozenset(found) for name, found in codes.items()}
