"""The report as Markdown: the same content as the page, for pull requests and terminals."""

from __future__ import annotations

from collections.abc import Iterator

from cgr_audit.page.content import Report
from cgr_audit.page.listed_programs import ListedProgram
from cgr_audit.plural import counted
from cgr_audit.tables.cells import count
from cgr_audit.tables.markdown import code_span, escape_markdown, markdown

__all__ = ["markdown_report"]


def markdown_report(report: Report) -> str:
    """The document. Texts of unknown origin are escaped or stand in code."""
    return "\n".join(_parts(report)) + "\n"


def _parts(report: Report) -> Iterator[str]:
    yield f"# {escape_markdown(report.title)}\n"
    if report.description:
        yield f"{escape_markdown(report.description)}\n"
    yield " · ".join(counted(number, name) for name, number in report.facts) + "\n"
    answer = report.answer
    yield f"**{answer.direct} → {answer.assisted}**, direct → assisted ({answer.rests}); gain: {answer.gain}\n"
    for note in report.notes:
        yield f"> {escape_markdown(note)}\n"
    yield (
        " · ".join(
            f"{count(programs)} {verdict} ({counted(rows, 'row')})" for verdict, programs, rows in report.verdicts
        )
        + "\n"
    )
    if report.without_controls is not None:
        yield f"{escape_markdown(report.without_controls)}\n"
    yield markdown(report.tables[0])
    for headline in report.joined.summary.headlines:
        yield f"- **{headline.treatment.label}** ({counted(headline.micro.rows, 'row')}): {headline.treatment.meaning}"
    yield "\n## What each interval means\n"
    for label, meaning in report.methods:
        yield f"- **{label}**: {escape_markdown(meaning)}"
    yield "\n## Programs not approved\n"
    if not report.listed:
        yield "None.\n"
    for program in report.listed:
        yield from _program(program)
    for table in report.tables[1:]:
        yield markdown(table)
    yield "## Rules that found something\n"
    for rule in report.rules:
        found = f"{counted(rule.findings, 'finding')} in {counted(rule.programs, 'program')}"
        yield f"- **{rule.code} {rule.slug}** ({rule.severity}; {found})"
        yield f"  {escape_markdown(rule.summary)} `cgr-audit explain {rule.code}`" if rule.summary else ""
    yield "\n## What these figures rest on\n"
    for name, value in report.digests:
        yield f"- {name}: {code_span(value)}"


def _program(program: ListedProgram) -> Iterator[str]:
    yield f"### {program.verdict}: {code_span(program.program_id)}\n"
    for reason in program.reasons:
        yield f"- {escape_markdown(reason)}"
    yield f"\n{program.probed}\n"
    for finding in program.findings:
        if finding.excerpt is not None:
            line = f"{finding.excerpt.before}{finding.excerpt.marked}{finding.excerpt.after}".strip()
            yield f"    {finding.excerpt.line:>5}  {line}    # {finding.code}"
    yield ""
