"""What tables need of items and programs, for packages of any size: no question, no option's text, no prompt."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import pairwise
from operator import attrgetter
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from cgr_audit.records.blocks import read_blocks
from cgr_audit.records.json_text import RecordError
from cgr_audit.records.rows import Item, ItemKey, ProgramKey, ProgramRecord

__all__ = [
    "ItemFacts",
    "ProgramFacts",
    "facts_of_items",
    "facts_of_programs",
    "field_of_each",
    "read_item_facts",
    "read_program_facts",
]


class ItemFacts(NamedTuple):
    """What answers to an item are compared with. Items that say the same share one of these."""

    option_ids: tuple[str, ...]
    correct_ids: tuple[str, ...]


class ProgramFacts(NamedTuple):
    """One line of ``programs.jsonl``."""

    program_id: str
    key: ProgramKey
    sha256: str
    attempt: int | None
    generator_response: Mapping[str, Any] | None
    line: int


class Shared(dict[str, str]):
    """Texts of which there are few, each held once."""

    def __missing__(self, text: str) -> str:
        self[text] = text
        return text


Items = tuple[dict[ItemKey, ItemFacts], Sequence[int]]
"""The items, and the numbers of their lines in the same order."""


def facts_of_items(items: Mapping[ItemKey, Item]) -> dict[ItemKey, ItemFacts]:
    """The facts of items that are there already."""
    return {key: ItemFacts(item.option_ids, item.correct_ids) for key, item in items.items()}


def facts_of_programs(programs: Iterable[ProgramRecord], lines: Mapping[str, int]) -> tuple[ProgramFacts, ...]:
    """The facts of programs that are there already."""
    return tuple(
        ProgramFacts(
            one.program_id, one.key, one.sha256, one.extra.get("attempt"), one.generator_response, lines[one.program_id]
        )
        for one in programs
    )


def read_item_facts(path: Path) -> Items | None:
    """The facts of ``items.jsonl``; nothing if anything is wrong, which ``read_items`` words."""
    items: dict[ItemKey, ItemFacts] = {}
    lines: list[int] = []
    share = Shared()
    known: dict[ItemFacts, ItemFacts | None] = {}
    try:
        for block in read_blocks(path, "item", ("dataset", "item_id", "options", "correct_ids")):
            lines.extend(block.lines)
            for dataset, item_id, options, gold in zip(*block.columns.values(), strict=True):
                facts = ItemFacts(tuple(field_of_each(options, "id")), tuple(gold))
                if facts not in known:
                    known[facts] = facts if _agree(facts) else None
                shared = known[facts]
                if shared is None or dataset.isspace() or item_id.isspace():
                    return None
                items[ItemKey(share[dataset], item_id)] = shared
    except RecordError:
        return None
    return (items, lines) if len(items) == len(lines) else None


def read_program_facts(
    path: Path, items: Mapping[ItemKey, ItemFacts], digest_of: Callable[[str], str | None]
) -> tuple[ProgramFacts, ...] | None:
    """The facts of ``programs.jsonl``, sorted by id; nothing if anything may be wrong, which ``read_programs`` words.

    Args:
        path: the file.
        items: those that programs may be about.
        digest_of: the digest of the bytes of a program by its id, if they are in a plain file and that was checked.
    """
    programs: list[ProgramFacts] = []
    share, names_of = Shared(), {key.item_id: key.item_id for key in items}
    names = ("program_id", *ProgramKey._fields, "sha256", "attempt", "generator_response")
    try:
        for block in read_blocks(path, "program", names):
            rows = zip(block.lines, *(block.columns[name] for name in names), strict=True)
            for line, name, dataset, item_id, generator, sample, sha256, attempt, response in rows:
                digest = digest_of(name)
                if ItemKey(dataset, item_id) not in items or digest is None or digest != sha256:
                    return None
                key = ProgramKey(share[dataset], names_of[item_id], share[generator], int(sample))
                programs.append(ProgramFacts(name, key, digest, attempt, response, line))
    except RecordError:
        return None
    if len({one.key for one in programs}) < len(programs):
        return None
    programs.sort(key=attrgetter("program_id"))
    if any(one.program_id == other.program_id for one, other in pairwise(programs)):
        return None
    return tuple(programs)


def field_of_each(records: Sequence[Any], field: str) -> list[Any]:
    """A field of objects in a block of records, which are dictionaries or values of a type made of the schema."""
    if not records or not isinstance(records[0], msgspec.Struct):
        return [record[field] for record in records]
    name = records[0].__struct_fields__[records[0].__struct_encode_fields__.index(field)]
    return [getattr(record, name) for record in records]


def _agree(facts: ItemFacts) -> bool:
    ids = facts.option_ids
    return len(set(ids)) == len(ids) and (not ids or set(ids).issuperset(facts.correct_ids))
