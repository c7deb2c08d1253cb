"""What is told of each row of CodeMind besides its figures: what was filled in, and what was found."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from cgr_audit.scorecards.codemind.case import Task
from cgr_audit.scorecards.codemind.output_types import RowTypes
from cgr_audit.scorecards.codemind.program_study import ProgramStudy
from cgr_audit.scorecards.codemind.resolved import Resolved
from cgr_audit.scorecards.codemind.traits import Traits

if TYPE_CHECKING:
    import pandas as pd
    from numpy.typing import NDArray

__all__ = ["FOUND", "fill_columns", "found_of_rows"]

FOUND = frozenset(
    {
        "task",
        "expected",
        "passed",
        "expected_is_computed",
        "crs",
        "expected_type",
        "predicted_type",
        "constructs",
        "complexity",
        "reference_complexity",
        "lines",
        "loops",
        "loop_depth",
        "loop_length",
        "reason",
        "failure",
        "lacks",
        "assertions_inside",
        "setting_read",
        "prompting_read",
    }
)
"""Every field that rows may have besides their own."""


def fill_columns(table: pd.DataFrame, resolved: Sequence[Resolved]) -> pd.DataFrame:
    """The rows, with the expected outputs and verdicts that they leave out."""
    found: dict[str, list[Any]] = {"expected": [one.case.expected for one in resolved]}
    if any(one.case.task is not Task.IER for one in resolved):
        found["passed"] = [one.case.passed for one in resolved]
    import pandas as pd  # noqa: PLC0415  it costs start-up time

    columns = {}
    for name, values in found.items():
        given = table[name] if name in table.columns else [None] * len(values)
        columns[name] = pd.Series(
            [value if own is None else own for own, value in zip(given, values, strict=True)],
            dtype=object,
            index=table.index,
        )
    return table.assign(**columns)


def found_of_rows(
    resolved: Sequence[Resolved], right: NDArray[Any], types: RowTypes, traits: Sequence[Traits]
) -> dict[str, list[Any]]:
    """What was found of each row, by name; numbers as in Python, so that nothing stays nothing.

    A row that is in no figure has no score.
    """
    cases = [one.case for one in resolved]
    studies = [one.study or ProgramStudy() for one in traits]
    found: dict[str, list[Any]] = {
        "expected_is_computed": [one.is_computed for one in resolved],
        "crs": [
            None if one.case.task is Task.SR or one.dropped is not None else int(is_right)
            for one, is_right in zip(resolved, right, strict=True)
        ],
        "expected_type": list(types.expected),
        "predicted_type": list(types.predicted),
        "constructs": [None if one.study is None else ", ".join(one.study.constructs) for one in traits],
        "complexity": [study.complexity for study in studies],
        "lines": [study.lines for study in studies],
        "loops": [study.loops for study in studies],
        "loop_depth": [study.loop_depth for study in studies],
        "loop_length": [one.loop_length for one in traits],
        "reason": [one.reason for one in resolved],
    }
    if any(case.prompting is not None for case in cases):
        found["prompting_read"] = [None if case.prompting is None else case.prompting.value for case in cases]
    if any(case.task is not Task.IER for case in cases):
        found["reference_complexity"] = [None if one.reference is None else one.reference.complexity for one in traits]
        found["failure"] = [one.failure for one in resolved]
        found["lacks"] = [one.lacks for one in resolved]
        found["assertions_inside"] = [one.assertions_inside for one in resolved]
        found["setting_read"] = [None if case.setting is None else case.setting.value for case in cases]
    return found
