"""What result rows are about: the items and programs of a package, read with all that can be wrong with them."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from cgr_audit.records.digests import check_inside, file_sha256
from cgr_audit.records.faults import Faults
from cgr_audit.records.lines import RecordError, read_lines
from cgr_audit.records.presence import is_there
from cgr_audit.records.rows import Item, ItemKey, ProgramKey, ProgramRecord, from_record

if TYPE_CHECKING:
    from cgr_audit.records.facts import ItemFacts, ProgramFacts

__all__ = ["read_facts", "read_items", "read_programs"]


def read_facts(
    folder: Path, digests: Mapping[str, str], held: Mapping[str, bool]
) -> tuple[Mapping[ItemKey, ItemFacts], Sequence[int], tuple[ProgramFacts, ...]]:
    """What tables need of items and programs, and the numbers of the items' lines.

    Args:
        folder: the package.
        digests: those of the manifest, which were checked, by path with forward slashes.
        held: what is below ``programs/``, and whether it is a plain file.

    Raises:
        RecordError: as ``read_items`` and ``read_programs`` say, which look again where anything may be wrong.
    """
    from cgr_audit.records.facts import (  # noqa: PLC0415  it imports numpy
        facts_of_items,
        facts_of_programs,
        read_item_facts,
        read_program_facts,
    )

    def digest_of(name: str) -> str | None:
        listed = f"programs/{name}"
        return digests.get(listed) if held.get(listed, False) else None

    found = read_item_facts(folder / "items.jsonl")
    if found is None:
        whole, numbers = read_items(folder)
        found = facts_of_items(whole), list(numbers.values())
    items, lines = found
    programs = read_program_facts(folder / "programs.jsonl", items, digest_of)
    if programs is None:
        programs = facts_of_programs(*read_programs(folder, items, digests, held))
    return items, lines, programs


def read_items(folder: Path) -> tuple[dict[ItemKey, Item], dict[ItemKey, int]]:
    """The items, and the numbers of their lines.

    Raises:
        RecordError: a bad line, a duplicate item, a duplicate option, a gold that is not an option.
    """
    path = folder / "items.jsonl"
    faults = Faults(path)
    items: dict[ItemKey, Item] = {}
    lines: dict[ItemKey, int] = {}
    for number, record in read_lines(path, "item", on_fault=faults.add):
        item = from_record(Item, record)
        fault = _fault_of_item(item, lines)
        if fault is not None:
            faults.add(f"{path}:{number}: {fault}")
        if item.key not in items:
            items[item.key], lines[item.key] = item, number
    faults.raise_any()
    return items, lines


def read_programs(
    folder: Path, items: Mapping[ItemKey, ItemFacts], digests: Mapping[str, str], held: Mapping[str, bool]
) -> tuple[tuple[ProgramRecord, ...], dict[str, int]]:
    """The programs by id, and the numbers of their lines; every program's bytes are those of its digest.

    Args:
        folder: the package.
        items: those that programs may be about.
        digests: those of the manifest, which were checked, by path with forward slashes.
        held: what is below ``programs/``, and whether it is a plain file.

    Raises:
        RecordError: a bad line, a duplicate program or one about no item, bytes that are missing or others.
    """
    path = folder / "programs.jsonl"
    programs: dict[str, ProgramRecord] = {}
    faults = Faults(path)
    keys: dict[ProgramKey, int] = {}
    lines: dict[str, int] = {}
    for number, record in read_lines(path, "program", on_fault=faults.add):
        program = from_record(ProgramRecord, record)
        name, key = program.program_id, program.key
        listed = f"programs/{name}"
        try:
            plain = held.get(listed, False)
            if not plain:
                check_inside(name, f"{path}:{number}: /program_id")
            if name in programs:
                raise RecordError(f"{path}:{number}: /program_id: {name!r} is a duplicate of line {lines[name]}")
            if program.item_key not in items:
                raise RecordError(f"{path}:{number}: /item_id: items.jsonl has no {key.item_id!r} of {key.dataset!r}")
            if key in keys:
                said = f"the same dataset, item, generator and sample as line {keys[key]}"
                raise RecordError(f"{path}:{number}: /sample: {said}")
            programs[name], keys[key], lines[name] = program, number, number
            if not plain:
                _check_source(folder / listed, folder / "programs", f"{path}:{number}")
            if (digests.get(listed) or file_sha256(folder / listed)) != program.sha256:
                raise RecordError(
                    f"{folder / listed}: not the bytes that {path}:{number} names (its sha256 is another)"
                )
        except RecordError as fault:
            faults.add(fault)
    faults.raise_any()
    return tuple(programs[name] for name in sorted(programs)), lines


def _fault_of_item(item: Item, lines: Mapping[ItemKey, int]) -> str | None:
    """What is wrong with an item, besides those whose lines are given."""
    key, ids = item.key, item.option_ids
    for name, text in zip(ItemKey._fields, key, strict=True):
        if text.isspace():
            return f"/{name}: {text!r} is not a name"
    if key in lines:
        return f"/item_id: {item.item_id!r} is a duplicate of line {lines[key]}"
    if len(set(ids)) != len(ids):
        repeated = next(place for place, name in enumerate(ids) if name in ids[:place])
        return f"/options/{repeated}/id: {ids[repeated]!r} is a duplicate"
    if ids and not all(gold in ids for gold in item.correct_ids):
        missing = min(set(item.correct_ids).difference(ids))
        return f"/correct_ids: {missing!r} is not an option of the item; its options are {', '.join(map(repr, ids))}"
    return None


def _check_source(source: Path, programs: Path, where: str) -> None:
    if not is_there(source):
        raise RecordError(f"{source}: missing, but named in {where}")
    if not Path(os.path.realpath(source)).is_relative_to(os.path.realpath(programs)):
        raise RecordError(f"{source}: a link that leads out of the package")
