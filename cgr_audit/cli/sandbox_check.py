"""``cgr-audit sandbox check``: the conformance suite against this installation."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Annotated

import typer

from cgr_audit.cli.options import JobsOption
from cgr_audit.cli.output import say, show
from cgr_audit.plural import counted

if TYPE_CHECKING:
    from cgr_audit.sandbox.conformance.case import Case
    from cgr_audit.sandbox.conformance.report import Report
    from cgr_audit.tables.table import Table

__all__ = ["command"]

_QUICK_STEP = 6
"""Of so many cases of a class a quick check runs one."""
_ORDER_SEED = 1


def command(
    profile: Annotated[str, typer.Option("--profile", metavar="NAME", help="The profile to check.")] = "standard",
    quick: Annotated[bool, typer.Option("--quick", help="Run a sixth of the programs of each class, once.")] = False,
    jobs: JobsOption = 0,
) -> None:
    """Run the conformance suite in two orders, and report each program that does not end as expected."""
    from cgr_audit.cli.packages import show_table
    from cgr_audit.sandbox.conformance.back_end import ComponentBackEnd
    from cgr_audit.sandbox.conformance.report import differences, run_suite
    from cgr_audit.sandbox.conformance.suite import load_suite
    from cgr_audit.sandbox.interpreter import Interpreter

    started = time.perf_counter()
    suite = load_suite(profile)
    cases = _sample(suite) if quick else suite
    interpreter = Interpreter(profile, report=say, guests=jobs)
    back_end = ComponentBackEnd(interpreter)
    report = run_suite(back_end, cases, jobs=jobs)
    faults = [*_import_faults(interpreter.imports()), *report.faults]
    if not quick:
        again = run_suite(back_end, cases, jobs=jobs, shuffled_by=_ORDER_SEED)
        faults += [f"in another order: {difference}" for difference in differences(report, again)]
    show_table(_table(report))
    for fault in faults:
        show(fault)
    held = sum(verdict.fault is None for verdict in report.verdicts)
    part = f" (a sample of {len(suite)})" if quick else ""
    seconds = f"{time.perf_counter() - started:.1f} s"
    say(f"{len(cases)} programs{part}: {held} ended as they have to, {counted(len(faults), 'fault')} · {seconds}")
    if faults:
        raise typer.Exit(4)


def _sample(cases: tuple[Case, ...]) -> tuple[Case, ...]:
    """Every so manyth case of each class, its first among them."""
    seen: dict[str, int] = {}
    chosen = []
    for case in cases:
        place = seen.get(case.group, 0)
        seen[case.group] = place + 1
        if place % _QUICK_STEP == 0:
            chosen.append(case)
    return tuple(chosen)


def _import_faults(imports: tuple[str, ...]) -> list[str]:
    from cgr_audit.sandbox.installation import ONLY_IMPORT

    wanted = ONLY_IMPORT["name"]
    return [] if imports == (wanted,) else [f"the component imports {', '.join(imports)}, not {wanted} alone"]


def _table(report: Report) -> Table:
    from cgr_audit.tables.table import Column, Kind, Table

    groups = report.by_group().items()
    records = tuple({"class": group, "programs": total, "held": held} for group, (held, total) in groups)
    note = "Programs of each class, and how many of them ended as they have to."
    columns = (Column("class", "class"), Column("programs", "programs", Kind.COUNT), Column("held", "held", Kind.COUNT))
    return Table("conformance", "Conformance suite", note, columns, records)
