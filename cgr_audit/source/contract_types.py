"""What a contract says, as values: its tables with their defaults."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from cgr_audit.identifiers import squeezed

__all__ = [
    "ALL_OPTIONS",
    "AnswerKind",
    "ArgumentStyle",
    "Attempts",
    "Control",
    "Direct",
    "Entry",
    "EntryKind",
    "Extraction",
    "Generation",
    "Imports",
    "ItemSpec",
    "Prelude",
    "ReturnShape",
    "Returns",
    "SolverSpec",
    "Supply",
]


class EntryKind(StrEnum):
    """What the runner calls."""

    FUNCTION = "function"
    METHOD = "method"
    """A top-level function whose first parameter is ``self``."""
    SCRIPT = "script"
    """The whole program; the answer is left in a variable."""


class ArgumentStyle(StrEnum):
    """Where the entry's arguments come from."""

    NAMED = "named"
    """The runner supplies any of the parameters that the entry takes, or none."""
    EXPRESSION = "expression"
    """A literal argument list per row."""


class Supply(StrEnum):
    """What the runner can give to a parameter of the entry."""

    ITEM = "item"
    """The item as a dictionary."""
    QUESTION = "question"
    OPTIONS = "options"
    """The item's options, each with ``id`` and ``text``."""
    OPTION_TEXTS = "option_texts"
    """The texts of the options alone, as a list."""
    OPTION_MAPPING = "option_mapping"
    """The texts of the options by their ids."""
    CONFIGURATION = "exp_config"
    """The run's settings, a dictionary."""
    TASK = "task"
    """Question and options as one text; for an entry of kind ``method`` the message that carries it."""


class ReturnShape(StrEnum):
    """The shape of what the program gives back."""

    TUPLE = "tuple"
    MAPPING = "mapping"
    """A dictionary, or an object whose fields have names: a dataclass instance, a named tuple."""
    VALUE = "value"
    VARIABLE = "variable"


class AnswerKind(StrEnum):
    """What the solver channel holds."""

    LETTER = "letter"
    TEXT = "text"
    NUMBER = "number"
    ANY = "any"


ALL_OPTIONS = (Supply.OPTIONS, Supply.OPTION_TEXTS, Supply.OPTION_MAPPING)
"""The forms in which a parameter, or a field of the item, may hold the options."""
_SUPPLIES: Mapping[str, Supply] = {supply: supply for supply in Supply}
RECORDED_GOLD = "correct_ids"
"""The field of an item's record that holds its gold, whatever a contract says."""


@dataclass(frozen=True, slots=True)
class Entry:
    """The function, method or script that is run."""

    kind: EntryKind = EntryKind.FUNCTION
    name: str = ""
    """Exact, or a regular expression between slashes; empty for a script."""
    arguments: ArgumentStyle = ArgumentStyle.NAMED
    parameters: tuple[str, ...] = ()
    supplies: Mapping[str, Supply] = field(default_factory=dict)
    """What the runner gives to parameters that are not named after it."""

    @property
    def supplied(self) -> Mapping[str, Supply]:
        """What the runner gives to each parameter; those that nothing supplies are left out."""
        own = {name: _SUPPLIES[name] for name in self.parameters if name in _SUPPLIES}
        return {**own, **self.supplies}

    @property
    def needs(self) -> tuple[Supply, ...]:
        """What of an item's record the parameters are supplied from: the question, the options, or both."""
        both = Supply.QUESTION, Supply.OPTIONS
        parts = {Supply.QUESTION: both[:1], Supply.ITEM: both, Supply.TASK: both}
        parts |= dict.fromkeys(ALL_OPTIONS, both[1:])
        return tuple(dict.fromkeys(part for supply in self.supplied.values() for part in parts.get(supply, ())))

    def taking(self, *supplies: Supply) -> frozenset[str]:
        """The parameters that the runner gives any of these to."""
        return frozenset(name for name, supply in self.supplied.items() if supply in supplies)

    @property
    def is_pattern(self) -> bool:
        """Whether the name is a regular expression between slashes."""
        return len(self.name) > 2 and self.name.startswith("/") and self.name.endswith("/")

    def matches(self, name: str) -> bool:
        """Whether a function of this name is the entry by the contract's wording."""
        if self.is_pattern:
            return re.search(self.name[1:-1], name) is not None
        return name == self.name


