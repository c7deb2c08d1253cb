"""``generations.jsonl``: every attempt to have a program written, whatever came of it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from cgr_audit.records.faults import Faults
from cgr_audit.records.lines import read_lines
from cgr_audit.records.presence import is_there
from cgr_audit.records.rows import ItemKey, ProgramKey, from_record

if TYPE_CHECKING:
    from cgr_audit.records.facts import ProgramFacts

__all__ = ["FILE", "Generation", "GenerationKey", "GenerationStatus", "check_generations"]

FILE = "generations.jsonl"


class GenerationStatus(StrEnum):
    """What came of one attempt."""

    PROGRAM = "program"
    """One program was taken out of the response."""
    NO_PROGRAM = "no_program"
    """The response is text that holds no program."""
    SEVERAL_PROGRAMS = "several_programs"
    """It holds more than one, and which is meant would be a guess."""
    REFUSED = "refused"
    """The model declined."""
    EMPTY = "empty"
    """The response holds nothing but white space, or the service gave none."""
    TRUNCATED = "truncated"
    """It ended at the limit on its length: what is missing is not known, so nothing is taken."""
    FILTERED = "filtered"
    """A content filter of the service suppressed it, or part of it."""
    FAILED = "failed"
    """A service error: there is no response. The same command asks again."""


class GenerationKey(NamedTuple):
    """Which attempt: numbers count from 1 for each program that is asked for."""

    program: ProgramKey
    attempt: int


@dataclass(frozen=True, slots=True)
class Generation:
    """One attempt of a generator to write one program."""

    dataset: str
    item_id: str
    generator: str
    sample: int
    attempt: int
    prompt: str | None
    response: str | None
    status: str
    """One of ``GenerationStatus``."""
    feedback: str
    """Which findings a further attempt is shown: ``none``, ``contract`` or ``all``."""
    findings: tuple[Mapping[str, Any], ...] = ()
    """Those of the attempt before that this prompt shows: ``code``, ``severity``, ``line``, ``message``."""
    sha256: str | None = None
    """Of the program that was taken; null where none was."""
    parameters: Mapping[str, Any] | None = None
    """The sampling parameters that were sent."""
    model: str | None = None
    """The model that answered, by the service's own name."""
    finish_reason: str | None = None
    """Why the response ends, in the service's own word."""
    error: str | None = None
    prompt_tokens: int | None = None
    response_tokens: int | None = None
    latency_s: float | None = None
    cached: bool | None = None
    """Whether an earlier command had asked, and nothing was asked now."""
    extra: Mapping[str, Any] = field(default_factory=dict, compare=False)

    @property
    def program_key(self) -> ProgramKey:
        """The program that was asked for."""
        return ProgramKey(self.dataset, self.item_id, self.generator, self.sample)

    @property
    def key(self) -> GenerationKey:
        """The whole key."""
        return GenerationKey(self.program_key, self.attempt)


def check_generations(folder: Path, items: Collection[ItemKey], programs: Iterable[ProgramFacts]) -> int:
    """Check the attempts of a package, and that programs were taken from those that they name.

    Args:
        folder: the package.
        items: its items.
        programs: its programs; those that name an attempt are held to it.

    Returns:
        How many attempts there are.

    Raises:
        RecordError: a bad line, a duplicate attempt, one about no item, or not the one that a program is from.
    """
    path = folder / FILE
    if not is_there(path):
        return 0
    faults = Faults(path)
    lines: dict[GenerationKey, int] = {}
    taken: dict[GenerationKey, str | None] = {}
    for number, record in read_lines(path, "generation", on_fault=faults.add):
        generation = from_record(Generation, record)
        key = generation.key
        if key.program.item_key not in items:
            missing = f"items.jsonl has no {generation.item_id!r} of {generation.dataset!r}"
            faults.add(f"{path}:{number}: /item_id: {missing}")
        if key in lines:
            said = f"the same dataset, item, generator, sample and attempt as line {lines[key]}"
            faults.add(f"{path}:{number}: /attempt: {said}")
        lines[key], taken[key] = number, generation.sha256
    for program in programs:
        attempt = program.attempt
        if attempt is None:
            continue
        key = GenerationKey(program.key, attempt)
        if key not in lines:
            faults.add(f"{path}: no attempt {attempt} of {program.program_id!r}, which programs.jsonl names")
        elif taken[key] != program.sha256:
            said = f"not the program that {program.program_id!r} of programs.jsonl is"
            faults.add(f"{path}:{lines[key]}: /sha256: {said}")
    faults.raise_any()
    return len(lines)
