"""The members of the modules that the sandbox holds, and of their classes.

``python -m cgr_audit.sandbox.export_tables`` writes the table from the sandbox's own interpreter. It is text: a block
for each owner, ``module re`` or ``class re.Pattern closed``, and a line for each of its members with its kind and,
where they are certain, its parameters. Names between double underscores are left out. The instances of a ``closed``
class have no other members; an ``open`` module makes members on demand.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property, lru_cache
from pathlib import Path

from cgr_audit.analysis.calls.signature import Signature

__all__ = ["TABLE", "Member", "MemberKind", "Owner", "class_owner", "classes_of", "module_owner", "standard_callable"]

TABLE = Path(__file__).with_name("members.txt")


class MemberKind(StrEnum):
    """What a member is."""

    MODULE = "module"
    CLASS = "class"
    FUNCTION = "function"
    METHOD = "method"
    STATIC = "static"
    """A method that is the same for the class and its instances."""
    VALUE = "value"


@dataclass(frozen=True, slots=True)
class Member:
    """One member of a module or class."""

    kind: MemberKind
    class_name: str | None
    """The class that it is, as the table names it."""
    parameters: str | None
    """Its parameters as a ``def`` has them, without ``self``; None if they are uncertain."""

    @property
    def signature(self) -> Signature | None:
        """What it can be called with, as far as that is certain."""
        return None if self.parameters is None else _signature(self.parameters)


@dataclass(frozen=True)
class Owner:
    """A module, or a class."""

    name: str
    is_exact: bool
    """Whether it, or an instance, has no other members."""
    _lines: str = field(repr=False)

    @cached_property
    def names(self) -> frozenset[str]:
        """The names of its members."""
        return frozenset(line.partition(" ")[0] for line in self._lines.splitlines())

    def member(self, name: str) -> Member | None:
        """A member by its name."""
        return self._members.get(name)

    @cached_property
    def _members(self) -> Mapping[str, Member]:
        return {
            name: _member(described)
            for name, _, described in (line.partition(" ") for line in self._lines.splitlines())
        }

    @cached_property
    def classes(self) -> tuple[str, ...]:
        """The classes among its members."""
        return tuple(member.class_name for member in self._members.values() if member.class_name is not None)


def module_owner(name: str) -> Owner | None:
    """A module of the sandbox; None for one that the table does not list."""
    return _owners().get(f"module {name}")


def class_owner(name: str) -> Owner | None:
    """A class by its full name, such as ``builtins.str``."""
    return _owners().get(f"class {name}")


@lru_cache(maxsize=256)
def classes_of(module: str) -> frozenset[str]:
    """The names of all members of the classes that a module exports."""
    owner = module_owner(module)
    found = (class_owner(name) for name in (() if owner is None else owner.classes))
    return frozenset().union(*(one.names for one in found if one is not None))


def standard_callable(dotted: str) -> Member | None:
    """What a dotted name such as ``re.findall`` or ``datetime.datetime.now`` is, if it can be called."""
    base, _, name = dotted.rpartition(".")
    owner = module_owner(base)
    if owner is not None:
        return owner.member(name)
    outer = standard_callable(base) if "." in base else None
    if outer is None or outer.class_name is None:
        return None
    cls = class_owner(outer.class_name)
    found = None if cls is None else cls.member(name)
    return found if found is not None and found.kind is MemberKind.STATIC else None


@lru_cache(maxsize=1)
def _owners() -> Mapping[str, Owner]:
    owners = {}
    for block in TABLE.read_text("utf-8").split("\n\n"):
        head, _, lines = block.partition("\n")
        kind, name, *flags = head.split()
        is_exact = "closed" in flags if kind == "class" else "open" not in flags
        owners[f"{kind} {name}"] = Owner(name, is_exact, lines)
    return owners


def _member(described: str) -> Member:
    words, has_parameters, parameters = described.partition("(")
    kind, _, class_name = words.strip().partition(" ")
    return Member(MemberKind(kind), class_name or None, parameters.rstrip()[:-1] if has_parameters else None)


@lru_cache(maxsize=1_024)
def _signature(parameters: str) -> Signature:
    function = ast.parse(f"lambda {parameters}: 0", mode="eval").body
    assert isinstance(function, ast.Lambda)
    return Signature.of(function.args)