@dataclass(frozen=True, slots=True)
class Returns:
    """What comes back, and which field is whose."""

    shape: ReturnShape = ReturnShape.VALUE
    fields: tuple[str, ...] = ()
    solver_field: str | None = None
    generator_field: str | None = None
    difficulty_field: str | None = None
    """The channel that says how hard the item is; by default the only one that is neither the solver's nor the
    generator's."""
    difficulty_range: tuple[int, int] = (1, 10)
    """The least and the greatest difficulty, whole numbers."""
    answer: AnswerKind = AnswerKind.ANY
    variable: str | None = None

    @property
    def channels(self) -> tuple[str, ...]:
        """The fields that a returned value is taken apart into; none where it is one value."""
        return self.fields if self.shape in (ReturnShape.TUPLE, ReturnShape.MAPPING) else ()


@dataclass(frozen=True, slots=True)
class SolverSpec:
    """How a program reaches the solver, and how often it may."""

    functions: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Helper name to its parameters, each as ``read_signature`` takes it."""
    factories: tuple[str, ...] = ()
    """Classes whose instances are solver callables."""
    modules: tuple[str, ...] = ()
    """Importable modules that offer the helpers inside the sandbox."""
    budget: int | None = None
    """Calls per attempt that the contract allows."""
    cap: int = 100
    """Calls per attempt after which a run is stopped."""

    @property
    def is_used(self) -> bool:
        """Whether programs under this contract query a solver at all."""
        return bool(self.functions or self.factories)


@dataclass(frozen=True, slots=True)
class Direct:
    """The direct path: the item put to the solver without a program."""

    prompt: str = ""
    max_tokens: int = 2000
    temperature: float = 0.0

    @property
    def parameters(self) -> Mapping[str, float]:
        """The sampling parameters of a run, where nobody says otherwise."""
        return {"temperature": self.temperature, "max_tokens": self.max_tokens}


@dataclass(frozen=True, slots=True)
class Generation:
    """How a generator model is asked for a program."""

    prompt: str = ""
    """A template; empty for the built-in one."""
    max_tokens: int = 8192
    temperature: float = 0.0
    attempts: int = 3
    """How often one program is asked for, at most."""


@dataclass(frozen=True, slots=True)
class Control:
    """How one control is asked: a comparison at equal budget, without a program."""

    prompt: str = ""
    """A template; empty for the built-in one."""
    max_tokens: int | None = None
    """Null for the run's."""
    temperature: float | None = None
    """Null for the control's own."""


@dataclass(frozen=True, slots=True)
class Attempts:
    """How often a run may be repeated, and on what."""

    max: int = 1
    retry_on: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Extraction:
    """The helper that takes an answer out of a response."""

    functions: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    required: bool = False
    failure_value: str | None = None


_RECORDED = ("id", "question", "options", "text")


@dataclass(frozen=True, slots=True)
class ItemSpec:
    """What is known of the items without having them."""

    option_count: int | None = None
    gold_fields: tuple[str, ...] = ("correct", "correct_ans", "answer", "gold", "label")
    fields: Mapping[str, str] = field(default_factory=dict)
    """The name that programs read, to the field of the item's record that stands there."""

    @property
    def gold_names(self) -> tuple[str, ...]:
        """The names under which a program would read the gold: mapped ones too, and that of the item's record."""
        held = (*self.gold_fields, RECORDED_GOLD)
        own = (name for name in held if name not in self.fields)
        return tuple(dict.fromkeys((*own, *(name for name, recorded in self.fields.items() if recorded in held))))

    def may_be_gold(self, name: str) -> bool:
        """Whether a field's name holds that of a gold field: ``answerKey`` and ``gold_label`` do."""
        held = squeezed(name)
        return any(squeezed(gold) in held for gold in (*self.gold_fields, RECORDED_GOLD))

    def is_field(self, name: object) -> bool:
        """Whether an item, or one of its options, may have a field of this name."""
        return name in (*_RECORDED, *self.fields, *self.gold_names)

    @property
    def option_names(self) -> tuple[str, ...]:
        """The names under which programs read the item's options, in whatever form."""
        mapped = tuple(name for name, source in self.fields.items() if source in ALL_OPTIONS)
        kept = "options" not in self.fields and Supply.OPTIONS not in self.fields.values()
        return (*mapped, "options") if kept else mapped


@dataclass(frozen=True, slots=True)
class Prelude:
    """Python that the runner provides before the program."""

    source: str = ""


@dataclass(frozen=True, slots=True)
class Imports:
    """What a program may import."""

    allowed: tuple[str, ...] = ()
    profile: str = "standard"
