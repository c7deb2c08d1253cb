"""The scorecards, in the order in which they are listed."""

from __future__ import annotations

from types import MappingProxyType

from cgr_audit.scorecards.clr_bench.scorer import ClrBench
from cgr_audit.scorecards.codemind.scorer import CodeMind
from cgr_audit.scorecards.codesteps.scorer import CodeSteps
from cgr_audit.scorecards.retraceqa.scorer import ReTraceQa
from cgr_audit.scorecards.scorecard import Scorer

__all__ = ["SCORECARDS"]

SCORECARDS: MappingProxyType[str, type[Scorer]] = MappingProxyType(
    {kind.name: kind for kind in (CodeMind, ReTraceQa, ClrBench, CodeSteps)}
)
"""By name."""
