"""The rows of two packages that are compared, and a count, with its reason, of every row that is not."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cgr_audit.accuracy.comparison.item_identity import ItemDifference, compare_items
from cgr_audit.accuracy.comparison.pairing import FIELDS, FieldMatch, Given, match_fields, matched_places
from cgr_audit.accuracy.comparison.population import Compared, LeftOut, Reason, Unpaired
from cgr_audit.accuracy.missing import Missing, is_left_out
from cgr_audit.accuracy.population import absent_channels, is_counted
from cgr_audit.accuracy.rows.answer_status import CHANNELS, AnswerStatus
from cgr_audit.accuracy.treatments import Treatment, is_dropped, is_unrecorded, treat
from cgr_audit.errors import NothingCollectedError, UsageError
from cgr_audit.records.rows import Item, ItemKey, Origin

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["ComparedRows", "Side", "compared_rows"]

_KEY = ["dataset", "item_id", *FIELDS]


@dataclass(frozen=True, slots=True)
class Side:
    """One of the two packages."""

    table: pd.DataFrame
    """As made by ``rows_table``."""
    items: Mapping[ItemKey, Item]
    """To see whether an item is the same in both."""


@dataclass(frozen=True, slots=True)
class ComparedRows:
    """The rows that are compared: the same keys in the same order in both tables, numbered from 0."""

    first: pd.DataFrame
    second: pd.DataFrame
    """With solver, generator and sample named as in the first."""
    second_solver: pd.Series[str]
    """What the second package calls the solver."""
    matches: tuple[FieldMatch, ...]
    population: Compared
    differing_items: tuple[ItemDifference, ...]


def compared_rows(
    first: Side, second: Side, *, channel: str, treatment: Treatment, missing: Missing, given: Given
) -> ComparedRows:
    """Pair the rows of two packages, and leave out what is not to be compared.

    Raises:
        UsageError: what belongs together is ambiguous, or a package lacks the channel or the verdicts.
        NothingCollectedError: no row is left.
    """
    identity = compare_items(first.items, second.items)
    differing = {(item.dataset, item.item_id) for item in identity.differing}
    reasons = [_reasons(first.table, second.table, differing), _reasons(second.table, first.table, differing)]
    tables = [side.table[reason.isna()] for side, reason in zip((first, second), reasons, strict=True)]
    if tables[0].empty or tables[1].empty:
        raise NothingCollectedError(f"nothing to compare: {_first_reason(reasons)}")
    matches = match_fields(tables[0], tables[1], given)
    places = matched_places(tables[0], tables[1], matches)
    unpaired = [
        *_unpaired("first", first.table, _completed(reasons[0], tables[0], places["first"], matches, "only_first")),
        *_unpaired("second", second.table, _completed(reasons[1], tables[1], places["second"], matches, "only_second")),
    ]
    one, other = (
        table.iloc[places[name]].reset_index(drop=True) for name, table in zip(("first", "second"), tables, strict=True)
    )
    if one.empty:
        raise NothingCollectedError("nothing to compare: no row of either package has a partner in the other")
    solver = other["solver"].astype(str)
    other = other.assign(**{name: one[name] for name in FIELDS})
    kept, counts = _kept(one, other, channel, treatment, missing)
    if kept[0].empty:
        raise NothingCollectedError(
            f"nothing to compare: all {len(one)} rows with a partner are left out ({_why(counts)})"
        )
    population = Compared(
        first=len(first.table),
        second=len(second.table),
        paired=len(one),
        unpaired=tuple(unpaired),
        **counts,
        own_harness_failures=_failed_here(one, other),
        unrecorded=_unrecorded(kept, channel, treatment),
        compared=len(kept[0]),
        items_without_question=identity.without_question,
    )
    solver = solver[kept[0].index].reset_index(drop=True)
    return ComparedRows(
        kept[0].reset_index(drop=True), kept[1].reset_index(drop=True), solver, matches, population, identity.differing
    )


def _reasons(table: pd.DataFrame, other: pd.DataFrame, differing: set[tuple[str, str]]) -> pd.Series[str]:
    """Why each row cannot have a partner, whatever its solver, generator and sample; null where it may."""
    import pandas as pd  # noqa: PLC0415  pandas costs start-up time

    registered = table["registered"].fillna(value=False).astype(bool)
    there = other[other["registered"].fillna(value=False).astype(bool)]
    items = pd.MultiIndex.from_frame(table[["dataset", "item_id"]].astype(str))
    others = pd.MultiIndex.from_frame(there[["dataset", "item_id"]].astype(str).drop_duplicates())
    reason = pd.Series(pd.NA, index=table.index, dtype="string")
    if differing:
        reason[items.isin(list(differing))] = Reason.ITEM_DIFFERS.value
    reason[~items.isin(others)] = Reason.ITEM.value
    reason[~table["dataset"].astype(str).isin(there["dataset"].astype(str).unique())] = Reason.DATASET.value
    reason[~registered] = Reason.NOT_REGISTERED.value
    return reason


def _completed(
    reason: pd.Series[str], table: pd.DataFrame, places: pd.Series[int], matches: tuple[FieldMatch, ...], only: str
) -> pd.Series[str]:
    """The reasons with those of the rows that might have had a partner and have none."""
    rest = table.drop(index=table.index[places.to_numpy()])
    reason = reason.copy()
    reason[rest.index] = Reason.ROW.value
    for match in reversed(matches):
        alone = rest[match.field].astype(str).isin(getattr(match, only))
        reason[rest.index[alone]] = Reason(match.field).value
    return reason


def _unpaired(package: str, table: pd.DataFrame, reason: pd.Series[str]) -> list[Unpaired]:
    found = []
    for each in Reason:
        rows = table[(reason == each.value).fillna(value=False).astype(bool)]
        if len(rows):
            found.append(Unpaired(package, each, len(rows), tuple(str(rows.iloc[0][name]) for name in _KEY)))
    return found


def _kept(
    one: pd.DataFrame, other: pd.DataFrame, channel: str, treatment: Treatment, missing: Missing
) -> tuple[tuple[pd.DataFrame, pd.DataFrame], dict[str, LeftOut]]:
    """The rows without failures of the harness, under the treatment, and with answers where these are asked for."""
    failed = [~is_counted(table) for table in (one, other)]
    counts = {"harness_failures": _left_out(*failed)}
    whole = ~(failed[0] | failed[1])
    sides = [_without_absent(table[whole]) for table in (one, other)]
    _check(sides, channel, treatment)
    dropped = [is_dropped(table, treatment) for table, _ in sides]
    counts["not_approved"] = _left_out(*dropped)
    stay = ~(dropped[0] | dropped[1])
    treated = [treat(table[stay], treatment) for table, _ in sides]
    lacking = [
        is_left_out(table, treatment, missing, absent) for table, (_, absent) in zip(treated, sides, strict=True)
    ]
    counts["missing"] = _left_out(*lacking)
    stay = ~(lacking[0] | lacking[1])
    return (treated[0][stay], treated[1][stay]), counts


def _unrecorded(compared: tuple[pd.DataFrame, pd.DataFrame], channel: str, treatment: Treatment) -> LeftOut:
    """The rows that can only be wrong, because their program was not executed and no answer is recorded.

    Treatments other than ``kept`` decide about the assisted answers of such rows; none touches another channel.
    """
    if channel == "assisted" and treatment is not Treatment.KEPT:
        return LeftOut(0, 0, 0)
    if channel == "assisted":
        return _left_out(*(is_unrecorded(table) for table in compared))
    not_executed = [AnswerStatus.REFUSED.value, AnswerStatus.NOT_RUN.value]
    return _left_out(*(table[f"{channel}_status"].isin(not_executed) for table in compared))


def _failed_here(one: pd.DataFrame, other: pd.DataFrame) -> int:
    failed = [~is_counted(table) & (table["origin"] != Origin.RECORDED) for table in (one, other)]
    return int((failed[0] | failed[1]).fillna(value=False).sum())


def _without_absent(table: pd.DataFrame) -> tuple[pd.DataFrame, tuple[str, ...]]:
    """The rows with absent channels neither right nor wrong; and which these are."""
    import pandas as pd  # noqa: PLC0415

    absent = absent_channels(table)
    null = pd.array([pd.NA] * len(table), dtype="boolean")
    return table.assign(**{f"{name}_correct": null for name in absent}), absent


def _check(sides: list[tuple[pd.DataFrame, tuple[str, ...]]], channel: str, treatment: Treatment) -> None:
    for which, (table, absent) in zip(("first", "second"), sides, strict=True):
        if table.empty:
            continue
        if channel in absent:
            others = [name for name in CHANNELS if not any(name in lacking for _, lacking in sides)]
            help_ = f"--channel {others[0]}" if others else "there is no other channel that both have"
            raise UsageError(f"the {which} package has no {channel} answer in the rows that both have; {help_}")
        if treatment is not Treatment.KEPT and table["verdict"].isna().all():
            raise UsageError(f"the {which} package has no verdicts; gate it, or compare with --treatment kept")
        if treatment is Treatment.DIRECT_INSTEAD and "direct" in absent:
            raise UsageError(f"the {which} package has no direct answer to put in place of the assisted one")


def _left_out(first: pd.Series[bool], second: pd.Series[bool]) -> LeftOut:
    return LeftOut(int(first.sum()), int(second.sum()), int((first | second).sum()))


def _first_reason(reasons: list[pd.Series[str]]) -> str:
    for which, reason in zip(("first", "second"), reasons, strict=True):
        if reason.empty:
            return f"the {which} package has no rows"
        if reason.notna().all():
            counts = [
                f"{int((reason == each.value).sum())} rows: {each.label}"
                for each in Reason
                if (reason == each.value).any()
            ]
            return f"in the {which} package {'; '.join(counts)}"
    return "no row is left"


def _why(counts: Mapping[str, LeftOut]) -> str:
    named = {
        "harness_failures": "the harness failed",
        "not_approved": "not approved",
        "missing": "an answer is missing",
    }
    return ", ".join(f"{named[name]}: {count.either}" for name, count in counts.items() if count.either)
