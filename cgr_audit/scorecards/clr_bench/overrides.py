"""What people say of rows, which has the last word."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar

from cgr_audit.errors import UsageError
from cgr_audit.scorecards.row_source import RowKey, read_rows

__all__ = ["KEY", "Overrides", "read_overrides"]

KEY = RowKey(("id", "type", "model"))
"""Of rows, and of what people say of them."""


@dataclass(frozen=True, slots=True)
class Overrides:
    """The scores that people gave, by row."""

    scores: Mapping[tuple[Any, ...], Mapping[str, Any]] = field(default_factory=dict)
    sha256: str | None = None
    """Of the file; nothing where there is none."""

    def of(self, record: Mapping[str, Any], name: str) -> float | None:
        """A score of a row; nothing if nobody gave it.

        Args:
            record: the row.
            name: ``answer_score`` or ``rationale_score``.
        """
        score: float | None = self.scores.get(KEY.of(record), {}).get(name)
        return score


class _Override:
    schema: ClassVar[str] = "clr_bench_override"
    key: ClassVar[RowKey] = KEY

    def fault(self, record: Mapping[str, Any]) -> str | None:
        """One that gives no score."""
        return (
            None
            if record.keys() & {"answer_score", "rationale_score"}
            else "/rationale_score: is not there, nor answer_score"
        )


def read_overrides(path: Path) -> Overrides:
    """Read what people say.

    Raises:
        UsageError: the file cannot be read, or a line is not such a record.
        NothingCollectedError: the file has no line.
    """
    rows = read_rows([path], _Override())
    if rows.bad:
        more = f"; and {len(rows.bad) - 1:,} more" if len(rows.bad) > 1 else ""
        raise UsageError(f"{rows.bad[0]}{more}; see `cgr-audit schema {_Override.schema}`")
    return Overrides({KEY.of(record): record for record in rows.records}, rows.sources[0].sha256)
