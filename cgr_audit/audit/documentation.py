"""A rule's docstring, taken apart: it is what ``explain`` prints, the rule's page, and the help text in SARIF."""

from __future__ import annotations

import inspect
import re
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass

from cgr_audit.audit.rule import BaseRule, Meta

__all__ = ["FAMILIES", "HEADINGS", "OBSERVED", "SAFETY", "RuleDocumentation", "documentation", "family"]

HEADINGS = ("What it does", "Why it matters", "Example", "Use instead", "References")
"""The headings of every rule's docstring, in order."""

OBSERVED = "Observed"
"""The family of rules about what was seen while a program ran."""

SAFETY = "Safety"
"""The family of rules about what no program may do."""

FAMILIES = {
    "CGR0": "Artifact",
    "CGR1": "Contract",
    "CGR2": "Answer integrity",
    "CGR3": "Budget",
    "CGR4": SAFETY,
    "CGR5": "Robustness",
    "CGR9": OBSERVED,
}
"""The beginning of a code to the family of rules it belongs to."""

_CODE_BLOCK = re.compile(r"^\.\. code-block:: *(\w+)\n\n?((?:(?: {2,}.*)?(?:\n|$))+)", re.MULTILINE)
_LITERAL_BLOCK = re.compile(r"::\n\n((?:(?: {2,}.*)?(?:\n|$))+)")


@dataclass(frozen=True, slots=True)
class RuleDocumentation:
    """What a rule says about itself."""

    meta: Meta
    summary: str
    sections: tuple[tuple[str, str], ...]
    """Heading and text; code blocks in the text are as reStructuredText has them."""

    def text(self) -> str:
        """For a terminal."""
        return "\n\n".join([self._title(), self.summary, *self._text_sections()]) + "\n"

    def markdown(self) -> str:
        """For a page, or for SARIF's help."""
        meta = self.meta
        confidence = f"confidence {meta.confidence.value}"
        facts = f"*{family(meta.code)} · {meta.severity.value} · {confidence} · since {meta.since}*"
        sections = (f"## {heading}\n\n{_as_markdown(body)}" for heading, body in self.sections)
        return "\n\n".join([f"# {meta.code} {meta.slug}", facts, self.summary, *sections]) + "\n"

    def section(self, heading: str) -> str:
        """The text under a heading; empty where there is none."""
        return dict(self.sections).get(heading, "")

    def _title(self) -> str:
        meta = self.meta
        facts = f"{family(meta.code)}, {meta.severity.value}, confidence {meta.confidence.value}, since {meta.since}"
        return f"{meta.code} {meta.slug} ({facts})"

    def _text_sections(self) -> Iterator[str]:
        for heading, body in self.sections:
            plain = _CODE_BLOCK.sub(lambda found: _dedented(found[2].splitlines()) + "\n\n", body + "\n").strip("\n")
            yield f"{heading}\n{textwrap.indent(plain, '    ')}"


def documentation(rule: BaseRule) -> RuleDocumentation:
    """The documentation of a rule, from its docstring."""
    lines = inspect.cleandoc(rule.__doc__ or "").replace("``", "`").splitlines()
    bodies: dict[str, list[str]] = {"": []}
    current = bodies[""]
    for line in lines:
        heading = line.removesuffix(":")
        if heading in HEADINGS:
            current = bodies.setdefault(heading, [])
        else:
            current.append(line)
    sections = ((heading, _dedented(bodies[heading])) for heading in HEADINGS if heading in bodies)
    return RuleDocumentation(rule.meta, _dedented(bodies[""]), tuple(sections))


def family(code: str) -> str:
    """The family that a code belongs to; rules of other people's have their own."""
    return FAMILIES.get(code[:4], "Other")


def _dedented(lines: list[str]) -> str:
    return textwrap.dedent("\n".join(lines)).strip("\n")


def _as_markdown(body: str) -> str:
    fenced = _CODE_BLOCK.sub(lambda found: _fence(found[1], found[2]), body + "\n")
    return _LITERAL_BLOCK.sub(lambda found: ":\n\n" + _fence("", found[1]), fenced).strip("\n")


def _fence(language: str, code: str) -> str:
    return f"```{language}\n{_dedented(code.splitlines())}\n```\n\n"
