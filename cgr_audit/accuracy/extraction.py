"""What each rule reads out of the recorded responses: extra columns of the rows table, never a replacement.

The direct path takes the last call of the last attempt, so that is the response whose answers a row gets. An assisted
answer is extracted inside the program, so the assisted calls' responses are only compared rule against rule.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from sys import intern
from typing import TYPE_CHECKING, NamedTuple

from cgr_audit.accuracy.extractors.registry import EXTRACTORS
from cgr_audit.records.rows import CallRow, Channel, Item, ItemKey, RowKey, SolverEntry

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["ExtractionTally", "Pattern", "answer_column", "correct_column"]

Pattern = tuple[int | None, ...]
"""Which rules agree on a response: for each rule the first one with the same answer, or nothing without an answer."""


class _Read(NamedTuple):
    """What the rules read out of one response, in the order of the registry."""

    answers: tuple[str | None, ...]
    correct: tuple[bool, ...]


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
        self.assisted: Counter[Pattern] = Counter()
        """How many assisted responses of registered solvers show each pattern."""
        self.failed_calls: Counter[str] = Counter()
        """Per channel: calls without a response, of registered solvers."""

    def watch(self, calls: Iterable[CallRow]) -> Iterator[CallRow]:
        """Pass calls on as they are, each added on its way, so that one stream serves several readers."""
        for call in calls:
            self.add(call)
            yield call

    def add(self, call: CallRow) -> None:
        """Read one call's response; calls of a row may come in any order."""
        if call.response is None and call.solver in self._registered:
            self.failed_calls[call.channel] += 1
        if call.channel == Channel.DIRECT:
            self._add_direct(call)
        elif call.response is not None and call.solver in self._registered:
            self.assisted[_pattern(self._read(call).answers)] += 1

    def with_columns(self, table: pd.DataFrame) -> pd.DataFrame:
        """The rows table with two more columns for each rule, in the order of the registry."""
        import pandas as pd  # noqa: PLC0415  pandas costs start-up time

        keys = zip(*(table[name] for name in RowKey._fields), strict=True) if self._direct else ()
        reads = [self._read_of(RowKey._make(key)) for key in keys] or [None] * len(table)
        columns: dict[str, pd.api.extensions.ExtensionArray] = {}
        for place, rule in enumerate(EXTRACTORS):
            answers = [None if read is None else read.answers[place] for read in reads]
            correct = [None if read is None else read.correct[place] for read in reads]
            columns[answer_column(rule.name)] = pd.array(answers, dtype="string")
            columns[correct_column(rule.name)] = pd.array(correct, dtype="boolean")
        return table.assign(**columns)

    def _add_direct(self, call: CallRow) -> None:
        key = RowKey(
            _encodable(call.dataset),
            _encodable(call.item_id),
            _encodable(call.solver),
            _encodable(call.generator),
            call.sample,
        )
        known = self._direct.get(key)
        if known is None or (known.attempt, known.call_index) < (call.attempt, call.call_index):
            read = None if call.response is None else self._read(call)
            self._direct[key] = _Direct(call.attempt, call.call_index, read)

    def _read(self, call: CallRow) -> _Read:
        item = self._items[ItemKey(call.dataset, call.item_id)]
        ids, texts = item.option_ids, tuple(str(option["text"]) for option in item.options)
        answers = tuple(rule.extract(call.response or "", ids, texts) for rule in EXTRACTORS)
        correct = tuple(answer is not None and answer in item.correct_ids for answer in answers)
        read = _Read(answers, correct)
        return self._kept.setdefault(read, read)

    def _read_of(self, key: RowKey) -> _Read | None:
        direct = self._direct.get(key)
        return None if direct is None else direct.read


def _pattern(answers: tuple[str | None, ...]) -> Pattern:
    return tuple(None if answer is None else answers.index(answer) for answer in answers)


def _encodable(text: str) -> str:
    """A part of a key as the rows table writes it: without lone surrogates."""
    return intern(text if text.isascii() else text.encode("utf-8", "backslashreplace").decode())
