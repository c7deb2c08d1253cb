"""``cgr-audit rules``: every rule there is."""

from __future__ import annotations

import json
from enum import StrEnum
from typing import Annotated

import typer

from cgr_audit.cli.audit_session import RulesFolderOption
from cgr_audit.cli.output import show

__all__ = ["command"]


class RulesFormat(StrEnum):
    """How the rules are listed."""

    TERMINAL = "terminal"
    JSON = "json"


def command(
    format_: Annotated[RulesFormat, typer.Option("--format", "-f", help="Output format.")] = RulesFormat.TERMINAL,
    rules: RulesFolderOption = None,
) -> None:
    """List the rules by code."""
    from cgr_audit.audit.documentation import documentation, family
    from cgr_audit.audit.registry import load_registry

    known = [documentation(rule) for rule in load_registry(rules).rules]
    if format_ is RulesFormat.JSON:
        records = [
            {
                "code": rule.meta.code,
                "slug": rule.meta.slug,
                "family": family(rule.meta.code),
                "severity": rule.meta.severity.value,
                "confidence": rule.meta.confidence.value,
                "since": rule.meta.since,
                "summary": " ".join(rule.summary.split()),
                "sections": dict(rule.sections),
            }
            for rule in known
        ]
        typer.echo(json.dumps(records, indent=2))
        return
    for rule in known:
        meta = rule.meta
        show(f"{meta.code}  {meta.slug:24} {meta.severity.value:8} {' '.join(rule.summary.split())}")
