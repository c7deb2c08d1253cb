"""Control rows and their calls out of the ledger."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from cgr_audit.execution.control_plan import PlannedControl
from cgr_audit.execution.controls import control_parameters
from cgr_audit.execution.ledger import Ledger
from cgr_audit.execution.path_result import PathResult
from cgr_audit.execution.plan import PackageRun
from cgr_audit.records.rows import CallRow, ControlName, ControlRow

__all__ = ["FinishedControl", "finished_controls"]


@dataclass(frozen=True, slots=True)
class FinishedControl:
    """A control row with its calls, by attempt and number."""

    row: ControlRow
    calls: tuple[CallRow, ...]


def finished_controls(run: PackageRun, planned: Iterable[PlannedControl], ledger: Ledger) -> Iterator[FinishedControl]:
    """Yield every planned control row, one at a time."""
    for one in planned:
        record = ledger.get(one.work.digest)
        if record is not None:
            yield _finished(run, one, PathResult.from_record(record))


def _finished(run: PackageRun, planned: PlannedControl, result: PathResult) -> FinishedControl:
    key, control = planned.key, ControlName(planned.key.control)
    gold = run.package.items[planned.work.item.key].correct_ids
    is_known = result.is_complete and bool(gold)
    # The generator's calls, which all solvers' rows share, name the generator as the solver.
    calls = tuple(replace(call, solver=key.solver) for call in result.calls)
    row = ControlRow(
        *key,
        is_matched=planned.is_matched,
        calls=len(calls),
        answer=result.answer,
        right=not result.extraction_failed and result.answer in gold if is_known else None,
        extraction_failed=result.extraction_failed if result.is_complete else None,
        error=result.error,
        prompt_tokens=_total(call.prompt_tokens for call in calls),
        response_tokens=_total(call.response_tokens for call in calls),
        parameters=_without_seed(control_parameters(run.settings.contract, control, run.settings.parameters)),
    )
    return FinishedControl(row, calls)


def _without_seed(parameters: dict[str, float]) -> dict[str, float]:
    return {name: value for name, value in parameters.items() if name != "seed"}


def _total(counts: Iterable[int | None]) -> int | None:
    """The sum; null where any is not known, and where there are none."""
    known = list(counts)
    return sum(count for count in known if count is not None) if known and None not in known else None
