"""The generators of rows, by scorecard."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Any

from benchmarks.scorecard_rows import clr_bench, codemind, codesteps, retraceqa

__all__ = ["KINDS"]

KINDS: Mapping[str, Callable[[int, int], Iterator[dict[str, Any]]]] = MappingProxyType(
    {
        "codemind": codemind.rows,
        "retraceqa": retraceqa.rows,
        "clr-bench": clr_bench.rows,
        "codesteps": codesteps.rows,
    }
)
"""From a number of rows and a seed to the rows; the same seed gives the same."""
