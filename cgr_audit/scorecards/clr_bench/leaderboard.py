"""The leaderboard of CLR-Bench: models by types of questions, as its authors publish it (Dong et al. 2024)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import TYPE_CHECKING, Any

import numpy as np

from cgr_audit.tables.table import Column, Kind, Table

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["QuestionType", "leaderboard", "question_weighted"]


class QuestionType(StrEnum):
    """Types of questions, in the order of the leaderboard."""

    MULTIPLE_CHOICE = "MC"
    MULTIPLE_SELECT = "MS"
    TRUE_FALSE = "TF"
    FILL_IN_THE_BLANK = "FB"
    OPEN_ENDED = "OE"


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
    model, kind = np.array(models, dtype=object), np.array(types, dtype=object)
    lines = [_line(name, model == name, kind, answer, combined) for name in sorted(set(models))]
    lines.sort(key=lambda line: (-line["qar"], line["model"]))
    ranks = [1 + sum(other["qar"] > line["qar"] for other in lines) for line in lines]
    columns = (
        Column("rank", "rank", Kind.COUNT),
        Column("model", "model"),
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
    name: str,
    of_model: NDArray[np.bool_],
    kind: NDArray[np.object_],
    answer: NDArray[np.float64],
    combined: NDArray[np.float64],
) -> dict[str, Any]:
    line: dict[str, Any] = {"model": name, "qa": _mean(answer[of_model]), "qar": _mean(combined[of_model])}
    for one in QuestionType:
        chosen = of_model & (kind == one)
        line[f"qa_{one}"] = _mean(answer[chosen])
        line[f"qar_{one}"] = _mean(combined[chosen])
        line[f"questions_{one}"] = int(chosen.sum())
    return line


def _mean(scores: NDArray[np.float64]) -> float | None:
    return float(scores.mean()) if len(scores) else None
