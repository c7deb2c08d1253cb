"""Everything one audit found: every program's record, what could not be read, and the sums.

Many records wait on disk, so that an audit of a million programs needs the memory of a few; they come back in the order
of their program ids, whatever the order in which they were found.
"""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from types import TracebackType
from typing import NamedTuple, Self

from cgr_audit.audit.finding import Finding, FindingStatus, Severity
from cgr_audit.audit.program_audit import AuditStatus, ProgramAudit, packed, unpacked
from cgr_audit.audit.rule import BaseRule
from cgr_audit.errors import IncompleteError, UsageError
from cgr_audit.notebook import notebook_html
from cgr_audit.source.collected import Unreadable
from cgr_audit.source.contract import Contract

__all__ = ["Audit", "Notice", "Summary"]

PENDING = 100
"""How many records wait in memory before they are written together."""


@dataclass(slots=True)
class Summary:
    """The sums over an audit so far."""

    by_status: Counter[AuditStatus] = field(default_factory=Counter)
    by_code: Counter[str] = field(default_factory=Counter)
    """Active findings."""
    by_severity: Counter[Severity] = field(default_factory=Counter)
    """Active findings."""
    unbounded: int = 0
    """Programs that can call the solver without bound."""
    unknown_provenance: int = 0
    """Programs whose answer may come from where it could not be followed to."""
    unknown_calls: Counter[str] = field(default_factory=Counter)
    """In how many programs that never call the contract's solver each function is called that nobody provides; its name
    without the module that it is imported from."""
    suppressed: int = 0
    baselined: int = 0
    rule_failures: int = 0

    @property
    def programs(self) -> int:
        """How many programs were audited."""
        return self.by_status.total()

    def has_at_least(self, severity: Severity) -> bool:
        """Whether some active finding is as bad as this, or worse."""
        return any(count and known.rank >= severity.rank for known, count in self.by_severity.items())

    def add(self, audit: ProgramAudit) -> None:
        """Count one more program."""
        self.by_status[audit.status] += 1
        self.rule_failures += len(audit.failures)
        self.unbounded += audit.call_bound is not None and audit.call_bound.kind == "unbounded"
        self.unknown_provenance += "unknown" in audit.answer_provenance
        self.unknown_calls.update({name.rpartition(".")[2] for name in audit.unknown_calls})
        for finding in audit.findings:
            match finding.status:
                case FindingStatus.ACTIVE:
                    self.by_code[finding.code] += 1
                    self.by_severity[finding.severity] += 1
                case FindingStatus.SUPPRESSED:
                    self.suppressed += 1
                case FindingStatus.BASELINED:
                    self.baselined += 1


@dataclass(frozen=True, slots=True)
class Notice:
    """Something that the auditor should know, though it is not a finding."""

    message: str
    path: str = ""
    """The auditor's file that it is about."""

    def __str__(self) -> str:
        return f"{self.path}: {self.message}" if self.path else self.message


class _Row(NamedTuple):
    """A record as it waits."""

    program_id: bytes
    path: bytes
    audit: bytes
    remarkable: bool
    """Whether it holds findings or failures."""


class Audit:
    """The outcome of an audit: iterate over it, as often as needed, for the programs' records by program id.

    Use it as a context manager; what waits on disk is removed at its end.
    """

    def __init__(self, contract: Contract, rules: Sequence[BaseRule], rules_digest: str) -> None:
        """Begin an empty audit.

        Args:
            contract: what the programs are held to.
            rules: those that are run, in the registry's order.
            rules_digest: the registry's.
        """
        self.contract = contract
        self.rules = tuple(rules)
        self.rules_digest = rules_digest
        self.summary = Summary()
        self.unreadable: list[Unreadable] = []
        self.notices: list[Notice] = []
        """Entries of suppressions and baseline that are expired or unused, and a contract that does not fit."""
        self.uses_baseline = False
        self._kept: sqlite3.Connection | None = None
        """A file of its own, removed by itself; there is none as long as few records wait in memory."""
        self._pending: list[_Row] = []

    def add(self, audit: ProgramAudit) -> None:
        """Add one program's record."""
        self.summary.add(audit)
        remarkable = bool(audit.findings or audit.failures)
        self._pending.append(_Row(_sortable(audit.program_id), _sortable(audit.path), packed(audit), remarkable))
        if len(self._pending) >= PENDING:
            self._write()

    def __iter__(self) -> Iterator[ProgramAudit]:
        return self._selected(by_id=True)

    def as_found(self) -> Iterator[ProgramAudit]:
        """The records that hold findings or failures in the order in which the programs were collected."""
        return self._selected(remarkable=True)

    def with_findings(self) -> Iterator[ProgramAudit]:
        """The records that hold findings or failures, by program id."""
        return self._selected(remarkable=True, by_id=True)

    @property
    def findings(self) -> tuple[Finding, ...]:
        """Every finding, program by program, those that do not count included."""
        return tuple(finding for program in self.with_findings() for finding in program.findings)

    @property
    def sole(self) -> ProgramAudit:
        """The record of the only program.

        Raises:
            UsageError: there is none, it could not be read, or there are several.
        """
        if self.unreadable:
            raise UsageError(f"{self.unreadable[0].path}: {self.unreadable[0].reason}")
        if self.summary.programs != 1:
            raise UsageError(f"one program is needed, and there are {self.summary.programs:,}; give one at a time")
        return next(iter(self))

    def _write(self) -> None:
        with _disk():
            if self._kept is None:
                self._kept = sqlite3.connect("", isolation_level=None)
                self._kept.execute("CREATE TABLE record (program_id BLOB, path BLOB, audit BLOB, remarkable INTEGER)")
                self._kept.execute("BEGIN")
            self._kept.executemany("INSERT INTO record VALUES (?, ?, ?, ?)", self._pending)
        self._pending.clear()

    def _selected(self, *, remarkable: bool = False, by_id: bool = False) -> Iterator[ProgramAudit]:
        if self._kept is None:
            rows = [row for row in self._pending if row.remarkable or not remarkable]
            for row in sorted(rows, key=lambda row: row[:2]) if by_id else rows:
                yield unpacked(row.audit)
            return
        self._write()
        condition = "WHERE remarkable " if remarkable else ""
        order = "program_id, path, rowid" if by_id else "rowid"
        with _disk():
            if by_id:  # or else whole records would be sorted, in memory that grows with their number
                self._kept.execute("CREATE INDEX IF NOT EXISTS by_id ON record (program_id, path)")
            for (record,) in self._kept.execute(f"SELECT audit FROM record {condition}ORDER BY {order}"):  # noqa: S608
                yield unpacked(record)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._kept is not None:
            self._kept.close()

    def _repr_html_(self) -> str:
        return notebook_html(self)

    @property
    def is_complete(self) -> bool:
        """Whether everything was read and no rule crashed."""
        return not self.unreadable and not self.summary.by_status[AuditStatus.FAILED]

    @property
    def is_empty(self) -> bool:
        """Whether there was nothing to audit."""
        return not self.summary.programs and not self.unreadable


def _sortable(text: str) -> bytes:
    """Bytes in the order of the text's code points; ids may hold lone surrogates."""
    return text.encode("utf-8", "surrogatepass")


@contextmanager
def _disk() -> Iterator[None]:
    try:
        yield
    except sqlite3.Error as error:
        raise IncompleteError(f"cannot keep the audit's records in the folder for temporary files: {error}") from error
