"""Studying many programs in child processes, so that no program can end or hold up the scorecard."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import TimeoutError as DeadlineError
from concurrent.futures.process import BrokenProcessPool

from cgr_audit.audit.child_pool import ChildPool
from cgr_audit.audit.workers import DEADLINE
from cgr_audit.errors import IncompleteError
from cgr_audit.scorecards.codemind.language import Language
from cgr_audit.scorecards.codemind.program_study import ProgramStudy
from cgr_audit.scorecards.codemind.study import study_chunk

__all__ = ["studied"]

_CHUNK_PROGRAMS = 64
_CHUNK_CHARACTERS = 128 * 1024


def studied(
    sources: Sequence[str],
    *,
    jobs: int,
    counting: bool,
    language: Language | None = None,
    deadline: float = DEADLINE,
) -> dict[str, ProgramStudy]:
    """Study programs, each once.

    Programs go out in chunks; one whose process dies, or takes too long, is tried again program by program, and the
    one at fault is told.

    Args:
        sources: the programs; equal ones are studied once.
        jobs: how many children work side by side.
        counting: whether the rounds of their loops are to be counted.
        language: of all of them; where rows name none, that in which one parses.
        deadline: seconds that one program may take.

    Raises:
        IncompleteError: no child can be started.
    """
    chunks = list(_chunks(list(dict.fromkeys(sources))))
    if not chunks:
        return {}
    found: dict[str, ProgramStudy] = {}
    pool = ChildPool(jobs)
    try:
        sent = [(chunk, pool.schedule(study_chunk, chunk, counting, language, deadline=deadline)) for chunk in chunks]
        for chunk, task in sent:
            try:
                found |= zip(chunk, task.result(), strict=True)
            except _faults():
                found |= {source: _alone(pool, source, counting, language, deadline) for source in chunk}
    except BrokenProcessPool as error:
        raise IncompleteError("the processes that analyse programs end as soon as they start") from error
    finally:
        pool.stop()
    return found


def _alone(pool: ChildPool, source: str, counting: bool, language: Language | None, deadline: float) -> ProgramStudy:
    try:
        (study,) = pool.schedule(study_chunk, [source], counting, language, deadline=deadline).result()
    except DeadlineError:
        return ProgramStudy(failure=f"analysing it took longer than {deadline:g} s")
    except _faults():
        return ProgramStudy(failure="analysing it ended the process")
    return study


def _faults() -> tuple[type[Exception], ...]:
    """How a chunk fails by the fault of a program in it."""
    from pebble import ProcessExpired  # noqa: PLC0415

    return DeadlineError, MemoryError, ProcessExpired


def _chunks(sources: Sequence[str]) -> Iterator[list[str]]:
    chunk: list[str] = []
    size = 0
    for source in sources:
        chunk.append(source)
        size += len(source)
        if len(chunk) >= _CHUNK_PROGRAMS or size >= _CHUNK_CHARACTERS:
            yield chunk
            chunk, size = [], 0
    if chunk:
        yield chunk
