"""``cgr-audit verify``: run a recorded package again from its own recording, and say what differs."""

from __future__ import annotations

import json
import time
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from cgr_audit.cli.audit_session import (
    DEADLINE,
    DeadlineOption,
    NoCacheOption,
    RulesFolderOption,
    cluster_of,
    known_rules,
)
from cgr_audit.cli.contract_choice import ContractOption, OverrideOption, choose_contract
from cgr_audit.cli.options import ClusterOption, JobsOption, OutOption, PolicyOption
from cgr_audit.cli.packages import PackageArgument

if TYPE_CHECKING:
    from cgr_audit.execution.verify.verification import Verification
    from cgr_audit.records.package import TracePackage
    from cgr_audit.sandbox.sandbox import Sandbox
    from cgr_audit.source.contract import Contract

__all__ = ["command"]


class VerificationFormat(StrEnum):
    """How a verification is written."""

    TEXT = "text"
    JSON = "json"


def command(
    package: PackageArgument,
    contract: ContractOption = "",
    override_contract: OverrideOption = False,
    policy: PolicyOption = None,
    rules: RulesFolderOption = None,
    wall: Annotated[
        float,
        typer.Option(min=0.1, metavar="SECONDS", help="Time limit of one run, instead of the recorded one."),
    ] = 100.0,
    jobs: JobsOption = 0,
    cluster: ClusterOption = "",
    deadline: DeadlineOption = DEADLINE,
    no_cache: NoCacheOption = False,
    form: Annotated[VerificationFormat, typer.Option("--format", help="Output format.")] = VerificationFormat.TEXT,
    out: OutOption = None,
) -> None:
    """Run a recorded package again from its own programs, items and calls, and report any difference.

    Exit code 0: nothing differs, and at least one row was verified whose program ran; 2: usage error, or another
    contract; 3: no rows; 4: something differs, nothing could be verified, or the package cannot be read.
    """
    from cgr_audit.cli.current_verdicts import current_verdicts
    from cgr_audit.cli.destinations import require_out_file
    from cgr_audit.cli.output import say, write_output
    from cgr_audit.cli.run_bar import RunBar
    from cgr_audit.cli.running import provenance_of
    from cgr_audit.cli.warning_lines import say_warnings
    from cgr_audit.errors import NothingCollectedError
    from cgr_audit.execution.package_verdicts import judge_probed
    from cgr_audit.execution.verdict_checks import Digests
    from cgr_audit.execution.verify.package import open_recording, verify_package
    from cgr_audit.execution.verify.recorded import check_contract, recorded_probes
    from cgr_audit.formats.verification import verification_summary
    from cgr_audit.gate.policy import load_policy
    from cgr_audit.gate.verdict import Gate
    from cgr_audit.records.package import open_package
    from cgr_audit.records.package_warnings import recording_warnings

    started = time.perf_counter()
    require_out_file(out)
    opened = open_package(package)
    choice = choose_contract([package], contract, override=override_contract)
    terms = choice.contract
    say_warnings(opened, recording_warnings(opened, terms, overrides=choice.overrides), choice, rules)
    if not opened.consistency.results and not opened.has("controls.jsonl"):
        raise NothingCollectedError(f"{package}: no result rows to verify")
    check_contract(opened, terms)
    sandbox = _sandbox(opened, terms, wall, jobs)
    with cluster_of(cluster, terms, rules) as executor:
        with known_rules(rules, no_cache=no_cache) as (registry, cache):
            chosen = load_policy(policy, registry)
            package_verdicts, audits, complete = current_verdicts(
                opened, terms, registry, chosen, rules, jobs, deadline, cache, executor
            )
        gate = Gate(chosen, registry.digest, terms.digest)
        package_verdicts = judge_probed(package_verdicts, audits, gate, recorded_probes(opened))
        with RunBar() as bar:
            verification = verify_package(
                open_recording(opened),
                sandbox.on(executor),
                Digests(registry.digest, terms.digest, chosen.digest),
                package_verdicts.verdicts,
                provenance=provenance_of(opened, terms),
                jobs=jobs if executor is None else 1,
                progress=bar,
            )
    write_output(_pieces(verification, form), out)
    say(verification_summary(verification, time.perf_counter() - started))
    if not complete or not verification.is_confirmed:
        raise typer.Exit(4)


def _sandbox(package: TracePackage, contract: Contract, wall: float, jobs: int) -> Sandbox:
    """The sandbox of the recorded runs, but for the clock: what it ends depends on the machine."""
    from dataclasses import replace

    from cgr_audit.cli.running import sandbox_of
    from cgr_audit.execution.verify.recorded import recorded_limits

    return sandbox_of(contract, replace(recorded_limits(package, contract), wall=wall), jobs)


def _pieces(verification: Verification, form: VerificationFormat) -> list[str]:
    from cgr_audit.formats.verification import verification_document, verification_text

    if form is VerificationFormat.JSON:
        return [json.dumps(verification_document(verification), indent=2) + "\n"]
    return list(verification_text(verification))
