"""Contracts: what a program must look like, what it may call, and how it is run.

A contract is a TOML file (``contracts/*.toml`` are built in). It is validated against ``schemas/contract.json``; what
it leaves out is filled with defaults before the digest is taken, so that two spellings of one contract have one
digest.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from enum import StrEnum
from functools import cached_property
from importlib import resources
from pathlib import Path
from typing import Any

from cgr_audit.configuration_file import parse_toml, read_text
from cgr_audit.errors import UsageError
from cgr_audit.source.profiles import PROFILES, default_imports

__all__ = [
    "AnswerKind",
    "ArgumentStyle",
    "Attempts",
    "Contract",
    "Direct",
    "Entry",
    "EntryKind",
    "Extraction",
    "Imports",
    "ItemSpec",
    "Prelude",
    "ReturnShape",
    "Returns",
    "SolverSpec",
    "built_in_contracts",
    "built_in_text",
    "load_contract",
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


class ReturnShape(StrEnum):
    """The shape of what the program gives back."""

    TUPLE = "tuple"
    VALUE = "value"
    VARIABLE = "variable"


class AnswerKind(StrEnum):
    """What the solver channel holds."""

    LETTER = "letter"
    TEXT = "text"
    NUMBER = "number"
    ANY = "any"


@dataclass(frozen=True, slots=True)
class Entry:
    """The function, method or script that is run."""

    kind: EntryKind = EntryKind.FUNCTION
    name: str = ""
    """Exact, or a regular expression between slashes; empty for a script."""
    arguments: ArgumentStyle = ArgumentStyle.NAMED
    parameters: tuple[str, ...] = ()

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


@dataclass(frozen=True, slots=True)
class SolverSpec:
    """How a program reaches the solver, and how often it may."""

    functions: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Helper name to its parameters."""
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


@dataclass(frozen=True, slots=True)
class ItemSpec:
    """What is known of the items without having them."""

    option_count: int | None = None
    gold_fields: tuple[str, ...] = ("correct", "correct_ans", "answer", "gold", "label")


@dataclass(frozen=True, slots=True)
class Prelude:
    """Python that the runner provides before the program."""

    source: str = ""


@dataclass(frozen=True, slots=True)
class Imports:
    """What a program may import."""

    allowed: tuple[str, ...] = ()
    profile: str = "standard"


@dataclass(frozen=True)
class Contract:
    """A validated contract with every default resolved."""

    name: str
    entry: Entry
    returns: Returns = Returns()
    solver: SolverSpec = SolverSpec()
    direct: Direct = Direct()
    attempts: Attempts = Attempts()
    extraction: Extraction = Extraction()
    item: ItemSpec = ItemSpec()
    prelude: Prelude = Prelude()
    imports: Imports = Imports()
    text: str = field(default="", repr=False, compare=False)
    """The TOML text that it was read from, as it is kept beside a run; no part of what it says."""

    @cached_property
    def digest(self) -> str:
        """``sha256:`` and the digest of the contract with its defaults resolved."""
        said = {name: value for name, value in asdict(self).items() if name != "text"}
        canonical = json.dumps(said, sort_keys=True, ensure_ascii=True, separators=(",", ":"))
        return "sha256:" + hashlib.sha256(canonical.encode()).hexdigest()

    @property
    def helpers(self) -> Mapping[str, tuple[str, ...]]:
        """Every helper function the runner provides: solver and extraction, name to parameters."""
        return {**self.solver.functions, **self.extraction.functions}


def built_in_contracts() -> tuple[str, ...]:
    """The names of the contracts that ship with the package, sorted."""
    folder = resources.files("cgr_audit.source") / "contracts"
    return tuple(sorted(entry.name.removesuffix(".toml") for entry in folder.iterdir() if entry.name.endswith(".toml")))


def built_in_text(name: str) -> str:
    """The TOML text of a built-in contract.

    Raises:
        UsageError: there is none of that name.
    """
    if name not in built_in_contracts():
        raise UsageError(f"no contract named {name!r}; built in: {', '.join(built_in_contracts())}")
    return (resources.files("cgr_audit.source") / "contracts" / f"{name}.toml").read_text("utf-8")


def load_contract(name_or_path: str) -> Contract:
    """Load a built-in contract by name, or any contract from a TOML file.

    Raises:
        UsageError: unknown name, unreadable file, or a file that is no valid contract; the message says where.
    """
    if name_or_path in built_in_contracts():
        # Not held to the schema, for loading that costs start-up time and the package's own files do not change.
        text = built_in_text(name_or_path)
        return _build(parse_toml(text, name_or_path), f"{name_or_path}.toml", text)
    path = Path(name_or_path)
    if not os.path.exists(path):  # noqa: PTH110  pathlib raises where a name is too long
        known = ", ".join(built_in_contracts())
        raise UsageError(f"no contract named {name_or_path!r} and no such file; built in: {known}")
    return parse_contract(read_text(path, "the contract"), origin=str(path))


