"""The records of a trace package as values: items, solvers, programs, result rows and solver calls.

Each has the fields of its JSON Schema, in the order in which they are written, and ``extra``: fields that
the schema does not know, which are kept and carried along.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from operator import itemgetter
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

if TYPE_CHECKING:
    from cgr_audit.records.generations import Generation

__all__ = [
    "CallRow",
    "CallStatus",
    "Channel",
    "ControlKey",
    "ControlName",
    "ControlRow",
    "Item",
    "ItemKey",
    "Origin",
    "ProgramKey",
    "ProgramRecord",
    "ResultRow",
    "RowKey",
    "SolverEntry",
    "from_record",
    "to_record",
]

_ID = itemgetter("id")

RecordT = TypeVar("RecordT", "Item", "SolverEntry", "ProgramRecord", "ResultRow", "CallRow", "ControlRow", "Generation")


class ItemKey(NamedTuple):
    """Which item: ids are unique within a dataset."""

    dataset: str
    item_id: str


class ProgramKey(NamedTuple):
    """What rows of one program have in common: all of their key but the solver."""

    dataset: str
    item_id: str
    generator: str
    sample: int

    @property
    def item_key(self) -> ItemKey:
        """The item."""
        return ItemKey(self.dataset, self.item_id)

    def row_key(self, solver: str) -> RowKey:
        """The key of its row for a solver."""
        return RowKey(self.dataset, self.item_id, solver, self.generator, self.sample)


class RowKey(NamedTuple):
    """The whole key of a result row; rows are written in its order."""

    dataset: str
    item_id: str
    solver: str
    generator: str
    sample: int


class ControlKey(NamedTuple):
    """The whole key of a control row; without generator and sample it belongs to the item alone."""

    dataset: str
    item_id: str
    solver: str
    generator: str | None
    sample: int | None
    control: str


class Origin(StrEnum):
    """Where a result row comes from."""

    RECORDED = "recorded"
    """By somebody's own harness."""
    REPLAYED = "replayed"
    """Executed here against recorded solver calls."""
    EXECUTED = "executed"
    """Executed here against a live solver."""


class Channel(StrEnum):
    """Which path a solver call belongs to."""

    DIRECT = "direct"
    ASSISTED = "assisted"


class ControlName(StrEnum):
    """A way to put an item to a model that is not a program, so that what a program gains can be compared."""

    DIRECT = "direct"
    """The direct path, of an item that has no program."""
    COT = "cot"
    """One prompt that asks for reasoning first."""
    SELF_CONSISTENCY = "self-consistency"
    """The majority of several samples of the direct prompt."""
    REPEATED_CALL = "repeated-call"
    """A fixed controller without code: answer, verify, break a tie, again and again."""
    GENERATOR_ALONE = "generator-alone"
    """The generator model asked directly."""


class CallStatus(StrEnum):
    """What the model answered to a call. Only an answered one is text that an answer can be extracted from."""

    ANSWERED = "answered"
    TRUNCATED = "truncated"
    """The response ended at the limit on its length."""
    NO_TEXT = "no_text"
    """The response held no text, as where a model's reasoning used up its tokens."""
    FILTERED = "filtered"
    """A content filter of the service suppressed the response, or part of it."""


@dataclass(frozen=True, slots=True)
class Item:
    """One question with its options and its gold answer."""

    item_id: str
    dataset: str
    question: str | None
    """Null where it was left out because it may not be passed on."""
    options: tuple[Mapping[str, Any], ...]
    """Each with ``id`` and ``text``."""
    correct_ids: tuple[str, ...]
    source: str | None = None
    licence: str | None = None
    redistributable: bool | None = None
    extra: Mapping[str, Any] = field(default_factory=dict, compare=False)

    @property
    def key(self) -> ItemKey:
        """Dataset and id."""
        return ItemKey(self.dataset, self.item_id)

    @property
    def option_ids(self) -> tuple[str, ...]:
        """The options' ids in order."""
        return tuple(map(_ID, self.options))

    @property
    def correct_answer(self) -> str | tuple[str, ...] | None:
        """The gold as result rows write it: one id, or all of them where there are several."""
        return self.correct_ids[0] if len(self.correct_ids) == 1 else self.correct_ids or None

    def for_sandbox(self) -> dict[str, Any]:
        """The record without its own gold; the sandbox keeps back what else the contract calls gold."""
        options = [{"id": option["id"], "text": option["text"]} for option in self.options]
        return {
            "item_id": self.item_id,
            "dataset": self.dataset,
            "question": self.question,
            "options": options,
            **self.extra,
        }


@dataclass(frozen=True, slots=True)
class SolverEntry:
    """What is known of a solver."""

    registered: bool
    """Only registered solvers' rows count; others are listed as excluded."""
    provider: str | None = None
    model_id: str | None = None
    parameters: Mapping[str, Any] | None = None
    extra: Mapping[str, Any] = field(default_factory=dict, compare=False)


@dataclass(frozen=True, slots=True)
class ProgramRecord:
    """One program of a package; its bytes are in ``programs/PROGRAM_ID``."""

    program_id: str
    dataset: str
    item_id: str
    generator: str
    sample: int
    sha256: str
    derived_from: str | None = None
    generator_prompt: str | None = None
    generator_response: Mapping[str, Any] | None = None
    extra: Mapping[str, Any] = field(default_factory=dict, compare=False)

    @property
    def key(self) -> ProgramKey:
        """What its rows have in common."""
        return ProgramKey(self.dataset, self.item_id, self.generator, self.sample)

    @property
    def item_key(self) -> ItemKey:
        """The item it was written for."""
        return ItemKey(self.dataset, self.item_id)

    def row_key(self, solver: str) -> RowKey:
        """The key of its row for a solver."""
        return RowKey(self.dataset, self.item_id, solver, self.generator, self.sample)


