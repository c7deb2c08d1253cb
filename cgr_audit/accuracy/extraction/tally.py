"""What each rule reads out of the recorded responses: extra columns of the rows table, never a replacement.

The direct path takes the last call of the last attempt, so that is the response whose answers a row gets. An assisted
answer is extracted inside the program, so the assisted calls' responses are only compared rule against rule.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from sys import intern
from typing import TYPE_CHECKING, Any, NamedTuple

from cgr_audit.extractors.registry import EXTRACTORS
from cgr_audit.records.blocks import read_blocks
from cgr_audit.records.package import TracePackage
from cgr_audit.records.rows import CallStatus, Channel, Item, ItemKey, RowKey, SolverEntry

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["FAILED", "ExtractionTally", "Pattern", "answer_column", "correct_column", "tally_of"]

_NAMES = (*RowKey._fields, "channel", "attempt", "call_index", "response", "status")
"""What is read of a call."""

FAILED = "failed"
"""What a call without a response is counted as; all other calls have a status."""
_DIRECT = Channel.DIRECT.value

_SHORT = 12
"""Characters of a reply that is kept with what was read out of it: there are few such replies to an item."""

Pattern = tuple[int | None, ...]
"""Which rules agree on a response: for each rule the first one with the same answer, or nothing without an answer."""


class _Read(NamedTuple):
    """What the rules read out of one response, in the order of the registry."""

    answers: tuple[str | None, ...]
    correct: tuple[bool, ...]
    pattern: Pattern


class _Options(NamedTuple):
    """What of an item the rules are given, and the gold."""

    ids: tuple[str, ...]
    texts: tuple[str, ...]
    correct: frozenset[str | None]


class _Direct(NamedTuple):
    """The direct response of a row that comes last so far; nothing was read where the call failed."""

    attempt: int
    call_index: int
    read: _Read | None


def answer_column(rule: str) -> str:
    """The column with a rule's direct answer: ``string``, null where it finds none or there is no response."""
    return f"direct_ans_{rule}"


def correct_column(rule: str) -> str:
    """The column that says whether it is right: ``boolean``, null where there is no response."""
    return f"direct_correct_{rule}"


def tally_of(package: TracePackage) -> ExtractionTally:
    """Read the calls of a package by columns, a block at a time; without ``calls.jsonl`` the tally stays empty.

    Raises:
        RecordError: the file changed since the package was opened, and a line is bad now.
    """
    has_calls = package.has("calls.jsonl")
    tally = ExtractionTally(package.items if has_calls else {}, package.solvers)
    if has_calls:
        for block in read_blocks(package.folder / "calls.jsonl", "call", _NAMES):
            tally.add(zip(*(block.columns[name] for name in _NAMES), strict=True))
    return tally


class ExtractionTally:
    """Reads answers out of calls as they stream by, and keeps those, never a response.

    A row keeps one short tuple for its direct response; assisted responses are only counted, by which rules agree.
    """

    def __init__(self, items: Mapping[ItemKey, Item], solvers: Mapping[str, SolverEntry]) -> None:
        """Start with no call.

        Args:
            items: with the options that rules look for, and the gold.
            solvers: which of them are registered; assisted responses of the others are not counted.
        """
        self._items = items
        self._registered = frozenset(name for name, entry in solvers.items() if entry.registered)
        self._direct: dict[RowKey, _Direct] = {}
        self._kept: dict[_Read, _Read] = {}
        self._options: dict[ItemKey, _Options] = {}
        self._short: dict[tuple[ItemKey, str], _Read] = {}
        self.assisted: Counter[Pattern] = Counter()
        """How many assisted responses of registered solvers show each pattern."""
        self.statuses: Counter[tuple[str, str]] = Counter()
        """Per channel and status: calls of registered solvers."""

    def add(self, calls: Iterable[tuple[Any, ...]]) -> None:
        """Read calls, in any order: of each the row's key, channel, attempt, index, response and status."""
        assisted: Counter[tuple[str, str, str | None]] = Counter()
        for dataset, item_id, solver, generator, sample, channel, attempt, call_index, response, status in calls:
            became = status or (FAILED if response is None else CallStatus.ANSWERED.value)
            if solver in self._registered:
                self.statuses[channel, became] += 1
            if channel == _DIRECT:
                key = RowKey(dataset, item_id, solver, generator, sample)
                # Nothing is extracted from a response that is not whole.
                is_whole = became in (FAILED, CallStatus.ANSWERED)
                self._add_direct(key, attempt, call_index, response if is_whole else "")
            elif solver in self._registered:
                assisted[dataset, item_id, response] += 1
        for (dataset, item_id, response), number in assisted.items():
            if response is not None:
                self.assisted[self._read(ItemKey(dataset, item_id), response).pattern] += number

    def _add_direct(self, key: RowKey, attempt: int, call_index: int, response: str | None) -> None:
        known = self._direct.get(key)
        if known is None or (known.attempt, known.call_index) < (attempt, call_index):
            read = None if response is None else self._read(ItemKey(key.dataset, key.item_id), response)
            self._direct[_interned(key)] = _Direct(attempt, call_index, read)

    def with_columns(self, table: pd.DataFrame) -> pd.DataFrame:
        """The rows table with two more columns for each rule, in the order of the registry."""
        import pandas as pd  # noqa: PLC0415  pandas costs start-up time

        if not self._direct:
            text, flag = (pd.array([pd.NA], dtype=kind).repeat(len(table)) for kind in ("string", "boolean"))
            return table.assign(
                **{
                    name(rule.name): null
                    for rule in EXTRACTORS
                    for name, null in ((answer_column, text), (correct_column, flag))
                }
            )
        keys = zip(*(table[name] for name in RowKey._fields), strict=True)
        reads = [self._read_of(RowKey._make(key)) for key in keys]
        columns: dict[str, pd.api.extensions.ExtensionArray] = {}
        for place, rule in enumerate(EXTRACTORS):
            answers = [None if read is None else read.answers[place] for read in reads]
            correct = [None if read is None else read.correct[place] for read in reads]
            columns[answer_column(rule.name)] = pd.array(answers, dtype="string")
            columns[correct_column(rule.name)] = pd.array(correct, dtype="boolean")
        return table.assign(**columns)

    def _read(self, item_key: ItemKey, response: str) -> _Read:
        """What the rules read; short replies, which come again and again, are read once for each item."""
        known = self._short.get((item_key, response))
        if known is not None:
            return known
        options = self._options.get(item_key)
        if options is None:
            options = self._options[item_key] = _options_of(self._items[item_key])
        answers = tuple(rule.extract(response, options.ids, options.texts) for rule in EXTRACTORS)
        read = _Read(answers, tuple(answer in options.correct for answer in answers), _pattern(answers))
        read = self._kept.setdefault(read, read)
        if len(response) <= _SHORT:
            self._short[item_key, response] = read
        return read

    def _read_of(self, key: RowKey) -> _Read | None:
        direct = self._direct.get(key)
        return None if direct is None else direct.read


def _options_of(item: Item) -> _Options:
    texts = tuple(str(option["text"]) for option in item.options)
    return _Options(item.option_ids, texts, frozenset(item.correct_ids))


def _pattern(answers: tuple[str | None, ...]) -> Pattern:
    return tuple(None if answer is None else answers.index(answer) for answer in answers)


def _interned(key: RowKey) -> RowKey:
    """A key whose texts are shared with those of other keys."""
    dataset, item_id, solver, generator, sample = key
    return RowKey(intern(dataset), intern(item_id), intern(solver), intern(generator), sample)
