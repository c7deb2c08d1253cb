"""The figures of CodeMind: of predictions, and of programs that were asked for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from cgr_audit.scorecards.codemind.case import Prompting, Setting, Task
from cgr_audit.scorecards.codemind.output_types import RowTypes
from cgr_audit.scorecards.codemind.resolved import Resolved
from cgr_audit.scorecards.rates import Measure, ratio
from cgr_audit.scorecards.row_sums import RowSums

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["measured"]

_BY_SETTING = {
    Setting.WITH_TEST: "whose model was shown a test",
    Setting.NO_TEST: "whose model was shown no test",
    Setting.MISLEADING_TEST: "whose model was shown a wrong test",
}
_BY_PROMPTING = {
    Prompting.COT: "whose model was told to reason first",
    Prompting.DIRECT: "whose model was asked for the output alone",
}


def measured(
    resolved: Sequence[Resolved], right: NDArray[np.bool_], types: RowTypes
) -> tuple[tuple[Measure, ...], NDArray[np.float64]]:
    """The measures that the rows call for, the one they are about first, and what each row adds.

    Args:
        resolved: the rows.
        right: of each whether its prediction is the expected output.
        types: of its outputs.
    """
    sums = RowSums()
    tasks = np.array([one.case.task for one in resolved], dtype=object)
    predicting = np.array([task is not Task.SR for task in tasks], dtype=bool)
    measures: list[Measure] = []
    if predicting.any():
        measures += _of_predictions(types, predicting, right, tasks, sums)
        promptings = [one.case.prompting for one in resolved]
        if set(Prompting) <= set(promptings):
            share = "Share of predicted outputs that are the expected ones"
            measures += _by_condition("crr", share, _BY_PROMPTING, promptings, predicting, right, sums)
    if not predicting.all():
        measures += _of_programs(resolved, ~predicting, sums)
    return tuple(measures), sums.array()


def _of_predictions(
    types: RowTypes,
    predicting: NDArray[np.bool_],
    right: NDArray[np.bool_],
    tasks: NDArray[np.object_],
    sums: RowSums,
) -> list[Measure]:
    rows, correct = sums.add(predicting), sums.add(predicting & right)
    meaning = "Share of predicted outputs that are the expected ones (CRR: the mean of CRS)."
    measures = [Measure("crr", "CRR", meaning, ratio(correct, rows), rows, correct, leads=True)]
    there = [task for task in (Task.IER, Task.DER) if (tasks == task).any()]
    if len(there) > 1:
        for task in there:
            of_task = tasks == task
            part, part_right = sums.add(of_task), sums.add(of_task & right)
            said = f"CRR of {task.upper()} alone."
            measures.append(Measure(task.value, task.upper(), said, ratio(part_right, part), part, part_right))
    pairs = zip(types.expected, types.predicted, strict=True)
    same = np.array([expected is not None and expected is predicted for expected, predicted in pairs], dtype=bool)
    typed, both = sums.add(same), sums.add(same & right)
    said = "Share of predicted outputs that are of the expected output's type, right or wrong."
    measures.append(Measure("type_match", "type match", said, ratio(typed, rows), rows, typed))
    said = (
        "Of predictions of the right type, the share that is right. Right ones of another type, such as 1 for '1', are "
        "not among them: CRR may be more than the product of the two."
    )
    measures.append(Measure("value_given_type", "value, given the type", said, ratio(both, typed), typed, both))
    return measures


def _of_programs(resolved: Sequence[Resolved], asked: NDArray[np.bool_], sums: RowSums) -> list[Measure]:
    passed = np.array([bool(one.case.passed) for one in resolved], dtype=bool)
    rows, right = sums.add(asked), sums.add(asked & passed)
    share = "Share of programs that pass their tests"
    said = f"{share}, whatever the model was shown (SR)."
    measures = [Measure("pass_rate", "passing", said, ratio(right, rows), rows, right, leads=True)]
    settings = [one.case.setting for one in resolved]
    return [*measures, *_by_condition("pass_rate", share, _BY_SETTING, settings, asked, passed, sums)]


def _by_condition(
    figure: str,
    share: str,
    conditions: Mapping[Setting, str] | Mapping[Prompting, str],
    of_rows: Sequence[str | None],
    counting: NDArray[np.bool_],
    right: NDArray[np.bool_],
    sums: RowSums,
) -> Iterator[Measure]:
    """The share of right rows under each condition that rows have."""
    for condition, said in conditions.items():
        there = counting & np.array([one == condition for one in of_rows], dtype=bool)
        if there.any():
            rows, correct = sums.add(there), sums.add(there & right)
            key = f"{figure}_{condition.value}"
            yield Measure(key, condition.words, f"{share}, {said}.", ratio(correct, rows), rows, correct)
