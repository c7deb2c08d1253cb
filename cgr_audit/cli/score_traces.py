"""``cgr-audit score traces``: the solver calls of a package as rows of ReTraceQA, to be annotated and judged."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated, Optional

import typer

from cgr_audit.cli.contract_choice import ContractOption, OverrideOption, choose_contract
from cgr_audit.cli.output import inform, say, write_output
from cgr_audit.cli.packages import PackageArgument
from cgr_audit.records.rows import Channel

__all__ = ["command"]


def command(
    package: PackageArgument,
    out: Annotated[
        Optional[Path],  # noqa: UP045  typer reads the annotation at run time
        typer.Option("--out", "-o", metavar="FILE", help="The .jsonl file to write; standard output by default."),
    ] = None,
    channel: Annotated[
        Channel, typer.Option(help="The scaffolds' calls, or those of the direct path.")
    ] = Channel.ASSISTED,
    contract: ContractOption = "",
    override_contract: OverrideOption = False,
) -> None:
    """Make rows of ReTraceQA from a package: a trace for each attempt, a step for each solver call."""
    from cgr_audit.cli.destinations import require_out_file
    from cgr_audit.cli.warning_lines import say_warnings
    from cgr_audit.plural import counted
    from cgr_audit.records.lines import encode_record, write_lines
    from cgr_audit.records.package import open_package
    from cgr_audit.records.package_warnings import recording_warnings
    from cgr_audit.scorecards.retraceqa.package_traces import package_traces

    require_out_file(out, makes_folders=True)
    _require_outside(package, out)
    opened = open_package(package)
    choice = choose_contract([package], contract, override=override_contract)
    say_warnings(opened, recording_warnings(opened, choice.contract, overrides=choice.overrides), choice)
    found = package_traces(opened, channel, choice.contract)
    if out is None:
        write_output((f"{encode_record(row).decode()}\n" for row in found.rows), None)
    else:
        write_lines(out, found.rows)
        inform(f"wrote {out}")
    if found.without_attempt:
        say(f"{counted(found.without_attempt, 'result row')} without a trace: no attempt was made, or none is known")
    if found.incomplete:
        said = counted(found.incomplete, "result row")
        say(f"{said} left out: calls.jsonl does not hold as many calls as the row says, so that steps would be missing")
    steps = sum(len(row["steps"]) for row in found.rows)
    say(f"{counted(len(found.rows), 'trace')} with {counted(steps, 'step')}; annotate first_error, -1 for no error")


def _require_outside(package: Path, out: Path | None) -> None:
    """Refuse to write among the records that are read, over which it might be."""
    from cgr_audit.errors import UsageError

    if out is not None and Path(os.path.realpath(out)).is_relative_to(os.path.realpath(package)):
        raise UsageError(f"{out}: lies in the package that is read; give another --out")
