"""Models by their size, next to their scores."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from cgr_audit.accuracy.intervals.interval import MINIMUM_UNITS
from cgr_audit.scorecards.rank_correlation import rank_correlation
from cgr_audit.tables.shortened import NAME_SHOWN
from cgr_audit.tables.table import Column, Kind, Table

__all__ = ["ModelSizes"]

_FIGURES = {"qa": "Q→A", "qar": "Q→AR"}


@dataclass(frozen=True, slots=True)
class ModelSizes:
    """The sizes of models, as rows give them."""

    sizes: Mapping[str, float]
    """In billions of parameters, by model."""
    contradicting: Mapping[int, str]
    """By number of a row that gives another size than an earlier one of its model: the message."""

    @classmethod
    def of(cls, records: Sequence[Mapping[str, Any]], places: Sequence[str]) -> ModelSizes:
        """Collect the sizes of models, each from the first row that has it."""
        first: dict[str, tuple[float, str]] = {}
        contradicting = {}
        for number, (record, place) in enumerate(zip(records, places, strict=True)):
            size = record.get("model_size")
            if size is not None:
                known, where = first.setdefault(record["model"], (size, place))
                if known != size:
                    contradicting[number] = (
                        f"{place}: /model_size: {size:g}, and {where} has {known:g} of the same model"
                    )
        return cls({model: size for model, (size, _) in first.items()}, contradicting)

    def tables(self, board: Sequence[Mapping[str, Any]]) -> tuple[Table, ...]:
        """Models from the largest on, and how size goes with scores; nothing where no model has a size.

        Args:
            board: the lines of the leaderboard.
        """
        lines = [{**line, "size": self.sizes[line["model"]]} for line in board if line["model"] in self.sizes]
        lines.sort(key=lambda line: (-line["size"], line["rank"], line["model"]))
        if not lines:
            return ()
        columns = (
            Column("model", "model", longest=NAME_SHOWN),
            Column("size", "size", Kind.NUMBER),
            *(Column(figure, label, Kind.RATE) for figure, label in _FIGURES.items()),
            Column("rank", "rank by Q→AR", Kind.COUNT),
        )
        records = tuple({column.key: line[column.key] for column in columns} for line in lines)
        note = "Size in billions of parameters, as rows give it; models without one are left out."
        by_size = Table("by-model-size", "Models by size", note, columns, records)
        found = tuple(_correlation(lines, figure, label) for figure, label in _FIGURES.items())
        others = (
            Column("figure", "size with"),
            Column("models", "models", Kind.COUNT),
            Column("spearman", "Spearman's ρ", Kind.SHARE),
        )
        note = f"Over models; not defined for fewer than {MINIMUM_UNITS}, or where all are the same."
        return by_size, Table("model-size-correlation", "Size and scores", note, others, found)


def _correlation(lines: Sequence[Mapping[str, Any]], figure: str, label: str) -> dict[str, Any]:
    found = rank_correlation([line["size"] for line in lines], [line[figure] for line in lines])
    return {"figure": label, "models": len(lines), "spearman": found.rho}
