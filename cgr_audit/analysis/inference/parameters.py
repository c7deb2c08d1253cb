"""What the runner has to give to the parameters of an entry, and to the fields of the item that programs read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from cgr_audit.analysis.inference.counting import FEW, most
from cgr_audit.analysis.inference.traits import ProgramTraits
from cgr_audit.analysis.inference.uses import Use
from cgr_audit.identifiers import squeezed
from cgr_audit.source.contract import EntryKind, Supply

__all__ = ["item_fields", "parameters"]

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


def parameters(
    traits: Sequence[ProgramTraits], kind: EntryKind
) -> tuple[dict[str, int], dict[str, Supply], dict[str, int]]:
    """The parameters that can be supplied, what is given to those with other names, and those that cannot; counted."""
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
    word, use = squeezed(name), _shown(uses)
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


def _shown(uses: Counter[Use]) -> Use:
    """What most programs take something for, of those that show it: one that only hands it on says nothing."""
    shown = {use: count for use, count in uses.items() if use is not Use.OTHER}
    return most(shown) if shown else Use.OTHER


def item_fields(traits: Sequence[ProgramTraits], renamed: Mapping[str, str]) -> dict[str, str]:
    """What programs read from the item under another name than that of its record."""
    reads = Counter(key for one in traits for key in one.reads)
    found: dict[str, str] = {}
    for key, count in reads.most_common():
        if count <= FEW * len(traits):
            continue
        word = squeezed(key)
        known = (
            "question" if word in _QUESTIONS else "options" if word in _OPTIONS else "item_id" if word in _IDS else None
        )
        field_ = renamed.get(key, known)
        if field_ == "options":
            use = _shown(Counter(one.forms[key] for one in traits if key in one.forms))
            field_ = {Use.TEXTS: "option_texts", Use.MAPPING: "option_mapping"}.get(use, "options")
        if field_ is not None:
            found[key] = field_
    return {} if all(key == value for key, value in found.items()) else found
