"""``cgr-audit exec``: programs straight into the sandbox, without a gate."""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Optional

import typer

from cgr_audit.cli.audit_session import cluster_of
from cgr_audit.cli.contract_choice import ContractOption, OverrideOption, choose_contract, say_override
from cgr_audit.cli.options import (
    ClusterOption,
    ExcludeOption,
    IdFieldOption,
    JobsOption,
    PathsArgument,
    SolverOption,
    SourceFieldOption,
)
from cgr_audit.cli.output import inform, say, say_skipped
from cgr_audit.cli.run_bar import RetryLines
from cgr_audit.cli.running import outcome_words, sandbox_of
from cgr_audit.plural import counted

if TYPE_CHECKING:
    from cgr_audit.errors import CgrAuditError
    from cgr_audit.sandbox.outcome import Run
    from cgr_audit.sandbox.sandbox import Sandbox
    from cgr_audit.solvers.interface import Solver
    from cgr_audit.source.collected import Unreadable
    from cgr_audit.source.contract import Contract
    from cgr_audit.source.program import Program

__all__ = ["command", "run_record"]

SEED = 0
"""What randomness inside follows from: the same in every run of this command."""


class ExecFormat(StrEnum):
    """Output format."""

    TERMINAL = "terminal"
    JSON = "json"


def command(
    paths: PathsArgument,
    solver: SolverOption,
    item: Annotated[
        Optional[Path],  # noqa: UP045  typer reads the annotation at run time
        typer.Option(metavar="FILE", help="A JSON file with the item that the programs are run on."),
    ] = None,
    args: Annotated[
        Optional[str],  # noqa: UP045
        typer.Option(metavar="EXPR", help="The entry's arguments as Python source, such as \"'x', 3\"."),
    ] = None,
    args_field: Annotated[
        Optional[str],  # noqa: UP045
        typer.Option(metavar="FIELD", help="The field of a row that holds the entry's arguments as Python source."),
    ] = None,
    contract: ContractOption = "",
    override_contract: OverrideOption = False,
    limits: Annotated[
        str,
        typer.Option(
            metavar="K=V,...", help="fuel, memory, wall, calls, prompt, output, result; as in fuel=1e9,memory=64MiB."
        ),
    ] = "",
    format_: Annotated[ExecFormat, typer.Option("--format", help="Output format.")] = ExecFormat.TERMINAL,
    exclude: ExcludeOption = [],  # noqa: B006  typer copies it
    source_field: SourceFieldOption = "source",
    id_field: IdFieldOption = "id",
    jobs: JobsOption = 0,
    cluster: ClusterOption = "",
) -> None:
    """Run programs in the sandbox as they are, one fresh instance each, without a gate."""
    from cgr_audit.cli.configuration import find_configuration
    from cgr_audit.errors import NothingCollectedError, UsageError
    from cgr_audit.sandbox.limits import parse_limits
    from cgr_audit.solvers.remote import RemoteSolver
    from cgr_audit.solvers.service import service_behind
    from cgr_audit.solvers.spec import parse_solver_spec
    from cgr_audit.source.collect import collect

    if solver.startswith("replay:"):
        message = "`exec` gives every program a key of its own, under which nothing is recorded"
        raise UsageError(f"--solver {solver!r}: {message}; use `cgr-audit replay` or `cgr-audit run --solver {solver}`")
    if args is not None and args_field is not None:
        raise UsageError("--args and --args-field exclude each other")
    if args is not None:
        _check_arguments(args)
    choice = choose_contract(paths, contract, override=override_contract)
    say_override(choice)
    rules = choice.contract
    bounds = parse_limits(limits)
    answers = parse_solver_spec(solver)
    record = None if item is None else _read_item(item, rules)
    if record is None and rules.solver.is_used and args is None and args_field is None:
        say("no --item: a program that takes one gets an empty question and no options")
    base = find_configuration().folder
    found = collect(
        paths, source_field=source_field, id_field=id_field, base=base, exclude=exclude, on_skip=say_skipped
    )
    if args_field is not None:
        found = _with_arguments(found, args_field)
    first = list(islice(found, jobs))
    show = _print_json if format_ is ExecFormat.JSON else _terminal_printer()
    started = time.perf_counter()
    with cluster_of(cluster, rules, None) as executor:
        sandbox = sandbox_of(rules, bounds, jobs).on(executor)
        sandbox.reserve(len(first))
        asked = answers if executor is None else RemoteSolver(solver)
        run = _RunOne(sandbox, asked, solver, record, args, args_field)
        service = service_behind(answers)
        if service is not None:
            service.report = RetryLines()
        runs = sandbox.map(run, chain(first, found), jobs if executor is None else 1, run.lost)
        seen = _show_all(_until_it_ends(runs), show)
    if not seen:
        raise NothingCollectedError(f"no program found in {', '.join(paths)}")
    inform(_summary(seen, time.perf_counter() - started))
    if seen["unreadable"] or seen["host_failure"] or seen["crashed"]:
        raise typer.Exit(4)


def run_record(program: Program, run: Run) -> dict[str, Any]:
    """The object that ``--format json`` prints for one program."""
    from cgr_audit.sandbox.outcome import Completed, LimitExceeded, describe_outcome, kind_of
    from cgr_audit.sandbox.values import json_view, value_literal

    outcome = run.outcome
    return {
        "program_id": program.program_id,
        "sha256": program.sha256,
        "outcome": kind_of(outcome).value,
        "limit": outcome.limit.value if isinstance(outcome, LimitExceeded) else None,
        "value": json_view(run.value),
        "value_literal": value_literal(run.value) if isinstance(outcome, Completed) else None,
        "contract_broken": isinstance(outcome, Completed) and outcome.contract_broken is not None,
        "error": describe_outcome(outcome),
        "calls": len(run.calls),
        "prompts": [call.prompt for call in run.calls],
        "fuel": run.fuel,
        "wall_s": round(run.wall_s, 6),
        "component": run.component,
    }


