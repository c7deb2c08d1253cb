"""What callers from Python name programs, contracts and items by."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, TypeAlias

from cgr_audit.audit.registry import Registry, load_registry
from cgr_audit.errors import UsageError
from cgr_audit.records.rows import Item, to_record
from cgr_audit.sandbox.compile_check import GuestCompiler
from cgr_audit.sandbox.interpreter import Interpreter
from cgr_audit.schema import check_record
from cgr_audit.source.collect import collect
from cgr_audit.source.collected import Unreadable
from cgr_audit.source.contract import Contract, load_contract
from cgr_audit.source.program import Program

__all__ = [
    "TEXT",
    "WITHOUT",
    "Source",
    "checked_item",
    "collected",
    "compiler",
    "interpreter",
    "refuse_name_of_file",
    "rules",
    "sole",
    "terms_of",
]

Source: TypeAlias = str | bytes | Path | Program
"""A program: its text, its exact bytes, where it is found, or itself."""
TEXT = "text"
"""The id of a program that is only a text."""
WITHOUT: Mapping[str, Any] = MappingProxyType(
    {"item_id": "-", "dataset": "-", "question": None, "options": [], "correct_ids": []}
)
"""What of an item's record may be missing, and what stands for it."""


def collected(source: Source, program_id: str) -> Iterable[Program | Unreadable]:
    """The programs that a source holds; a text has this id.

    Raises:
        UsageError: there is no such path.
    """
    match source:
        case Program():
            return [source]
        case Path():
            return collect([source])
        case str():
            return [Program(program_id, program_id, source.encode("utf-8", "surrogatepass"))]
        case bytes():
            return [Program(program_id, program_id, source)]


def sole(source: Source) -> Program:
    """The only program that a source holds.

    Raises:
        UsageError: it holds none or several, cannot be read, or is the name of a file.
    """
    refuse_name_of_file(source)
    found = list(collected(source, TEXT))
    if len(found) != 1:
        raise UsageError(f"{source!s}: one program is needed, and there are {len(found):,}; give one at a time")
    if isinstance(found[0], Unreadable):
        raise UsageError(f"{found[0].path}: {found[0].reason}")
    return found[0]


def refuse_name_of_file(source: object) -> None:
    """Refuse a ``str`` that names a file: whoever wrote a program's text must not choose what is read instead of it.

    Raises:
        UsageError: it does.
    """
    if isinstance(source, str) and source and "\n" not in source and os.path.exists(source):  # noqa: PTH110
        raise UsageError(f"{source!r} is a path, and a str is a program's text; give pathlib.Path({source!r})")


def terms_of(contract: Contract | str | Path) -> Contract:
    """A contract, given as itself, by the name of a built-in one, or as a TOML file.

    Raises:
        UsageError: there is no such contract.
    """
    return contract if isinstance(contract, Contract) else load_contract(str(contract))


def checked_item(item: Mapping[str, Any] | Item, contract: Contract, origin: str = "item") -> dict[str, Any]:
    """An item's record, in which what no program needs may be missing; ``origin`` names it in messages.

    Raises:
        UsageError: it is not an item, or lacks what the contract gives programs.
    """
    record = to_record(item) if isinstance(item, Item) else dict(item)
    problem = check_record("item", {**WITHOUT, **record})
    if problem is not None:
        raise UsageError(f"{origin}: {problem}")
    fields = (*map(str, contract.entry.needs), *contract.item.fields.values())
    if contract.entry.needs and not any(record.get(name) is not None for name in fields):
        wanted = " or ".join(map(repr, dict.fromkeys(fields)))
        raise UsageError(
            f"{origin}: the item has no {wanted}, which is what the contract {contract.name!r} gives programs"
        )
    return record


@cache
def rules() -> Registry:
    """The rules, loaded once."""
    return load_registry()


@cache
def interpreter(profile: str) -> Interpreter:
    """The sandbox's interpreter, loaded once; the first of a machine is compiled, which takes some seconds."""
    return Interpreter(profile)


@cache
def compiler(profile: str) -> GuestCompiler:
    """The compiler inside the sandbox, loaded when a program first needs it."""
    return GuestCompiler(profile)
