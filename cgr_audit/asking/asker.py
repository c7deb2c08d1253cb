"""Putting the prompts of one row: each response is durable in a ledger before it counts, and is not asked for again."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from cgr_audit.asking.prompts import Prompts
from cgr_audit.asking.respondent import Respondent
from cgr_audit.errors import CgrAuditError
from cgr_audit.execution.ledger import Ledger, key_digest
from cgr_audit.records.lines import utf8
from cgr_audit.records.rows import RowKey
from cgr_audit.solvers.asking import recorded_reply
from cgr_audit.solvers.interface import CallOrigin, SolverRequest
from cgr_audit.solvers.sampling import derived_seed

__all__ = ["Answer", "AskSetup", "Asker", "CallFailedError", "RowStatus", "RowTask"]

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

    def row_status(self, *, is_parsed: bool) -> RowStatus:
        """What came of asking: ``unparsed`` for a whole text that does not parse."""
        return RowStatus.UNPARSED if self.status is RowStatus.ANSWERED and not is_parsed else self.status


class Asker:
    """Puts the prompts of one row. It belongs to one thread."""

    def __init__(self, setup: AskSetup, ledger: Ledger, task: RowTask) -> None:
        self._setup = setup
        self._ledger = ledger
        self._task = task
        self.digests: dict[str, str] = {}
        """Of the prompts that were put, by name."""
        self.calls: list[str] = []
        """The entries of the ledger, in the order in which they were asked for."""

    def ask(self, prompt: str, values: Mapping[str, str], *, sample: int = 0, judge: bool = False) -> Answer:
        """Ask the model, or the judge.

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
        self._ledger.check()  # before paying for a response that could not be kept
        setup, task = self._setup, self._task
        asked = setup.judge if judge else setup.model
        assert asked is not None, "a judge is asked only where there is one"
        template = setup.prompts[prompt]
        text = utf8(template.filled(values)).decode()  # lone surrogates as escapes: what is sent has UTF-8
        self.digests[prompt] = template.digest
        place = (setup.system, task.benchmark, task.item_id, task.setting, prompt, sample)
        sent = dict(asked.parameters)
        if asked.seed is not None:
            sent["seed"] = derived_seed(asked.seed, *place)
        key = {
            "command": "ask",
            "model": asked.identity,
            "place": list(place),
            "prompt": hashlib.sha256(text.encode()).hexdigest(),
            "prompt_digest": template.digest,
            "parameters": sent,
        }
        digest = key_digest(key)
        self.calls.append(digest)
        kept = self._ledger.get(digest) if digest in self._ledger else None
        if kept is None:
            origin = CallOrigin(
                RowKey(task.benchmark, task.item_id, "", f"{task.setting}/{prompt}", sample), _Channel.ASK
            )
            kept = self._put(asked, SolverRequest(text, {}, origin, 0, (), sent), key)
        if kept["status"] is None:
            raise CallFailedError(f"{task}: {asked.name}: {kept['error'].removeprefix(f'{asked.name}: ')}")
        return Answer(kept["response"], RowStatus(kept["status"]))

    def _put(self, asked: Respondent, request: SolverRequest, key: Mapping[str, Any]) -> dict[str, Any]:
        system, benchmark, item_id, setting, prompt, sample = key["place"]
        result = {
            "system": system,
            "benchmark": benchmark,
            "id": item_id,
            "setting": setting,
            "sample": sample,
            "asked": asked.name,
            "prompt_name": prompt,
            "prompt_digest": key["prompt_digest"],
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
    """The model that the row is about, where only the judge is asked; by default the model that is asked."""

    def __str__(self) -> str:
        return " ".join(part for part in (f"{self.benchmark}/{self.item_id}", self.setting) if part)


@dataclass(frozen=True, slots=True)
class AskSetup:
    """The system, its prompts, and the models that are asked."""

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
