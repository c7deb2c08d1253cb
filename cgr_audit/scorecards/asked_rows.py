"""Notes on rows that ``cgr-audit ask`` made: responses that could not be used, and prompts that differ."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from cgr_audit.plural import counted

__all__ = ["asked_notes"]

_DIGITS = 12
"""Of a digest that are shown."""


def asked_notes(records: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """How many rows have no usable response, and which prompts were put in more than one version."""
    statuses = Counter(str(row["status"]) for row in records if row.get("status") not in {None, "answered"})
    if statuses:
        rows = counted(statuses.total(), "row")
        shown = ", ".join(f"{status.replace('_', ' ')} {count:,}" for status, count in sorted(statuses.items()))
        yield f"{rows} without a response of the form that was asked for: {shown}."
    versions: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for row in records:
        prompts = row.get("prompts")
        for name, digest in (prompts if isinstance(prompts, dict) else {}).items():
            if digest is not None:  # Parquet has every name in every row
                versions[name][str(digest)] += 1
    for name, rows_by_digest in sorted(versions.items()):
        if len(rows_by_digest) > 1:
            shown = ", ".join(f"{one[:_DIGITS]} in {counted(rows, 'row')}" for one, rows in rows_by_digest.items())
            yield f"These figures mix {len(rows_by_digest)} versions of the prompt {name!r}: {shown}."
