"""The contract that most programs fit: what they show, counted."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from cgr_audit.analysis.inference.counting import FEW, most, often
from cgr_audit.analysis.inference.helpers import free_name, helpers
from cgr_audit.analysis.inference.parameters import item_fields, parameters
from cgr_audit.analysis.inference.returned import channels, returned_shape, roles
from cgr_audit.analysis.inference.traits import ProgramTraits
from cgr_audit.analysis.prelude import read_prelude
from cgr_audit.source.contract import ArgumentStyle, Contract, EntryKind, ReturnShape, Supply
from cgr_audit.source.profiles import default_imports

__all__ = ["NO_NAME", "Counts", "Proposal", "Share", "misfit_of", "propose"]

NO_NAME = "/^$/"
"""A pattern that no name matches, so that the last function that no other calls is the entry."""


@dataclass(frozen=True, slots=True)
class Share:
    """How many programs of how many."""

    count: int
    total: int

    def __str__(self) -> str:
        """As comments say it."""
        return f"{self.count} of {self.total}"


@dataclass(frozen=True, slots=True)
class Counts:
    """What was counted, for the comments next to each key."""

    read: Share
    """Programs that could be read."""
    kind: Share
    names: Mapping[str, int]
    parameters: Mapping[str, int]
    helpers: Mapping[str, int]
    others: Mapping[str, int]
    """What is called, bound nowhere, and no helper of the proposal."""
    shapes: Mapping[str, int]
    fields: Mapping[str, int]
    unsupplied: Mapping[str, int]
    """Parameters that must be given, and that nothing is known to supply."""
    reads: Mapping[str, int]
    """Keys that are read from what the entry is given."""


@dataclass(frozen=True, slots=True)
class Proposal:
    """What a contract would say."""

    kind: EntryKind
    name: str
    arguments: ArgumentStyle
    """An expression for each row where most entries take what no item has."""
    parameters: tuple[str, ...]
    supplies: Mapping[str, Supply]
    shape: ReturnShape
    fields: tuple[str, ...]
    solver_field: str | None
    generator_field: str | None
    variable: str | None
    solver: Mapping[str, tuple[str, ...]]
    factories: tuple[str, ...]
    extraction: Mapping[str, tuple[str, ...]]
    modules: tuple[str, ...]
    item_fields: Mapping[str, str]
    profile: str
    counts: Counts = field(compare=False)


def propose(traits: Sequence[ProgramTraits], total: int, renamed: Mapping[str, str] | None = None) -> Proposal:
    """The contract that most programs fit.

    Args:
        traits: what the programs show that could be read; at least one.
        total: how many there are, with those that could not.
        renamed: what is known of the items' own columns: the name, to the field of an item's record.
    """
    kinds = Counter(one.kind for one in traits)
    kind = most(kinds)
    chosen = [one for one in traits if one.kind is kind]
    names = Counter(one.entry for one in chosen)
    taken, supplies, unsupplied = parameters(chosen, kind)
    lacking = sum(any(part.is_required and part.name in unsupplied for part in one.parameters) for one in chosen)
    style = ArgumentStyle.EXPRESSION if 2 * lacking > len(chosen) else ArgumentStyle.NAMED
    solver, factories, extraction, others, calls = helpers(traits)
    shape, fields, shapes, counted = returned_shape(chosen, kind)
    answer, own = roles(fields)
    variables = Counter(name for one in chosen for name in one.variables[:1])
    modules = sorted({call.module for one in traits for call in one.calls if call.module and call.name in calls})
    science = set(default_imports("science")) - set(default_imports("standard"))
    counts = Counts(
        Share(len(traits), total),
        Share(kinds[kind], len(traits)),
        dict(names.most_common()),
        taken,
        {name: sum(any(call.name == name for call in one.calls) for one in traits) for name in calls},
        others,
        shapes,
        counted,
        unsupplied,
        dict(Counter(key for one in traits for key in one.reads).most_common()),
    )
    return Proposal(
        kind,
        "" if kind is EntryKind.SCRIPT else _name(names),
        style,
        tuple(taken) if style is ArgumentStyle.NAMED else (),
        supplies if style is ArgumentStyle.NAMED else {},
        shape,
        channels(fields, shape),
        answer,
        own,
        most(variables) if kind is EntryKind.SCRIPT and variables else None,
        solver,
        factories,
        extraction or ({free_name(traits): ("response",)} if solver or factories else {}),
        tuple(modules),
        item_fields(chosen, renamed or {}),
        "science" if any(one.imports & science for one in traits) else "standard",
        counts,
    )


def misfit_of(contract: Contract, one: ProgramTraits) -> str | None:
    """Why a program was not written for a contract, in few words; nothing if it may have been."""
    entry, returns = contract.entry, contract.returns
    if one.kind is not entry.kind or (entry.name and not entry.is_pattern and not entry.matches(one.entry)):
        return "entry"
    if entry.kind is not EntryKind.SCRIPT and entry.arguments is ArgumentStyle.NAMED:
        if any(part.is_required and part.name not in entry.supplied for part in one.parameters):
            return "parameters"
    elif entry.kind is EntryKind.SCRIPT and returns.variable not in one.variables:
        return "variable"
    prelude = read_prelude(contract.prelude.source)
    held = {*contract.helpers, *contract.solver.factories, *(prelude.names if prelude is not None else ())}
    if any(call.name not in held or (call.module and call.module not in contract.solver.modules) for call in one.calls):
        return "helpers"
    if not one.shapes or returns.shape in (ReturnShape.VALUE, ReturnShape.VARIABLE):
        is_any = returns.answer == "any" or returns.shape is ReturnShape.VARIABLE
        structured = any(shape.kind is not ReturnShape.VALUE for shape in one.shapes)
        return "return" if structured and not is_any else None
    if returns.shape is ReturnShape.TUPLE:
        fits = any(shape.kind is ReturnShape.TUPLE and shape.length == len(returns.fields) for shape in one.shapes)
    else:
        fits = any(
            shape.kind is ReturnShape.MAPPING and set(returns.fields) <= set(shape.fields) for shape in one.shapes
        )
    return None if fits else "return"


def _name(names: Counter[str]) -> str:
    """The name that all entries have, or a pattern of what most of them begin with."""
    if len(names) == 1:
        return next(iter(names))
    total = names.total()
    frequent = often(names, total)
    starts = Counter[str]()
    for name, count in names.items():
        starts[re.split(r"[_\d]", name, maxsplit=1)[0] or name] += count
    start, count = starts.most_common(1)[0]
    if len(start) > 2 and count >= (1 - FEW) * total:
        return f"/^{start}\\w*$/"
    return f"/^({'|'.join(frequent)})$/" if frequent else NO_NAME
