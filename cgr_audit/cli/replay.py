"""``cgr-audit replay``: run a recorded package again, as its own configuration says, into a folder of its own."""

from __future__ import annotations

from cgr_audit.cli.audit_session import RulesFolderOption
from cgr_audit.cli.contract_choice import ContractOption, OverrideOption, choose_contract
from cgr_audit.cli.options import ClusterOption, JobsOption, OutFolderOption, PolicyOption
from cgr_audit.cli.packages import PackageArgument

__all__ = ["command"]


def command(
    package: PackageArgument,
    out: OutFolderOption,
    policy: PolicyOption = None,
    rules: RulesFolderOption = None,
    contract: ContractOption = "",
    override_contract: OverrideOption = False,
    jobs: JobsOption = 0,
    cluster: ClusterOption = "",
) -> None:
    """Run a recorded package again against its own calls.

    Stands for `run PACKAGE --solver replay:PACKAGE` with the package's own verdicts, and the limits, seed and included
    verdicts that its config.json has.
    """
    from cgr_audit.cli.destinations import require_out_folder
    from cgr_audit.cli.run_terms import terms_of_recording
    from cgr_audit.cli.running import RunOrder, run_and_say
    from cgr_audit.execution.session import check_out_folder
    from cgr_audit.execution.solver_choice import choose_recording
    from cgr_audit.execution.verify.recorded import (
        check_contract,
        recorded_include,
        recorded_limits,
        recorded_seed,
    )
    from cgr_audit.records.package import open_package

    require_out_folder(out)
    opened = open_package(package)
    check_out_folder(out, opened)
    choice = choose_contract([package], contract, override=override_contract)
    check_contract(opened, choice.contract)
    order = RunOrder(
        opened,
        choice,
        package / "verdicts.jsonl",
        policy,
        rules,
        terms_of_recording(choose_recording(package, choice.contract), recorded_seed(opened)),
        recorded_limits(opened, choice.contract),
        recorded_include(opened, opened.results()),
        cluster=cluster,
    )
    run_and_say(order, out, jobs)
