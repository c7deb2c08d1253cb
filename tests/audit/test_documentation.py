"""A rule's docstring as text, as a page and as an index."""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar

from cgr_audit.audit.documentation import documentation
from cgr_audit.audit.finding import Confidence, Severity
from cgr_audit.audit.registry import load_registry
from cgr_audit.audit.rule import Meta, ObservedRule
from cgr_audit.audit.rule_pages import rule_pages, write_pages

PAGE = """\
# CGR201 some-rule

*Answer integrity · warning · confidence low · since 0.2.0*

What it finds, in one line.

## What it does

Reports `x` and
more.

- a list

## Example

```python
if x:
    return "B"
```

## References

See this:

```
literal
```
"""


class SomeRule(ObservedRule):
    """What it finds, in one line.

    What it does
        Reports ``x`` and
        more.

        - a list

    Example:
        .. code-block:: python

            if x:
                return "B"

    References
        See this::

            literal
    """

    meta: ClassVar[Meta] = Meta("CGR201", "some-rule", Severity.WARNING, Confidence.LOW, since="0.2.0")


def test_a_docstring_becomes_a_page() -> None:
    assert documentation(SomeRule()).markdown() == PAGE


def test_a_docstring_becomes_text() -> None:
    text = documentation(SomeRule()).text()
    assert text.startswith("CGR201 some-rule (Answer integrity, warning, confidence low, since 0.2.0)\n\nWhat it finds")
    assert '\nExample\n    if x:\n        return "B"\n\nReferences\n' in text


def test_the_index_lists_every_rule_by_family(tmp_path: Path) -> None:
    rules = load_registry().rules
    pages = rule_pages(rules)
    assert set(pages) == {"README.md"} | {f"{rule.meta.slug}.md" for rule in rules}
    for rule in rules:
        assert f"| {rule.meta.code} | [{rule.meta.slug}]({rule.meta.slug}.md) |" in pages["README.md"]
    (tmp_path / "gone.md").write_text("old")
    write_pages(tmp_path, pages)
    assert {path.name: path.read_text("utf-8") for path in tmp_path.iterdir()} == dict(pages)


def test_the_committed_pages_are_those_of_the_rules() -> None:
    folder = Path(__file__).resolve().parents[2] / "docs" / "rules"
    committed = {path.name: path.read_text("utf-8") for path in folder.glob("*.md")}
    assert committed == dict(rule_pages(load_registry().rules)), "run `python -m cgr_audit.audit.rule_pages`"
