"""``cgr-audit generate``: a generator model writes a program for every item of a package."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Optional

import typer

from cgr_audit.cli.audit_session import DEADLINE, DeadlineOption, Work, known_rules, workers_for
from cgr_audit.cli.contract_choice import ContractChoice, ContractOption, OverrideOption, choose_contract
from cgr_audit.cli.options import JobsOption, MaxTokensOption, OutFolderOption, TemperatureOption
from cgr_audit.cli.output import inform, say, say_first
from cgr_audit.cli.packages import PackageArgument
from cgr_audit.cli.run_bar import RunBar
from cgr_audit.cli.solver_options import (
    MaxCallsOption,
    MaxConnectionsOption,
    MaxCostOption,
    MaxTokensTotalOption,
    NoCachesOption,
    PricesOption,
)
from cgr_audit.execution.generation.feedback import Feedback

if TYPE_CHECKING:
    from cgr_audit.execution.generation.session import GenerationOutcome
    from cgr_audit.execution.plan import SolverChoice
    from cgr_audit.records.package import TracePackage
    from cgr_audit.solvers.cached import SolverOptions
    from cgr_audit.source.contract import Contract

__all__ = ["command", "generate", "with_programs"]


def command(
    package: PackageArgument,
    generator: Annotated[
        str,
        typer.Option(
            metavar="SPEC",
            show_default=False,
            help="The generator model, as --solver of `run` names one: openai:BASE_URL#MODEL.",
        ),
    ],
    out: OutFolderOption,
    samples: Annotated[int, typer.Option(min=1, max=10_000, metavar="N", help="Programs for each item.")] = 1,
    attempts: Annotated[
        Optional[int],  # noqa: UP045  typer reads the annotation at run time
        typer.Option(
            min=1,
            max=100,
            metavar="N",
            help="Requests for one program, at most; by default the contract's.",
            show_default=False,
        ),
    ] = None,
    feedback: Annotated[
        Feedback,
        typer.Option(
            help="Findings shown to the next attempt: none, those about the program's form, or all (which "
            "changes what is measured)."
        ),
    ] = Feedback.CONTRACT,
    temperature: TemperatureOption = None,
    max_tokens: MaxTokensOption = None,
    seed: Annotated[
        Optional[int],  # noqa: UP045
        typer.Option(
            metavar="N",
            help="Seed of the requests' seeds; without it a single sample is sent none.",
            show_default=False,
        ),
    ] = None,
    contract: ContractOption = "",
    override_contract: OverrideOption = False,
    jobs: JobsOption = 0,
    deadline: DeadlineOption = DEADLINE,
    no_cache: NoCachesOption = False,
    max_connections: MaxConnectionsOption = None,
    max_calls: MaxCallsOption = None,
    max_tokens_total: MaxTokensTotalOption = None,
    max_cost: MaxCostOption = None,
    prices: PricesOption = None,
) -> None:
    """Have a model write a program for every item of a package, into a new package. Rerun the same command to resume.

    Existing programs are kept. Exit code 2: usage error; 3: no items; 4: the generator's service failed.
    """
    from cgr_audit.cli.solver_options import solver_options

    choice = choose_contract([package], contract, override=override_contract)
    outcome = generate(
        package,
        generator,
        out,
        solver_options(max_connections, max_calls, max_tokens_total, max_cost, prices, no_cache=no_cache),
        ContractChoice(choice.contract, contract or None, choice.overrides),
        samples=samples,
        attempts=attempts,
        feedback=feedback,
        temperature=temperature,
        max_tokens=max_tokens,
        seed=seed,
        jobs=jobs,
        deadline=deadline,
        no_cache=no_cache,
    )
    if outcome.failures:
        raise typer.Exit(4)


def generate(
    package: Path,
    generator: str,
    out: Path,
    asking: SolverOptions,
    choice: ContractChoice,
    *,
    jobs: int,
    samples: int = 1,
    attempts: int | None = None,
    feedback: Feedback = Feedback.CONTRACT,
    temperature: float | None = None,
    max_tokens: int | None = None,
    seed: int | None = None,
    deadline: float = DEADLINE,
    no_cache: bool = False,
) -> GenerationOutcome:
    """Have programs written, and say how it went; what is left out is as the contract says."""
    from cgr_audit.cli.destinations import require_out_folder
    from cgr_audit.execution.generation.order import GenerationOrder
    from cgr_audit.execution.generation.session import generate_package
    from cgr_audit.records.package import open_package
    from cgr_audit.records.package_warnings import carried_warnings

    started = time.perf_counter()
    require_out_folder(out)
    contract, terms = choice.contract, choice.contract.generate
    opened = open_package(package)
    chosen = _chosen(generator, contract, asking)
    warmth = terms.temperature if temperature is None else temperature
    if samples > 1 and warmth == 0:
        say(f"--samples {samples} at temperature 0: samples may all be the same; give --temperature, such as 0.8")
    with known_rules(None, no_cache=no_cache) as (registry, cache), RunBar(asking.account) as bar:
        order = GenerationOrder(
            contract,
            chosen,
            registry.digest,
            samples,
            attempts or terms.attempts,
            feedback,
            warmth,
            max_tokens or terms.max_tokens,
            0 if seed is None and samples > 1 else seed,
        )
        work = Work([], contract, None, jobs, deadline)
        rules = [rule for rule in registry.rules if feedback.covers(rule.meta.code)]
        outcome = generate_package(
            opened,
            order,
            workers_for(work, rules, registry.digest, cache),
            out,
            contract_origin=choice.origin,
            warnings=carried_warnings(opened, contract, overrides=choice.overrides),
            connections=chosen.in_flight(jobs),
            progress=bar,
        )
    _say_outcome(outcome, str(asking.account), time.perf_counter() - started)
    return outcome


def with_programs(
    package: Path,
    generator: str,
    out: Path,
    asking: SolverOptions,
    contract: str,
    *,
    override: bool,
    jobs: int,
    no_cache: bool,
) -> TracePackage:
    """A package as it is if it has programs or nobody is to write them, else one with them, in ``out/generated``.

    Raises:
        IncompleteError: not every program could be asked for.
    """
    from cgr_audit.errors import IncompleteError
    from cgr_audit.plural import counted
    from cgr_audit.records.package import open_package

    opened = open_package(package)
    if not generator or opened.programs:
        return opened
    choice = choose_contract([package], contract, override=override)
    out /= "generated"
    outcome = generate(package, generator, out, asking, choice, jobs=jobs, no_cache=no_cache)
    if outcome.failures:
        failed = counted(len(outcome.failures), "request")
        raise IncompleteError(f"{out}: {failed} for programs failed; rerun the same command to resume")
    return open_package(out)


def _chosen(generator: str, contract: Contract, asking: SolverOptions) -> SolverChoice:
    """Who writes the programs."""
    from cgr_audit.errors import UsageError
    from cgr_audit.execution.solver_choice import choose_generator
    from cgr_audit.source.contract import ArgumentStyle

    if contract.entry.arguments is ArgumentStyle.EXPRESSION:
        raise UsageError(
            f"the contract {contract.name!r} calls each program with arguments of its own, which items do not have; "
            "programs can be generated under contracts whose arguments are named"
        )
    return choose_generator(generator, contract, asking)


def _say_outcome(outcome: GenerationOutcome, asked: str, seconds: float) -> None:
    from cgr_audit.plural import counted

    lines = [f"{key.dataset}/{key.item_id} sample {key.sample}: {_why(one)}" for key, one in outcome.missing]
    for listed in (outcome.failures, tuple(lines)):
        say_first(listed)
    parts = [f"{counted(outcome.written, 'program')} of {outcome.asked:,}"]
    if outcome.with_errors:
        parts[0] += f" ({outcome.with_errors:,} with errors left)"
    parts += [f"{count:,} {_word(status)}" for status, count in sorted(outcome.statuses.items())]
    if outcome.kept:
        parts.append(f"{outcome.kept:,} kept")
    spent = counted(outcome.attempts, "attempt")
    if outcome.prompt_tokens or outcome.response_tokens:
        spent += f", {outcome.prompt_tokens:,} prompt and {outcome.response_tokens:,} response tokens"
    spent += f" · {asked}" if asked else ""
    inform(f"{', '.join(parts)} · {spent} · {seconds:.1f} s · {outcome.folder}")


def _why(status: str) -> str:
    """Why there is no program."""
    return "no program in the reply" if status == "no_program" else f"no program: {_word(status)}"


def _word(status: str) -> str:
    return status.replace("_", " ")
