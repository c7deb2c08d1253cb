"""Accuracy: what the rows say, with and without the programs that are not approved.

A library: pandas tables go in, pandas tables and frozen values come out, and nothing is printed. Its names are imported
when they are first asked for, since pandas, numpy and scipy take longer to load than most commands take to run.
"""

from __future__ import annotations

from importlib import import_module
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from cgr_audit.accuracy.aggregates import Macro, Micro, macro, micro
    from cgr_audit.accuracy.comparison.compare import compare_tables
    from cgr_audit.accuracy.comparison.mcnemar import mcnemar
    from cgr_audit.accuracy.intervals.estimates import differences, estimates
    from cgr_audit.accuracy.intervals.interval import Estimate, Interval, Method, Resampling
    from cgr_audit.accuracy.join import Joined, join_package
    from cgr_audit.accuracy.join_files import write_join
    from cgr_audit.accuracy.measures import closure, gain
    from cgr_audit.accuracy.missing import Missing
    from cgr_audit.accuracy.partitions import pairs_above, zero_baseline_pairs
    from cgr_audit.accuracy.rows.table import rows_table
    from cgr_audit.accuracy.settings import Settings
    from cgr_audit.accuracy.summary import AccuracySummary, summarise
    from cgr_audit.accuracy.treatments import Treatment, treat

__all__ = [
    "AccuracySummary",
    "Estimate",
    "Interval",
    "Joined",
    "Macro",
    "Method",
    "Micro",
    "Missing",
    "Resampling",
    "Settings",
    "Treatment",
    "closure",
    "compare_tables",
    "differences",
    "estimates",
    "gain",
    "join_package",
    "macro",
    "mcnemar",
    "micro",
    "pairs_above",
    "rows_table",
    "summarise",
    "treat",
    "write_join",
    "zero_baseline_pairs",
]

_MODULES = MappingProxyType(
    {
        "aggregates": ("Macro", "Micro", "macro", "micro"),
        "comparison.compare": ("compare_tables",),
        "comparison.mcnemar": ("mcnemar",),
        "intervals.estimates": ("differences", "estimates"),
        "intervals.interval": ("Estimate", "Interval", "Method", "Resampling"),
        "join": ("Joined", "join_package"),
        "measures": ("closure", "gain"),
        "missing": ("Missing",),
        "partitions": ("pairs_above", "zero_baseline_pairs"),
        "rows.table": ("rows_table",),
        "settings": ("Settings",),
        "summary": ("AccuracySummary", "summarise"),
        "treatments": ("Treatment", "treat"),
        "join_files": ("write_join",),
    }
)


def __getattr__(name: str) -> Any:
    for module, names in _MODULES.items():
        if name in names:
            return getattr(import_module(f"{__name__}.{module}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
