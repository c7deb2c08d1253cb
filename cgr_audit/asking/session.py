"""Asking for rows from beginning to end: every response is durable in a ledger before it counts.

A row is a function that asks: it may put several prompts, one after another, each with what came of those before. When
the same command is run again the function runs again, and every prompt that has been answered is answered from the
ledger. Rows are written last, in the order of their tasks, whatever the order of responses.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Any

from cgr_audit.asking.prompts import Prompts
from cgr_audit.asking.respondent import Respondent
from cgr_audit.errors import CgrAuditError, UsageError
from cgr_audit.execution.ledger import Ledger, key_digest
from cgr_audit.execution.progress import NoProgress, RunProgress
from cgr_audit.records.lines import remove_unfinished, write_lines
from cgr_audit.records.rows import RowKey
from cgr_audit.sandbox.threads import map_in_order
from cgr_audit.schema import require_record
from cgr_audit.solvers.account import BudgetReachedError
from cgr_audit.solvers.asking import recorded_reply
from cgr_audit.solvers.interface import CallOrigin, SolverRequest
from cgr_audit.solvers.sampling import derived_seed

__all__ = ["Answer", "Asker", "Asking", "Outcome", "RowStatus", "RowTask", "ask_for_rows", "calls_file"]

LONGEST_RESPONSE = 1 << 20
"""Bytes of a response that are kept; the rest is cut off, and the response is truncated."""


class RowStatus(StrEnum):
    """What came of asking for one row; every row says it in ``status``."""

    ANSWERED = "answered"
    UNPARSED = "unparsed"
    """The model gave a whole text, which does not have the form that the prompt asks for."""
    TRUNCATED = "truncated"
    NO_TEXT = "no_text"
    FILTERED = "filtered"


class _Channel(StrEnum):
    ASK = "ask"


@dataclass(frozen=True, slots=True)
class Answer:
    """What a model gave for one prompt."""

    response: str
    """As it came; a part of it where it is truncated."""
    status: RowStatus
    """Never ``unparsed``: whether it parses is for whoever asked."""

    @property
    def text(self) -> str | None:
        """The response, where it is a whole text."""
        return self.response if self.status is RowStatus.ANSWERED else None


class Asker:
    """Puts the prompts of one row. It belongs to one thread."""

    def __init__(self, asking: Asking, ledger: Ledger, task: RowTask) -> None:
        self._asking = asking
        self._ledger = ledger
        self._task = task
        self.digests: dict[str, str] = {}
        """Of the prompts that were put, by name."""
        self.calls: list[str] = []
        """The entries of the ledger, in the order in which they were asked for."""

    def ask(self, prompt: str, values: Mapping[str, str], *, sample: int = 0, judge: bool = False) -> Answer:
        """Put a prompt to the model, or to the judge.

        Args:
            prompt: its name.
            values: what is filled in.
            sample: counted from 0; another sample is another draw.
            judge: whether the judge is asked.

        Raises:
            CallFailedError: there is no response.
            LedgerWriteError: the ledger cannot be written; what was answered is kept.
            LedgerChangedError: something else changed the ledger.
        """
        self._ledger.check()  # a response that cannot be kept is paid for in vain
        asking, task = self._asking, self._task
        asked = asking.judge if judge else asking.model
        assert asked is not None, "a judge is asked only where there is one"
        template = asking.prompts[prompt]
        text = template.filled(values)
        self.digests[prompt] = template.digest
        place = (asking.system, task.benchmark, task.item_id, task.setting, prompt, sample)
        sent = dict(asked.parameters)
        if asked.seed is not None:
            sent["seed"] = derived_seed(asked.seed, *place)
        key = {
            "command": "ask",
            "model": asked.identity,
            "place": list(place),
            "prompt": hashlib.sha256(text.encode()).hexdigest(),
            "parameters": sent,
        }
        digest = key_digest(key)
        self.calls.append(digest)
        kept = self._ledger.get(digest) if digest in self._ledger else None
        if kept is None:
            origin = CallOrigin(
                RowKey(task.benchmark, task.item_id, "", f"{task.setting}/{prompt}", sample), _Channel.ASK
            )
            kept = self._put(asked, SolverRequest(text, {}, origin, 0, (), sent), key, template.digest)
        if kept["status"] is None:
            raise CallFailedError(f"{task}: {asked.name}: {kept['error']}")
        return Answer(kept["response"], RowStatus(kept["status"]))

    def _put(
        self, asked: Respondent, request: SolverRequest, key: Mapping[str, Any], prompt_digest: str
    ) -> dict[str, Any]:
        system, benchmark, item_id, setting, prompt, sample = key["place"]
        result = {
            "system": system,
            "benchmark": benchmark,
            "id": item_id,
            "setting": setting,
            "sample": sample,
            "asked": asked.name,
            "prompt_name": prompt,
            "prompt_digest": prompt_digest,
            **recorded_reply(asked.solver, request, LONGEST_RESPONSE),
        }
        is_answered = result["response"] is not None
        if is_answered or asked.state is None or asked.state.ended is None:
            self._ledger.append(key, result, final=is_answered)
        return result


class CallFailedError(CgrAuditError):
    """A call has no response: the row is not written, and the same command asks again."""


@dataclass(frozen=True, slots=True)
class RowTask:
    """One row to ask for."""

    benchmark: str
    item_id: str
    setting: str
    """Tells rows of one item apart, such as ``ier cot``."""
    write: Callable[[Asker], dict[str, Any]]
    """Asks what is to be asked, and gives the row without ``model`` and ``prompts``, which are added; ``prompts`` that
    it has of an earlier command are kept."""
    model: str | None = None
    """Whom the row is about, where only the judge is asked; by default the model that is asked."""

    def __str__(self) -> str:
        return " ".join(part for part in (f"{self.benchmark}/{self.item_id}", self.setting) if part)


@dataclass(frozen=True, slots=True)
class Asking:
    """What is asked of whom."""

    system: str
    """Such as ``codemind``."""
    prompts: Prompts
    schema: str
    """Of a row."""
    model: Respondent
    judge: Respondent | None = None

    @property
    def respondents(self) -> tuple[Respondent, ...]:
        """Everybody that is asked."""
        return (self.model,) if self.judge is None else (self.model, self.judge)


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
    asking: Asking,
    tasks: Sequence[RowTask],
    out: Path,
    *,
    jobs: int = 1,
    progress: RunProgress | None = None,
) -> Outcome:
    """Ask for every row, and write rows and calls; what an earlier try was answered is not asked again.

    Args:
        asking: what is asked of whom.
        tasks: one for each row; no two have the same benchmark, item and setting.
        out: a ``.jsonl`` file; calls and ledger are written beside it.
        jobs: how many rows are worked at, at least; as many as there are connections otherwise.
        progress: told how it goes.

    Raises:
        UsageError: the file is none of rows that this command writes, or another command is at it; a service refuses
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
    if out.exists() and not ledger_path.exists():
        raise UsageError(f"{out}: would be overwritten, and was not written by this command; give another --out")
    with Ledger(ledger_path, interval_s=0) as ledger:
        remove_unfinished(out.parent)
        for one in asking.respondents:
            if one.state is not None:
                one.state.report = progress.retrying
        progress.started(len(tasks), 0)
        connections = max(jobs, *(one.connections for one in asking.respondents))
        rows, askers, failures = [], [], []
        for asker, row, failure in map_in_order(lambda task: _worked(asking, ledger, task), tasks, connections):
            _require_service(asking, ledger)
            progress.finished()
            askers.append(asker)
            if failure:
                failures.append(failure)
            else:
                rows.append(row)
        _require_service(asking, ledger, at_end=True)
        ledger.flush()
        write_lines(calls_file(out), _calls(ledger, askers))
        write_lines(out, rows)
    statuses = Counter(str(row["status"]) for row in rows)
    return Outcome(len(rows), statuses, tuple(failures))


def _worked(asking: Asking, ledger: Ledger, task: RowTask) -> tuple[Asker, dict[str, Any], str]:
    """A row with what it was made with, or why there is none."""
    asker = Asker(asking, ledger, task)
    try:
        row = task.write(asker)
    except CallFailedError as error:
        return asker, {}, str(error)
    prompts = dict(sorted({**(row.get("prompts") or {}), **asker.digests}.items()))
    row = {**row, "model": task.model or asking.model.name, "prompts": prompts}
    require_record(asking.schema, row)
    return asker, row, ""


def _require_service(asking: Asking, ledger: Ledger, *, at_end: bool = False) -> None:
    """Stop where nothing more is asked; what is in flight when a budget is reached comes in first, since it costs."""
    for one in asking.respondents:
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
