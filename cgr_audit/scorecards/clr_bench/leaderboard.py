"""The leaderboard of CLR-Bench: models by types of questions, as its authors publish it (Dong et al. 2024)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from cgr_audit.scorecards.clr_bench.question_type import QuestionType
from cgr_audit.scorecards.labelled_values import LabelledValues
from cgr_audit.tables.shortened import NAME_SHOWN
from cgr_audit.tables.table import Column, Kind, Table

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["leaderboard", "question_weighted"]


def question_weighted(rates: Mapping[str, float], questions: Mapping[str, int]) -> float:
    """The overall figure of a model from its figures by type: each counts as often as it has questions.

    Args:
        rates: by type.
        questions: how many there are of each of these types.
    """
    return sum(rates[kind] * questions[kind] for kind in rates) / sum(questions[kind] for kind in rates)


def leaderboard(
    models: Sequence[str], types: Sequence[str], answer: NDArray[np.float64], combined: NDArray[np.float64]
) -> Table:
    """Q→A and Q→AR of every model, by type and overall, ranked by the overall Q→AR; equal ones share a rank.

    Args:
        models: of each row.
        types: of each row.
        answer: the score of each row's answer.
        combined: the score of answer and rationale together.
    """
    values = LabelledValues.of(models)
    names = values.labels
    kinds = {str(kind): place for place, kind in enumerate(QuestionType)}
    cell = len(kinds) * values.of_row + np.array([kinds[kind] for kind in types], dtype=np.intp)
    questions, *scores = (
        np.bincount(cell, weights, minlength=len(names) * len(kinds)).reshape(len(names), len(kinds))
        for weights in (None, answer, combined)
    )
    lines = [_line(name, questions[place], *(score[place] for score in scores)) for place, name in enumerate(names)]
    lines.sort(key=lambda line: (-line["qar"], line["model"]))
    places = {line["qar"]: place for place, line in reversed(list(enumerate(lines, start=1)))}
    ranks = [places[line["qar"]] for line in lines]
    columns = (
        Column("rank", "rank", Kind.COUNT),
        Column("model", "model", longest=NAME_SHOWN),
        *(Column(f"qa_{name}", f"Q→A {name}", Kind.RATE) for name in QuestionType),
        Column("qa", "Q→A", Kind.RATE),
        *(Column(f"qar_{name}", f"Q→AR {name}", Kind.RATE) for name in QuestionType),
        Column("qar", "Q→AR", Kind.RATE),
    )
    stored = tuple(Column(f"questions_{name}", "", Kind.COUNT) for name in QuestionType)
    note = "Percentages. Each question counts the same, whatever its type; models with the same Q→AR share a rank."
    records = tuple({"rank": rank, **line} for rank, line in zip(ranks, lines, strict=True))
    return Table("leaderboard", "Leaderboard", note, columns, records, stored)


def _line(
    model: str, questions: NDArray[np.intp], answer: NDArray[np.float64], combined: NDArray[np.float64]
) -> dict[str, Any]:
    """The figures of a model, from its numbers of questions and the sums of its scores by type."""
    line: dict[str, Any] = {"model": model}
    for key, sums in (("qa", answer), ("qar", combined)):
        line[key] = float(sums.sum() / questions.sum())
        for place, kind in enumerate(QuestionType):
            line[f"{key}_{kind}"] = float(sums[place] / questions[place]) if questions[place] else None
    return line | {f"questions_{kind}": int(questions[place]) for place, kind in enumerate(QuestionType)}