def _read_item(path: Path, contract: Contract) -> dict[str, Any]:
    from cgr_audit.api.programs import checked_item
    from cgr_audit.errors import UsageError
    from cgr_audit.records.json_text import RecordError, parsed_record
    from cgr_audit.regular_file import read_regular

    try:
        record = parsed_record(read_regular(path), str(path))
    except OSError as error:
        raise UsageError(f"{path}: cannot read the item: {error.strerror}") from error
    except RecordError as error:
        raise UsageError(str(error)) from error
    return checked_item(record, contract, str(path))


@dataclass(frozen=True, slots=True)
class _Seen:
    """What was found, and how it ran if it is a program."""

    found: Program | Unreadable
    run: Run | None = None
    ended: CgrAuditError | None = None
    """Why nothing more is asked of the solver's service."""


@dataclass(frozen=True, slots=True)
class _RunOne:
    """Runs one program, in whatever process."""

    sandbox: Sandbox
    solver: Solver
    solver_name: str
    item: dict[str, Any] | None
    args: str | None
    args_field: str | None

    def __call__(self, found: Program | Unreadable) -> _Seen:
        from cgr_audit.records.rows import RowKey
        from cgr_audit.solvers.interface import CallOrigin
        from cgr_audit.solvers.service import service_behind
        from cgr_audit.source.program import Program

        if not isinstance(found, Program):
            return _Seen(found)
        service = service_behind(self.solver)
        arguments = self.args if self.args_field is None else found.fields[self.args_field]
        key = RowKey(str((self.item or {}).get("dataset", "")), found.program_id, self.solver_name, "", 0)
        run = self.sandbox.run(found.data, self.item, self.solver, SEED, arguments=arguments, origin=CallOrigin(key))
        return _Seen(found, run, None if service is None else service.ended)

    def lost(self, found: Program | Unreadable, why: str) -> _Seen:
        """What there is of a program that ended the process it ran in."""
        return _Seen(found, self.sandbox.lost(why))


def _check_arguments(expression: str) -> None:
    import ast

    from cgr_audit.errors import UsageError

    try:
        ast.parse(f"f({expression}\n)", mode="eval")
    except (SyntaxError, ValueError) as error:
        raise UsageError(f"--args {expression!r}: not a list of Python expressions: {error.args[0]}") from error


def _with_arguments(found: Iterator[Program | Unreadable], field: str) -> Iterator[Program | Unreadable]:
    """What was found, but for rows without text in the field that --args-field names."""
    from cgr_audit.source.collected import Unreadable
    from cgr_audit.source.program import Program

    for one in found:
        if isinstance(one, Program) and not isinstance(one.fields.get(field), str):
            yield Unreadable(one.path, f"no text in the field {field!r}, which --args-field names")
        else:
            yield one


def _until_it_ends(runs: Iterator[_Seen]) -> Iterator[_Seen]:
    """The runs, until nothing more is asked of the service that the solver is behind."""
    for one in runs:
        if one.ended is not None:
            raise one.ended
        yield one


def _show_all(runs: Iterator[_Seen], show: Callable[[dict[str, Any]], None]) -> Counter[str]:
    from cgr_audit.source.program import Program

    seen: Counter[str] = Counter()
    for one in runs:
        if isinstance(one.found, Program):
            assert one.run is not None
            record = run_record(one.found, one.run)
            seen[record["outcome"]] += 1
            show(record)
        else:
            seen["unreadable"] += 1
            say(f"{one.found.path}: {one.found.reason}")
    return seen


def _print_json(record: dict[str, Any]) -> None:
    from cgr_audit.records.lines import encode_record

    sys.stdout.buffer.write(encode_record(record) + b"\n")
    sys.stdout.buffer.flush()


def _terminal_printer() -> Callable[[dict[str, Any]], None]:
    from rich.console import Console
    from rich.text import Text

    from cgr_audit.control_characters import escape_control_characters

    console = Console(soft_wrap=True, highlight=False)
    styles = {"completed": "green", "guest_error": "yellow", "limit_exceeded": "yellow"}

    def show(record: dict[str, Any]) -> None:
        line = Text(f"{escape_control_characters(record['program_id'])}  ")
        limit = "" if record["limit"] is None else f" ({record['limit']})"
        line.append(outcome_words(record["outcome"]) + limit, styles.get(record["outcome"], "red"))
        if record["value_literal"] is not None:
            line.append(f"  {escape_control_characters(record['value_literal'])}", "bold")
        calls = counted(record["calls"], "call")
        line.append(f"  {calls}, {record['fuel']:,} fuel, {1000 * record['wall_s']:.1f} ms", "dim")
        if record["error"] is not None:
            line.append(f"\n   {escape_control_characters(record['error'])}")
        console.print(line)

    return show


def _summary(seen: Counter[str], seconds: float) -> str:
    parts = ", ".join(f"{count:,} {outcome_words(name)}" for name, count in sorted(seen.items()))
    return f"{counted(seen.total(), 'program')}: {parts} · {seconds:.1f} s"
