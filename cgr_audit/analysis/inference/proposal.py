"""The contract that most programs fit: what they show, counted."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from cgr_audit.analysis.inference.traits import HelperCall, ProgramTraits, Use
from cgr_audit.analysis.prelude import read_prelude
from cgr_audit.source.contract import ArgumentStyle, Contract, EntryKind, ReturnShape, Supply
from cgr_audit.source.profiles import default_imports

__all__ = ["Counts", "Proposal", "Share", "misfit_of", "propose", "squeezed"]

_T = TypeVar("_T")
_QUESTIONS = frozenset({
    "question", "q", "questiontext", "questionstem", "stem", "problem", "query", "prompt", "text", "questionstr",
    "goal", "sentence", "ctx",
})  # fmt: skip
_OPTIONS = frozenset({
    "options", "choices", "opts", "answers", "answerchoices", "answeroptions", "candidates", "alternatives", "endings",
    "optionlist", "choicelist",
})  # fmt: skip
_ITEMS = frozenset({"item", "row", "example", "record", "entry", "sample", "data", "questiondata", "instance"})
_SETTINGS = frozenset({"expconfig", "config", "cfg", "settings", "params", "configuration"})
_TASKS = frozenset({"task", "taskinfo", "tasktext", "input"})
_IDS = frozenset({"id", "qid", "questionid", "uid", "uuid"})
_EXTRACTS = re.compile(r"(?i)extract|parse|(?:^|_)(?:get_)?(?:letter|choice|answer)")
_ASKS = re.compile(r"(?i)llm|model|ask|solver|query|gpt|chat|complet|generat|call|prompt|agent")
_ANSWER = re.compile(r"(?i)answer|ans$|letter|choice|prediction|predicted|result")
_OF_GENERATOR = re.compile(r"(?i)gen(?:erator|llm)?_|own_|expected")
_DIFFICULTY = re.compile(r"(?i)difficult")
_FEW = 0.1
"""The share of programs below which something is a slip of those, and no part of their contract."""


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
    """What was counted, for the comments beside each key."""

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


@dataclass(frozen=True, slots=True)
class Proposal:
    """What a contract would say."""

    kind: EntryKind
    name: str
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
    kind = _most(kinds)
    chosen = [one for one in traits if one.kind is kind]
    names = Counter(one.entry for one in chosen)
    parameters, supplies, unsupplied = _parameters(chosen, kind)
    solver, factories, extraction, others, calls = _helpers(traits)
    shape, fields, shapes, counted = _shape(chosen, kind)
    answer, own = _roles(fields)
    variables = Counter(name for one in chosen for name in one.variables[:1])
    modules = sorted({call.module for one in traits for call in one.calls if call.module and call.name in calls})
    science = set(default_imports("science")) - set(default_imports("standard"))
    counts = Counts(
        Share(len(traits), total),
        Share(kinds[kind], len(traits)),
        dict(names.most_common()),
        parameters,
        {name: sum(any(call.name == name for call in one.calls) for one in traits) for name in calls},
        others,
        shapes,
        counted,
        unsupplied,
    )
    return Proposal(
        kind,
        "" if kind is EntryKind.SCRIPT else _name(names),
        tuple(name for name in parameters if name not in unsupplied),
        supplies,
        shape,
        fields,
        answer,
        own,
        _most(variables) if kind is EntryKind.SCRIPT and variables else None,
        solver,
        factories,
        extraction or ({_free_name(traits): ("response",)} if solver or factories else {}),
        tuple(modules),
        _item_fields(chosen, renamed or {}),
        "science" if any(one.imports & science for one in traits) else "standard",
        counts,
    )


def misfit_of(contract: Contract, one: ProgramTraits) -> str | None:
    """Why a program was not written for a contract, in few words; nothing where it may have been."""
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


def squeezed(name: str) -> str:
    """A name's letters and digits alone, in one case."""
    return "".join(filter(str.isalnum, name)).casefold()


def _most(counts: Mapping[_T, int]) -> _T:
    return max(counts, key=lambda one: counts[one])


