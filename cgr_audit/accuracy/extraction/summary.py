"""How often the extraction rules agree, and how often each is right."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Any

from cgr_audit.accuracy.aggregates import rounded
from cgr_audit.accuracy.extraction.tally import FAILED, ExtractionTally, Pattern, answer_column, correct_column
from cgr_audit.accuracy.measures import percent
from cgr_audit.accuracy.rows.answer_status import AnswerStatus
from cgr_audit.accuracy.rows.table import with_texts
from cgr_audit.extractors.registry import EXTRACTORS
from cgr_audit.records.rows import CallStatus, Channel, RowKey
from cgr_audit.tables.table import FEWEST_ROWS

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Disagreement", "Extraction", "PublishedCheck", "RuleAccuracy", "extraction_summary"]


@dataclass(frozen=True, slots=True)
class RuleAccuracy:
    """What one rule makes of the direct responses."""

    rule: str
    """``recorded`` for the answers that the rows themselves hold."""
    responses: int
    """Rows with a direct response; the same for every rule."""
    found: int
    """Rows in which it finds an answer."""
    correct: int
    accuracy: float | None
    """Percent of the responses; null where there are fewer than ten."""
    too_few: bool

    def to_record(self) -> dict[str, Any]:
        """Fields in order."""
        return rounded(asdict(self))


@dataclass(frozen=True, slots=True)
class Disagreement:
    """Two rules on the same responses: ``responses`` = ``same`` + ``differ`` + the two ``only`` + ``neither``."""

    channel: str
    first: str
    second: str
    responses: int
    same: int
    differ: int
    only_first: int
    """Responses in which only the first finds an answer."""
    only_second: int
    neither: int
    differ_first_correct: int | None
    """Of those that differ; null for the assisted channel, where a prompt need not ask for the answer."""
    differ_second_correct: int | None
    differ_both_correct: int | None
    """Both are right where an item has several right options."""
    differ_neither_correct: int | None
    only_first_correct: int | None
    only_second_correct: int | None

    def to_record(self) -> dict[str, Any]:
        """Fields in order."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class PublishedCheck:
    """Whether the published rule, on the recorded responses, gives the answers that were recorded."""

    responses: int
    same: int
    other: int
    """A contract with another rule, or a response that is not the one the harness took."""
    missing: int
    """There is a response and no recorded answer."""
    first_other: tuple[str, ...] | None
    """The key of the first row with another answer."""

    def to_record(self) -> dict[str, Any]:
        """Fields in order."""
        return asdict(self) | {"first_other": None if self.first_other is None else list(self.first_other)}


@dataclass(frozen=True, slots=True)
class Extraction:
    """Everything that the rules show."""

    direct_responses: int
    """Rows of registered solvers, the harness's failures aside, with a direct response."""
    assisted_responses: int
    """Responses to all calls of programs, of registered solvers."""
    failed_calls: Mapping[str, int]
    """Calls without a response, by channel; no rule reads anything there."""
    statuses: Mapping[str, Mapping[str, int]]
    """By channel, how many calls have each status."""
    rules: tuple[RuleAccuracy, ...]
    disagreements: tuple[Disagreement, ...]
    published: PublishedCheck

    def to_record(self) -> dict[str, Any]:
        """Fields in order."""
        return {
            "direct_responses": self.direct_responses,
            "assisted_responses": self.assisted_responses,
            "failed_calls": dict(self.failed_calls),
            "statuses": {channel: dict(counts) for channel, counts in self.statuses.items()},
            "rules": [{"rule": rule.name, "meaning": rule.meaning} for rule in EXTRACTORS],
            "accuracy": [rule.to_record() for rule in self.rules],
            "disagreements": [pair.to_record() for pair in self.disagreements],
            "published_check": self.published.to_record(),
        }


def extraction_summary(table: pd.DataFrame, tally: ExtractionTally, failure_value: str | None) -> Extraction:
    """Compare the rules over a package.

    Args:
        table: rows with the tally's columns; unregistered solvers' rows and failures of the harness are left out.
        tally: of the same package's calls.
        failure_value: what the contract records where nothing was extracted.
    """
    counted = table["registered"].fillna(value=False) & (table["direct_status"] != AnswerStatus.HARNESS_FAILURE)
    with_response = table[correct_column(EXTRACTORS[0].name)].notna()
    rows = table.loc[(counted & with_response).fillna(value=False).astype(bool), _columns()]
    rows = with_texts(rows)
    patterns = tally.assisted
    return Extraction(
        direct_responses=len(rows),
        assisted_responses=patterns.total(),
        failed_calls={channel.value: tally.statuses[channel.value, FAILED] for channel in Channel},
        statuses={
            channel.value: {status.value: tally.statuses[channel.value, status.value] for status in CallStatus}
            for channel in Channel
        },
        rules=(_recorded(rows), *(_accuracy(rows, rule.name) for rule in EXTRACTORS)),
        disagreements=(
            *(_direct(rows, one.name, other.name) for one, other in combinations(EXTRACTORS, 2)),
            *(_assisted(patterns, one, other) for one, other in combinations(range(len(EXTRACTORS)), 2)),
        ),
        published=_check(rows, failure_value),
    )


