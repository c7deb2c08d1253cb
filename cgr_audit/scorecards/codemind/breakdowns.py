"""Divisions of CodeMind's rows by what their programs and outputs are like."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

import numpy as np

from cgr_audit.scorecards.codemind.output_types import OutputType, RowTypes
from cgr_audit.scorecards.codemind.own_complexity import Compared, compared_complexity
from cgr_audit.scorecards.codemind.program_study import CONSTRUCTS, ProgramStudy, in_words
from cgr_audit.scorecards.codemind.traits import Traits
from cgr_audit.scorecards.scored_rows import Breakdown

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["BY_COMPLEXITY", "BY_LINES", "BY_LOOP_LENGTH", "breakdowns", "length_part"]

BY_CONSTRUCT = "by-construct"
BY_OUTPUT_TYPE = "by-output-type"
BY_COMPLEXITY = "by-complexity"
BY_LINES = "by-lines"
BY_LOOP_DEPTH = "by-loop-nesting"
BY_LOOP_LENGTH = "by-loop-length"
BY_OWN_COMPLEXITY = "by-own-complexity"

_MOST = 20
"""Complexities above are one part."""


def breakdowns(types: RowTypes, traits: Sequence[Traits]) -> Iterator[Breakdown]:
    """Every division of which some row is a part."""
    studies = [one.study or ProgramStudy() for one in traits]
    note = "A program counts for each construct that it holds; basic is one without any of for, while, if, try, match."
    constructs = [one.constructs for one in studies]
    yield from _divided(BY_CONSTRUCT, "By construct", note, "construct", constructs, tuple(map(in_words, CONSTRUCTS)))
    note = (
        "Of the expected output. CRR is the share whose value matches; next to it the share whose type matches, and of "
        "these the share whose value does. A right prediction may be of another type, as 1 is for '1'."
    )
    yield from _divided(
        BY_OUTPUT_TYPE, "By output type", note, "output_type", [(kind,) for kind in types.expected], tuple(OutputType)
    )
    note = "Cyclomatic complexity e - n + 2p of the program's control-flow graphs, without edges for exceptions."
    complexities = [one.complexity for one in studies]
    yield from _by_number(BY_COMPLEXITY, "By complexity", note, "complexity", complexities, _complexity_part)
    note = "Of generated programs next to their references: whether their complexity is lower, the same or higher."
    compared = [(compared_complexity(one),) for one in traits]
    title = "By own against reference complexity"
    yield from _divided(BY_OWN_COMPLEXITY, title, note, "own_complexity", compared, tuple(Compared))
    note = "Lines of the program with code: not blank, nor with nothing but a comment or docstring."
    yield from _by_number(BY_LINES, "By lines of code", note, "lines", [one.lines for one in studies], length_part)
    note = "How deep loops are nested: 0 without any, 1 where none stands in another."
    yield from _by_number(
        BY_LOOP_DEPTH, "By loop nesting", note, "loop_depth", [one.loop_depth for one in studies], str
    )
    note = "Rounds of all loops on the row's input: of Python counted in the sandbox, of Java in the row's trace."
    lengths = [one.loop_length for one in traits]
    yield from _by_number(BY_LOOP_LENGTH, "By loop length", note, "loop_length", lengths, length_part)


def length_part(length: int) -> str:
    """The part that a number of rounds or lines is in: 0, 1, 2–3, 4–7, and so on by doubling."""
    if length < 2:
        return str(length)
    least = 1 << (length.bit_length() - 1)
    return f"{least}–{2 * least - 1}"


def _complexity_part(number: int) -> str:
    return str(number) if number <= _MOST else f"more than {_MOST}"


def _by_number(
    name: str, title: str, note: str, field: str, numbers: Sequence[int | None], part: Callable[[int], str]
) -> Iterator[Breakdown]:
    """A division by a number of each row, its parts in the order of the numbers."""
    order = tuple(dict.fromkeys(part(number) for number in sorted({one for one in numbers if one is not None})))
    labels = [(None if number is None else part(number),) for number in numbers]
    yield from _divided(name, title, note, field, labels, order)


def _divided(
    name: str,
    title: str,
    note: str,
    field: str,
    labels: Sequence[Sequence[str | None]],
    order: Sequence[str],
) -> Iterator[Breakdown]:
    parts: dict[str, NDArray[np.bool_]] = {}
    for part in order:
        mask = np.array([part in found for found in labels], dtype=bool)
        if mask.any():
            parts[str(part)] = mask
    if parts:
        yield Breakdown(name, title, note, field, parts)
