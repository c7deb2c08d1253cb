"""The control rows of a recording compared with those that its recorded control calls give now."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from cgr_audit.execution.control_plan import control_work, plan_controls
from cgr_audit.execution.control_rows import FinishedControl, finished_controls
from cgr_audit.execution.ledger import Ledger
from cgr_audit.execution.plan import PackageRun, Plan
from cgr_audit.execution.run import execute
from cgr_audit.execution.verify.verification import Difference
from cgr_audit.plural import counted
from cgr_audit.records.controls import CONTROL_CALLS, CONTROLS
from cgr_audit.records.rows import CallRow, ControlKey, ControlRow, ResultRow, RowKey, to_record
from cgr_audit.sandbox.sandbox import Sandbox

__all__ = ["VerifiedControls", "verify_controls"]

_OF_CALL = ("prompt", "config", "parameters", "response", "status", "error")


@dataclass(frozen=True, slots=True)
class VerifiedControls:
    """What became of the control rows of a recording."""

    verified: int
    """Rows that are the same."""
    differences: tuple[Difference, ...]
    notes: tuple[str, ...]


def verify_controls(
    run: PackageRun,
    plan: Plan,
    ledger: Ledger,
    sandbox: Sandbox,
    rows: Mapping[RowKey, ResultRow],
    *,
    jobs: int,
) -> VerifiedControls:
    """Ask every control again, answered from the recorded calls.

    Args:
        run: the replay of a recording.
        plan: its rows.
        ledger: holds what they came to.
        sandbox: where the programs ran.
        rows: the recorded result rows.
        jobs: how many pieces of work are in flight.
    """
    planned = plan_controls(run, plan, ledger, only_recorded=False)
    execute(run, control_work(planned), ledger, sandbox, jobs=jobs)
    now = {finished.row.key: finished for finished in finished_controls(run, planned, ledger)}
    then = {row.key: row for row in run.package.controls()}
    calls: dict[ControlKey, list[CallRow]] = defaultdict(list)
    for call in run.package.control_calls():
        calls[_row_of(call)].append(call)
    left_out = {key for key in then if _cannot_be_asked(key, then[key], now, calls[key], rows)}
    differences = {
        key: tuple(_differences(key, then.get(key), now.get(key), calls[key]))
        for key in sorted(then.keys() | now.keys(), key=_order)
        if key not in left_out
    }
    found = tuple(difference for each in differences.values() for difference in each)
    rest = f"{counted(len(left_out), 'control row is', 'control rows are')} not compared: "
    notes = (f"{rest}their prompts were left out, or their programs did not run today",) if left_out else ()
    return VerifiedControls(sum(not each for each in differences.values()), found, notes)


def _cannot_be_asked(
    key: ControlKey,
    then: ControlRow,
    now: Mapping[ControlKey, FinishedControl],
    calls: Sequence[CallRow],
    rows: Mapping[RowKey, ResultRow],
) -> bool:
    """Whether a row had its number of calls from a program that made none today, or lacks the prompts of its calls."""
    if any(call.prompt is None for call in calls):
        return True
    if not then.is_matched or key in now or key.generator is None or key.sample is None:
        return False
    row = rows.get(RowKey(*key[:3], key.generator, key.sample))
    return row is not None and row.assisted_calls is not None


def _differences(
    key: ControlKey, then: ControlRow | None, now: FinishedControl | None, calls: Sequence[CallRow]
) -> Iterator[Difference]:
    about = _named(key)
    if then is None or now is None:
        said = (None if then is None else then.answer, None if now is None else now.row.answer)
        yield Difference(CONTROLS, "row", *said, key.control, about=about)
        return
    recorded, today = to_record(then), to_record(now.row)
    for field, value in today.items():
        if not _is_equal(recorded[field], value):
            yield Difference(CONTROLS, field, recorded[field], value, key.control, about=about)
    if len(calls) != len(now.calls):
        yield Difference(CONTROL_CALLS, "calls", len(calls), len(now.calls), key.control, about=about)
        return
    for one, other in zip(sorted(calls, key=_place), now.calls, strict=True):
        for field in _OF_CALL:
            before, after = getattr(one, field), getattr(other, field)
            if not _is_equal(before, after):
                yield Difference(CONTROL_CALLS, field, before, after, key.control, *_place(one), about=about)


def _row_of(call: CallRow) -> ControlKey:
    program = (call.generator, call.sample) if call.generator else (None, None)
    return ControlKey(call.dataset, call.item_id, call.solver, program[0], program[1], call.channel)


def _place(call: CallRow) -> tuple[int, int]:
    return call.attempt, call.call_index


def _order(key: ControlKey) -> tuple[Any, ...]:
    return (*key[:3], key.generator or "", key.sample or 0, key.control)


def _named(key: ControlKey) -> str:
    program = "" if key.generator is None else f", {key.generator} sample {key.sample}"
    return f"{key.control} of {key.dataset}/{key.item_id} under {key.solver}{program}"


def _is_equal(then: Any, now: Any) -> bool:
    """Equality of JSON values, which tells 1 from true."""
    return type(then) is type(now) and then == now
