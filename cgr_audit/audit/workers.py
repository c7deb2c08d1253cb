"""Auditing many programs in child processes, so that no program can end or hold up the run.

A parser can overflow its stack and take its process along, an analysis can hang: analysis therefore always runs
in a child, also for one job. Programs go out in small chunks; a chunk whose process dies, or takes too long, is tried
again program by program, and the one at fault is recorded as not analysable. Results come back in the order of the
programs, and only a few chunks are under way at a time, so that a stream of any length needs the same memory.
"""

from __future__ import annotations

import multiprocessing
import os
import pickle
import signal
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent import futures
from concurrent.futures import TimeoutError as DeadlineError
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from dataclasses import dataclass, replace
from enum import Enum, auto
from functools import cache
from multiprocessing.context import BaseContext
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from cgr_audit.audit.engine import SYNTAX_ERROR, ProgramAudit, audit_program, failed, not_analysable
from cgr_audit.audit.registry import load_registry
from cgr_audit.audit.rule import BaseRule
from cgr_audit.errors import IncompleteError
from cgr_audit.source.contract import Contract
from cgr_audit.source.parse import Accepts, CompileError
from cgr_audit.source.program import Program

if TYPE_CHECKING:
    from pebble import ProcessFuture, ProcessPool

__all__ = ["DEADLINE", "Assignment", "GuestCheck", "ProcessWorkers", "Workers"]

DEADLINE = 5.0
"""Seconds that one program may take by default; forty lines take some milliseconds."""

FIRST_CHUNK = 2
"""How many programs go to a child at first; chunks then double, so that few programs occupy all children too."""

CHUNK_PROGRAMS = 32
"""The most programs that go to a child at a time."""

CHUNK_BYTES = 128 * 1024
"""A chunk is sent off once its programs reach this size."""

CHUNKS_AHEAD = 3
"""How many chunks per child are under way."""

STACK = 16 * 1024 * 1024
"""The stack that programs are analysed on, in bytes: the same on every machine, whatever its limits are. A deeper one
would let libcst, whose time and memory grow with the square of the nesting, take minutes where it now ends at once."""

TRIES = 3
"""How often the children are started anew before giving up, if none of them ever answers."""

RECURSION = 4_000
"""How deep Python functions may call each other on that stack."""


class Workers(Protocol):
    """Something that audits programs, in their order and without losing any."""

    def map(self, programs: Iterable[Program]) -> Iterator[ProgramAudit]:
        """Audit programs as they come; results come in the same order."""
        ...


@dataclass(frozen=True, slots=True)
class GuestCheck:
    """The compiler inside the sandbox, for programs that the host's own compiler refuses. Most runs never need it."""

    accepts: Accepts
    """Asks it. It is sent to the children, so it must be picklable."""
    prepare: Callable[[], None]
    """Called in this process before a child first asks: whatever takes long, or must not be done by two at once."""


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

    def __init__(self, assignment: Assignment, jobs: int = 1, deadline: float = DEADLINE) -> None:
        """Set up.

        Args:
            assignment: what the children do.
            jobs: how many children work side by side.
            deadline: seconds that one program may take.
        """
        self._assignment = assignment
        self._jobs = jobs
        self._deadline = deadline

    def map(self, programs: Iterable[Program]) -> Iterator[ProgramAudit]:
        """Audit programs as they come; results come in the same order.

        Raises:
            UsageError: the children cannot load the rules.
            IncompleteError: no child can be started.
        """
        pool = _Pool(self._assignment, self._jobs, self._deadline)
        under_way: deque[_Chunk] = deque()
        try:
            for chunk in _chunks(programs):
                under_way.append(pool.submit(chunk))
                if len(under_way) > self._jobs * CHUNKS_AHEAD:
                    yield from self._results(under_way.popleft(), pool)
            while under_way:
                yield from self._results(under_way.popleft(), pool)
        finally:
            pool.stop()

    def _results(self, chunk: _Chunk, pool: _Pool) -> Iterator[ProgramAudit]:
        try:
            yield from pool.wait(chunk)
        except _FAULTS as error:
            if len(chunk.programs) == 1 and isinstance(error, DeadlineError):
                yield self._culprit(chunk.programs[0], error)
                return
            for program in chunk.programs:
                yield self._alone(program, pool)

    def _alone(self, program: Program, pool: _Pool) -> ProgramAudit:
        try:
            (audit,) = pool.wait(pool.submit((program,)))
        except _FAULTS as error:
            return self._culprit(program, error)
        return audit

    def _culprit(self, program: Program, error: Exception) -> ProgramAudit:
        said = "ended the parser's process"
        if isinstance(error, DeadlineError):
            said = f"took longer than {self._deadline:g} s"
        reported = SYNTAX_ERROR[0] in self._assignment.codes
        return not_analysable(program, f"other: reading it {said}", reported=reported)


@dataclass(frozen=True, slots=True)
class _Chunk:
    """Programs that are under way together."""

    programs: tuple[Program, ...]
    future: ProcessFuture[list[ProgramAudit]]


class _ProcessDiedError(Exception):
    """The child that worked on a chunk is gone."""


class _GuestNeededError(Exception):
    """A program in a chunk needs the compiler inside the sandbox, which is not prepared yet."""


_FAULTS = (DeadlineError, BrokenProcessPool, _ProcessDiedError)
"""How a chunk fails by the fault of a program in it."""


