"""Where ``accuracy.json`` says something else than a recount."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

__all__ = ["disagreements"]

_LAST_DECIMAL = 5.1e-7
"""Figures are rounded to six decimals."""


def disagreements(told: Mapping[str, Any], recounted: Mapping[str, Any]) -> list[str]:
    """One line for each figure that differs: where it is, what the file says, what was counted.

    What the recount does not have (intervals, labels, sentences) is not compared; what only it has is a difference.
    """
    reshaped = {
        **told,
        "overlap": {
            part: {
                tuple(line[channel] for channel in ("direct", "assisted", "generator")): line["rows"]
                for line in told["overlap"]
                if (line["treatment"], line["partition"]) == part and line["rows"]
            }
            for part in {(line["treatment"], line["partition"]) for line in told["overlap"]}
        },
        "violations": {line["code"]: {"with": line["with"], "without": line["without"]} for line in told["violations"]},
        "coverage": [line for line in told["coverage"] if line["field"] == "answer"],
        "executed_provenance": {line["provenance"]: line for line in told["executed_provenance"] if line["rows"]},
    }
    return [line for name in recounted for line in _differing(name, reshaped[name], recounted[name])]


def _differing(where: str, told: Any, counted: Any) -> Iterator[str]:
    if isinstance(counted, Mapping) and isinstance(told, Mapping):
        for name in counted:
            if name not in told:
                yield f"{where}.{name}: nothing instead of {counted[name]}"
            else:
                yield from _differing(f"{where}.{name}", told[name], counted[name])
        if all(isinstance(value, Mapping) for value in counted.values()):
            yield from (f"{where}.{name}: not counted" for name in told if name not in counted)
    elif isinstance(counted, Sequence) and isinstance(told, Sequence) and not isinstance(counted, str):
        if len(told) != len(counted):
            yield f"{where}: {len(told)} entries instead of {len(counted)}"
        for place, (one, other) in enumerate(zip(told, counted, strict=False)):
            yield from _differing(f"{where}[{place}]", one, other)
    elif not _is_same(told, counted):
        yield f"{where}: {told} instead of {counted}"


def _is_same(told: Any, counted: Any) -> bool:
    numbers = (int, float)
    if isinstance(told, bool) or isinstance(counted, bool):
        return told is counted
    if isinstance(told, numbers) and isinstance(counted, numbers):
        return abs(told - counted) <= _LAST_DECIMAL
    return bool(told == counted)
