"""The item as a program may see it: under the contract's names, and without its gold."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from cgr_audit.source.contract import Contract, ItemSpec, Supply

__all__ = ["option_forms", "options_of", "visible_item"]

_TEXTS = ("item_id", "dataset", "question")
"""Fields that every program sees, empty where an item has none."""
_NOT_SHOWN = frozenset({"source", "licence", "redistributable"})
"""Fields of the record that say where an item comes from."""


def options_of(item: Mapping[str, Any] | None) -> list[dict[str, Any]]:
    """The options of an item's record, each with id and text alone: what else they hold may be the gold."""
    return [{"id": option["id"], "text": option["text"]} for option in (item or {}).get("options") or ()]


def option_forms(options: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """The options as texts alone, and as texts by id."""
    return {
        Supply.OPTION_TEXTS: [option["text"] for option in options],
        Supply.OPTION_MAPPING: {option["id"]: option["text"] for option in options},
    }


def visible_item(item: Mapping[str, Any] | None, contract: Contract) -> dict[str, Any]:
    """The fields of an item's record under the names that the contract gives them, but for the gold.

    A field that the item's schema does not know is passed on, unless its name holds that of a gold field
    (``answerKey``, ``gold_label``) and ``[item.fields]`` does not name it.
    """
    record, spec = item or {}, contract.item
    seen: dict[str, Any] = {name: record.get(name) or "" for name in _TEXTS} | {"options": options_of(record)}
    others = {name: value for name, value in record.items() if name not in seen and name not in _NOT_SHOWN}
    own = {name: value for name, value in others.items() if not spec.may_be_gold(name)}
    named = {name: source for name, source in spec.fields.items() if name not in spec.gold_names}
    held: dict[str, Any] = {**option_forms(seen["options"]), **others, **seen}
    mapped = {name: held[source] for name, source in named.items() if source in held}
    kept = {name: value for name, value in {**seen, **own}.items() if name not in spec.fields.values()}
    return {name: _without_gold(value, spec) for name, value in {**kept, **mapped}.items()}


def _without_gold(value: Any, spec: ItemSpec) -> Any:
    """A value without the entries of its dictionaries that may be gold."""
    if isinstance(value, Mapping):
        return {name: _without_gold(part, spec) for name, part in value.items() if not spec.may_be_gold(name)}
    return [_without_gold(part, spec) for part in value] if isinstance(value, list | tuple) else value
