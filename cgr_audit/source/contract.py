"""Contracts: what a program must look like, what it may call, and how it is run.

A contract is a TOML file (``contracts/*.toml`` are built in). It is validated against ``schemas/contract.json``; what
it leaves out is filled with defaults before the digest is taken, so that two spellings of one contract have one
digest.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from functools import cached_property
from importlib import resources
from pathlib import Path
from typing import Any

from cgr_audit.configuration_file import parse_toml, read_text
from cgr_audit.errors import UsageError
from cgr_audit.source.contract_checks import contract_faults
from cgr_audit.source.contract_types import (
    ALL_OPTIONS,
    AnswerKind,
    ArgumentStyle,
    Attempts,
    Control,
    Direct,
    Entry,
    EntryKind,
    Extraction,
    Generation,
    Imports,
    ItemSpec,
    Prelude,
    Returns,
    ReturnShape,
    SolverSpec,
    Supply,
)
from cgr_audit.source.helper_signature import HelperSignature, read_signature
from cgr_audit.source.profiles import PROFILES, default_imports
from cgr_audit.value_words import instead

__all__ = [
    "ALL_OPTIONS",
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
    "Supply",
    "built_in_contracts",
    "built_in_text",
    "load_contract",
]


_LATER_KEYS: tuple[tuple[str, str, object], ...] = (
    ("entry", "supplies", {}),
    ("item", "fields", {}),
    ("direct", "max_tokens", 2000),
    ("direct", "temperature", 0.0),
)
"""Keys that contracts did not always have, with their defaults: one that does without them keeps the digest that
records name."""
_WITHOUT_EFFECT = ("text", "generate", "controls")
"""What neither a verdict nor a run of a program depends on."""
_FAILURE = "X"
"""What an extraction helper gives by default when it finds nothing."""


@dataclass(frozen=True)
class Contract:
    """A validated contract with every default resolved."""

    name: str
    entry: Entry
    returns: Returns = field(default_factory=Returns)
    solver: SolverSpec = field(default_factory=SolverSpec)
    direct: Direct = field(default_factory=Direct)
    attempts: Attempts = field(default_factory=Attempts)
    extraction: Extraction = field(default_factory=Extraction)
    item: ItemSpec = field(default_factory=ItemSpec)
    prelude: Prelude = field(default_factory=Prelude)
    imports: Imports = field(default_factory=Imports)
    generate: Generation = field(default_factory=Generation)
    controls: Mapping[str, Control] = field(default_factory=dict)
    """What the contract says of controls, by name; a control that it leaves out has the built-in prompt."""
    text: str = field(default="", repr=False, compare=False)
    """The TOML text that it was read from, as it is kept next to a run; no part of what it says."""

    @classmethod
    def load(cls, name_or_path: str | Path) -> Contract:
        """The built-in contract of a name, or that of a TOML file.

        Raises:
            UsageError: unknown name, unreadable file, or a file that is not a valid contract; the message says where.
        """
        return load_contract(str(name_or_path))

    @cached_property
    def digest(self) -> str:
        """``sha256:`` and the digest of what judges and runs programs, with its defaults resolved.

        How programs are generated and how controls are asked is left out: their own records say that.
        """
        said = {name: value for name, value in asdict(self).items() if name not in _WITHOUT_EFFECT}
        for table, key, default in _LATER_KEYS:
            if said[table][key] == default:
                del said[table][key]
        canonical = json.dumps(said, sort_keys=True, ensure_ascii=True, separators=(",", ":"))
        return "sha256:" + hashlib.sha256(canonical.encode()).hexdigest()

    @property
    def helpers(self) -> Mapping[str, tuple[str, ...]]:
        """Every helper function the runner provides: solver and extraction, name to parameters."""
        return {**self.solver.functions, **self.extraction.functions}

    @cached_property
    def signatures(self) -> Mapping[str, HelperSignature]:
        """What each helper can be called with."""
        return {name: read_signature(parameters) for name, parameters in self.helpers.items()}


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
        raise UsageError(f"no contract named {name!r}; {instead(name, built_in_contracts())}")
    return (resources.files("cgr_audit.source") / "contracts" / f"{name}.toml").read_text("utf-8")


def load_contract(name_or_path: str) -> Contract:
    """Load a built-in contract by name, or any contract from a TOML file.

    Raises:
        UsageError: unknown name, unreadable file, or a file that is not a valid contract; the message says where.
    """
    if name_or_path in built_in_contracts():
        # Not held to the schema, for loading that costs start-up time and the package's own files do not change.
        text = built_in_text(name_or_path)
        return _build(parse_toml(text, name_or_path), f"{name_or_path}.toml", text)
    path = Path(name_or_path)
    if not os.path.exists(path):  # noqa: PTH110  pathlib raises where a name is too long
        said = instead(name_or_path, built_in_contracts())
        raise UsageError(f"no contract named {name_or_path!r}, and no such file; {said}")
    return parse_contract(read_text(path, "the contract"), origin=str(path))


def parse_contract(text: str, origin: str) -> Contract:
    """Parse and validate the TOML text of a contract; ``origin`` names it in messages.

    Raises:
        UsageError: not TOML, not a contract by the schema, or one that can never work.
    """
    from cgr_audit.schema import check_record  # noqa: PLC0415  jsonschema costs start-up time

    raw = parse_toml(text, origin)
    problem = check_record("contract", raw)
    if problem is not None:
        raise UsageError(f"{origin}: {problem}")
    contract = _build(raw, origin, text)
    fault = next(contract_faults(contract), None)
    if fault is not None:
        raise UsageError(f"{origin}: {fault}")
    return contract


def _build(raw: Mapping[str, Any], origin: str, text: str) -> Contract:
    entry, returns, solver = raw["entry"], raw.get("returns", {}), raw.get("solver", {})
    extraction, imports, item = raw.get("extraction", {}), raw.get("imports", {}), raw.get("item", {})
    profile = imports.get("profile", "standard")
    if profile not in PROFILES:
        raise UsageError(f"{origin}: /imports/profile: no profile {profile!r}; there are {', '.join(sorted(PROFILES))}")
    return Contract(
        name=raw["name"],
        entry=Entry(
            kind=EntryKind(entry.get("kind", "function")),
            name=entry.get("name", ""),
            arguments=ArgumentStyle(entry.get("arguments", "named")),
            parameters=tuple(entry.get("parameters", ())),
            supplies={name: Supply(supply) for name, supply in sorted(entry.get("supplies", {}).items())},
        ),
        returns=Returns(
            shape=ReturnShape(returns.get("shape", "value")),
            fields=tuple(returns.get("fields", ())),
            solver_field=returns.get("solver_field", _sole_field(returns)),
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
        direct=Direct(**raw.get("direct", {})),
        attempts=Attempts(
            max=raw.get("attempts", {}).get("max", 1),
            retry_on=tuple(raw.get("attempts", {}).get("retry_on", ())),
        ),
        extraction=Extraction(
            functions=_signatures(extraction),
            required=extraction.get("required", False),
            failure_value=extraction.get("failure_value", _FAILURE if extraction.get("functions") else None),
        ),
        item=ItemSpec(
            option_count=item.get("option_count"),
            gold_fields=tuple(item.get("gold_fields", ItemSpec().gold_fields)),
            fields=dict(sorted(item.get("fields", {}).items())),
        ),
        prelude=Prelude(raw.get("prelude", {}).get("source", "")),
        imports=Imports(
            allowed=tuple(sorted(imports.get("allowed", default_imports(profile)))),
            profile=profile,
        ),
        generate=Generation(**raw.get("generate", {})),
        controls={name: Control(**table) for name, table in sorted(raw.get("controls", {}).items())},
        text=text,
    )


def _sole_field(returns: Mapping[str, Any]) -> str | None:
    """The only field of a tuple or mapping: it is the solver's where nothing else is said."""
    fields = returns.get("fields", ())
    return fields[0] if len(fields) == 1 and fields[0] != returns.get("generator_field") else None


def _only_other_field(returns: Mapping[str, Any]) -> str | None:
    """The field of a tuple or mapping that is neither the solver's nor the generator's, where there is exactly one."""
    known = {returns.get("solver_field", _sole_field(returns)), returns.get("generator_field")}
    others = [name for name in returns.get("fields", ()) if name not in known]
    return others[0] if len(others) == 1 and None not in known else None


def _signatures(table: Mapping[str, Any]) -> dict[str, tuple[str, ...]]:
    """Helpers as the digest holds them: however their defaults are written. What is wrong stays for the checks."""
    return {name: _written(parameters) for name, parameters in sorted(table.get("functions", {}).items())}


def _written(parameters: list[str]) -> tuple[str, ...]:
    try:
        return read_signature(parameters).written
    except ValueError:
        return tuple(parameters)
