"""What a further attempt is told of the one before."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from cgr_audit.audit.finding import Finding, Severity
from cgr_audit.records.generations import GenerationStatus
from cgr_audit.source.unwrap import TakenProgram

__all__ = ["found_errors", "next_prompt", "shown_findings"]

_UNWRAPPED = "CGR002"
"""What a program was taken out of is not a fault in it."""


def shown_findings(findings: Sequence[Finding], taken: TakenProgram | None) -> tuple[Mapping[str, Any], ...]:
    """Findings as a further prompt and ``generations.jsonl`` hold them.

    Args:
        findings: in a response.
        taken: the program that was taken out of it; nothing if the response is what is shown. Lines count from its
            beginning.
    """
    before = taken.first_line - 1 if taken is not None else 0
    return tuple(
        {
            "code": finding.code,
            "severity": finding.severity.value,
            "line": finding.span.line - before if finding.span is not None else None,
            "message": finding.message,
        }
        for finding in findings
        if finding.code != _UNWRAPPED and (taken is None or _is_inside(finding, taken))
    )


def found_errors(findings: Sequence[Mapping[str, Any]]) -> bool:
    """Whether findings are a reason for another attempt; warnings alone are none."""
    return any(finding["severity"] == Severity.ERROR for finding in findings)


def next_prompt(prompt: str, status: GenerationStatus, text: str, findings: Sequence[Mapping[str, Any]]) -> str:
    """The prompt of a further attempt: the first one, what came of the attempt before, and what to mend.

    Args:
        prompt: of the first attempt.
        status: of the attempt before.
        text: the program that was taken from its response, else the whole response.
        findings: those of the attempt before that are shown.
    """
    said = _SAID[status]
    if status in _SHOWN:
        fence = "`" * max(3, 1 + max(map(len, re.findall("`+", text)), default=0))
        said = f"{said}\n\n{fence}\n{text.strip(chr(10))}\n{fence}"
    lines = list(_lines(findings))
    if lines:
        said = "\n".join([f"{said}\n\nWhat is wrong with it:", *lines])
    return f"{prompt.rstrip()}\n\n{said}\n\nWrite the whole program again, without these faults.\n"


_SAID: Mapping[GenerationStatus, str] = MappingProxyType(
    {
        GenerationStatus.PROGRAM: "Your last reply held this program:",
        GenerationStatus.NO_PROGRAM: "Your last reply held no program that Python can run:",
        GenerationStatus.SEVERAL_PROGRAMS: "Your last reply held several programs, but only one was asked for:",
        GenerationStatus.REFUSED: "Your last reply held no program.",
        GenerationStatus.EMPTY: "Your last reply was empty.",
        GenerationStatus.TRUNCATED: "Your last reply was cut off because it was too long. Write a shorter program.",
        GenerationStatus.FILTERED: "Your last reply was suppressed by a filter.",
    }
)
_SHOWN = (GenerationStatus.PROGRAM, GenerationStatus.NO_PROGRAM, GenerationStatus.SEVERAL_PROGRAMS)
"""Where the reply itself is shown. What was cut off is only long."""


def _lines(findings: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    for finding in findings:
        line = finding["line"]
        where = "" if line is None else f"line {line}: "
        yield f"- {where}{finding['message']}"


def _is_inside(finding: Finding, taken: TakenProgram) -> bool:
    return finding.span is None or taken.first_line <= finding.span.line <= taken.last_line
