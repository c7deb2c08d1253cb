"""Scoring rows of CodeMind."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from types import MappingProxyType
from typing import Any, ClassVar

import numpy as np

from cgr_audit.accuracy.intervals.interval import Resampling
from cgr_audit.plural import counted
from cgr_audit.scorecards.codemind.breakdowns import breakdowns
from cgr_audit.scorecards.codemind.case import KEY, Case, Prompting, Setting, Task, wrote_program
from cgr_audit.scorecards.codemind.comparison import is_same_output
from cgr_audit.scorecards.codemind.contrasts import promptings_compared, settings_compared
from cgr_audit.scorecards.codemind.correlations import correlation_records, correlation_table
from cgr_audit.scorecards.codemind.failures import failure_records, failure_table
from cgr_audit.scorecards.codemind.language import Language
from cgr_audit.scorecards.codemind.measures import measured
from cgr_audit.scorecards.codemind.model_ranks import rank_records, rank_table
from cgr_audit.scorecards.codemind.output_types import RowTypes
from cgr_audit.scorecards.codemind.own_complexity import complexity_records, complexity_table
from cgr_audit.scorecards.codemind.resolved import Resolved, resolve
from cgr_audit.scorecards.codemind.row_columns import FOUND, fill_columns, found_of_rows
from cgr_audit.scorecards.codemind.traits import LookInto, Traits, traits_of
from cgr_audit.scorecards.codemind.unwrapped import unwrapped
from cgr_audit.scorecards.row_source import RowKey, Rows
from cgr_audit.scorecards.running.runner import ProgramRunner, Unknown
from cgr_audit.scorecards.scored_rows import ScoredRows

__all__ = ["CodeMind"]


@dataclass(frozen=True, slots=True)
class CodeMind:
    """Predicted outputs (IER, DER) and generated programs (SR), by construct, output type, complexity, loop length."""

    name: ClassVar[str] = "codemind"
    title: ClassVar[str] = "CodeMind: reasoning about execution"
    schema: ClassVar[str] = "codemind_row"
    key: ClassVar[RowKey] = KEY
    usual: ClassVar[tuple[tuple[str, ...], ...]] = (
        ("task",),
        ("benchmark",),
        ("model",),
        ("task", "benchmark", "model"),
    )
    order: ClassVar[Mapping[str, tuple[str, ...]]] = MappingProxyType(
        {"task": tuple(Task), "setting": tuple(Setting), "prompting": tuple(Prompting)}
    )
    finds: ClassVar[frozenset[str]] = FOUND

    look_into: LookInto = LookInto.AUTO
    """Which programs are looked into."""
    running: ProgramRunner = field(default_factory=ProgramRunner)
    resampling: Resampling = field(default_factory=Resampling)
    """Of the intervals of correlations."""

    def settings(self) -> dict[str, Any]:
        """What the figures depend on; how many run at a time is no part of it."""
        return {"look_into": self.look_into.value, "limits": asdict(self.running.limits)}

    def fault(self, record: Mapping[str, Any]) -> str | None:
        """A row about a generated program says which, or that there is none, or whether it passes."""
        task = record.get("task")
        if "generated_program" in record and record.get("passed") and not wrote_program(record):
            return "/passed: true, although generated_program says that the model wrote none"
        if task not in (Task.DER, Task.SR) or "generated_program" in record or record.get("passed") is not None:
            return None
        return f"/generated_program: missing; a row of {task} needs it, null where the model wrote none"

    def scored(self, rows: Rows) -> ScoredRows:
        """What each row adds to CRR and to the pass rates, after running what must be run."""
        cases, taken = unwrapped([Case.of(record) for record in rows.records], self.running)
        resolved = resolve(cases, self.running)
        right = np.array([_is_right(one) for one in resolved], dtype=bool)
        traits, looked = traits_of(cases, self.look_into, self.running)
        types = RowTypes.of([one.case for one in resolved])
        measures, sums = measured(resolved, right, types)
        dropped = np.array([one.dropped for one in resolved], dtype=object)
        table = rows.table().assign(task=[case.task.value for case in cases])
        predicting = np.array([case.task is not Task.SR for case in cases], dtype=bool)
        counting = np.array([reason is None for reason in dropped], dtype=bool)
        correlations = correlation_records(table, predicting & counting, right, traits, self.resampling)
        failures = failure_records(table, resolved)
        own = complexity_records(table, counting, traits)
        ranks = rank_records(table, resolved, right)
        compared = (promptings_compared(table, resolved, right), settings_compared(table, resolved))
        tables = [correlation_table(correlations, self.resampling)] if correlations else []
        tables += [complexity_table(own)] if own else []
        tables += [rank_table(ranks)] if ranks else []
        tables += [failure_table(failures)] if failures else []
        return ScoredRows(
            rows=fill_columns(table, resolved),
            found_of_rows=found_of_rows(resolved, right, types, traits),
            sums=sums,
            measures=measures,
            dropped=dropped,
            notes=(*taken, *_notes(rows, resolved, traits), *looked),
            incomplete=tuple(_incomplete(resolved)),
            breakdowns=tuple(breakdowns(types, traits)),
            comparisons=tuple(filter(None, compared)),
            tables=tuple(tables),
            found={
                "correlations": correlations,
                "own_complexity": own,
                "model_ranks": ranks,
                "failures": failures,
            },
        )


def _is_right(one: Resolved) -> bool:
    case = one.case
    if case.task is Task.SR or case.expected is None or case.predicted is None:
        return False
    return is_same_output(case.predicted, case.expected)


def _notes(rows: Rows, resolved: Sequence[Resolved], traits: Sequence[Traits]) -> Iterator[str]:
    untold = sum(record.get("task") is None for record in rows.records)
    if untold:
        yield f"{counted(untold, 'row')} without a task taken as ier."
    computed = sum(one.is_computed for one in resolved)
    if computed:
        yield f"The sandbox computed the expected output of {counted(computed, 'row')}."
    strange = sum(one.case.task is Task.SR and one.case.setting is None for one in resolved)
    if strange:
        yield (
            f"{counted(strange, 'row')} of sr with a setting that is none of with_test, no_test and misleading_test: "
            "in the pass rate, and in no difference."
        )
    java = sum(one.study is not None and one.study.language is Language.JAVA for one in traits)
    if java:
        yield (
            f"{counted(java, 'row')} with Java programs: these are analysed and not run. Outputs are compared as text, "
            "and whether a program passes its tests is known where the row says it."
        )
    inside = [one.assertions_inside for one in resolved if one.assertions_inside]
    if inside:
        yield (
            f"{counted(sum(inside), 'assertion')} of the tests of {counted(len(inside), 'row')} compare with no "
            "literal: decided in the program's own instance of the sandbox, where a program that sets out to deceive "
            "could see what they expect."
        )
    lacking = Counter(one.lacks for one in resolved if one.lacks is not None)
    for lacks, count in sorted(lacking.items()):
        yield f"{counted(count, 'generated program')} failed for want of {lacks}, which the sandbox does not have."


def _incomplete(resolved: Sequence[Resolved]) -> Iterator[str]:
    failed = sum(one.dropped == Unknown.SANDBOX_FAILED for one in resolved)
    if failed:
        yield f"the sandbox failed on {counted(failed, 'row')}: nothing is known of them"