def _name(names: Counter[str]) -> str:
    """The name that all entries have, or a pattern of what most of them begin with."""
    if len(names) == 1:
        return next(iter(names))
    total = names.total()
    often = _often(names, total)
    starts = Counter[str]()
    for name, count in names.items():
        starts[re.split(r"[_\d]", name, maxsplit=1)[0] or name] += count
    start, count = starts.most_common(1)[0]
    if len(start) > 2 and count >= (1 - _FEW) * total:
        return f"/^{start}\\w*$/"
    return f"/^({'|'.join(often)})$/" if often else f"/^{start}\\w*$/"


def _parameters(
    traits: Sequence[ProgramTraits], kind: EntryKind
) -> tuple[dict[str, int], dict[str, Supply], dict[str, int]]:
    counts: Counter[str] = Counter(part.name for one in traits for part in one.parameters)
    required = Counter(part.name for one in traits for part in one.parameters if part.is_required)
    uses: dict[str, Counter[Use]] = {}
    for one in traits:
        for part in one.parameters:
            uses.setdefault(part.name, Counter())[part.use] += 1
    supplies: dict[str, Supply] = {}
    found: dict[str, int] = {}
    unsupplied: dict[str, int] = {}
    for name, count in counts.most_common():
        supply = _supply(name, uses[name], kind, is_sole=all(len(one.parameters) == 1 for one in traits))
        if supply is not None:
            found[name] = count
            if name != supply:
                supplies[name] = supply
        elif required[name]:
            unsupplied[name] = required[name]
    return found, supplies, unsupplied


def _supply(name: str, uses: Counter[Use], kind: EntryKind, *, is_sole: bool) -> Supply | None:
    """What the runner has to give to a parameter, by its name and what programs do with it."""
    word, use = squeezed(name), _most(uses)
    if use is Use.CALLED:
        return None
    if word in _OPTIONS:
        return {Use.TEXTS: Supply.OPTION_TEXTS, Use.MAPPING: Supply.OPTION_MAPPING}.get(use, Supply.OPTIONS)
    if word in _QUESTIONS and use is not Use.RECORD:
        return Supply.QUESTION
    if word in _SETTINGS:
        return Supply.CONFIGURATION
    if word in _TASKS and use is not Use.RECORD:
        return Supply.TASK
    if word in _ITEMS or word in _QUESTIONS or use is Use.RECORD:
        return Supply.ITEM
    if kind is EntryKind.METHOD or is_sole:
        return Supply.TASK
    return None


def _helpers(
    traits: Sequence[ProgramTraits],
) -> tuple[dict[str, tuple[str, ...]], tuple[str, ...], dict[str, tuple[str, ...]], dict[str, int], set[str]]:
    """Solver functions, factories, extraction helpers, what else is called, and the names of the first three."""
    calls: dict[str, list[HelperCall]] = {}
    programs: Counter[str] = Counter()
    for one in traits:
        programs.update({call.name for call in one.calls})
        for call in one.calls:
            calls.setdefault(call.name, []).append(call)
    often = _often(programs, len(traits))
    factories = tuple(name for name in often if name[:1].isupper() and _ASKS.search(name))
    functions = [name for name in often if not name[:1].isupper()]
    extracting = [name for name in functions if _EXTRACTS.search(name) and not re.match(r"(?i)ask|call|query", name)]
    asking = [name for name in functions if name not in extracting and _ASKS.search(name)]
    rest = [name for name in functions if name not in extracting]
    if not asking and not factories:
        asking = rest[:1] if rest and 2 * programs[rest[0]] >= len(traits) else []
    chosen = {*asking, *factories, *extracting} if asking or factories else set()
    return (
        {name: _signature(calls[name], "prompt") for name in asking},
        factories,
        {name: _signature(calls[name], "response") for name in extracting if chosen},
        {name: count for name, count in programs.most_common() if name not in chosen and calls[name][0].module is None},
        chosen,
    )


