"""Scoring rows of CLR-Bench."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from cgr_audit.plural import counted
from cgr_audit.scorecards.clr_bench.leaderboard import QuestionType, leaderboard
from cgr_audit.scorecards.clr_bench.scores import combined
from cgr_audit.scorecards.rates import Measure, ratio
from cgr_audit.scorecards.row_source import RowKey, Rows
from cgr_audit.scorecards.scored_rows import ScoredRows

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["ClrBench"]

_ROWS, _ANSWER, _RATIONALE, _BOTH, _ANSWERS_RIGHT, _RATIONALES_RIGHT, _BOTH_RIGHT, _GUESSED = range(8)
_MEASURES = (
    Measure(
        "qar",
        "Q→AR",
        "Mean score of answer and rationale together; right answers without their rationale earn nothing.",
        ratio(_BOTH, _ROWS),
        _ROWS,
        _BOTH_RIGHT,
    ),
    Measure("qa", "Q→A", "Mean score of the answer.", ratio(_ANSWER, _ROWS), _ROWS, _ANSWERS_RIGHT),
    Measure("qr", "Q→R", "Mean score of the rationale.", ratio(_RATIONALE, _ROWS), _ROWS, _RATIONALES_RIGHT),
    Measure(
        "guess_rate",
        "guessed",
        "Of the questions answered right, the share whose rationale is wrong.",
        ratio(_GUESSED, _ANSWERS_RIGHT),
        _ANSWERS_RIGHT,
        _GUESSED,
    ),
)
_HALF_RIGHT = (QuestionType.MULTIPLE_SELECT, QuestionType.OPEN_ENDED)
_HALF = (
    "Q→AR of a half-right answer, of which the published table says nothing, is the mean of what a right and a wrong "
    "answer earn with the same rationale."
)


@dataclass(frozen=True, slots=True)
class ClrBench:
    """Answer and rationale: Q→A, Q→R and Q→AR, weighted by questions, and how often a right answer was a guess."""

    name: ClassVar[str] = "clr-bench"
    title: ClassVar[str] = "CLR-Bench: answers and their rationales"
    schema: ClassVar[str] = "clr_bench_row"
    key: ClassVar[RowKey] = RowKey(("id", "type", "model"))
    usual: ClassVar[tuple[tuple[str, ...], ...]] = (("model",), ("type",), ("model", "type"), ("topic",))
    order: ClassVar[Mapping[str, tuple[str, ...]]] = MappingProxyType({"type": tuple(QuestionType)})
    finds: ClassVar[frozenset[str]] = frozenset({"combined_score"})

    def settings(self) -> dict[str, Any]:
        """It has no options of its own."""
        return {}

    def fault(self, record: Mapping[str, Any]) -> str | None:
        """Nothing: the schema says all there is to say of a row."""
        del record
        return None

    def scored(self, rows: Rows) -> ScoredRows:
        """What each row adds to Q→A, Q→R, Q→AR and the guess rate."""
        table = rows.table()
        answer, rationale = (
            np.array([record[name] for record in rows.records], dtype=float)
            for name in ("answer_score", "rationale_score")
        )
        both = combined(answer, rationale)
        right = answer == 1
        columns = (
            np.ones(len(table)),
            answer,
            rationale,
            both,
            right,
            rationale == 1,
            both == 1,
            right & (rationale == 0),
        )
        board = leaderboard(list(table["model"]), list(table["type"]), answer, both)
        return ScoredRows(
            rows=table,
            found_of_rows={"combined_score": both.tolist()},
            sums=np.stack([column.astype(float) for column in columns], axis=1),
            measures=_MEASURES,
            dropped=np.full(len(table), None, dtype=object),
            notes=tuple(_notes(list(table["type"]), answer)),
            tables=(board,),
            found={board.name: list(board.records)},
        )


def _notes(types: Sequence[str], answer: NDArray[np.float64]) -> Iterator[str]:
    half = Counter(kind for kind, score in zip(types, answer, strict=True) if score == 0.5)
    if half:
        yield _HALF
    strange = {kind: count for kind, count in sorted(half.items()) if kind not in _HALF_RIGHT}
    if strange:
        named = ", ".join(f"{kind} ({count:,})" for kind, count in strange.items())
        yield (
            f"{counted(sum(strange.values()), 'half-right answer')} to questions of types that the benchmark scores "
            f"right or wrong, {named}: taken as they are."
        )
