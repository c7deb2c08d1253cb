"""``cgr-audit run``: execute the approved programs of a package."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated, Optional

import typer

from cgr_audit.cli.contract_choice import ContractOption, OverrideOption, choose_contract
from cgr_audit.cli.options import (
    ClusterOption,
    ControlOption,
    GeneratorOption,
    JobsOption,
    LimitsOption,
    MaxTokensOption,
    PolicyOption,
    SamplingSeedOption,
    SolversOption,
    TemperatureOption,
)
from cgr_audit.cli.packages import PackageArgument
from cgr_audit.cli.solver_options import (
    MaxCallsOption,
    MaxConnectionsOption,
    MaxCostOption,
    MaxTokensTotalOption,
    NoResponseCacheOption,
    PricesOption,
)

__all__ = ["Include", "command"]


class Include(StrEnum):
    """Which programs run besides the approved ones."""

    OBSERVE = "observe"


def command(
    package: PackageArgument,
    solver: SolversOption,
    out: Annotated[
        Path,
        typer.Option(
            "--out",
            "-o",
            metavar="DIR",
            help="The folder to write to; an unfinished run there is resumed.",
            show_default=False,
        ),
    ],
    include: Annotated[
        Optional[Include],  # noqa: UP045  typer reads the annotation at run time
        typer.Option(help="Also run programs with this verdict; they never count in the headline.", show_default=False),
    ] = None,
    enforce_budget: Annotated[
        bool, typer.Option("--enforce-budget", help="Stop a program at the contract's budget instead of its cap.")
    ] = False,
    verdicts: Annotated[
        Optional[Path],  # noqa: UP045
        typer.Option(
            metavar="FILE", help="What `gate` wrote; the package's verdicts.jsonl by default.", show_default=False
        ),
    ] = None,
    policy: PolicyOption = None,
    rules: Annotated[
        Optional[Path],  # noqa: UP045
        typer.Option(metavar="FOLDER", help="The folder of further rules that `gate` was given.", show_default=False),
    ] = None,
    contract: ContractOption = "",
    override_contract: OverrideOption = False,
    limits: LimitsOption = "",
    control: ControlOption = None,
    generator: GeneratorOption = "",
    temperature: TemperatureOption = None,
    max_tokens: MaxTokensOption = None,
    seed: SamplingSeedOption = None,
    jobs: JobsOption = 0,
    cluster: ClusterOption = "",
    max_connections: MaxConnectionsOption = None,
    max_calls: MaxCallsOption = None,
    max_tokens_total: MaxTokensTotalOption = None,
    max_cost: MaxCostOption = None,
    prices: PricesOption = None,
    no_cache: NoResponseCacheOption = False,
) -> None:
    """Execute the approved programs of a package, and write result rows and calls. Rerun the same command to resume.

    Controls ask the same solvers the same items without a program; items without a program are asked directly.
    """
    from cgr_audit.cli.destinations import require_out_folder
    from cgr_audit.cli.run_terms import run_terms
    from cgr_audit.cli.running import RunOrder, limits_of, run_and_say
    from cgr_audit.cli.solver_options import solver_options
    from cgr_audit.errors import UsageError
    from cgr_audit.execution.session import check_out_folder
    from cgr_audit.records.package import open_package

    if cluster and max_calls is not None:
        raise UsageError("--max-calls is counted in one process; with --cluster use --max-tokens-total or --max-cost")
    require_out_folder(out)
    opened = open_package(package)
    check_out_folder(out, opened)
    choice = choose_contract([package], contract, override=override_contract, judges=True)
    asking = solver_options(max_connections, max_calls, max_tokens_total, max_cost, prices, no_cache=no_cache)
    order = RunOrder(
        opened,
        choice,
        verdicts or package / "verdicts.jsonl",
        policy,
        rules,
        run_terms(
            choice.contract,
            solver,
            asking,
            temperature=temperature,
            max_tokens=max_tokens,
            seed=seed,
            controls=control or (),
            generator=generator,
        ),
        limits_of(choice.contract, limits, enforce_budget=enforce_budget),
        frozenset({"approved"} if include is None else {"approved", include.value}),
        asking.account,
        cluster,
    )
    run_and_say(order, out, jobs)
