"""Asking for rows from beginning to end: every response is durable in a ledger before it counts.

A row is a function that asks: it may put several prompts, one after another, each with what came of those before. When
the same command is run again the function runs again, and every prompt that has been answered is answered from the
ledger. Rows are written last, in the order of their tasks, whatever the order of responses.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from cgr_audit.asking.asker import Asker, AskSetup, CallFailedError, RowTask
from cgr_audit.errors import UsageError
from cgr_audit.execution.ledger import Ledger
from cgr_audit.execution.progress import NoProgress, RunProgress
from cgr_audit.records.lines import RecordError, read_lines, remove_unfinished, write_lines
from cgr_audit.sandbox.threads import map_in_order
from cgr_audit.schema import require_record
from cgr_audit.solvers.account import BudgetReachedError

__all__ = ["Outcome", "ask_for_rows", "calls_file"]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of asking."""

    rows: int
    statuses: Counter[str]
    """How many rows have which status."""
    failures: tuple[str, ...] = field(repr=False)
    """The rows that there are not, and why, a line each."""


def calls_file(rows: Path) -> Path:
    """Where the calls behind a file of rows are written: ``rows.jsonl`` has ``rows.calls.jsonl``."""
    return rows.with_name(f"{rows.name.removesuffix('.jsonl')}.calls.jsonl")


def ask_for_rows(
    setup: AskSetup,
    tasks: Sequence[RowTask],
    out: Path,
    *,
    jobs: int = 1,
    progress: RunProgress | None = None,
) -> Outcome:
    """Ask for every row, and write rows and calls; what an earlier try was answered is not asked again.

    Args:
        setup: prompts and models.
        tasks: one for each row; no two have the same benchmark, item and setting.
        out: a ``.jsonl`` file; calls and ledger are written next to it.
        jobs: how many rows are worked at, at least; as many as there are connections otherwise.
        progress: told how it goes.

    Raises:
        UsageError: this command did not write the file, or another command is writing it; a service refuses
            every request, as with a wrong key.
        IncompleteError: a service cannot be reached, does not answer any more, or the budget is used up; what was
            answered is kept.
        LedgerWriteError: the ledger cannot be written; what was answered is kept.
        LedgerChangedError: something else changed the ledger.
    """
    progress = progress or NoProgress()
    ledger_path = out.with_name(f"{out.name.removesuffix('.jsonl')}.ledger")
    if not out.name.endswith(".jsonl"):
        raise UsageError(f"{out}: rows are written as JSON lines; give --out a name that ends in .jsonl")
    for path in (out, calls_file(out)):
        if path.exists() and not ledger_path.exists():
            raise UsageError(f"{path}: would be overwritten, and was not written by this command; give another --out")
    with Ledger(ledger_path, interval_s=0) as ledger:
        _require_same_models(setup, tasks, out)
        remove_unfinished(out.parent, below=False)
        for one in setup.respondents:
            if one.state is not None:
                one.state.report = progress.retrying
        progress.started(len(tasks), 0)
        connections = max(jobs, *(one.connections for one in setup.respondents))
        rows, askers, failures = [], [], []
        for asker, row, failure in map_in_order(lambda task: _worked(setup, ledger, task), tasks, connections):
            _require_service(setup, ledger)
            progress.finished()
            askers.append(asker)
            if failure:
                failures.append(failure)
            else:
                rows.append(row)
        _require_service(setup, ledger, at_end=True)
        ledger.flush()
        write_lines(calls_file(out), _calls(ledger, askers))
        write_lines(out, rows)
    statuses = Counter(str(row["status"]) for row in rows)
    return Outcome(len(rows), statuses, tuple(failures))


def _require_same_models(setup: AskSetup, tasks: Sequence[RowTask], out: Path) -> None:
    """Refuse a file of another system's rows, or with rows of a model or judge that is not asked now.

    Raises:
        UsageError: it is one.
    """
    asked = {
        "model": {task.model or setup.model.name for task in tasks},
        "judge": set() if setup.judge is None else {setup.judge.name},
    }
    try:
        for number, row in read_lines(out, setup.schema) if out.exists() else ():
            for who, names in asked.items():
                if row.get(who) is not None and row[who] not in names:
                    raise UsageError(
                        f"{out}:{number}: has {who} {row[who]!r}, which is not asked now; give another --out"
                    )
    except RecordError as error:
        raise UsageError(f"{error}; the file would be overwritten: give another --out") from error


def _worked(setup: AskSetup, ledger: Ledger, task: RowTask) -> tuple[Asker, dict[str, Any], str]:
    """A row with what it was made with, or why there is none."""
    asker = Asker(setup, ledger, task)
    try:
        row = task.write(asker)
    except CallFailedError as error:
        return asker, {}, str(error)
    prompts = dict(sorted({**(row.get("prompts") or {}), **asker.digests}.items()))
    row = {**row, "model": task.model or setup.model.name, "prompts": prompts}
    require_record(setup.schema, row)
    return asker, row, ""


def _require_service(setup: AskSetup, ledger: Ledger, *, at_end: bool = False) -> None:
    """Stop where nothing more is asked; what is in flight when a budget is reached comes in first, since it costs."""
    for one in setup.respondents:
        ended = None if one.state is None else one.state.ended
        if ended is not None and (at_end or not isinstance(ended, BudgetReachedError)):
            ledger.flush()
            raise ended


def _calls(ledger: Ledger, askers: Sequence[Asker]) -> Iterator[dict[str, Any]]:
    """The calls behind the rows, in the order of rows."""
    for asker in askers:
        for digest in asker.calls:
            entry = ledger.get(digest)
            if entry is not None:
                yield entry
