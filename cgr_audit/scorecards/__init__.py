"""Four published ways to judge generated programs and reasoning beyond the final answer, computed as their authors do.

A library: rows go in, frozen values come out, and nothing is printed. Its names are imported when they are first asked
for, since numpy, pandas and scipy take longer to load than most commands take to run.
"""

from __future__ import annotations

from importlib import import_module
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from cgr_audit.scorecards.audit_breakdowns import AuditRecords, read_audit
    from cgr_audit.scorecards.clr_bench.scorer import ClrBench
    from cgr_audit.scorecards.codemind.scorer import CodeMind
    from cgr_audit.scorecards.codesteps.scorer import CodeSteps
    from cgr_audit.scorecards.division import Division, Group
    from cgr_audit.scorecards.rates import Figure, RowInterval
    from cgr_audit.scorecards.registry import SCORECARDS
    from cgr_audit.scorecards.retraceqa.scorer import ReTraceQa
    from cgr_audit.scorecards.row_source import Rows, read_rows
    from cgr_audit.scorecards.scorecard import Scored, Scorer, score
    from cgr_audit.scorecards.scorecard_files import scorecard_record, write_scorecard
    from cgr_audit.scorecards.tables import scorecard_tables

__all__ = [
    "SCORECARDS",
    "AuditRecords",
    "ClrBench",
    "CodeMind",
    "CodeSteps",
    "Division",
    "Figure",
    "Group",
    "ReTraceQa",
    "RowInterval",
    "Rows",
    "Scored",
    "Scorer",
    "read_audit",
    "read_rows",
    "score",
    "scorecard_record",
    "scorecard_tables",
    "write_scorecard",
]

_MODULES = MappingProxyType(
    {
        "audit_breakdowns": ("AuditRecords", "read_audit"),
        "clr_bench.scorer": ("ClrBench",),
        "codemind.scorer": ("CodeMind",),
        "codesteps.scorer": ("CodeSteps",),
        "division": ("Division", "Group"),
        "rates": ("Figure", "RowInterval"),
        "registry": ("SCORECARDS",),
        "retraceqa.scorer": ("ReTraceQa",),
        "row_source": ("Rows", "read_rows"),
        "scorecard": ("Scored", "Scorer", "score"),
        "tables": ("scorecard_tables",),
        "scorecard_files": ("scorecard_record", "write_scorecard"),
    }
)


def __getattr__(name: str) -> Any:
    for module, names in _MODULES.items():
        if name in names:
            return getattr(import_module(f"{__name__}.{module}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