@dataclass(frozen=True, slots=True)
class ResultRow:
    """One program, one item, one solver. A missing answer is ``None``."""

    dataset: str
    item_id: str
    solver: str
    generator: str
    sample: int
    program_sha256: str | None = None
    correct_ans: str | tuple[str, ...] | None = None
    solverLLM_baseline_ans: str | None = None  # noqa: N815  the field names of published CGR rows
    solverLLM_assisted_ans: str | None = None  # noqa: N815
    genLLM_ans: str | None = None  # noqa: N815
    genLLM_difficulty: float | str | None = None  # noqa: N815
    origin: str = Origin.RECORDED.value
    outcome: str | None = None
    attempts: int | None = None
    direct_calls: int | None = None
    assisted_calls: int | None = None
    """Over all attempts."""
    fuel: int | None = None
    """Over all attempts."""
    wall_s: float | None = None
    """Seconds over all attempts; measured, so it differs from run to run."""
    component: str | None = None
    extraction_failed: Mapping[str, bool | None] | None = None
    """Per channel: ``direct``, ``assisted``, ``generator``."""
    executed_provenance: str | None = None
    verdict: str | None = None
    error: str | None = None
    value_literal: str | None = None
    contract_broken: bool | None = None
    runs: tuple[Mapping[str, Any], ...] | None = None
    """One for each attempt of the program: ``outcome``, ``limit``, ``error``, ``fuel``, the ``lines`` that ran
    and the ``branches`` taken."""
    recorded_baseline_ans: str | None = None
    """What the package that was run had recorded; null in a package that is itself a recording."""
    recorded_assisted_ans: str | None = None
    extra: Mapping[str, Any] = field(default_factory=dict, compare=False)

    @property
    def key(self) -> RowKey:
        """The whole key."""
        return RowKey(self.dataset, self.item_id, self.solver, self.generator, self.sample)

    @property
    def item_key(self) -> ItemKey:
        """The item of the row."""
        return ItemKey(self.dataset, self.item_id)


@dataclass(frozen=True, slots=True)
class CallRow:
    """One solver call: what was asked, by which row, and what came of it.

    The same record from the moment the solver is asked to ``calls.jsonl``. Attempts count from 1, calls of an attempt
    from 0.
    """

    dataset: str
    item_id: str
    solver: str
    generator: str
    sample: int
    channel: str
    attempt: int
    call_index: int
    prompt: str | None
    config: Any
    response: str | None
    """What the program received: empty where the model gave no text. Null where the call failed."""
    status: str | None = None
    """One of ``CallStatus``; null where the call failed."""
    error: str | None = None
    prompt_tokens: int | None = None
    response_tokens: int | None = None
    latency_s: float | None = None
    parameters: Mapping[str, Any] | None = None
    """The sampling parameters that were sent; null in packages that do not say."""
    cached: bool | None = None
    """Whether an earlier run had asked, and nothing was asked now; null where the call failed, or nobody says."""
    extra: Mapping[str, Any] = field(default_factory=dict, compare=False)

    @property
    def key(self) -> RowKey:
        """The key of the row it belongs to."""
        return RowKey(self.dataset, self.item_id, self.solver, self.generator, self.sample)


@dataclass(frozen=True, slots=True)
class ControlRow:
    """One item put to one solver in another way than through its program: a comparison at a known number of calls."""

    dataset: str
    item_id: str
    solver: str
    generator: str | None
    """With ``sample``, the program whose calls it was given; null where it belongs to the item alone."""
    sample: int | None
    control: str
    is_matched: bool
    """Whether it was given as many calls as the row's assisted run made, and one where that made none."""
    calls: int
    answer: str | None
    right: bool | None
    """Null where the item has no gold, or the control failed."""
    extraction_failed: bool | None = None
    error: str | None = None
    """A service error, where there is no answer for that reason."""
    prompt_tokens: int | None = None
    response_tokens: int | None = None
    parameters: Mapping[str, Any] | None = None
    """The sampling parameters that were sent, but for a seed, which grows from call to call."""
    extra: Mapping[str, Any] = field(default_factory=dict, compare=False)

    @property
    def key(self) -> ControlKey:
        """The whole key."""
        return ControlKey(self.dataset, self.item_id, self.solver, self.generator, self.sample, self.control)


def from_record(kind: type[RecordT], record: Mapping[str, Any]) -> RecordT:
    """The value of a record that its schema has accepted; fields it does not know go to ``extra``."""
    known = kind.__dataclass_fields__
    values: dict[str, Any] = dict(record)
    if "extra" in record or not known.keys() >= record.keys():
        values = {name: value for name, value in record.items() if name in known and name != "extra"}
        values["extra"] = {name: value for name, value in record.items() if name not in values}
    for name, value in record.items():
        if type(value) is list and name in values and name != "extra":
            values[name] = tuple(value)
    if kind is CallRow:
        values.setdefault("config", None)
        if values.get("status") is None and values["response"] is not None:
            values["status"] = CallStatus.ANSWERED.value  # packages written before there were statuses
    return kind(**values)


def to_record(value: RecordT) -> dict[str, Any]:
    """The record of a value: the schema's fields in order, then the extra ones by name."""
    record = {name: _plain(getattr(value, name)) for name in _names(type(value))}
    record.update((name, value.extra[name]) for name in sorted(value.extra))
    return record


def _names(kind: type[RecordT]) -> list[str]:
    return [name for name in kind.__dataclass_fields__ if name != "extra"]


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value
