"""Which rows of two packages are about the same thing: the same item, and solver, generator and sample that correspond.

A field that the two packages share pairs equal values. One that differs wholly, and has a single value in each, is
paired across: that is the comparison itself, such as one solver against another. Anything else is ambiguous and refused
until it is said which values belong together.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from cgr_audit.errors import UsageError

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["FIELDS", "FieldMatch", "Given", "How", "check_given", "match_fields", "matched_places"]

FIELDS = ("solver", "generator", "sample")
"""The fields of a row's key besides its item."""
_ITEM = ["dataset", "item_id"]
_SHOWN = 4

Given = Mapping[str, Mapping[str, str]]
"""Field to values of the first package, each with the value of the second that it is compared with."""


class How(StrEnum):
    """How a field's values were paired."""

    SHARED = "shared"
    ACROSS = "across"
    GIVEN = "given"


@dataclass(frozen=True, slots=True)
class FieldMatch:
    """Which values of one field belong together; those of one package alone have no partner."""

    field: str
    how: How
    pairs: tuple[tuple[str, str], ...]
    """Of the first package and of the second, sorted."""
    only_first: tuple[str, ...]
    only_second: tuple[str, ...]

    @property
    def sentence(self) -> str:
        """What is compared, such as ``solver a against b``."""
        if self.how is How.SHARED:
            return f"{self.field} {_listed([first for first, _ in self.pairs])} in both"
        return "; ".join(f"{self.field} {first} against {second}" for first, second in self.pairs)

    def to_record(self) -> dict[str, Any]:
        """Fields in order."""
        return asdict(self) | {
            "how": self.how.value,
            "pairs": [{"first": first, "second": second} for first, second in self.pairs],
            "only_first": list(self.only_first),
            "only_second": list(self.only_second),
        }


def match_fields(first: pd.DataFrame, second: pd.DataFrame, given: Given) -> tuple[FieldMatch, ...]:
    """Pair the values of solver, generator and sample, in this order.

    Args:
        first: the rows that count of the first package, at least one.
        second: those of the second.
        given: what the person who compares says; for a field named here only these values take part.

    Raises:
        UsageError: a field is ambiguous, or a value that was given is not there.
    """
    check_given(given)
    return tuple(_match(field, _values(first, field), _values(second, field), given.get(field)) for field in FIELDS)


def check_given(given: Given) -> None:
    """See that what the person who compares says can be meant, whatever the packages hold.

    Raises:
        UsageError: a field that rows are not matched by, or a value of the second package that is there twice.
    """
    unknown = sorted(set(given) - set(FIELDS))
    if unknown:
        raise UsageError(f"--match {unknown[0]}: rows are matched by {', '.join(FIELDS)}")
    for field, values in given.items():
        others = list(values.values())
        twice = [other for other in others if others.count(other) > 1]
        if twice:
            raise UsageError(f"--match: {field} {twice[0]!r} of the second package is given twice")


def matched_places(first: pd.DataFrame, second: pd.DataFrame, matches: tuple[FieldMatch, ...]) -> pd.DataFrame:
    """The rows that have a partner, one line for each, sorted by the first's key.

    Returns:
        ``first`` and ``second``, the places of the two rows in their tables, from 0.
    """
    on = [*_ITEM, *FIELDS]
    keys = first[on].astype("string").assign(first=range(len(first)))
    others = second[on].astype("string").assign(second=range(len(second)))
    for match in matches:
        names = {other: name for name, other in match.pairs}
        own = set(names.values())
        keys[match.field] = keys[match.field].where(keys[match.field].isin(own))
        others[match.field] = others[match.field].map(names).astype("string")
    both = keys.dropna(subset=list(FIELDS)).merge(others.dropna(subset=list(FIELDS)), on=on, validate="one_to_one")
    return both.sort_values("first", ignore_index=True)[["first", "second"]]


def _match(field: str, first: list[str], second: list[str], given: Mapping[str, str] | None) -> FieldMatch:
    if given is not None:
        return _given(field, first, second, given)
    shared = [value for value in first if value in set(second)]
    if shared:
        pairs, how = tuple((value, value) for value in shared), How.SHARED
    elif len(first) == len(second) == 1:
        pairs, how = ((first[0], second[0]),), How.ACROSS
    else:
        raise UsageError(
            f"the packages share no {field}: {_listed(first)} in the first, {_listed(second)} in the second; say which "
            f"belong together with --match {field}:{first[0]}={second[0]}"
        )
    return _field_match(field, how, pairs, first, second)


def _given(field: str, first: list[str], second: list[str], given: Mapping[str, str]) -> FieldMatch:
    for name, other in given.items():
        for value, values, which in ((name, first, "first"), (other, second, "second")):
            if value not in values:
                has = f"no {field} {value!r} in the {which} package, but {_listed(values)}"
                raise UsageError(f"--match {field}:{name}={other}: {has}")
    return _field_match(field, How.GIVEN, tuple(sorted(given.items())), first, second)


def _field_match(
    field: str, how: How, pairs: tuple[tuple[str, str], ...], first: list[str], second: list[str]
) -> FieldMatch:
    used, used_second = {name for name, _ in pairs}, {other for _, other in pairs}
    return FieldMatch(
        field,
        how,
        pairs,
        tuple(value for value in first if value not in used),
        tuple(value for value in second if value not in used_second),
    )


def _values(table: pd.DataFrame, field: str) -> list[str]:
    return [str(value) for value in sorted(table[field].unique())]


def _listed(values: list[str]) -> str:
    shown = ", ".join(values[:_SHOWN])
    return shown if len(values) <= _SHOWN else f"{shown} and {len(values) - _SHOWN} more"
