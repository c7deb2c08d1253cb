"""Known findings: a baseline holds their fingerprints, and only what is new counts."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator, Set
from dataclasses import dataclass, replace
from pathlib import Path

from cgr_audit.audit.finding import Finding, FindingStatus
from cgr_audit.audit.fingerprints import fingerprint
from cgr_audit.audit.program_audit import ProgramAudit
from cgr_audit.audit.report import Audit, Notice
from cgr_audit.configuration_file import read_text
from cgr_audit.errors import UsageError
from cgr_audit.schema import check_record

__all__ = ["Baseline", "BaselineEntry", "baseline_text", "load_baseline"]

SCHEMA_VERSION = "1.0"


@dataclass(frozen=True, slots=True)
class BaselineEntry:
    """A finding that was there before."""

    code: str
    program_id: str
    count: int
    """How many findings of this fingerprint there were."""


class Baseline:
    """The entries of one file, and how often each may still be used."""

    def __init__(self, origin: str, entries: dict[str, BaselineEntry], base: Path) -> None:
        self._origin = origin
        self._entries = entries
        self._base = base
        self._unseen = {entry.program_id for entry in entries.values()}
        self._left = Counter({known: entry.count for known, entry in entries.items()})

    def mark(self, audit: ProgramAudit) -> ProgramAudit:
        """The record with the known active findings marked as baselined."""
        self._unseen.discard(audit.program_id)
        if not audit.findings:
            return audit
        return replace(audit, findings=tuple(self._marked(finding, audit.program_id) for finding in audit.findings))

    def notices(self, codes: Set[str]) -> Iterator[Notice]:
        """A notice if findings of these codes are no longer there; nothing is known of files that were not audited."""
        left_out = {program for program in self._unseen if (self._base / program).exists()}
        relevant = [
            mark for mark, entry in self._entries.items() if entry.code in codes and entry.program_id not in left_out
        ]
        gone = sum(self._left[mark] for mark in relevant)
        if gone:
            total = sum(self._entries[mark].count for mark in relevant)
            yield Notice(f"{gone} of {total} entries match no finding; remove them", self._origin)

    def _marked(self, finding: Finding, program_id: str) -> Finding:
        known = fingerprint(finding, program_id)
        if finding.status is not FindingStatus.ACTIVE or self._left[known] <= 0:
            return finding
        self._left[known] -= 1
        return replace(finding, status=FindingStatus.BASELINED)


def load_baseline(path: Path, code_of: Callable[[str], str], base: Path = Path()) -> Baseline:
    """Read a baseline that ``--write-baseline`` wrote.

    Args:
        path: the JSON file.
        code_of: the code that a code or slug means; raises ``UsageError`` where there is no such rule.
        base: the folder from which program ids count.

    Raises:
        UsageError: it cannot be read, is not a baseline, or names a rule that does not exist.
    """
    try:
        raw = json.loads(read_text(path, "the baseline"))
    except (ValueError, RecursionError) as error:
        raise UsageError(f"{path}: not valid JSON: {error}") from error
    problem = check_record("baseline", raw)
    if problem is not None:
        raise UsageError(f"{path}: {problem}")
    entries: dict[str, BaselineEntry] = {}
    for number, entry in enumerate(raw["findings"]):
        try:
            code_of(entry["code"])
        except UsageError as error:
            raise UsageError(f"{path}: /findings/{number}/code: {error}") from error
        entries[entry["fingerprint"]] = BaselineEntry(entry["code"], entry["program_id"], entry["count"])
    return Baseline(str(path), entries, base)


def baseline_text(audit: Audit) -> Iterator[str]:
    """The text of a baseline of everything found but what is suppressed, piece by piece."""
    counts: Counter[tuple[str, str, str]] = Counter()
    for program in audit.with_findings():
        for finding in program.findings:
            if finding.status is not FindingStatus.SUPPRESSED:
                counts[program.program_id, finding.code, fingerprint(finding, program.program_id)] += 1
    yield f'{{"schema_version": "{SCHEMA_VERSION}", "findings": ['
    for number, ((program_id, code, known), count) in enumerate(sorted(counts.items())):
        entry = {"fingerprint": known, "count": count, "code": code, "program_id": program_id}
        yield ("," if number else "") + "\n " + json.dumps(entry)
    yield "\n]}\n"
