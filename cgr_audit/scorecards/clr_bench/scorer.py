"""Scoring rows of CLR-Bench."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from cgr_audit.plural import counted
from cgr_audit.scorecards.clr_bench.answers import MULTI_SELECT, NORMALISATION, answer_score
from cgr_audit.scorecards.clr_bench.leaderboard import leaderboard
from cgr_audit.scorecards.clr_bench.model_sizes import ModelSizes
from cgr_audit.scorecards.clr_bench.overrides import KEY, Overrides
from cgr_audit.scorecards.clr_bench.question_type import QuestionType
from cgr_audit.scorecards.clr_bench.rationales import Rationales, similarities
from cgr_audit.scorecards.clr_bench.scores import combined
from cgr_audit.scorecards.codesteps.similarity.similarity import Similarity
from cgr_audit.scorecards.rates import Measure, ratio
from cgr_audit.scorecards.row_source import BAD_ROW, RowKey, Rows
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


_UNSCORED_ANSWER, _UNSCORED_RATIONALE = "answer_without_score", "rationale_without_score"
_ANSWERED = (None, "answered")


@dataclass(frozen=True, slots=True)
class ClrBench:
    """Answer and rationale: Q→A, Q→R and Q→AR, weighted by questions, and how often a right answer was a guess."""

    name: ClassVar[str] = "clr-bench"
    title: ClassVar[str] = "CLR-Bench: answers and their rationales"
    schema: ClassVar[str] = "clr_bench_row"
    key: ClassVar[RowKey] = KEY
    usual: ClassVar[tuple[tuple[str, ...], ...]] = (("model",), ("type",), ("model", "type"), ("topic",))
    order: ClassVar[Mapping[str, tuple[str, ...]]] = MappingProxyType({"type": tuple(QuestionType)})
    finds: ClassVar[frozenset[str]] = frozenset(
        {"settled_answer_score", "settled_rationale_score", "rationale_source", "combined_score"}
    )

    threshold: float = 0.5
    """The least similarity of a rationale that passes the filter."""
    similarity: Similarity | None = None
    """Compares rationales; nothing to take the similarities that rows have."""
    overrides: Overrides = field(default_factory=Overrides)

    def settings(self) -> dict[str, Any]:
        """What the figures depend on."""
        return {
            "threshold": self.threshold,
            "similarity": None if self.similarity is None else self.similarity.name,
            "similarity_version": None if self.similarity is None else self.similarity.version(),
            "answer_normalisation": NORMALISATION,
            "multi_select": MULTI_SELECT,
            "overrides": self.overrides.sha256,
        }

    def fault(self, record: Mapping[str, Any]) -> str | None:
        """A score that is not there, and nothing that it could follow from."""
        if record.get("status") not in _ANSWERED:
            return None
        if "answer_score" not in record and None in (record.get("answer"), record.get("gold")):
            return "/answer_score: is not there, and answer and gold are not both there"
        texts = record.get("rationale"), record.get("reference_rationale")
        if not record.keys() & {"rationale_score", "judge_score", "similarity", "human_score"} and None in texts:
            return "/rationale_score: is not there, and nothing that it follows from: judge_score, similarity or texts"
        return None

    def scored(self, rows: Rows) -> ScoredRows:
        """What each row adds to Q→A, Q→R, Q→AR and the guess rate.

        Raises:
            UsageError: the similarity needs something that is not installed.
        """
        table = rows.table()
        sizes = ModelSizes.of(rows.records, rows.places)
        people = [self.overrides.of(record, "rationale_score") for record in rows.records]
        human = [
            record.get("human_score") if score is None else score
            for record, score in zip(rows.records, people, strict=True)
        ]
        similar = similarities(rows.records, self.similarity)
        rationales = Rationales.of(rows.records, human, similar, self.threshold)
        answers = np.array([self._answer(record) for record in rows.records], dtype=float)
        dropped = np.full(len(table), None, dtype=object)
        dropped[np.isnan(rationales.settled)] = _UNSCORED_RATIONALE
        dropped[np.isnan(answers)] = _UNSCORED_ANSWER
        dropped[list(sizes.contradicting)] = BAD_ROW
        counting = np.array([reason is None for reason in dropped], dtype=bool)
        answer, rationale = np.nan_to_num(answers), np.nan_to_num(rationales.settled)
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
        models, types = table["model"][counting].tolist(), table["type"][counting].tolist()
        board = leaderboard(models, types, answer[counting], both[counting])
        by_source = [] if not rationales.is_from_sources else [rationales.table()]
        agreement = rationales.agreement()
        tables = (board, *sizes.tables(board.records), *by_source)
        return ScoredRows(
            rows=table,
            found_of_rows={
                "settled_answer_score": _known(answers),
                "settled_rationale_score": _known(rationales.settled),
                "rationale_source": [None if source is None else str(source) for source in rationales.source],
                "combined_score": [one if kept else None for one, kept in zip(both.tolist(), counting, strict=True)],
            },
            sums=np.stack([column.astype(float) for column in columns], axis=1),
            measures=_MEASURES,
            dropped=dropped,
            notes=(*_notes(types, answer[counting]), *self._notes(rows, similar)),
            comparisons=() if agreement is None else (agreement,),
            main_tables=tables,
            found={one.name: list(one.records) for one in tables},
            bad=tuple(sizes.contradicting.values()),
        )

    def _answer(self, record: Mapping[str, Any]) -> float | None:
        """The score of an answer: a person's, else the row's own, else by what was answered."""
        human = self.overrides.of(record, "answer_score")
        given: float | None = record.get("answer_score") if human is None else human
        if given is not None:
            return given
        if record.get("status") not in _ANSWERED:
            return 0.0
        kind = QuestionType(record["type"])
        if kind is QuestionType.OPEN_ENDED or None in (record.get("answer"), record.get("gold")):
            return None
        return answer_score(kind, record["answer"], record["gold"])

    def _notes(self, rows: Rows, similar: NDArray[np.float64]) -> Iterator[str]:
        if any(record.get("status") not in _ANSWERED for record in rows.records):
            yield "Rows without a usable response count as a wrong answer with a wrong rationale."
        if not np.isnan(similar).all():
            by = "by the rows' own similarity" if self.similarity is None else f"by {self.similarity.name}"
            yield f"Rationales less similar to their reference than {self.threshold:g}, {by}, count as wrong."
        if any(record.get("answer_score") is None and record.get("answer") is not None for record in rows.records):
            yield f"Answers are compared after the normalisation {NORMALISATION}; MS by the rule {MULTI_SELECT}."
        unused = self.overrides.scores.keys() - set(map(KEY.of, rows.records))
        if unused:
            yield f"{counted(len(unused), 'override')} about no row that is here, such as {min(map(str, unused))}."


def _known(values: NDArray[np.float64]) -> list[float | None]:
    return [None if np.isnan(value) else value for value in values.tolist()]


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
