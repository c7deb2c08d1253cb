"""How generated programs fail: by task, benchmark and model, and by kind."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from cgr_audit.scorecards.codemind.case import Task
from cgr_audit.scorecards.codemind.groups import FIELDS, records_of_groups
from cgr_audit.scorecards.codemind.resolved import Resolved
from cgr_audit.scorecards.running.runner import Failure
from cgr_audit.tables.shortened import NAME_SHOWN
from cgr_audit.tables.table import Column, Kind, Table

if TYPE_CHECKING:
    import pandas as pd
    from numpy.typing import NDArray

__all__ = ["NOT_SAID", "NO_PROGRAM", "failure_records", "failure_table", "passes"]

NOT_SAID = "not_said"
"""The row says that the program fails, and not how."""
NO_PROGRAM = "no_program"
"""The model wrote none."""

_PASSED = "passed"
_KINDS = (*(failure.value for failure in Failure), NOT_SAID, NO_PROGRAM)


def failure_records(table: pd.DataFrame, resolved: Sequence[Resolved]) -> list[dict[str, Any]]:
    """A record for all generated programs of which it is known whether they pass, and one for each group.

    Args:
        table: the rows, with the fields ``task``, ``benchmark`` and ``model``.
        resolved: what was computed for each.
    """
    ends = np.array([_end(one) for one in resolved], dtype=object)
    known = np.flatnonzero([end is not None for end in ends])
    return records_of_groups(table, known, lambda places: _counts(ends[places]))


def failure_table(records: Sequence[Mapping[str, Any]]) -> Table:
    """The records as a table; a kind that no program failed by has no column."""
    kinds = [kind for kind in _KINDS if any(record[kind] for record in records)]
    columns = (
        *(Column(field, field, longest=NAME_SHOWN) for field in FIELDS),
        Column("programs", "programs", Kind.COUNT),
        Column("passed", "passing", Kind.COUNT),
        *(Column(kind, kind.replace("_", " "), Kind.COUNT) for kind in kinds),
    )
    note = "Generated programs by the first test that they fail. Those that are not known to pass or fail are left out."
    return Table("failures", "How generated programs fail", note, columns, tuple(records))


def passes(one: Resolved) -> bool | None:
    """Whether a model wrote a program that passes its tests; nothing if that is not known, or nobody asked."""
    end = _end(one)
    return None if end is None else end == _PASSED


def _end(one: Resolved) -> str | None:
    """``passed``, the kind of failure, or nothing if it is not known."""
    case = one.case
    if case.task is Task.IER:
        return None
    if case.passed:
        return _PASSED
    if one.failure is not None:
        return one.failure.value
    if (case.generated is None and case.passed is not None) or one.dropped == "no_generated_program":
        return NO_PROGRAM
    return NOT_SAID if case.passed is False else None


def _counts(ends: NDArray[np.object_]) -> dict[str, int]:
    found = Counter(ends)
    return {"programs": len(ends), _PASSED: found[_PASSED], **{kind: found[kind] for kind in _KINDS}}
