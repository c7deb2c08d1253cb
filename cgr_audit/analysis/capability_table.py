"""The capability of each member of the modules that the sandbox holds.

``python -m cgr_audit.sandbox.export_tables`` updates the table from the sandbox's own interpreter. It is text: a block
for each module, and in it a line for each capability with its members. What an attribute of a member gives access to,
where that is more than the member does, has its dotted name (``stdout.buffer`` of ``sys``). Nobody has looked at a
member that is ``unreviewed``. Names that begin with an underscore are not listed.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

from cgr_audit.analysis.standard_modules import STANDARD_MODULES

__all__ = [
    "HARMLESS",
    "HELD_MODULE",
    "TABLE",
    "UNREVIEWED",
    "classified",
    "is_dubious",
    "is_module",
    "members_in",
    "members_of",
    "modules",
    "owner_of",
    "parse",
]

TABLE = Path(__file__).with_name("capability_table.txt")
HARMLESS = "harmless"
HELD_MODULE = "module"
"""A module that another holds: ``json.decoder`` as ``decoder=json.decoder``, ``logging.os`` as ``os=os``."""
UNREVIEWED = "unreviewed"
_PLAIN = frozenset({"__all__", "__annotations__", "__author__", "__doc__", "__name__", "__package__", "__version__"})
"""Members of every module."""


def is_module(name: str) -> bool:
    """Whether a dotted name is that of a module that the sandbox holds, so far as a contract may allow it."""
    return name in modules()


def owner_of(name: str) -> tuple[str, str] | None:
    """The innermost module of a dotted name and its member; None if the table lists no such module."""
    found, end = modules(), len(name)
    while end > 0:
        if name[:end] in found:
            return name[:end], name[end + 1 :]
        end = name.rfind(".", 0, end)
    return None


def classified(module: str, member: str) -> str | None:
    """The capability of a member, or of an attribute of one; None for what the table does not list."""
    members = members_of(module)
    first = member.partition(".")[0]
    if first in _PLAIN:
        return HARMLESS
    while member not in members and "." in member:
        member = member.rpartition(".")[0]
    return members.get(member)


def is_dubious(member: str) -> bool:
    """Whether a member that the table does not list may exist, in this interpreter or another.

    A name that begins with an underscore is private to the module, and one that is called like a module is that module.
    Anything else exists in no interpreter: it gives access to nothing, and CGR506 reports it.
    """
    first = member.partition(".")[0]
    return first.startswith("_") or first in STANDARD_MODULES


@lru_cache(maxsize=1)
def modules() -> Mapping[str, str]:
    """The block of each module."""
    return parse(TABLE.read_text("utf-8"))


def parse(text: str) -> Mapping[str, str]:
    """The blocks of a table's text."""
    blocks = (block.partition("\n") for block in text.split("\n\n") if block.strip())
    return {name: lines for name, _, lines in blocks}


@lru_cache(maxsize=256)
def members_of(module: str) -> Mapping[str, str]:
    """The members of a module, each with its class; that of a module that it holds is ``module=`` and its full name."""
    return members_in(modules().get(module, ""))


def members_in(block: str) -> Mapping[str, str]:
    """The members that the lines of a block list."""
    found: dict[str, str] = {}
    for line in block.splitlines():
        kind, *names = line.split()
        for name, _, target in (name.partition("=") for name in names):
            found[name] = f"{HELD_MODULE}={target}" if target else kind
    return found
