"""Audits in child processes, one program at a time, with the processor time and the memory that each takes.

Children are those of the product (``cgr_audit.audit.children``), with their stack and their limits, and without the
compiler inside the sandbox: a text that the host's own compiler refuses is a syntax error.
"""

from __future__ import annotations

import re
import time
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import TimeoutError as DeadlineError
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from pebble import ProcessExpired

from cgr_audit.audit.child_pool import ChildPool, Task
from cgr_audit.audit.children import Guest, audit_chunk, pack_duties
from cgr_audit.audit.program_audit import ProgramAudit, unpacked
from cgr_audit.audit.registry import load_registry
from cgr_audit.audit.unanalysed import not_analysable
from cgr_audit.source.contract import load_contract
from cgr_audit.source.program import Program

__all__ = ["Measured", "measured_audits"]

DEADLINE = 120.0
"""Seconds that one program may take."""

AHEAD = 64
"""How many programs per child are under way."""

WARM_UP = Program("warm-up", "warm-up", b"import re\n\ndef solve(question, options):\n    return options[0], 'A', 1\n")


@dataclass(frozen=True, slots=True)
class Measured:
    """The audit of a program and what it took."""

    audit: ProgramAudit
    milliseconds: float | None
    """Processor time of the child; nothing if the child did not survive."""
    megabytes: float | None
    """By how much the child's memory grew beyond what it held before, at its peak; only where Linux says so."""


def measured_audits(programs: Iterable[Program], contract: str, jobs: int) -> Iterator[Measured]:
    """Audit programs with every built-in rule; results come in the order of the programs."""
    duties = pack_duties(load_contract(contract), tuple(rule.meta.code for rule in load_registry().rules), None)
    pool = ChildPool(jobs)
    under_way: deque[tuple[Program, Task[tuple[bytes, float, float | None]]]] = deque()
    try:
        for program in programs:
            sent = Program(program.program_id, program.path, program.data)
            under_way.append((sent, pool.schedule(_measure, duties, sent, deadline=DEADLINE)))
            if len(under_way) > AHEAD * jobs:
                yield _result(*under_way.popleft())
        while under_way:
            yield _result(*under_way.popleft())
    finally:
        pool.stop()


def _result(program: Program, task: Task[tuple[bytes, float, float | None]]) -> Measured:
    try:
        record, milliseconds, megabytes = task.result()
    except (DeadlineError, MemoryError, ProcessExpired) as error:
        said = f"its audit ended with {type(error).__name__}"
        return Measured(not_analysable(program, said, reported=True), None, None)
    return Measured(unpacked(record), milliseconds, megabytes)


def _measure(duties: bytes, program: Program) -> tuple[bytes, float, float | None]:
    """Audit one program, in a child."""
    _warm_up(duties)
    held = _reset_peak()
    started = time.process_time()
    (record,) = audit_chunk(duties, Guest.NONE, None, (program,))
    milliseconds = 1000 * (time.process_time() - started)
    return record, milliseconds, None if held is None else max(0.0, _memory("VmHWM") - held)


@cache
def _warm_up(duties: bytes) -> None:
    """Load whatever a first program loads."""
    audit_chunk(duties, Guest.NONE, None, (WARM_UP,))


def _reset_peak() -> float | None:
    """Let the system count the peak of this process's memory from here on; the megabytes held now."""
    with suppress(OSError):
        Path("/proc/self/clear_refs").write_text("5", "ascii")
        return _memory("VmRSS")
    return None


def _memory(name: str) -> float:
    found = re.search(rf"^{name}:\s+(\d+) kB", Path("/proc/self/status").read_text("ascii", "replace"), re.MULTILINE)
    assert found is not None
    return int(found[1]) / 1024
