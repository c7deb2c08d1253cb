"""The items that a program is probed on: its own, one made up where there is none, and counterfactual ones."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from cgr_audit.analysis.compared_literals import ComparedLiterals
from cgr_audit.records.rows import Item

__all__ = ["another_item", "keyed_items", "reordered_item", "synthetic_item"]

_TEXTS = (
    "the copper kettle", "the garden barrel", "the soup ladle", "the thimble", "the glass carafe", "the tin mug",
    "the wooden trough", "the bronze bowl",
)  # fmt: skip
_USUAL_OPTIONS = 4
_LONGEST_QUESTION = 4000
_KEYS, _THOROUGH_KEYS = 6, 24


def synthetic_item(option_count: int | None) -> Item:
    """Stands in where no item is known. Its texts hold no letter by itself, no number, no yes and no no.

    Args:
        option_count: how many options the contract says that items have; four where it does not say.
    """
    count = min(option_count or _USUAL_OPTIONS, len(_TEXTS))
    return Item(
        item_id="synthetic",
        dataset="synthetic",
        question="which of these vessels holds the most water when filled to its rim?",
        options=tuple({"id": "ABCDEFGH"[place], "text": _TEXTS[place]} for place in range(count)),
        correct_ids=("B",) if count > 1 else (),
    )


def another_item(item: Item) -> Item:
    """An item with the same option ids that differs in everything else that a program could read an answer out of."""
    texts = [option["text"] for option in reversed(item.options)]
    options = tuple({"id": option["id"], "text": text} for option, text in zip(item.options, texts, strict=True))
    return replace(item, item_id="another", dataset="another", question="what about this one?", options=options)


def reordered_item(item: Item) -> Item:
    """The same item with its options in the reverse order, each with its id."""
    return replace(item, options=item.options[::-1])


def keyed_items(item: Item, literals: ComparedLiterals, *, thorough: bool) -> Iterator[Item]:
    """Items that say what a program may look for: all that it compares with in one, then each key in one."""
    if literals.texts:
        yield replace(item, question=" ".join(literals.texts)[:_LONGEST_QUESTION])
    keys = tuple(dict.fromkeys((*literals.table_keys, *(text for text in literals.texts if len(text) > 2))))
    for key in keys[: _THOROUGH_KEYS if thorough else _KEYS]:
        yield replace(item, item_id=key, dataset=key, question=key)
