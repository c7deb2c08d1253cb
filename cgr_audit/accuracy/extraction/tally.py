"""What each rule reads out of the recorded responses: extra columns of the rows table, never a replacement.

The direct path takes the last call of the last attempt, so that is the response whose answers a row gets. An assisted
answer is extracted inside the program, so the assisted calls' responses are only compared rule against rule.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from cgr_audit.extractors.registry import EXTRACTORS
from cgr_audit.records.blocks import read_blocks
from cgr_audit.records.facts import field_of_each
from cgr_audit.records.package import TracePackage
from cgr_audit.records.rows import CallStatus, Channel, Item, ItemKey, ProgramKey, RowKey, SolverEntry

if TYPE_CHECKING:
    import pandas as pd
    from numpy.typing import NDArray

__all__ = ["FAILED", "ExtractionTally", "ItemOptions", "Pattern", "answer_column", "correct_column", "tally_of"]

_NAMES = (*RowKey._fields, "channel", "attempt", "call_index", "response", "status")
"""What is read of a call."""

FAILED = "failed"
"""What a call without a response is counted as; all other calls have a status."""
_DIRECT = Channel.DIRECT.value
_ANSWERED = CallStatus.ANSWERED.value
_WHOLE = (FAILED, _ANSWERED)

_SHORT = 12
"""Characters of a reply that is kept with what was read out of it: there are few such replies to an item."""

Pattern = tuple[int | None, ...]
"""Which rules agree on a response: for each rule the first one with the same answer, or nothing without an answer."""


class _Read(NamedTuple):
    """What the rules read out of one response, in the order of the registry."""

    answers: tuple[str | None, ...]
    correct: tuple[bool, ...]
    pattern: Pattern


class ItemOptions(NamedTuple):
    """What of an item the rules are given, and the gold."""

    ids: tuple[str, ...]
    texts: tuple[str, ...]
    correct: Collection[str | None]

    @classmethod
    def of(cls, item: Item) -> ItemOptions:
        """The options of an item that was read as a whole."""
        return cls(item.option_ids, tuple(str(option["text"]) for option in item.options), item.correct_ids)


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
    if not package.has("calls.jsonl"):
        return ExtractionTally({}, package.solvers)
    tally = ExtractionTally(_read_options(package), package.solvers)
    for block in read_blocks(package.folder / "calls.jsonl", "call", _NAMES):
        tally.add(zip(*(block.columns[name] for name in _NAMES), strict=True))
    return tally


def _read_options(package: TracePackage) -> dict[ItemKey, ItemOptions]:
    """The options of every item."""
    names = ("dataset", "item_id", "options")
    facts = package.item_facts
    found = {}
    for block in read_blocks(package.folder / "items.jsonl", "item", names):
        for dataset, item_id, options in zip(*(block.columns[name] for name in names), strict=True):
            key = ItemKey(dataset, item_id)
            texts = tuple(map(str, field_of_each(options, "text")))
            found[key] = ItemOptions(facts[key].option_ids, texts, facts[key].correct_ids)
    return found


class ExtractionTally:
    """Reads answers out of calls as they stream by, and keeps those, never a response.

    Of a direct call a few numbers are kept; assisted responses are only counted, by which rules agree.
    """

    def __init__(self, items: Mapping[ItemKey, ItemOptions], solvers: Mapping[str, SolverEntry]) -> None:
        """Start with no call.

        Args:
            items: with the options that rules look for, and the gold.
            solvers: which of them are registered; assisted responses of the others are not counted.
        """
        self._items = items
        self._registered = frozenset(name for name, entry in solvers.items() if entry.registered)
        self._programs: dict[ProgramKey, int] = {}
        self._solvers: dict[str, int] = {}
        self._direct: list[NDArray[np.int64]] = []
        """Of direct calls program, solver, attempt, index and what was read; -1 where the call failed."""
        self._reads: dict[_Read, int] = {}
        self._short: dict[tuple[ItemKey, str], _Read] = {}
        self.assisted: Counter[Pattern] = Counter()
        """How many assisted responses of registered solvers show each pattern."""
        self.statuses: Counter[tuple[str, str]] = Counter()
        """Per channel and status: calls of registered solvers."""

    def add(self, calls: Iterable[tuple[Any, ...]]) -> None:
        """Read calls, in any order: of each the row's key, channel, attempt, index, response and status."""
        assisted: Counter[tuple[str, str, str | None]] = Counter()
        statuses: Counter[tuple[str, str, bool]] = Counter()
        direct: list[tuple[int, ...]] = []
        programs, solvers, reads = self._programs, self._solvers, self._reads
        for dataset, item_id, solver, generator, sample, channel, attempt, call_index, response, status in calls:
            became = status or (FAILED if response is None else _ANSWERED)
            is_registered = solver in self._registered
            statuses[channel, became, is_registered] += 1
            if channel == _DIRECT:
                read = -1
                if response is not None:
                    # Nothing is extracted from a response that is not whole.
                    found = self._read(ItemKey(dataset, item_id), response if became in _WHOLE else "")
                    read = reads.setdefault(found, len(reads))
                program = programs.setdefault(ProgramKey(dataset, item_id, generator, sample), len(programs))
                direct.append((program, solvers.setdefault(solver, len(solvers)), attempt, call_index, read))
            elif is_registered:
                assisted[dataset, item_id, response] += 1
        for (channel, became, is_registered), number in statuses.items():
            if is_registered:
                self.statuses[channel, became] += number
        for (dataset, item_id, response), number in assisted.items():
            if response is not None:
                self.assisted[self._read(ItemKey(dataset, item_id), response).pattern] += number
        if direct:
            self._direct.append(np.array(direct, dtype=np.int64))

    def with_columns(self, table: pd.DataFrame) -> pd.DataFrame:
        """The rows table with two more columns for each rule, in the order of the registry; texts are categories."""
        import pandas as pd  # noqa: PLC0415  pandas costs start-up time

        read_of, reads = self._read_of_rows(table), list(self._reads)
        columns: dict[str, pd.api.extensions.ExtensionArray] = {}
        for place, rule in enumerate(EXTRACTORS):
            answers = [read.answers[place] for read in reads]
            texts = sorted({answer for answer in answers if answer is not None})
            code = {text: number for number, text in enumerate(texts)}
            codes = np.array([*(-1 if answer is None else code[answer] for answer in answers), -1], dtype=np.int32)
            kind = pd.CategoricalDtype(pd.Index(texts, dtype=pd.StringDtype("pyarrow")))
            columns[answer_column(rule.name)] = pd.Categorical.from_codes(codes[read_of], dtype=kind)
            right = np.array([*(read.correct[place] for read in reads), False], dtype=bool)
            columns[correct_column(rule.name)] = pd.arrays.BooleanArray(right[read_of], read_of < 0)
        return table.assign(**columns)

    def _read_of_rows(self, table: pd.DataFrame) -> NDArray[np.int64]:
        """For each row of a table which of the reads is that of its last direct call; -1 where there is none."""
        import pandas as pd  # noqa: PLC0415

        if not self._direct:
            return np.full(len(table), -1, dtype=np.int64)
        program, solver, attempt, call_index, read = np.concatenate(self._direct).T
        row = program * len(self._solvers) + solver
        order = np.lexsort((call_index, attempt, row))
        row, read = row[order], read[order]
        last = np.append(row[1:] != row[:-1], True)
        row, read = row[last], read[last]
        coded = {name: pd.factorize(table[name]) for name in RowKey._fields}
        key_of = np.zeros(len(table), dtype=np.int64)
        for name in ProgramKey._fields:
            codes, values = coded[name]
            key_of = np.unique(key_of, return_inverse=True)[1] * len(values) + codes
        _, first, key_of = np.unique(key_of, return_index=True, return_inverse=True)
        parts = ([coded[name][1][code] for code in coded[name][0][first]] for name in ProgramKey._fields)
        programs = [self._programs.get(ProgramKey._make(key), -1) for key in zip(*parts, strict=True)]
        solvers = [self._solvers.get(name, -1) for name in coded["solver"][1]]
        of_program, of_solver = np.array(programs)[key_of], np.array(solvers)[coded["solver"][0]]
        wanted = np.where((of_program < 0) | (of_solver < 0), -1, of_program * len(self._solvers) + of_solver)
        place = np.minimum(np.searchsorted(row, wanted), len(row) - 1)
        return np.where(row[place] == wanted, read[place], -1)

    def _read(self, item_key: ItemKey, response: str) -> _Read:
        """What the rules read; short replies, which come again and again, are read once for each item."""
        known = self._short.get((item_key, response))
        if known is not None:
            return known
        options = self._items[item_key]
        answers = tuple(rule.extract(response, options.ids, options.texts) for rule in EXTRACTORS)
        read = _Read(answers, tuple(answer in options.correct for answer in answers), _pattern(answers))
        if len(response) <= _SHORT:
            self._short[item_key, response] = read
        return read


def _pattern(answers: tuple[str | None, ...]) -> Pattern:
    return tuple(None if answer is None else answers.index(answer) for answer in answers)
