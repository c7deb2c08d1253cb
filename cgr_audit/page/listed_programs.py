"""The programs that are not approved, each with the reasons and the lines that its findings are in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from cgr_audit.control_characters import escape_control_characters
from cgr_audit.records.package import TracePackage
from cgr_audit.records.rows import ProgramRecord
from cgr_audit.source.text import decode, split_lines

__all__ = ["MOST_LISTED", "Excerpt", "ListedFinding", "ListedProgram", "describe_probe", "listed_programs"]

MOST_LISTED = 1_000
"""So many programs are listed one by one."""
SEVERITIES = ("error", "warning", "info")
LONGEST_LINE = 240


@dataclass(frozen=True, slots=True)
class Excerpt:
    """One line of a program, cut in three at the marked columns."""

    line: int
    before: str
    marked: str
    after: str


@dataclass(frozen=True, slots=True)
class ListedFinding:
    """A finding with the line it is in."""

    code: str
    slug: str
    severity: str
    message: str
    excerpt: Excerpt | None


@dataclass(frozen=True, slots=True)
class ListedProgram:
    """A program that is not approved, and why."""

    program_id: str
    verdict: str
    reasons: tuple[str, ...]
    probed: str
    """What its probe showed, or that there was none: a sentence."""
    findings: tuple[ListedFinding, ...]
    """Those behind the verdict first, then the others."""


def listed_programs(
    package: TracePackage,
    verdicts: Mapping[str, Mapping[str, Any]],
    findings: Mapping[str, Sequence[Mapping[str, Any]]],
) -> tuple[tuple[ListedProgram, ...], int]:
    """The programs that are not approved, refused ones first, then by id; and how many there are.

    Of very many the first ``MOST_LISTED`` are given.

    Args:
        package: with the programs' bytes.
        verdicts: the records of ``verdicts.jsonl`` by program.
        findings: the records of ``findings.jsonl`` by program.
    """
    denied = [
        (program, verdicts[program.program_id])
        for program in package.programs
        if verdicts.get(program.program_id, {}).get("verdict", "approved") != "approved"
    ]
    denied.sort(key=lambda pair: (pair[1]["verdict"] != "refused", pair[0].program_id))
    listed = []
    for program, verdict in denied[:MOST_LISTED]:
        lines = split_lines(decode(package.program_bytes(program)).text)
        found = sorted(findings.get(program.program_id, []), key=lambda one: _weight(one, verdict["reasons"]))
        listed.append(_list_program(program, verdict, found, lines))
    return tuple(listed), len(denied)


def _weight(finding: Mapping[str, Any], reasons: Sequence[str]) -> tuple[bool, int, int, str]:
    line = (finding["span"] or {}).get("line", 0)
    return (finding["code"] not in reasons, SEVERITIES.index(finding["severity"]), line, finding["code"])


def _list_program(
    program: ProgramRecord, verdict: Mapping[str, Any], findings: Sequence[Mapping[str, Any]], lines: list[str]
) -> ListedProgram:
    reasons = verdict.get("explanations") or verdict["reasons"] or ["no reason given"]
    return ListedProgram(
        program_id=escape_control_characters(program.program_id),
        verdict=verdict["verdict"],
        reasons=tuple(escape_control_characters(reason) for reason in reasons),
        probed=describe_probe(verdict.get("probed")),
        findings=tuple(
            ListedFinding(
                finding["code"],
                finding["slug"],
                finding["severity"],
                escape_control_characters(finding["message"]),
                _excerpt(finding["span"], lines),
            )
            for finding in findings
        ),
    )


def describe_probe(record: Mapping[str, Any] | None) -> str:
    """What the field ``probed`` of a verdict's record says, as a sentence."""
    if record is None:
        return "Not probed."
    return f"Probed: {record['sensitivity'] or 'could not be tried'}."


def _excerpt(span: Mapping[str, int] | None, lines: list[str]) -> Excerpt | None:
    """The first line of a span; a long one only around its mark."""
    if span is None or not 1 <= span["line"] <= len(lines):
        return None
    line = lines[span["line"] - 1]
    start = span["column"] - 1
    end = span["end_column"] - 1 if span["end_line"] == span["line"] else len(line)
    first = 0 if len(line) <= LONGEST_LINE else max(0, start - LONGEST_LINE // 3)
    last = min(len(line), first + LONGEST_LINE)
    before, marked, after = line[first:start], line[start : min(end, last)], line[end:last]
    return Excerpt(
        line=span["line"],
        before=("…" if first else "") + escape_control_characters(before.expandtabs(4)),
        marked=escape_control_characters(marked),
        after=escape_control_characters(after) + ("…" if last < len(line) else ""),
    )
