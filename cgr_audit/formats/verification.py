"""A verification as text for people, and as the JSON document of ``schemas/verification.json``."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from itertools import groupby
from typing import Any

from cgr_audit.control_characters import escape_control_characters
from cgr_audit.execution.verify.verification import Difference, RowVerification, Status, Verification
from cgr_audit.execution.verify.whole import named
from cgr_audit.plural import counted
from cgr_audit.version import VERSION

__all__ = ["verification_document", "verification_summary", "verification_text"]

_SHOWN = 200


def verification_text(verification: Verification) -> Iterator[str]:
    """The text in pieces: what it rests on, every difference, and every row that cannot be verified."""
    environment = verification.environment
    yield f"component {environment.component_now}\n"
    yield f"recorded under {escape_control_characters(', '.join(environment.components) or 'none that is named')}\n"
    yield from (f"{escape_control_characters(note)}\n" for note in verification.notes)
    different = [row for row in verification.rows if row.status is Status.DIFFERENT]
    if different or verification.differences:
        yield "\ndifferent\n"
    for difference in verification.differences:
        yield f"  {escape_control_characters(difference.about or verification.package)}\n{_line(difference)}"
    for row in different:
        yield f"  {escape_control_characters(named(row.key))}\n"
        yield from map(_line, row.differences)
    yield from _not_verifiable(verification)


def verification_document(verification: Verification) -> dict[str, Any]:
    """The same as JSON holds it; rows that were verified are counted only."""
    environment = verification.environment
    return {
        "schema_version": "1.0",
        "tool": {"name": "cgr-audit", "version": VERSION},
        "package": verification.package,
        "component": {"recorded": environment.component, "now": environment.component_now},
        "versions": {"recorded": dict(environment.versions), "now": dict(environment.versions_now)},
        "fuel_compared": verification.compares_fuel,
        "notes": list(verification.notes),
        "summary": {
            "rows": len(verification.rows),
            **{status.value: verification.count(status) for status in Status},
            "verified_without_running": verification.without_running,
            "controls_verified": verification.controls_verified,
            "package_differences": len(verification.differences),
            "confirmed": verification.is_confirmed,
        },
        "differences": [asdict(difference) for difference in verification.differences],
        "rows": [_row(row) for row in verification.rows if row.status is not Status.VERIFIED],
    }


def verification_summary(verification: Verification, seconds: float) -> str:
    """One line: rows verified, not verifiable, different, and whether no program ran whose row was verified."""
    verified, not_verifiable, different = (
        verification.count(status) for status in (Status.VERIFIED, Status.NOT_VERIFIABLE, Status.DIFFERENT)
    )
    not_run = verification.without_running
    without = f" ({not_run:,} of them without running their programs)" if not_run else ""
    parts = [
        f"{counted(len(verification.rows), 'row')}: {verified:,} verified{without}, {not_verifiable:,} not verifiable, "
        f"{different:,} different",
        f"{seconds:.1f} s",
    ]
    if verification.controls_verified:
        parts.insert(1, f"{counted(verification.controls_verified, 'control row')} verified")
    if verification.differences:
        parts.insert(1, f"{counted(len(verification.differences), 'difference')} of the package")
    if not verification.is_confirmed and not verification.has_difference:
        parts.insert(1, "nothing could be verified")
    return " · ".join(parts)


def _row(row: RowVerification) -> dict[str, Any]:
    return {
        **row.key._asdict(),
        "status": row.status.value,
        "reasons": list(row.reasons),
        "differences": [asdict(difference) for difference in row.differences],
    }


def _not_verifiable(verification: Verification) -> Iterator[str]:
    by_reason: dict[str, list[RowVerification]] = defaultdict(list)
    for row in verification.rows:
        for reason in row.reasons:
            by_reason[reason].append(row)
    if by_reason:
        yield "\nnot verifiable\n"
    for reason, rows in sorted(by_reason.items()):
        yield f"  {escape_control_characters(reason)}: {counted(len(rows), 'row')}\n"
        yield from (f"    {escape_control_characters(named(row.key))}\n" for row in rows)


def _line(difference: Difference) -> str:
    place = [difference.file]
    if difference.channel is not None:
        place.append(difference.channel)
    if difference.attempt is not None:
        place.append(f"attempt {difference.attempt}")
    if difference.call_index is not None:
        place.append(f"call {difference.call_index}")
    then, now = _shown(difference.recorded), _shown(difference.now)
    return f"    {', '.join(place)}: {escape_control_characters(difference.field)}: recorded {then}, now {now}\n"


def _shown(value: Any) -> str:
    if value is None:
        return "nothing"
    if isinstance(value, list) and value and all(type(one) is int for one in value):
        return _ranges(value)
    text = escape_control_characters(json.dumps(value, ensure_ascii=False))
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}... ({len(text)} characters)"


def _ranges(numbers: Sequence[int]) -> str:
    """``1-3, 7`` for ``[1, 2, 3, 7]``."""
    runs = [list(group) for _, group in groupby(enumerate(numbers), key=lambda pair: pair[1] - pair[0])]
    return ", ".join(f"{run[0][1]}-{run[-1][1]}" if len(run) > 1 else str(run[0][1]) for run in runs)
