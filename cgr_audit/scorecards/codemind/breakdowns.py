"""Divisions of CodeMind's rows by what their programs and outputs are like."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import numpy as np

from cgr_audit.scorecards.codemind.output_types import OutputType, RowTypes
from cgr_audit.scorecards.codemind.study import CONSTRUCTS, in_words
from cgr_audit.scorecards.codemind.traits import Traits
from cgr_audit.scorecards.scored_rows import Breakdown

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["BY_COMPLEXITY", "BY_CONSTRUCT", "BY_LOOP_LENGTH", "BY_OUTPUT_TYPE", "breakdowns", "length_part"]

BY_CONSTRUCT = "by-construct"
BY_OUTPUT_TYPE = "by-output-type"
BY_COMPLEXITY = "by-complexity"
BY_LOOP_LENGTH = "by-loop-length"

_MOST = 20
"""Complexities above are one part."""


def breakdowns(types: RowTypes, traits: Sequence[Traits]) -> Iterator[Breakdown]:
    """Every division of which some row is a part."""
    constructs = [() if one.study is None else one.study.constructs for one in traits]
    note = "A program counts for each construct that it holds; basic is one without any of for, while, if, try, match."
    yield from _divided(BY_CONSTRUCT, "By construct", note, "construct", constructs, tuple(map(in_words, CONSTRUCTS)))
    note = (
        "Of the expected output. CRR is the share whose value matches; next to it the share whose type matches, and of "
        "these the share whose value does. A right prediction may be of another type, as 1 is for '1'."
    )
    yield from _divided(
        BY_OUTPUT_TYPE, "By output type", note, "output_type", [(kind,) for kind in types.expected], tuple(OutputType)
    )
    complexities = [None if one.study is None else one.study.complexity for one in traits]
    known = sorted({number for number in complexities if number is not None})
    parts = [(None if number is None else _complexity_part(number),) for number in complexities]
    note = "Cyclomatic complexity e - n + 2p of the program's control-flow graphs, without edges for exceptions."
    order = tuple(dict.fromkeys(map(_complexity_part, known)))
    yield from _divided(BY_COMPLEXITY, "By complexity", note, "complexity", parts, order)
    lengths = [one.loop_length for one in traits]
    order = tuple(dict.fromkeys(length_part(length) for length in sorted(one for one in lengths if one is not None)))
    note = "Rounds of all for and while loops on the row's input, counted in the sandbox."
    parts = [(None if length is None else length_part(length),) for length in lengths]
    yield from _divided(BY_LOOP_LENGTH, "By loop length", note, "loop_length", parts, order)


def length_part(length: int) -> str:
    """The part that a loop length is in: 0, 1, 2–3, 4–7, and so on by doubling."""
    if length < 2:
        return str(length)
    least = 1 << (length.bit_length() - 1)
    return f"{least}–{2 * least - 1}"


def _complexity_part(number: int) -> str:
    return str(number) if number <= _MOST else f"more than {_MOST}"


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