def _columns() -> list[str]:
    named = [column(rule.name) for rule in EXTRACTORS for column in (answer_column, correct_column)]
    return [*RowKey._fields, "direct_status", "direct_correct", "solverLLM_baseline_ans", *named]


def _recorded(rows: pd.DataFrame) -> RuleAccuracy:
    found = int((rows["direct_status"].isin([AnswerStatus.ANSWERED, AnswerStatus.NO_OPTION])).sum())
    correct = int(rows["direct_correct"].sum())
    return _rule_accuracy("recorded", len(rows), found, correct)


def _accuracy(rows: pd.DataFrame, rule: str) -> RuleAccuracy:
    correct = int(rows[correct_column(rule)].sum())
    found = int(rows[answer_column(rule)].notna().sum())
    return _rule_accuracy(rule, len(rows), found, correct)


def _rule_accuracy(rule: str, responses: int, found: int, correct: int) -> RuleAccuracy:
    too_few = responses < FEWEST_ROWS
    return RuleAccuracy(rule, responses, found, correct, None if too_few else percent(correct, responses), too_few)


def _direct(rows: pd.DataFrame, first: str, second: str) -> Disagreement:
    one, other = rows[answer_column(first)], rows[answer_column(second)]
    one_correct, other_correct = (rows[correct_column(name)].astype(bool) for name in (first, second))
    found, other_found = one.notna(), other.notna()
    differ = found & other_found & (one != other).fillna(value=False).astype(bool)
    only, only_other = found & ~other_found, other_found & ~found
    return Disagreement(
        channel=Channel.DIRECT.value,
        first=first,
        second=second,
        responses=len(rows),
        same=int((found & other_found & ~differ).sum()),
        differ=int(differ.sum()),
        only_first=int(only.sum()),
        only_second=int(only_other.sum()),
        neither=int((~found & ~other_found).sum()),
        differ_first_correct=int((differ & one_correct & ~other_correct).sum()),
        differ_second_correct=int((differ & ~one_correct & other_correct).sum()),
        differ_both_correct=int((differ & one_correct & other_correct).sum()),
        differ_neither_correct=int((differ & ~one_correct & ~other_correct).sum()),
        only_first_correct=int((only & one_correct).sum()),
        only_second_correct=int((only_other & other_correct).sum()),
    )


def _assisted(patterns: Counter[Pattern], first: int, second: int) -> Disagreement:
    counts: Counter[str] = Counter()
    for pattern, responses in patterns.items():
        counts[_relation(pattern[first], pattern[second])] += responses
    return Disagreement(
        channel=Channel.ASSISTED.value,
        first=EXTRACTORS[first].name,
        second=EXTRACTORS[second].name,
        responses=patterns.total(),
        same=counts["same"],
        differ=counts["differ"],
        only_first=counts["only_first"],
        only_second=counts["only_second"],
        neither=counts["neither"],
        differ_first_correct=None,
        differ_second_correct=None,
        differ_both_correct=None,
        differ_neither_correct=None,
        only_first_correct=None,
        only_second_correct=None,
    )


def _relation(one: int | None, other: int | None) -> str:
    if one is None:
        return "neither" if other is None else "only_second"
    if other is None:
        return "only_first"
    return "same" if one == other else "differ"


def _check(rows: pd.DataFrame, failure_value: str | None) -> PublishedCheck:
    recorded = rows["solverLLM_baseline_ans"]
    expected = rows[answer_column(EXTRACTORS[0].name)]
    if failure_value is not None:
        expected = expected.fillna(failure_value)
    expected = expected.astype(recorded.dtype)  # pandas before 3 compares texts of one storage only
    missing = recorded.isna() & expected.notna()
    same = ((recorded == expected).fillna(value=False) | (recorded.isna() & expected.isna())).astype(bool)
    other = rows[~same & ~missing]
    first = tuple(str(other.iloc[0][name]) for name in RowKey._fields) if len(other) else None
    return PublishedCheck(len(rows), int(same.sum()), len(other), int(missing.sum()), first)
