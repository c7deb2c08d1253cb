"""The rules that found something, with how often and what each means."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from cgr_audit.audit.documentation import documentation
from cgr_audit.audit.registry import Registry
from cgr_audit.errors import UsageError

__all__ = ["RuleText", "rule_texts"]


@dataclass(frozen=True, slots=True)
class RuleText:
    """A rule that found something, explained."""

    code: str
    slug: str
    severity: str
    summary: str
    sections: tuple[tuple[str, str], ...]
    programs: int
    findings: int


def rule_texts(findings: Mapping[str, Sequence[Mapping[str, Any]]], registry: Registry) -> tuple[RuleText, ...]:
    """The text of every rule with a finding, by code.

    Args:
        findings: the records of ``findings.jsonl`` by program.
        registry: the rules that are installed.
    """
    programs: dict[str, set[str]] = defaultdict(set)
    count: dict[str, int] = defaultdict(int)
    slugs = {}
    for program_id, found in findings.items():
        for finding in found:
            programs[finding["code"]].add(program_id)
            count[finding["code"]] += 1
            slugs[finding["code"]] = (finding["slug"], finding["severity"])
    texts = []
    for code in sorted(programs):
        slug, severity = slugs[code]
        summary, sections = _documented(code, registry)
        texts.append(RuleText(code, slug, severity, summary, sections, len(programs[code]), count[code]))
    return tuple(texts)


def _documented(code: str, registry: Registry) -> tuple[str, tuple[tuple[str, str], ...]]:
    try:
        said = documentation(registry.find(code))
    except UsageError:
        return "A rule that is not installed here.", ()
    return said.summary, said.sections
