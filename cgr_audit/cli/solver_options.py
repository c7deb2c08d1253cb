"""The options of commands that ask models: requests at a time, budgets, prices and the cache."""

from __future__ import annotations

import math
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Optional

import typer

if TYPE_CHECKING:
    from cgr_audit.solvers.cached import SolverOptions

__all__ = [
    "MaxCallsOption",
    "MaxConnectionsOption",
    "MaxCostOption",
    "MaxTokensTotalOption",
    "NoCachesOption",
    "NoResponseCacheOption",
    "PricesOption",
    "solver_options",
]

_MOST_CONNECTIONS = 256

MaxConnectionsOption = Annotated[
    Optional[int],  # noqa: UP045  typer reads the annotation at run time
    typer.Option(
        metavar="N",
        min=1,
        max=_MOST_CONNECTIONS,
        help="Concurrent requests to a model, 16 by default; fewer while its service is overloaded.",
        show_default=False,
    ),
]
MaxCallsOption = Annotated[
    Optional[int],  # noqa: UP045
    typer.Option(metavar="N", min=0, help="Stop after this many calls.", show_default=False),
]
MaxTokensTotalOption = Annotated[
    Optional[int],  # noqa: UP045
    typer.Option(
        metavar="N", min=1, help="Stop once prompts and responses have used this many tokens.", show_default=False
    ),
]
MaxCostOption = Annotated[
    Optional[float],  # noqa: UP045
    typer.Option(metavar="COST", min=0, help="Stop once calls have cost this much, by --prices.", show_default=False),
]
PricesOption = Annotated[
    Optional[Path],  # noqa: UP045
    typer.Option(
        metavar="FILE",
        help="TOML: a table for each model with prompt and response, the price of a million tokens each.",
        show_default=False,
    ),
]
NoResponseCacheOption = Annotated[bool, typer.Option("--no-cache", help="Neither read nor write the response cache.")]
NoCachesOption = Annotated[
    bool,
    typer.Option("--no-cache", help="Neither read nor write the caches of audits and responses."),
]


def solver_options(
    connections: int | None,
    calls: int | None,
    tokens: int | None,
    cost: float | None,
    prices: Path | None,
    *,
    no_cache: bool,
) -> SolverOptions:
    """How solvers are asked, from the options of a command.

    Raises:
        UsageError: there is a limit on cost without prices, or the file of prices is none.
    """
    from cgr_audit.cli.output import say
    from cgr_audit.errors import UsageError
    from cgr_audit.solvers.account import Account, Budget, load_prices
    from cgr_audit.solvers.cached import SolverOptions
    from cgr_audit.solvers.response_cache import ResponseCache

    if cost is not None and prices is None:
        raise UsageError("--max-cost needs --prices FILE, which says what a model's tokens cost")
    if cost is not None and not math.isfinite(cost):
        raise UsageError(f"--max-cost {cost}: not a number")
    return SolverOptions(
        None if no_cache else ResponseCache(say),
        Account(Budget(calls, tokens, cost)),
        None if prices is None else load_prices(prices),
        connections,
    )
