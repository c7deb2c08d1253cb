"""Controls as a package holds them: rows, and their calls, which need belong to no program."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path
from typing import Any

from cgr_audit.records.faults import Faults, telling_all_lines
from cgr_audit.records.presence import is_there
from cgr_audit.records.rows import CallRow, ControlKey, ItemKey, from_record, to_record

__all__ = ["CONTROLS", "CONTROL_CALLS", "check_controls", "control_call", "control_call_record"]

CONTROLS, CONTROL_CALLS = "controls.jsonl", "control_calls.jsonl"
_OF_PROGRAM = ("generator", "sample")
_CALLED = ControlKey._fields[:-1]
"""What a call has in common with its row; its channel is the row's control."""


def control_call(record: Mapping[str, Any]) -> CallRow:
    """The call of a record; one of no program has an empty generator and the sample 0."""
    is_of_item = record["generator"] is None
    return from_record(CallRow, {**record, "generator": "", "sample": 0} if is_of_item else record)


def control_call_record(call: CallRow) -> dict[str, Any]:
    """The inverse of ``control_call``."""
    record = to_record(call)
    return record if call.generator else {**record, **dict.fromkeys(_OF_PROGRAM)}


def check_controls(folder: Path, items: Collection[ItemKey], solvers: Collection[str]) -> dict[str, int]:
    """Read control rows and their calls once, each line checked, and count them.

    Args:
        folder: the package.
        items: those there are.
        solvers: the names of those there are.

    Raises:
        RecordError: a bad line, a duplicate row, a row or call about an item or of a solver that is not
            there, a call of no row.
    """
    rows: dict[ControlKey, int] = {}
    calls: set[tuple[Any, ...]] = set()

    def fault_of_row(number: int, values: tuple[Any, ...]) -> str | None:
        key = ControlKey(*values)
        earlier = rows.setdefault(key, number)
        if ItemKey(*key[:2]) not in items:
            return f"/item_id: items.jsonl has no {key.item_id!r} of {key.dataset!r}"
        if key.solver not in solvers:
            return f"/solver: solvers.json has no {key.solver!r}"
        if (key.generator is None) != (key.sample is None):
            return "/sample: generator and sample must both be null, or neither"
        return None if earlier == number else f"/control: duplicate of line {earlier}"

    def fault_of_call(_number: int, values: tuple[Any, ...]) -> str | None:
        if ControlKey(*values[: len(ControlKey._fields)]) not in rows:
            return f"/channel: {CONTROLS} has no row of this call"
        if values in calls:
            return "/call_index: duplicate call"
        calls.add(values)
        return None

    files: tuple[tuple[str, str, tuple[str, ...], Callable[[int, tuple[Any, ...]], str | None]], ...] = (
        (CONTROLS, "control", ControlKey._fields, fault_of_row),
        (CONTROL_CALLS, "control_call", (*_CALLED, "channel", "attempt", "call_index"), fault_of_call),
    )
    counts = {}
    for name, schema, fields, fault_of in files:
        if is_there(folder / name):
            with telling_all_lines(folder / name, schema):
                counts[name] = _check(folder / name, schema, fields, fault_of)
    return counts


def _check(
    path: Path, schema: str, fields: Sequence[str], fault_of: Callable[[int, tuple[Any, ...]], str | None]
) -> int:
    """How many records a file holds, each of which has no fault."""
    from cgr_audit.records.blocks import read_blocks  # noqa: PLC0415  it imports numpy

    faults, count = Faults(path), 0
    for block in read_blocks(path, schema, fields):
        count += len(block.lines)
        columns = (block.columns[name] for name in fields)
        for number, *values in zip(block.lines, *columns, strict=True):
            fault = fault_of(number, tuple(values))
            if fault is not None:
                faults.add(f"{path}:{number}: {fault}")
    faults.raise_any()
    return count
