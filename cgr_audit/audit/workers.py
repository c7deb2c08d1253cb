"""Auditing many programs in child processes, so that no program can end or hold up the run.

A parser can overflow its stack and take its process along, an analysis can hang: analysis therefore always runs
in a child, also for one job. Programs go out in small chunks; a chunk whose process dies, or takes too long, is tried
again program by program, and the one at fault is recorded as not analysable. Results come back in the order of the
programs, and only a few chunks are under way at a time, so that a stream of any length needs the same memory.
"""

from __future__ import annotations

import pickle
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import TimeoutError as DeadlineError
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from dataclasses import dataclass
from itertools import chain, groupby, islice
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from cgr_audit.audit.child_pool import ChildPool, Task
from cgr_audit.audit.children import Guest, GuestNeededError, audit_chunk, pack_duties
from cgr_audit.audit.program_audit import AuditStatus, ProgramAudit, unpacked
from cgr_audit.audit.unanalysed import SYNTAX_ERROR, TAKES_TOO_MUCH, not_analysable
from cgr_audit.errors import IncompleteError
from cgr_audit.source.contract import Contract
from cgr_audit.source.program import Program

if TYPE_CHECKING:
    from cgr_audit.source.parse import Accepts

__all__ = ["DEADLINE", "Assignment", "GuestCheck", "KnownRecords", "ProcessWorkers", "Workers", "WorkersByContract"]

DEADLINE = 60.0
"""Seconds that one program may take by default, as a last resort: budgets of steps, which no machine's speed changes,
end an analysis long before. Forty lines take some milliseconds."""

FIRST_CHUNK = 2
"""How many programs go to a child at first; chunks then double, so that few programs occupy all children too."""

CHUNK_PROGRAMS = 32
"""The most programs that go to a child at a time."""

CHUNK_BYTES = 128 * 1024
"""A chunk is sent off once its programs reach this size."""

CHUNKS_AHEAD = 3
"""How many chunks per child are under way."""

PROCESS_ENDED = "reading it ended the parser's process"
"""What is said of a program whose child died."""

STARTS = 3
"""How often a pool that breaks at once is started again."""


class Workers(Protocol):
    """Something that audits programs, in their order and without losing any."""

    def map(self, programs: Iterable[Program]) -> Iterator[ProgramAudit]:
        """Audit programs as they come; results come in the same order."""
        ...


class KnownRecords(Protocol):
    """Records of programs that were audited before under the same assignment."""

    def find(self, programs: Sequence[Program]) -> list[ProgramAudit | None]:
        """The record of each program; nothing for one that is not known."""
        ...

    def store(self, program: Program, record: ProgramAudit) -> None:
        """Keep a record."""
        ...


@dataclass(frozen=True, slots=True)
class GuestCheck:
    """The compiler inside the sandbox, for programs that the host's own compiler refuses. Most runs never need it."""

    prepare: Callable[[], Accepts]
    """Called in this process before a child first asks: it does whatever takes long, or must not be done by two at
    once, and returns the compiler, which is sent to the children and must be picklable."""


@dataclass(frozen=True, slots=True)
class Assignment:
    """What a child must know to audit programs."""

    contract: Contract
    codes: tuple[str, ...]
    """The codes of the rules to run."""
    rules_folder: Path | None = None
    """A folder of further rule files, absolute."""
    guest: GuestCheck | None = None


