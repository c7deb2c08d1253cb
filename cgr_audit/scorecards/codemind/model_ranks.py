"""Whether models that write better programs also reason better about them: the correlation of their ranks.

The paper gives Spearman's ρ of the ranks by synthesis and by independent execution reasoning: 0.85 on one benchmark
and 0.17 on another (Liu et al. 2024).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from cgr_audit.accuracy.intervals.interval import MINIMUM_UNITS
from cgr_audit.scorecards.codemind.case import Prompting, Setting, Task
from cgr_audit.scorecards.codemind.failures import passes
from cgr_audit.scorecards.codemind.resolved import Resolved
from cgr_audit.scorecards.rank_correlation import rank_correlation
from cgr_audit.tables.shortened import NAME_SHOWN
from cgr_audit.tables.table import Column, Kind, Table

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd
    from numpy.typing import NDArray

__all__ = ["rank_records", "rank_table"]

_COLUMNS = (
    Column("benchmark", "benchmark", longest=NAME_SHOWN),
    Column("synthesis", "synthesis"),
    Column("reasoning", "reasoning"),
    Column("models", "models", Kind.COUNT),
    Column("rho", "Spearman's ρ", Kind.SHARE),
    Column("rho_p_value", "p", Kind.P_VALUE),
    Column("tau", "Kendall's τ", Kind.SHARE),
    Column("tau_p_value", "p", Kind.P_VALUE),
)
_Rates = dict[tuple[str, str], dict[str, float]]
"""By benchmark and figure, the rate of each model."""


def rank_records(table: pd.DataFrame, resolved: Sequence[Resolved], right: NDArray[np.bool_]) -> list[dict[str, Any]]:
    """A record for each benchmark, way of synthesis and way of reasoning that three models or more have rows of.

    Args:
        table: the rows, with the fields ``benchmark`` and ``model``.
        resolved: what was computed for each.
        right: of each whether its prediction is right.
    """
    named = list(zip(table["benchmark"], table["model"], resolved, right, strict=True))
    synthesis = _rates(
        (benchmark, _figure(one.case.task, one.case.setting), model, passed)
        for benchmark, model, one, _ in named
        if (passed := passes(one)) is not None
    )
    reasoning = _rates(
        (benchmark, _figure(one.case.task, one.case.prompting), model, bool(is_right))
        for benchmark, model, one, is_right in named
        if one.case.task is not Task.SR and one.dropped is None
    )
    return [
        {"benchmark": benchmark, "synthesis": written, "reasoning": predicted, **_correlated(first, second)}
        for (benchmark, written), first in synthesis.items()
        for (other, predicted), second in reasoning.items()
        if benchmark == other and len(first.keys() & second.keys()) >= MINIMUM_UNITS
    ]


def rank_table(records: Sequence[Mapping[str, Any]]) -> Table:
    """The records as a table."""
    note = (
        "Models ranked by the share of their programs that pass, and by CRR: Spearman's ρ and Kendall's τ-b of the two "
        "over the models that have both. p is two-sided; of few models only a strong correlation is a significant one."
    )
    return Table("model-ranks", "Models by synthesis and by reasoning", note, _COLUMNS, tuple(records))


def _figure(task: Task, variant: Setting | Prompting | None) -> str:
    return task.upper() if variant is None else f"{task.upper()} {variant.words}"


def _rates(outcomes: Iterable[tuple[str, str, str, bool]]) -> _Rates:
    """From the benchmark, figure, model and outcome of rows, in the order of their names."""
    found: dict[tuple[str, str, str], list[bool]] = {}
    for benchmark, figure, model, is_right in outcomes:
        found.setdefault((benchmark, figure, model), []).append(is_right)
    rates: _Rates = {}
    for (benchmark, figure, model), every in sorted(found.items()):
        rates.setdefault((benchmark, figure), {})[model] = sum(every) / len(every)
    return rates


def _correlated(first: Mapping[str, float], second: Mapping[str, float]) -> dict[str, Any]:
    models = sorted(first.keys() & second.keys())
    found = rank_correlation([first[model] for model in models], [second[model] for model in models])
    return {"models": len(models), **asdict(found)}
