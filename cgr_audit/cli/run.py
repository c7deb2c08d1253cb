"""``cgr-audit run``: execute the approved programs of a package."""

from __future__ import annotations

import sys
import time
from collections import Counter
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Optional

import typer

from cgr_audit.cli.options import SolverOption
from cgr_audit.cli.packages import PackageArgument, PackageContractOption

if TYPE_CHECKING:
    from types import TracebackType

    from rich.progress import Progress

    from cgr_audit.execution.provenance import ExecutedProvenance
    from cgr_audit.execution.session import RunOutcome
    from cgr_audit.records.package import TracePackage
    from cgr_audit.sandbox.sandbox import Sandbox
    from cgr_audit.source.contract import Contract

__all__ = ["Include", "RunBar", "command", "default_jobs", "make_sandbox", "provenance_of", "say_outcome"]

SHOWN = 5


class Include(StrEnum):
    """Which programs run beside the approved ones."""

    OBSERVE = "observe"


def command(
    package: PackageArgument,
    solver: SolverOption,
    out: Annotated[
        Path,
        typer.Option(
            "--out", "-o", metavar="DIR", help="The folder to write to; a run goes on there.", show_default=False
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
    policy: Annotated[
        Optional[Path],  # noqa: UP045
        typer.Option(metavar="FILE", help="The policy that the verdicts were made by.", show_default=False),
    ] = None,
    rules: Annotated[
        Optional[Path],  # noqa: UP045
        typer.Option(metavar="FOLDER", help="The folder of further rules that `gate` was given.", show_default=False),
    ] = None,
    contract: PackageContractOption = "",
    limits: Annotated[
        str, typer.Option(metavar="K=V,...", help="fuel, memory, wall, calls, prompt, output, result; as in fuel=1e9.")
    ] = "",
    seed: Annotated[int, typer.Option(metavar="N", help="What randomness inside programs follows from.")] = 0,
    jobs: Annotated[
        int, typer.Option("--jobs", "-j", min=0, metavar="N", help="Runs in flight; 0: as many as processors.")
    ] = 0,
) -> None:
    """Execute the approved programs of a package, and write result rows and calls. The same command again goes on."""
    from cgr_audit.audit.registry import load_registry
    from cgr_audit.cli.packages import contract_of, say_notes
    from cgr_audit.execution.judged import Digests, check_verdicts
    from cgr_audit.execution.plan import PackageRun, RunSettings
    from cgr_audit.execution.session import Judgement, check_out_folder, run_package
    from cgr_audit.execution.solver_choice import choose_solver
    from cgr_audit.gate.policy import load_policy
    from cgr_audit.records.package import open_package

    started = time.perf_counter()
    jobs = jobs or default_jobs()
    opened = open_package(package)
    check_out_folder(out, opened)
    say_notes(opened)
    terms = contract_of(opened, contract)
    registry = load_registry(rules)
    digests = Digests(registry.digest, terms.digest, load_policy(policy, registry).digest)
    origin = verdicts or package / "verdicts.jsonl"
    records = _read_verdicts(origin, package)
    judged = check_verdicts(records, opened, digests, str(origin))
    choice = choose_solver(solver, terms)
    sandbox = make_sandbox(terms, limits, enforce_budget=enforce_budget, jobs=jobs)
    chosen = frozenset({"approved"} if include is None else {"approved", include.value})
    settings = RunSettings(terms, digests, sandbox.limits, sandbox.interpreter.digest, contract or None, seed, chosen)
    with RunBar() as bar:
        outcome = run_package(
            PackageRun(opened, judged, choice, settings),
            Judgement(tuple(records), tuple(opened.findings())),
            sandbox,
            out,
            provenance=provenance_of(opened, terms),
            jobs=jobs,
            progress=bar,
        )
    say_outcome(outcome, time.perf_counter() - started)
    if outcome.counts.failures:
        raise typer.Exit(4)


def make_sandbox(contract: Contract, limits: str, *, enforce_budget: bool, jobs: int | None = None) -> Sandbox:
    """The sandbox of a run. Calls are stopped at the contract's cap, or at its budget where that is to be enforced."""
    from dataclasses import replace

    from cgr_audit.cli.output import say
    from cgr_audit.sandbox.interpreter import GUESTS, Interpreter
    from cgr_audit.sandbox.limits import Limits, parse_limits
    from cgr_audit.sandbox.sandbox import Sandbox

    bounds = parse_limits(limits, Limits(calls=contract.solver.cap))
    if enforce_budget and contract.solver.budget is not None:
        bounds = replace(bounds, calls=contract.solver.budget)
    return Sandbox(Interpreter(contract.imports.profile, report=say, guests=jobs or GUESTS), bounds, contract)


def provenance_of(package: TracePackage, contract: Contract) -> ExecutedProvenance:
    """What says where executed answers come from."""
    from cgr_audit.execution.provenance import ExecutedProvenance
    from cgr_audit.sandbox.compile_check import GuestCompiler

    return ExecutedProvenance(package, contract, GuestCompiler(contract.imports.profile))


def default_jobs() -> int:
    """As many runs in flight as there are processors."""
    import os

    return os.cpu_count() or 1


def say_outcome(outcome: RunOutcome, seconds: float) -> None:
    """One summary line, and the first faults of the harness before it."""
    from cgr_audit.cli.output import say

    counts = outcome.counts
    for failure in counts.failures[:SHOWN]:
        say(failure)
    if len(counts.failures) > SHOWN:
        say(f"... and {len(counts.failures) - SHOWN} more faults of the harness")
    outcomes = Counter(str(row.outcome).replace("_", " ") for row in outcome.rows)
    parts = ", ".join(f"{count} {name}" for name, count in sorted(outcomes.items()))
    resumed = f" · {counts.resumed} of {counts.total} runs were done before" if counts.resumed else ""
    say(f"{len(outcome.rows)} rows: {parts or 'none'}{resumed} · {seconds:.1f} s · {outcome.folder}")


class RunBar:
    """A bar with rate and time left on a terminal; nothing elsewhere."""

    def __init__(self) -> None:
        self._bar = None if not sys.stderr.isatty() else _bar()
        self._task = None if self._bar is None else self._bar.add_task("running", total=None, start=False)

    def __enter__(self) -> RunBar:
        """Show it."""
        if self._bar is not None:
            self._bar.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Take it away."""
        if self._bar is not None:
            self._bar.stop()

    def started(self, total: int, resumed: int) -> None:
        """Begin to measure: what an earlier run did says nothing about the rate."""
        if self._bar is not None and self._task is not None:
            self._bar.start_task(self._task)
            self._bar.update(self._task, total=total - resumed)

    def finished(self) -> None:
        """One more."""
        if self._bar is not None and self._task is not None:
            self._bar.advance(self._task)


def _bar() -> Progress:
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TaskProgressColumn,
        TextColumn,
        TimeRemainingColumn,
    )

    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TaskProgressColumn(show_speed=True),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
    )


def _read_verdicts(path: Path, package: Path) -> list[dict[str, Any]]:
    from cgr_audit.errors import UsageError
    from cgr_audit.records.lines import read_lines

    if not path.is_file():
        raise UsageError(f"{path}: no verdicts; first run `cgr-audit gate {package} --out FILE`, then --verdicts FILE")
    return [record for _, record in read_lines(path, "verdict")]
