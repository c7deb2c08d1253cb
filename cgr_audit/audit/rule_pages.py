"""Write the pages of ``docs/rules`` from the rules: ``python -m cgr_audit.audit.rule_pages [FOLDER]``."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from cgr_audit.audit.documentation import documentation, family
from cgr_audit.audit.registry import load_registry
from cgr_audit.audit.rule import BaseRule

__all__ = ["rule_pages", "write_pages"]


def rule_pages(rules: Sequence[BaseRule]) -> Mapping[str, str]:
    """File name to text: a page for each rule, and ``README.md``, which lists them by family."""
    pages = {f"{rule.meta.slug}.md": documentation(rule).markdown() for rule in rules}
    return {"README.md": _index(rules), **pages}


def write_pages(folder: Path, pages: Mapping[str, str]) -> None:
    """Write the pages, and remove those of rules that are no more."""
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("*.md"):
        if old.name not in pages:
            old.unlink()
    for name, text in pages.items():
        (folder / name).write_text(text, "utf-8", newline="\n")


def _index(rules: Sequence[BaseRule]) -> str:
    parts = ["# Rules", "", "Written from the rules themselves by `python -m cgr_audit.audit.rule_pages`."]
    shown = ""
    for rule in rules:
        meta = rule.meta
        if family(meta.code) != shown:
            shown = family(meta.code)
            parts += ["", f"## {shown}", "", "| code | rule | severity | what it finds |", "|---|---|---|---|"]
        summary = " ".join(documentation(rule).summary.split())
        parts.append(f"| {meta.code} | [{meta.slug}]({meta.slug}.md) | {meta.severity.value} | {summary} |")
    return "\n".join(parts) + "\n"


if __name__ == "__main__":
    target = Path(sys.argv[1]) if len(sys.argv) > 1 else Path("docs/rules")
    write_pages(target, rule_pages(load_registry().rules))