class ProcessWorkers:
    """Workers that are child processes of this machine."""

    def __init__(
        self,
        assignment: Assignment,
        jobs: int = 1,
        deadline: float = DEADLINE,
        known: KnownRecords | None = None,
        *,
        lasting: bool = False,
    ) -> None:
        """Set up; nothing is started before there is a program that is not known.

        Args:
            assignment: what the children do.
            jobs: how many children work side by side.
            deadline: seconds that one program may take.
            known: records of programs that need not be audited again; whatever depends on the program alone is added.
            lasting: whether children stay for the next programs, until :meth:`close`.
        """
        self._lasting = _Pool(assignment, jobs, deadline) if lasting else None
        self._assignment = assignment
        self._jobs = jobs
        self._deadline = deadline
        self._known = known

    def map(self, programs: Iterable[Program]) -> Iterator[ProgramAudit]:
        """Audit programs as they come; results come in the same order.

        Raises:
            UsageError: the children cannot load the rules.
            IncompleteError: no child can be started.
        """
        chunks = _chunks(programs)
        first = list(islice(chunks, self._jobs))
        children = max(len(first), 1)  # no more than there is work for
        pool = self._lasting or _Pool(self._assignment, children, self._deadline)
        under_way: deque[_Chunk] = deque()
        try:
            for chunk in chain(first, chunks):
                under_way.append(self._begun(chunk, pool))
                if len(under_way) > self._jobs * CHUNKS_AHEAD:
                    yield from self._results(under_way.popleft(), pool)
            while under_way:
                yield from self._results(under_way.popleft(), pool)
        finally:
            if self._lasting is None or under_way:
                pool.stop()

    def close(self) -> None:
        """End children that stayed."""
        if self._lasting is not None:
            self._lasting.stop()

    def _begun(self, programs: tuple[Program, ...], pool: _Pool) -> _Chunk:
        """A chunk with the records that are known; what is not known is under way."""
        found: list[ProgramAudit | None] = [None] * len(programs)
        if self._known is not None:
            found = self._known.find(programs)
        unknown = tuple(program for program, record in zip(programs, found, strict=True) if record is None)
        return _Chunk(found, pool.submit(unknown) if unknown else None)

    def _results(self, chunk: _Chunk, pool: _Pool) -> Iterator[ProgramAudit]:
        fresh = iter(()) if chunk.sent is None else self._fresh(chunk.sent, pool)
        for record in chunk.records:
            yield next(fresh) if record is None else record

    def _fresh(self, sent: _Sent, pool: _Pool) -> Iterator[ProgramAudit]:
        try:
            yield from self._remembered(sent.programs, pool.wait(sent))
        except _FAULTS as error:
            if len(sent.programs) == 1 and not isinstance(error, _ProcessDiedError):
                yield self._culprit(sent.programs[0], error)
                return
            for again in [pool.submit((program,)) for program in sent.programs]:  # side by side, in all children
                yield self._alone(again, pool)

    def _alone(self, sent: _Sent, pool: _Pool) -> ProgramAudit:
        try:
            (audit,) = self._remembered(sent.programs, pool.wait(sent))
        except _FAULTS as error:
            return self._culprit(sent.programs[0], error)
        return audit

    def _remembered(self, programs: tuple[Program, ...], audits: list[ProgramAudit]) -> list[ProgramAudit]:
        """The same records, kept; but not those that say nothing of the program, only of a fault in the toolkit."""
        if self._known is not None:
            for program, audit in zip(programs, audits, strict=True):
                if audit.status is not AuditStatus.FAILED:
                    self._known.store(program, audit)
        return audits

    def _culprit(self, program: Program, error: Exception) -> ProgramAudit:
        """The record of a program that was too much: it depends on the machine and its load, and is not kept."""
        said = PROCESS_ENDED
        if isinstance(error, DeadlineError):
            said = f"reading it took longer than {self._deadline:g} s"
        elif isinstance(error, MemoryError):
            said = TAKES_TOO_MUCH
        reported = SYNTAX_ERROR[0] in self._assignment.codes
        return not_analysable(program, said, reported=reported)


class WorkersByContract:
    """Workers that hold programs to different contracts: others for each stretch of programs under one."""

    def __init__(self, contract_of: Callable[[Program], Contract], workers_for: Callable[[Contract], Workers]) -> None:
        """Set up.

        Args:
            contract_of: what a program is held to.
            workers_for: who audits programs under a contract; asked at the beginning of each stretch.
        """
        self._contract_of = contract_of
        self._workers_for = workers_for

    def map(self, programs: Iterable[Program]) -> Iterator[ProgramAudit]:
        """Audit programs as they come; results come in the same order."""
        for contract, stretch in groupby(programs, self._contract_of):
            yield from self._workers_for(contract).map(stretch)


