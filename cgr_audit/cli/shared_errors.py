"""One error that many programs end with: then the contract is wrong about what they are given, and not each of them."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable
from typing import TYPE_CHECKING

from cgr_audit.records.rows import ProgramKey

if TYPE_CHECKING:
    from cgr_audit.records.rows import ResultRow

__all__ = ["shared_error"]

_FEWEST = 3
_SHARE = 0.25
"""Of the programs that ran: so many with one error are not an accident."""
_LINE = re.compile(r"^line \d+: ")


def shared_error(rows: Iterable[ResultRow]) -> str | None:
    """A line about the error that so many programs end with, whatever the line of theirs; nothing if none is."""
    ran: set[ProgramKey] = set()
    ended: dict[str, set[ProgramKey]] = defaultdict(set)
    for row in rows:
        if row.outcome in (None, "refused", "not_run"):
            continue
        program = ProgramKey(row.dataset, row.item_id, row.generator, row.sample)
        ran.add(program)
        if row.outcome == "guest_error" and row.error:
            ended[_LINE.sub("", row.error)].add(program)
    error = max(ended, key=lambda one: len(ended[one]), default="")
    count = len(ended[error]) if error else 0
    if count < max(_FEWEST, _SHARE * len(ran)):
        return None
    return (
        f"{count:,} of {len(ran):,} programs that ran end with {error}: are they given what they expect? [entry] and "
        "[item] of the contract say what they are given"
    )
