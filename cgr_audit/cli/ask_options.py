"""The options that all commands of ``cgr-audit ask`` have, which each of them gets as one value."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Optional

import typer

from cgr_audit.cli.options import JobsOption, SentMaxTokensOption, SentTemperatureOption
from cgr_audit.cli.score_options import with_options
from cgr_audit.cli.solver_options import (
    MaxCallsOption,
    MaxConnectionsOption,
    MaxCostOption,
    MaxTokensTotalOption,
    NoResponseCacheOption,
    PricesOption,
    solver_options,
)

if TYPE_CHECKING:
    from cgr_audit.solvers.cached import SolverOptions

__all__ = ["AskOptions", "ItemsArgument", "JudgeOption", "with_ask_options"]

ItemsArgument = Annotated[
    list[Path],
    typer.Argument(metavar="ITEMS...", help="Files of items: .jsonl, .jsonl.gz or .parquet.", show_default=False),
]
JudgeOption = Annotated[
    str,
    typer.Option(metavar="SPEC", show_default=False, help="The model that judges, as for --model; by default none."),
]


@dataclass(frozen=True, slots=True)
class AskOptions:
    """What every one of these commands is asked for."""

    model: str
    """The SPEC of the model under test; empty where none is given."""
    name: str | None
    """What rows call it; nothing for the SPEC."""
    out: Path
    """The file of rows."""
    prompts: Path | None
    """A folder of own prompts."""
    parameters: dict[str, Any]
    """Sampling parameters."""
    seed: int | None
    jobs: int
    solver_options: SolverOptions


def with_ask_options(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command the options that all commands of ``ask`` have, after its own; it takes them as ``options``."""
    return with_options(command, _ask_options)


def _ask_options(
    out: Annotated[
        Path,
        typer.Option(
            "--out",
            "-o",
            metavar="ROWS.jsonl",
            show_default=False,
            help="Write the rows here, calls and ledger next to them. Rerun the same command to resume.",
        ),
    ],
    model: Annotated[
        str,
        typer.Option(
            metavar="SPEC",
            show_default=False,
            help="The model to ask: openai:BASE_URL#MODEL, local:FILE.gguf, python:MODULE:FUNCTION, constant:TEXT, ...",
        ),
    ] = "",
    name: Annotated[
        Optional[str],  # noqa: UP045  typer reads the annotation at run time
        typer.Option(metavar="NAME", show_default=False, help="What rows call the model; by default its SPEC."),
    ] = None,
    prompts: Annotated[
        Optional[Path],  # noqa: UP045
        typer.Option(
            metavar="DIR", show_default=False, help="TOML files, used instead of the built-in prompts of their names."
        ),
    ] = None,
    temperature: SentTemperatureOption = None,
    max_tokens: SentMaxTokensOption = None,
    seed: Annotated[
        Optional[int],  # noqa: UP045
        typer.Option(metavar="N", show_default=False, help="Seed of the prompts' seeds; without it none is sent."),
    ] = None,
    jobs: JobsOption = 0,
    no_cache: NoResponseCacheOption = False,
    max_connections: MaxConnectionsOption = None,
    max_calls: MaxCallsOption = None,
    max_tokens_total: MaxTokensTotalOption = None,
    max_cost: MaxCostOption = None,
    prices: PricesOption = None,
) -> AskOptions:
    given = {"temperature": temperature, "max_tokens": max_tokens}
    parameters = {parameter: value for parameter, value in given.items() if value is not None}
    asked = solver_options(max_connections, max_calls, max_tokens_total, max_cost, prices, no_cache=no_cache)
    return AskOptions(model, name, out, prompts, parameters, seed, jobs, asked)
