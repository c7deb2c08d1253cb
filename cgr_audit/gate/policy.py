"""Policies: what the gate makes of findings, call bounds, probes and named programs.

A policy is a TOML file (``default.toml`` is built in), validated against ``schemas/policy.json``. Within a clause every
kind of condition that is given must hold; of the codes, bounds, sensitivities or digests listed under one, any.
"""

from __future__ import annotations

import fnmatch
import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from enum import StrEnum
from functools import cached_property
from importlib import resources
from pathlib import Path
from typing import Any

from cgr_audit.audit.documentation import FAMILIES
from cgr_audit.audit.finding import Finding, Severity
from cgr_audit.audit.registry import Registry
from cgr_audit.configuration_file import parse_toml, read_text
from cgr_audit.errors import UsageError
from cgr_audit.schema import check_record

__all__ = ["Clause", "Decision", "Policy", "default_policy_text", "load_policy", "parse_policy"]

_FAMILY = re.compile(r"CGR[0-9]\*")


class Decision(StrEnum):
    """What may be done with a program, mildest first."""

    APPROVED = "approved"
    """It may run, and its rows count."""
    OBSERVE = "observe"
    """It may run in the sandbox, for probing and for the tables with and without it; never in the headline."""
    REFUSED = "refused"
    """It must not run."""


@dataclass(frozen=True, slots=True)
class Clause:
    """One rule of a policy."""

    verdict: Decision
    codes: tuple[str, ...] = ()
    """Codes, slugs, or patterns such as ``CGR2*``: findings of any of them, at ``severity`` or above."""
    severity: Severity = Severity.INFO
    call_bound: tuple[str, ...] = ()
    """Kinds of call bound."""
    call_bound_above: int | None = None
    """Bounds above this number; one that has no number is above every number."""
    sha256: tuple[str, ...] = ()
    """Named programs."""
    probe: tuple[str, ...] = ()
    """Sensitivities that a probe found; never holds of a program that was not probed."""

    def catches(self, finding: Finding) -> bool:
        """Whether a finding is among the codes of this clause, and severe enough."""
        if finding.severity.rank < self.severity.rank:
            return False
        return any(fnmatch.fnmatchcase(finding.code, name.upper()) or finding.slug == name for name in self.codes)


@dataclass(frozen=True)
class Policy:
    """A validated policy."""

    name: str
    default: Decision
    clauses: tuple[Clause, ...] = ()

    @cached_property
    def digest(self) -> str:
        """``sha256:`` and the digest of the policy with its defaults resolved."""
        canonical = json.dumps(asdict(self), sort_keys=True, ensure_ascii=True, separators=(",", ":"))
        return "sha256:" + hashlib.sha256(canonical.encode()).hexdigest()


def default_policy_text() -> str:
    """The TOML text of the built-in policy."""
    return (resources.files("cgr_audit.gate") / "default.toml").read_text("utf-8")


def load_policy(path: Path | None, registry: Registry) -> Policy:
    """Load the built-in policy, or any from a TOML file.

    Args:
        path: the file, or nothing for the built-in one.
        registry: the rules whose codes the policy may name.

    Raises:
        UsageError: an unreadable file, no valid policy, or a code that no rule has; the message says where.
    """
    if path is None:
        return parse_policy(default_policy_text(), registry, origin="default.toml")
    return parse_policy(read_text(path, "the policy"), registry, origin=str(path))


def parse_policy(text: str, registry: Registry, origin: str) -> Policy:
    """Parse and validate the TOML text of a policy; ``origin`` names it in messages.

    Raises:
        UsageError: not TOML, no policy by the schema, or a code that no rule has.
    """
    raw = parse_toml(text, origin)
    problem = check_record("policy", raw)
    if problem is not None:
        raise UsageError(f"{origin}: {problem}")
    clauses = [_clause(clause) for clause in raw.get("clause", [])]
    for number, clause in enumerate(clauses):
        for name in clause.codes:
            _check_name(name, registry, f"{origin}: /clause/{number}/codes")
    return Policy(raw["name"], Decision(raw["default"]), tuple(clauses))


def _clause(raw: Mapping[str, Any]) -> Clause:
    return Clause(
        verdict=Decision(raw["verdict"]),
        codes=tuple(raw.get("codes", ())),
        severity=Severity(raw.get("severity", Severity.INFO)),
        call_bound=tuple(raw.get("call_bound", ())),
        call_bound_above=raw.get("call_bound_above"),
        sha256=tuple(raw.get("sha256", ())),
        probe=tuple(raw.get("probe", ())),
    )


def _check_name(name: str, registry: Registry, place: str) -> None:
    """A family of the catalogue may be named whether or not this version has rules of it."""
    if _FAMILY.fullmatch(name.upper()) and name.upper()[:4] in FAMILIES:
        return
    try:
        registry.codes_like(name)
    except UsageError as error:
        raise UsageError(f"{place}: {error}") from error
