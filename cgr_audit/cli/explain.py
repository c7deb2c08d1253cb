"""``cgr-audit explain``: what a rule finds, why it matters, and what to do."""

from __future__ import annotations

from typing import Annotated

import typer

from cgr_audit.cli.audit_session import RulesFolderOption
from cgr_audit.cli.output import show

__all__ = ["command"]


def command(
    code: Annotated[str, typer.Argument(metavar="CODE", help="A rule's code or slug.", show_default=False)],
    rules: RulesFolderOption = None,
) -> None:
    """Explain a rule: what it finds, why it matters, and what to do instead."""
    from cgr_audit.audit.documentation import documentation
    from cgr_audit.audit.registry import load_registry

    show(documentation(load_registry(rules).find(code)).text().removesuffix("\n"))
