"""Everything one audit found: every program's record, what could not be read, and the sums.

Records wait on disk, so that an audit of a million programs needs the memory of a few; they come back in the order of
their program ids, whatever the order in which they were found.
"""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from types import TracebackType
from typing import Self

from cgr_audit.audit.finding import FindingStatus, Severity
from cgr_audit.audit.program_audit import AuditStatus, ProgramAudit, packed, unpacked
from cgr_audit.audit.rule import BaseRule
from cgr_audit.errors import IncompleteError
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
    """Something that the auditor should know, though it is no finding."""

    message: str
    path: str = ""
    """The auditor's file that it is about."""

    def __str__(self) -> str:
        return f"{self.path}: {self.message}" if self.path else self.message


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
        with _disk():
            self._records = sqlite3.connect("", isolation_level=None)  # a file of its own, removed by itself
            self._records.execute("CREATE TABLE record (program_id BLOB, path BLOB, audit BLOB, remarkable INTEGER)")
            self._records.execute("BEGIN")
        self._pending: list[tuple[bytes, bytes, bytes, bool]] = []

    def add(self, audit: ProgramAudit) -> None:
        """Add one program's record."""
        self.summary.add(audit)
        remarkable = bool(audit.findings or audit.failures)
        row = (_sortable(audit.program_id), _sortable(audit.path), packed(audit), remarkable)
        self._pending.append(row)
        if len(self._pending) >= PENDING:
            self._write()

    def __iter__(self) -> Iterator[ProgramAudit]:
        return self._selected("ORDER BY program_id, path, rowid")

    def as_found(self) -> Iterator[ProgramAudit]:
        """The records that hold findings or failures in the order in which the programs were collected."""
        return self._selected("WHERE remarkable ORDER BY rowid")

    def with_findings(self) -> Iterator[ProgramAudit]:
        """The records that hold findings or failures, by program id."""
        return self._selected("WHERE remarkable ORDER BY program_id, path, rowid")

    def _write(self) -> None:
        with _disk():
            self._records.executemany("INSERT INTO record VALUES (?, ?, ?, ?)", self._pending)
        self._pending.clear()

    def _selected(self, clauses: str) -> Iterator[ProgramAudit]:
        self._write()
        with _disk():
            for (record,) in self._records.execute(f"SELECT audit FROM record {clauses}"):  # noqa: S608
                yield unpacked(record)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._records.close()

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