class _Pool:
    """The children, started when first needed, and again should they all be lost."""

    def __init__(self, assignment: Assignment, jobs: int, deadline: float) -> None:
        self._guest = assignment.guest
        self._without_guest = pickle.dumps((assignment.contract, assignment.codes, assignment.rules_folder))
        self._packed_guest: bytes | None = None
        self._jobs = jobs
        self._deadline = deadline
        self._pool: ProcessPool | None = None
        self._starts = 0

    def submit(self, programs: tuple[Program, ...]) -> _Chunk:
        bare = [replace(program, fields={}) for program in programs]
        hands = _Hands.NONE if self._guest is None else _Hands.LATER if self._packed_guest is None else _Hands.READY
        arguments = (self._without_guest, hands, self._packed_guest, bare)
        while True:
            pool = self._running()
            with suppress(RuntimeError):  # the pool broke since it was last asked
                return _Chunk(programs, pool.schedule(_audit_chunk, args=arguments, timeout=self._deadline))
            self.stop()

    def wait(self, chunk: _Chunk) -> list[ProgramAudit]:
        from pebble import ProcessExpired  # noqa: PLC0415  pebble costs start-up time

        while not futures.wait([chunk.future], timeout=1).done:
            pass  # waiting without end could not be interrupted on Windows
        try:
            audits: list[ProgramAudit] = chunk.future.result()
        except ProcessExpired as error:
            raise _ProcessDiedError from error
        except _GuestNeededError:
            self._prepare_guest()
            return self.wait(self.submit(chunk.programs))
        self._starts = 0
        return audits

    def stop(self) -> None:
        if self._pool is not None:
            self._pool.stop()
            self._pool.join()
            self._pool = None

    def _prepare_guest(self) -> None:
        if self._packed_guest is None:
            assert self._guest is not None
            self._guest.prepare()
            self._packed_guest = pickle.dumps(self._guest.accepts)

    def _running(self) -> ProcessPool:
        from pebble import ProcessPool  # noqa: PLC0415  pebble costs start-up time

        if self._pool is None:
            self._starts += 1
            if self._starts > TRIES:
                raise IncompleteError(
                    "the processes that analyse programs cannot be started; a script that audits must do so under "
                    '`if __name__ == "__main__":`'
                )
            self._pool = ProcessPool(self._jobs, initializer=_prepare_child, context=_context())
        return self._pool


class _Hands(Enum):
    """Whether a child has the compiler inside the sandbox at hand."""

    NONE = auto()
    LATER = auto()
    """There is one, to be asked for."""
    READY = auto()


def _chunks(programs: Iterable[Program]) -> Iterator[tuple[Program, ...]]:
    """Programs in groups, each closed by number or by size."""
    chunk: list[Program] = []
    size, limit = 0, FIRST_CHUNK
    for program in programs:
        chunk.append(program)
        size += len(program.data)
        if len(chunk) >= limit or size >= CHUNK_BYTES:
            yield tuple(chunk)
            chunk, size, limit = [], 0, min(2 * limit, CHUNK_PROGRAMS)
    if chunk:
        yield tuple(chunk)


def _context() -> BaseContext:
    """Children that inherit nothing of this process, from a server that has the rules imported where there is one."""
    if "forkserver" not in multiprocessing.get_all_start_methods():
        return multiprocessing.get_context("spawn")
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["__main__", "libcst", "cgr_audit.audit.preload"])
    return context


def _prepare_child() -> None:
    """Make a child end at once when told to, also inside a parser, and keep what it prints out of the data."""
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    sys.setrecursionlimit(RECURSION)
    if not os.environ.get("CGR_AUDIT_DEBUG"):  # a parser that overflows its stack says so where the summary goes
        quiet = os.open(os.devnull, os.O_WRONLY)
        os.dup2(quiet, 1)
        os.dup2(quiet, 2)


def _audit_chunk(
    packed: bytes, hands: _Hands, packed_guest: bytes | None, programs: Sequence[Program]
) -> list[ProgramAudit]:
    """Audit programs in a child, on a stack of known size."""
    with futures.ThreadPoolExecutor(1) as executor:
        threading.stack_size(STACK)
        return executor.submit(_audit_each, packed, hands, packed_guest, programs).result()


def _audit_each(
    packed: bytes, hands: _Hands, packed_guest: bytes | None, programs: Sequence[Program]
) -> list[ProgramAudit]:
    contract, rules = _duties(packed)
    accepts: Accepts | None = None
    if hands is _Hands.LATER:
        accepts = _ask_for_guest
    elif packed_guest is not None:
        accepts = _unpacked_guest(packed_guest)
    return [_audit_one(program, contract, rules, accepts) for program in programs]


def _audit_one(
    program: Program, contract: Contract, rules: Sequence[BaseRule], accepts: Accepts | None
) -> ProgramAudit:
    try:
        return audit_program(program, contract, rules, accepts)
    except _GuestNeededError:
        raise
    except (Exception, SystemExit) as error:  # noqa: BLE001  a fault of the toolkit on one program is its record
        return failed(program, error)


def _ask_for_guest(_source: bytes) -> CompileError | None:
    raise _GuestNeededError


@cache
def _duties(packed: bytes) -> tuple[Contract, tuple[BaseRule, ...]]:
    contract, codes, folder = pickle.loads(packed)  # noqa: S301  packed by the process that started this one
    return contract, tuple(rule for rule in load_registry(folder).rules if rule.meta.code in codes)


@cache
def _unpacked_guest(packed: bytes) -> Accepts:
    accepts: Accepts = pickle.loads(packed)  # noqa: S301  packed by the process that started this one
    return accepts
