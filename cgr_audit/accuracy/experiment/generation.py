"""How programs were generated: attempts and what came of them, feedback, and accuracy by number of attempts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from cgr_audit.accuracy.splits.generators import figures_by
from cgr_audit.accuracy.treated import TreatedRows
from cgr_audit.records.generations import FILE as GENERATIONS
from cgr_audit.records.lines import read_lines
from cgr_audit.records.package import TracePackage
from cgr_audit.records.rows import ProgramKey

__all__ = ["attempts_of_programs", "by_attempts", "generation_counts", "generations_of"]

_KEPT = (*ProgramKey._fields, "attempt", "status", "feedback", "findings", "model", "parameters", "provider")


def generations_of(package: TracePackage) -> list[dict[str, Any]]:
    """The attempts to write programs, without prompts and responses; none where the package does not say."""
    if not package.has(GENERATIONS):
        return []
    records = read_lines(package.folder / GENERATIONS, "generation", checked=False)
    return [{name: record.get(name) for name in _KEPT} for _, record in records]


def attempts_of_programs(package: TracePackage) -> dict[ProgramKey, int]:
    """Which attempt each program was taken from, as far as the package says it."""
    said = ((program.key, program.attempt) for program in package.program_facts)
    return {key: attempt for key, attempt in said if attempt is not None}


def generation_counts(generations: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """How many attempts there were, by generator, number of the attempt, feedback and what came of it, sorted.

    Returns:
        ``generator``, ``attempt``, ``feedback``, ``status``, ``count``, and ``with_feedback``: of these, attempts that
        were shown a finding.
    """
    key_of = [tuple(one[name] for name in ("generator", "attempt", "feedback", "status")) for one in generations]
    counts = Counter(key_of)
    shown = Counter(key for key, one in zip(key_of, generations, strict=True) if one["findings"])
    return [
        {"generator": key[0], "attempt": key[1], "feedback": key[2], "status": key[3], "count": counts[key]}
        | {"with_feedback": shown[key]}
        for key in sorted(counts, key=str)
    ]


def by_attempts(treated: TreatedRows, attempts: Mapping[ProgramKey, int]) -> list[dict[str, Any]]:
    """Figures by which attempt a row's program was taken from, over rows (micro); null, which comes last, is not known.

    Nothing if it is known of no program. Descriptive: the items that take several attempts are other items.
    """
    if not attempts:
        return []
    names = (treated.rows[name].astype("object") for name in ProgramKey._fields)
    numbers = sorted(set(attempts.values()))
    place = {number: code for code, number in enumerate(numbers)}
    codes = [place.get(attempts.get(ProgramKey(*key), 0), -1) for key in zip(*names, strict=True)]
    return figures_by(treated, "attempts", np.array(codes, dtype=np.intp), numbers)