@dataclass(frozen=True, slots=True)
class _Sent:
    """Programs that are under way together."""

    programs: tuple[Program, ...]
    task: Task[list[bytes]]


@dataclass(frozen=True, slots=True)
class _Chunk:
    """Some programs in a row, and those of them that are under way."""

    records: list[ProgramAudit | None]
    """What is known of each program; nothing for those that are under way."""
    sent: _Sent | None


class _ProcessDiedError(Exception):
    """The child that worked on a chunk is gone."""


_FAULTS = (DeadlineError, MemoryError, _ProcessDiedError)
"""How a chunk fails by the fault of a program in it."""


class _Pool:
    """The children, started when first needed, and again should they all be lost."""

    def __init__(self, assignment: Assignment, jobs: int, deadline: float) -> None:
        self._guest = assignment.guest
        self._duties = pack_duties(assignment.contract, assignment.codes, assignment.rules_folder)
        self._packed_accepts: bytes | None = None
        self._jobs = jobs
        self._deadline = deadline
        self._pool: ChildPool | None = None

    def submit(self, programs: tuple[Program, ...]) -> _Sent:
        guest = Guest.NONE if self._guest is None else Guest.LATER if self._packed_accepts is None else Guest.READY
        arguments = (self._duties, guest, self._packed_accepts, programs)
        for _ in range(STARTS):
            with suppress(BrokenProcessPool):
                task = self._running().schedule(audit_chunk, *arguments, deadline=self._time_for(programs))
                return _Sent(programs, task)
            self.stop()
        raise IncompleteError(
            "the processes that analyse programs cannot be started; raise the limits of open files (`ulimit -n`) and "
            "of processes (`ulimit -u`)"
        )

    def wait(self, sent: _Sent) -> list[ProgramAudit]:
        from pebble import ProcessExpired  # noqa: PLC0415  pebble costs start-up time

        try:
            records = sent.task.result()
        except ProcessExpired as error:
            raise _ProcessDiedError from error
        except BrokenProcessPool as error:
            self._check_that_children_start(sent)
            raise _ProcessDiedError from error
        except GuestNeededError:
            self._prepare_guest()
            return self.wait(self.submit(sent.programs))
        return [unpacked(record) for record in records]

    def stop(self) -> None:
        if self._pool is not None:
            self._pool.stop()
            self._pool = None

    def _time_for(self, programs: tuple[Program, ...]) -> float:
        """The deadline; less for several, which take a fraction of it unless one of them hangs and is tried again."""
        return self._deadline if len(programs) == 1 else self._deadline / 2

    def _check_that_children_start(self, broken: _Sent) -> None:
        """A pool is lost when a child ends before it took anything on: no program is to blame if that is always so."""
        if broken.programs:
            with suppress(*_FAULTS):
                self.wait(self.submit(()))
                return
        raise IncompleteError("the processes that analyse programs end as soon as they start")

    def _prepare_guest(self) -> None:
        if self._packed_accepts is None:
            assert self._guest is not None
            self._packed_accepts = pickle.dumps(self._guest.prepare())

    def _running(self) -> ChildPool:
        if self._pool is None:
            self._pool = ChildPool(self._jobs)
        return self._pool


def _chunks(programs: Iterable[Program]) -> Iterator[tuple[Program, ...]]:
    """Programs in groups, each closed by number or by size."""
    chunk: list[Program] = []
    size, limit = 0, FIRST_CHUNK
    for program in programs:
        # Without the other fields of its row, which may be large, and which nothing needs from here on.
        chunk.append(Program(program.program_id, program.path, program.data, derived_from=program.derived_from))
        size += len(program.data)
        if len(chunk) >= limit or size >= CHUNK_BYTES:
            yield tuple(chunk)
            chunk, size, limit = [], 0, min(2 * limit, CHUNK_PROGRAMS)
    if chunk:
        yield tuple(chunk)
