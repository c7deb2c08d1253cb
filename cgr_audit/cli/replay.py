"""``cgr-audit replay``: run a recorded package again, as its own configuration says, into a folder of its own."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Optional

import typer

from cgr_audit.cli.auditing import RulesFolderOption
from cgr_audit.cli.packages import PackageArgument, PackageContractOption

__all__ = ["command"]


def command(
    package: PackageArgument,
    out: Annotated[
        Path,
        typer.Option("--out", "-o", metavar="DIR", help="The folder to write to; it is a package.", show_default=False),
    ],
    policy: Annotated[
        Optional[Path],  # noqa: UP045  typer reads the annotation at run time
        typer.Option(metavar="FILE", help="The policy that the verdicts were made by.", show_default=False),
    ] = None,
    rules: RulesFolderOption = None,
    contract: PackageContractOption = "",
    jobs: Annotated[
        int, typer.Option("--jobs", "-j", min=0, metavar="N", help="Runs in flight; 0: as many as processors.")
    ] = 0,
) -> None:
    """Run a recorded package again against its own calls.

    Stands for `run PACKAGE --solver replay:PACKAGE` with the package's own verdicts, and the limits, seed and included
    verdicts that its config.json has.
    """
    from cgr_audit.cli import run
    from cgr_audit.cli.packages import contract_of
    from cgr_audit.execution.verify.recorded import (
        check_contract,
        recorded_include,
        recorded_limits,
        recorded_seed,
    )
    from cgr_audit.records.package import open_package

    opened = open_package(package)
    terms = contract_of(opened, contract)
    check_contract(opened, terms)
    limits = asdict(recorded_limits(opened, terms))
    run.command(
        package,
        solver=f"replay:{package}",
        out=out,
        include=run.Include.OBSERVE if "observe" in recorded_include(opened, opened.results()) else None,
        policy=policy,
        rules=rules,
        contract=contract,
        limits=",".join(f"{name}={value}" for name, value in limits.items() if value is not None),
        seed=recorded_seed(opened),
        jobs=jobs,
    )
