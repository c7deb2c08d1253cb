"""What the commands that run packages share: the sandbox, the run itself and its summary."""

from __future__ import annotations

import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from cgr_audit.cli.run_bar import RunBar

if TYPE_CHECKING:
    from cgr_audit.cli.contract_choice import ContractChoice
    from cgr_audit.cli.run_terms import RunTerms
    from cgr_audit.execution.finished import Finished, Shown
    from cgr_audit.execution.plan import RunSettings
    from cgr_audit.execution.provenance import ExecutedProvenance
    from cgr_audit.execution.session import RunOutcome
    from cgr_audit.execution.verdict_checks import Digests
    from cgr_audit.records.package import TracePackage
    from cgr_audit.sandbox.limits import Limits
    from cgr_audit.sandbox.sandbox import Sandbox
    from cgr_audit.solvers.account import Account
    from cgr_audit.source.contract import Contract

__all__ = [
    "RunOrder",
    "finished_work",
    "limits_of",
    "make_sandbox",
    "outcome_words",
    "provenance_of",
    "run_and_say",
    "sandbox_of",
    "say_finished",
    "say_outcome",
    "settings_of",
]

SHOWN = 5


@dataclass(frozen=True, slots=True)
class RunOrder:
    """A package to be run by verdicts that were made before."""

    package: TracePackage
    choice_of_contract: ContractChoice
    verdicts: Path
    """A file of verdicts."""
    policy: Path | None
    """The policy that they were made by; null for the built-in one."""
    rules: Path | None
    """The folder of further rules that they were made by."""
    terms: RunTerms
    limits: Limits
    include: frozenset[str]
    """The verdicts whose programs are run."""
    account: Account | None = None
    """What is asked of solvers that cost something."""
    cluster: str = ""
    """Where programs run, as ``--cluster`` says it."""


def run_and_say(order: RunOrder, out: Path, jobs: int) -> None:
    """Run a package into a folder and say how it went.

    Args:
        order: what is run.
        out: the folder.
        jobs: runs in flight.

    Raises:
        Exit: with code 4, where the harness failed.
        UsageError: there are no verdicts, or they rest on other rules, another contract or policy, or other programs.
    """
    from cgr_audit.cli.audit_session import cluster_of
    from cgr_audit.cli.warning_lines import gate_command, say_warnings
    from cgr_audit.execution.configuration import configuration
    from cgr_audit.execution.finished import inputs_digest, read_finished, write_finished
    from cgr_audit.execution.plan import PackageRun
    from cgr_audit.execution.session import PackageVerdicts, run_package
    from cgr_audit.execution.verdict_checks import check_verdicts
    from cgr_audit.records.digests import file_sha256
    from cgr_audit.records.package_warnings import carried_warnings, recording_warnings

    started = time.perf_counter()
    package, chosen = order.package, order.choice_of_contract
    contract = chosen.contract
    again = gate_command(package.folder, order.verdicts, chosen, order.rules, order.policy)
    digests = _digests(order)
    records = _read_verdicts(order.verdicts, again) if package.programs else []
    judged = check_verdicts(records, package, digests, str(order.verdicts), again)
    say_warnings(package, recording_warnings(package, contract, overrides=chosen.overrides), chosen, order.rules)
    in_flight = order.terms.in_flight(jobs)
    sandbox = sandbox_of(contract, order.limits, in_flight, jobs)
    settings = settings_of(order.terms, chosen, digests, sandbox, order.include)
    warnings = carried_warnings(package, contract, overrides=chosen.overrides)
    run = PackageRun(package, judged, order.terms.choices, settings, warnings, order.terms.generator)
    inputs = inputs_digest(
        command="run",
        package=package.digest,
        verdicts=file_sha256(order.verdicts) if package.programs else None,
        contract=[chosen.origin, chosen.overrides],
        configuration=configuration(run),
    )
    known = read_finished(out, inputs)
    if known is not None:
        say_finished(known, out, time.perf_counter() - started)
        return
    with cluster_of(order.cluster, contract, order.rules) as executor, RunBar(order.account) as bar:
        outcome = run_package(
            run,
            PackageVerdicts(tuple(records), tuple(package.findings())),
            sandbox.on(executor),
            out,
            provenance=provenance_of(package, contract),
            jobs=in_flight if executor is None else order.terms.in_flight(1),
            progress=bar,
        )
    say_outcome(outcome, time.perf_counter() - started, order.account)
    if outcome.counts.failures:
        raise typer.Exit(4)
    write_finished(out, inputs, finished_work(outcome))


def settings_of(
    terms: RunTerms, chosen: ContractChoice, digests: Digests, sandbox: Sandbox, include: frozenset[str]
) -> RunSettings:
    """What decides the results of a run."""
    from cgr_audit.execution.plan import RunSettings

    return RunSettings(
        chosen.contract,
        digests,
        sandbox.limits,
        sandbox.interpreter.digest,
        chosen.origin,
        terms.seed,
        include,
        terms.parameters,
        terms.controls,
    )


