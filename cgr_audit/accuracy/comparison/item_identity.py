"""Whether an item that two packages call the same is the same."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from cgr_audit.records.rows import Item, ItemKey

__all__ = ["ItemDifference", "ItemIdentity", "compare_items"]


@dataclass(frozen=True, slots=True)
class ItemDifference:
    """An item that is in both packages and is not the same in them."""

    dataset: str
    item_id: str
    what: tuple[str, ...]
    """Of ``question``, ``options`` and ``gold``, those that differ."""

    def to_record(self) -> dict[str, Any]:
        """Fields in order."""
        return asdict(self) | {"what": list(self.what)}


@dataclass(frozen=True, slots=True)
class ItemIdentity:
    """The items of both packages, compared."""

    same: int
    differing: tuple[ItemDifference, ...]
    """Sorted by dataset and id."""
    without_question: int
    """Items whose question one of the packages leaves out: taken as the same by their options and gold alone."""


def compare_items(first: Mapping[ItemKey, Item], second: Mapping[ItemKey, Item]) -> ItemIdentity:
    """Compare the items that are in both packages by question, options and gold.

    Options are the same only in the same order: a model's answer may depend on it. Of options that have more fields
    only id and text are compared; right options are a set.
    """
    differing, same, without_question = [], 0, 0
    for key in sorted(first.keys() & second.keys()):
        one, other = first[key], second[key]
        known = one.question is not None and other.question is not None
        facts = {
            "question": known and one.question != other.question,
            "options": _options(one) != _options(other),
            "gold": set(one.correct_ids) != set(other.correct_ids),
        }
        without_question += not known and one.question != other.question
        what = tuple(name for name, differs in facts.items() if differs)
        same += not what
        if what:
            differing.append(ItemDifference(key.dataset, key.item_id, what))
    return ItemIdentity(same, tuple(differing), without_question)


def _options(item: Item) -> list[tuple[Any, Any]]:
    return [(option["id"], option["text"]) for option in item.options]
