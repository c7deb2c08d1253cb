"""Auditing on a cluster: batches of programs out, records back, each audited in a child of its worker."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from cgr_audit.audit.program_audit import ProgramAudit, packed, unpacked
from cgr_audit.audit.unanalysed import SYNTAX_ERROR, not_analysable
from cgr_audit.audit.workers import DEADLINE, PROCESS_ENDED, Assignment, KnownRecords, ProcessWorkers
from cgr_audit.cluster.executor import ClusterExecutor
from cgr_audit.source.program import Program

__all__ = ["ClusterWorkers"]


class ClusterWorkers:
    """Workers that are processes of a cluster."""

    def __init__(
        self,
        assignment: Assignment,
        executor: ClusterExecutor,
        deadline: float = DEADLINE,
        known: KnownRecords | None = None,
    ) -> None:
        """Set up.

        Args:
            assignment: what the workers do.
            executor: the cluster.
            deadline: seconds that one program may take.
            known: records of programs that need not be audited again; whatever depends on the program alone is added.
        """
        self._assignment = assignment
        self._executor = executor
        self._deadline = deadline
        self._known = known

    def map(self, programs: Iterable[Program]) -> Iterator[ProgramAudit]:
        """Audit programs as they come; results come in the same order.

        Raises:
            UsageError: the workers cannot load the rules.
            IncompleteError: the cluster is gone, or a worker can start no child.
        """
        known = None if self._known is None else _Known(self._known)
        batch = _AuditBatch(self._assignment, self._deadline)
        bare = (  # without the other fields of their rows, which may be large
            Program(one.program_id, one.path, one.data, derived_from=one.derived_from) for one in programs
        )
        for audited in self._executor.map_batches(batch, bare, self._lost, known):
            yield audited.record if isinstance(audited.record, ProgramAudit) else unpacked(audited.record)

    def _lost(self, program: Program, _why: str) -> _Audited:
        """The record of a program that ended its workers, as on one machine that of one that ended its children."""
        reported = SYNTAX_ERROR[0] in self._assignment.codes
        return _Audited(not_analysable(program, PROCESS_ENDED, reported=reported), is_lasting=False)


@dataclass(frozen=True, slots=True)
class _Audited:
    """A record, and whether it depends on the program alone, so that it may be kept."""

    record: ProgramAudit | bytes
    """Packed where it crossed between processes."""
    is_lasting: bool


class _AuditBatch:
    """Audits programs on a worker: each of its threads in a child of its own, which stays for the next batch."""

    def __init__(self, assignment: Assignment, deadline: float) -> None:
        self._assignment = assignment
        self._deadline = deadline
        self._of_thread = threading.local()
        self._started: list[ProcessWorkers] = []

    def __reduce__(self) -> tuple[object, ...]:
        return _AuditBatch, (self._assignment, self._deadline)

    def __call__(self, programs: Sequence[Program]) -> list[_Audited]:
        mine = self._of_thread
        if not hasattr(mine, "workers"):
            mine.lasting = _Lasting({})
            mine.workers = ProcessWorkers(self._assignment, 1, self._deadline, mine.lasting, lasting=True)
            self._started.append(mine.workers)
        mine.lasting.records.clear()
        return [_Audited(packed(audit), id(audit) in mine.lasting.records) for audit in mine.workers.map(programs)]

    def close(self) -> None:
        for workers in self._started:
            workers.close()


@dataclass(frozen=True, slots=True)
class _Lasting:
    """Knows nothing, and notes what might be kept."""

    records: dict[int, ProgramAudit]
    """By identity: two programs may be equal, and only one of them be stopped by the clock."""

    def find(self, programs: Sequence[Program]) -> list[ProgramAudit | None]:
        return [None] * len(programs)

    def store(self, program: Program, record: ProgramAudit) -> None:  # noqa: ARG002  as workers call it
        self.records[id(record)] = record


@dataclass(frozen=True, slots=True)
class _Known:
    """Records of earlier audits, as the executor asks for them."""

    records: KnownRecords

    def find(self, programs: Sequence[Program]) -> list[_Audited | None]:
        found = self.records.find(programs)
        return [None if record is None else _Audited(record, is_lasting=True) for record in found]

    def store(self, program: Program, audited: _Audited) -> None:
        if audited.is_lasting:
            record = audited.record
            self.records.store(program, unpacked(record) if isinstance(record, bytes) else record)
