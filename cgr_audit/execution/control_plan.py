"""Which controls a run asks, of which items and rows, and the key that each is kept under."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from cgr_audit.errors import UsageError
from cgr_audit.execution.control_prompts import control_prompts
from cgr_audit.execution.controls import ControlChoice, control_parameters
from cgr_audit.execution.ledger import Ledger, key_digest
from cgr_audit.execution.plan import PackageRun, Plan, SolverChoice, Work, direct_work, item_digest
from cgr_audit.records.rows import ControlKey, ControlName, Item, RowKey
from cgr_audit.source.contract import Contract

__all__ = ["PlannedControl", "chosen_controls", "control_work", "matched_rows", "plan_controls"]


@dataclass(frozen=True, slots=True)
class PlannedControl:
    """One control row, and where it is found in the ledger."""

    key: ControlKey
    is_matched: bool
    work: Work


def chosen_controls(
    contract: Contract, given: Iterable[ControlChoice], *, has_generator: bool
) -> tuple[ControlChoice, ...]:
    """The controls of a run: those that are given, after the direct path of items without a program.

    Raises:
        UsageError: a control that cannot be asked, or is given twice; a generator that nothing is asked of.
    """
    controls = tuple(given)
    if not (contract.solver.is_used and contract.direct.prompt):
        if controls:
            lacks = f"the contract {contract.name!r} has no direct prompt, which controls need"
            raise UsageError(f"--control {controls[0]}: {lacks}")
        return ()
    places = [(control.name, control.is_matched) for control in controls]
    twice = next((control for control, place in zip(controls, places, strict=True) if places.count(place) > 1), None)
    if twice is not None:
        raise UsageError(f"--control {twice.name}: given twice; one number of calls, or none, can be compared")
    asks_generator = any(control.name is ControlName.GENERATOR_ALONE for control in controls)
    if asks_generator and not has_generator:
        raise UsageError("--control generator-alone: give the generator's model with --generator SPEC")
    if has_generator and not asks_generator:
        raise UsageError("--generator: only --control generator-alone asks it anything")
    others = (control for control in controls if control.name is not ControlName.DIRECT)
    return (ControlChoice(ControlName.DIRECT), *others)


def plan_controls(
    run: PackageRun, plan: Plan, ledger: Ledger, *, only_recorded: bool = True
) -> tuple[PlannedControl, ...]:
    """The control rows that can be asked by now, sorted by key.

    What belongs to an item alone can be asked at once; what makes as many calls as a row's program did, once the ledger
    holds that program's run.

    Args:
        run: what is run.
        plan: its rows.
        ledger: an open ledger.
        only_recorded: whether a replay asks nothing that the recording has no row of.
    """
    planned = [*_of_items(run), *_of_rows(run, plan, ledger)]
    known = run.choices[0].controls if run.is_replay and only_recorded else None
    chosen = (one for one in planned if known is None or one.key in known)
    return tuple(sorted(chosen, key=lambda one: (*one.key[:3], one.work.key[3:], one.key.control)))


def control_work(planned: Iterable[PlannedControl]) -> tuple[Work, ...]:
    """The work behind control rows, each piece once."""
    return tuple({one.work.digest: one.work for one in planned}.values())


def matched_rows(run: PackageRun, plan: Plan) -> int:
    """How many control rows there will be once all programs have run, besides those that belong to items alone."""
    return sum(control.is_matched for control in run.settings.controls) * sum(
        row.assisted is not None for row in plan.rows
    )


def _of_items(run: PackageRun) -> Iterator[PlannedControl]:
    with_program = {program.item_key for program in run.package.programs}
    for choice, solver in _solvers(run):
        for item in run.package.items.values():
            key = RowKey(*item.key, solver, "", 0)
            for control in run.settings.controls:
                if control.is_matched or (control.name is ControlName.DIRECT and item.key in with_program):
                    continue
                if control.name is ControlName.DIRECT:
                    work = direct_work(key, item, choice, run.settings)
                else:
                    work = _work(run, control.name, key, item, choice, control.calls or 1)
                yield PlannedControl(ControlKey(*item.key, solver, None, None, control.name.value), False, work)


def _of_rows(run: PackageRun, plan: Plan, ledger: Ledger) -> Iterator[PlannedControl]:
    """A program that made no call is given one: a model that is asked nothing has no answer to compare with."""
    matched = [control for control in run.settings.controls if control.is_matched]
    choices = {solver: choice for choice, solver in _solvers(run)}
    for row in plan.rows if matched else ():
        record = ledger.get(row.assisted) if row.assisted is not None and row.assisted in ledger else None
        if record is None:
            continue
        calls = max(1, len(record["calls"]))
        for control in matched:
            item = run.package.items[row.program.item_key]
            work = _work(run, control.name, row.key, item, choices[row.key.solver], calls)
            yield PlannedControl(ControlKey(*row.key, control.name.value), True, work)


def _solvers(run: PackageRun) -> Iterator[tuple[SolverChoice, str]]:
    """The solver of each solver name."""
    for choice in run.choices:
        rows = {key.solver for key in (*choice.rows, *(choice.controls or ()))} if choice.is_replay else {choice.spec}
        yield from ((choice, solver) for solver in sorted(rows))


def _work(run: PackageRun, control: ControlName, key: RowKey, item: Item, choice: SolverChoice, calls: int) -> Work:
    """A control's work. The generator is asked once for an item, whoever the solver is."""
    contract = run.settings.contract
    if control is ControlName.GENERATOR_ALONE and run.generator is not None:
        choice = run.generator
        key = key._replace(solver=choice.spec)
    ledger_key: dict[str, Any] = {
        "channel": control.value,
        **key._asdict(),
        "item": item_digest(item),
        "solver_identity": choice.identity,
        "contract": run.settings.digests.contract,
        "prompts": dict(control_prompts(contract, control)),
        "parameters": control_parameters(contract, control, run.settings.parameters),
        "calls": calls,
    }
    return Work(control, key, item, None, choice, ledger_key, key_digest(ledger_key), calls)