def parse_contract(text: str, origin: str) -> Contract:
    """Parse and validate the TOML text of a contract; ``origin`` names it in messages.

    Raises:
        UsageError: not TOML, or not a contract by the schema.
    """
    from cgr_audit.schema import check_record  # noqa: PLC0415  jsonschema costs start-up time

    raw = parse_toml(text, origin)
    problem = check_record("contract", raw)
    if problem is not None:
        raise UsageError(f"{origin}: {problem}")
    return _build(raw, origin, text)


def _build(raw: Mapping[str, Any], origin: str, text: str) -> Contract:
    entry, returns, solver = raw["entry"], raw.get("returns", {}), raw.get("solver", {})
    extraction, imports, item = raw.get("extraction", {}), raw.get("imports", {}), raw.get("item", {})
    profile = imports.get("profile", "standard")
    if profile not in PROFILES:
        raise UsageError(f"{origin}: /imports/profile: no profile {profile!r}; there are {', '.join(sorted(PROFILES))}")
    contract = Contract(
        name=raw["name"],
        entry=Entry(
            kind=EntryKind(entry.get("kind", "function")),
            name=entry.get("name", ""),
            arguments=ArgumentStyle(entry.get("arguments", "named")),
            parameters=tuple(entry.get("parameters", ())),
        ),
        returns=Returns(
            shape=ReturnShape(returns.get("shape", "value")),
            fields=tuple(returns.get("fields", ())),
            solver_field=returns.get("solver_field"),
            generator_field=returns.get("generator_field"),
            difficulty_field=returns.get("difficulty_field", _only_other_field(returns)),
            difficulty_range=tuple(returns.get("difficulty_range", Returns().difficulty_range)),
            answer=AnswerKind(returns.get("answer", "any")),
            variable=returns.get("variable"),
        ),
        solver=SolverSpec(
            functions=_signatures(solver),
            factories=tuple(solver.get("factories", ())),
            modules=tuple(solver.get("modules", ())),
            budget=solver.get("budget"),
            cap=solver.get("cap", 100),
        ),
        direct=Direct(raw.get("direct", {}).get("prompt", "")),
        attempts=Attempts(
            max=raw.get("attempts", {}).get("max", 1),
            retry_on=tuple(raw.get("attempts", {}).get("retry_on", ())),
        ),
        extraction=Extraction(
            functions=_signatures(extraction),
            required=extraction.get("required", False),
            failure_value=extraction.get("failure_value"),
        ),
        item=ItemSpec(
            option_count=item.get("option_count"),
            gold_fields=tuple(item.get("gold_fields", ItemSpec().gold_fields)),
        ),
        prelude=Prelude(raw.get("prelude", {}).get("source", "")),
        imports=Imports(
            allowed=tuple(sorted(imports.get("allowed", default_imports(profile)))),
            profile=profile,
        ),
        text=text,
    )
    _check_consistency(contract, origin)
    return contract


def _only_other_field(returns: Mapping[str, Any]) -> str | None:
    """The field of a tuple that is neither the solver's nor the generator's, where there is exactly one."""
    known = {returns.get("solver_field"), returns.get("generator_field")}
    others = [name for name in returns.get("fields", ()) if name not in known]
    return others[0] if len(others) == 1 and None not in known else None


def _signatures(table: Mapping[str, Any]) -> dict[str, tuple[str, ...]]:
    return {name: tuple(parameters) for name, parameters in sorted(table.get("functions", {}).items())}


def _check_consistency(contract: Contract, origin: str) -> None:
    """What a schema cannot say: fields that name each other."""
    returns = contract.returns
    roles = {
        "solver_field": returns.solver_field,
        "generator_field": returns.generator_field,
        "difficulty_field": returns.difficulty_field,
    }
    for role, name in roles.items():
        if name is not None and returns.shape is ReturnShape.TUPLE and name not in returns.fields:
            raise UsageError(f"{origin}: /returns/{role}: {name!r} is not among the fields {list(returns.fields)}")
    if returns.difficulty_range[0] > returns.difficulty_range[1]:
        raise UsageError(f"{origin}: /returns/difficulty_range: {list(returns.difficulty_range)} holds no number")
    if returns.shape is ReturnShape.VARIABLE and not returns.variable:
        raise UsageError(f'{origin}: /returns/variable: needed because shape is "variable"')
    if contract.entry.kind is not EntryKind.SCRIPT and not contract.entry.name:
        raise UsageError(f"{origin}: /entry/name: needed because kind is {contract.entry.kind.value!r}")
    if contract.entry.is_pattern:
        try:
            re.compile(contract.entry.name[1:-1])
        except (re.error, OverflowError, RecursionError) as error:
            raise UsageError(f"{origin}: /entry/name: not a regular expression: {error}") from error