def finished_work(outcome: RunOutcome, shown: Shown | None = None) -> Finished:
    """What the same command will say when it is given again."""
    from cgr_audit.execution.finished import Finished, Shown

    outcomes = dict(Counter(str(row.outcome) for row in outcome.rows))
    return Finished(outcomes, outcome.counts.total, outcome.control_rows, shown or Shown())


def sandbox_of(contract: Contract, limits: Limits, guests: int | None = None, computing: int | None = None) -> Sandbox:
    """A sandbox that says to standard error what getting ready costs.

    Args:
        contract: how programs are run, and in which profile.
        limits: of each run.
        guests: how many runs are in flight; nothing for what is usual.
        computing: how many of them compute while the others wait for their solvers; nothing for what is usual.
    """
    from cgr_audit.cli.output import say
    from cgr_audit.sandbox.interpreter import GUESTS, Interpreter
    from cgr_audit.sandbox.sandbox import Sandbox

    interpreter = Interpreter(contract.imports.profile, report=say, guests=guests or GUESTS, computing=computing)
    sandbox = Sandbox(interpreter, limits, contract)
    fitting = max(1, sandbox.interpreter.memory.total // limits.memory)
    if guests is not None and guests > fitting:
        say(f"memory for {fitting:,} programs in flight instead of {guests:,}; lower --limits memory=... for more")
    return sandbox


def make_sandbox(
    contract: Contract, limits: str, *, enforce_budget: bool, jobs: int | None = None, computing: int | None = None
) -> Sandbox:
    """The sandbox of a run whose limits are those of ``--limits``, for so many runs in flight."""
    return sandbox_of(contract, limits_of(contract, limits, enforce_budget=enforce_budget), jobs, computing)


def limits_of(contract: Contract, limits: str, *, enforce_budget: bool) -> Limits:
    """What ``--limits`` says; calls stop at the contract's cap, or at its budget where that is to be enforced."""
    from dataclasses import replace

    from cgr_audit.sandbox.limits import Limits, parse_limits

    bounds = parse_limits(limits, Limits(calls=contract.solver.cap))
    if enforce_budget and contract.solver.budget is not None:
        return replace(bounds, calls=contract.solver.budget)
    return bounds


def provenance_of(package: TracePackage, contract: Contract) -> ExecutedProvenance:
    """What says where executed answers come from."""
    from cgr_audit.execution.provenance import ExecutedProvenance
    from cgr_audit.sandbox.compile_check import GuestCompiler

    return ExecutedProvenance(package, contract, GuestCompiler(contract.imports.profile))


def say_outcome(outcome: RunOutcome, seconds: float, account: Account | None = None) -> None:
    """One summary line; before it the first failures of service and toolkit, and an error that many programs share."""
    from cgr_audit.cli.output import say
    from cgr_audit.cli.shared_errors import shared_error
    from cgr_audit.plural import counted

    counts, done = outcome.counts, finished_work(outcome)
    for failure in counts.failures[:SHOWN]:
        say(failure)
    if len(counts.failures) > SHOWN:
        say(f"... and {counted(len(counts.failures) - SHOWN, 'more failure')}")
    shared = shared_error(outcome.rows)
    if shared is not None:
        say(shared)
    _say_summary(done, counts.resumed, outcome.folder, seconds, str(account or ""))


def say_finished(done: Finished, out: Path, seconds: float) -> None:
    """The same summary line, where an earlier command did everything."""
    _say_summary(done, done.runs, out, seconds)


def outcome_words(outcome: str) -> str:
    """An outcome's name in records, as people read it."""
    return outcome.replace("guest_error", "program_error").replace("_", " ")


def _say_summary(done: Finished, resumed: int, out: Path, seconds: float, asked: str = "") -> None:
    from cgr_audit.cli.output import inform
    from cgr_audit.plural import counted

    parts = ", ".join(f"{count:,} {outcome_words(name)}" for name, count in sorted(done.outcomes.items()))
    before = f" · {resumed:,} of {done.runs:,} runs were done before" if resumed else ""
    beside = f" · {counted(done.control_rows, 'control row')}" if done.control_rows else ""
    asked = f" · {asked}" if asked else ""
    outcomes = f"{counted(sum(done.outcomes.values()), 'row')}: {parts or 'none'}"
    inform(f"{outcomes}{beside}{before}{asked} · {seconds:.1f} s · {out}")


def _digests(order: RunOrder) -> Digests:
    from cgr_audit.audit.registry import load_registry
    from cgr_audit.execution.verdict_checks import Digests
    from cgr_audit.gate.policy import load_policy

    registry = load_registry(order.rules)
    return Digests(
        registry.digest, order.choice_of_contract.contract.digest, load_policy(order.policy, registry).digest
    )


def _read_verdicts(path: Path, again: str) -> list[dict[str, Any]]:
    from cgr_audit.errors import UsageError
    from cgr_audit.records.lines import read_lines
    from cgr_audit.records.presence import is_there

    if not is_there(path):
        raise UsageError(f"{path}: no verdicts; first run `{again}`")
    return [record for _, record in read_lines(path, "verdict")]