def _signature(calls: Iterable[HelperCall], first: str) -> tuple[str, ...]:
    """The parameters that calls of a helper can be made with, but for those that few are made with."""
    calls = list(calls)
    lengths = _often(Counter(len(call.positional) for call in calls), len(calls))
    most, least = max(lengths), min(lengths)
    keywords = _often(Counter(name for call in calls for name in call.keywords), len(calls))
    if not least and keywords:
        first = first if first in keywords else next(iter(keywords))
    names = [first]
    for place in range(1, most):
        given = Counter(call.positional[place] for call in calls if len(call.positional) > place)
        name = next((one for one, _ in given.most_common() if one and one not in names), f"setting{place}")
        names.append(name if place < least else f"{name}=None")
    known = {name.partition("=")[0] for name in names}
    return (*names, *(f"{name}=None" for name in keywords if name not in known))


def _often(counts: Counter[_T], total: int) -> list[_T]:
    """What is no slip of a few, the most frequent first."""
    return [one for one, count in counts.most_common() if count > _FEW * total]


def _shape(
    traits: Sequence[ProgramTraits], kind: EntryKind
) -> tuple[ReturnShape, tuple[str, ...], dict[str, int], dict[str, int]]:
    """The shape that most programs return, its fields, and how many programs have each."""
    if kind is EntryKind.SCRIPT:
        return ReturnShape.VARIABLE, (), {}, {}
    shapes: Counter[ReturnShape] = Counter(kind for one in traits for kind in {shape.kind for shape in one.shapes})
    if not shapes:
        return ReturnShape.VALUE, (), {}, {}
    shape = max(shapes, key=lambda one: (shapes[one], one is not ReturnShape.VALUE))
    having = [[part for part in one.shapes if part.kind is shape] for one in traits]
    having = [parts for parts in having if parts]
    fields: tuple[str, ...] = ()
    counts: Counter[str] = Counter()
    if shape is ReturnShape.MAPPING:
        counts = Counter(key for parts in having for key in dict.fromkeys(key for part in parts for key in part.fields))
        fields = tuple(key for key, count in counts.items() if 2 * count > len(having))
    elif shape is ReturnShape.TUPLE:
        length = _most(Counter(part.length for parts in having for part in parts))
        fields = tuple(
            _tuple_fields([part.fields for parts in having for part in parts if part.length == length], length)
        )
    return shape, fields, {str(kind): count for kind, count in shapes.most_common()}, dict(counts)


def _tuple_fields(names: Sequence[Sequence[str]], length: int) -> Iterator[str]:
    """Names for the places of a tuple: those of the variables that stand there."""
    taken: set[str] = set()
    for place in range(length):
        given = Counter(one[place] for one in names if len(one) > place and one[place])
        usual = "answer" if place == 0 else f"field{place + 1}"
        name = next((one for one, _ in given.most_common() if one not in taken), usual)
        taken.add(name)
        yield name


def _roles(fields: Sequence[str]) -> tuple[str | None, str | None]:
    """Which field holds the solver's answer, and which the generator's."""
    own = next((name for name in fields if _OF_GENERATOR.search(name) and _ANSWER.search(name)), None)
    rest = [name for name in fields if name != own and not _DIFFICULTY.search(name)]
    solver = next((name for name in rest if _ANSWER.search(name)), rest[0] if rest else None)
    return solver, own


def _item_fields(traits: Sequence[ProgramTraits], renamed: Mapping[str, str]) -> dict[str, str]:
    """What programs read from the item under another name than that of its record."""
    reads = Counter(key for one in traits for key in one.reads)
    found: dict[str, str] = {}
    for key, count in reads.most_common():
        if count <= _FEW * len(traits):
            continue
        word = squeezed(key)
        known = (
            "question" if word in _QUESTIONS else "options" if word in _OPTIONS else "item_id" if word in _IDS else None
        )
        field_ = renamed.get(key, known)
        if field_ == "options":
            use = _most(Counter(one.forms[key] for one in traits if key in one.forms))
            field_ = {Use.TEXTS: "option_texts", Use.MAPPING: "option_mapping"}.get(use, "options")
        if field_ is not None:
            found[key] = field_
    return {} if all(key == value for key, value in found.items()) else found


def _free_name(traits: Sequence[ProgramTraits]) -> str:
    """A name for the extraction helper that no program binds."""
    bound = frozenset().union(*(one.bound for one in traits))
    return next(
        name
        for name in ("extract_answer", "extract_letter", "extract_option_letter", "extract_option")
        if name not in bound
    )
