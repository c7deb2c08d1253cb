"""``markdown``: a summary for a job's page or a merge request: the sums, the rules, and the first findings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import islice

from cgr_audit.audit.finding import FindingStatus
from cgr_audit.audit.report import Audit
from cgr_audit.formats.interface import PLAIN, Format, View
from cgr_audit.formats.places import named_place
from cgr_audit.formats.remarks import remarks
from cgr_audit.formats.summary_line import summary_line
from cgr_audit.formats.terminal import why_not_counted
from cgr_audit.tables.markdown import escape_markdown

__all__ = ["MOST_LISTED", "MarkdownFormat"]

MOST_LISTED = 500
"""So many findings and remarks are listed one by one: GitHub takes 1 MiB of a job's summary."""
LONGEST = 500
"""Characters of a message that are shown."""


class MarkdownFormat(Format):
    """GitHub-flavoured Markdown in which every text of a program means only itself."""

    name = "markdown"

    def render(self, audit: Audit, view: View = PLAIN) -> Iterator[str]:
        """The summary."""
        yield f"## cgr-audit\n\n{escape_markdown(view.summary or summary_line(audit))}\n"
        said = [f"{remark.kind} {remark.path}: {remark.message}" if remark.path else remark.message
                for remark in islice(remarks(audit), MOST_LISTED)]  # fmt: skip
        if said:
            yield "\n" + "".join(f"- {_short(line)}\n" for line in said)
        if audit.summary.by_code:
            yield "\n| rule | severity | findings | programs |\n|---|---|---:|---:|\n"
            yield from _rules(audit)
        total = sum(len(view.listed(program)) for program in audit.with_findings())
        if total:
            shown = f"The first {MOST_LISTED:,} of {total:,} findings" if total > MOST_LISTED else "Findings"
            yield f"\n<details><summary>{shown}</summary>\n\n| place | severity | rule | message |\n|---|---|---|---|\n"
            yield from islice(_findings(audit, view), MOST_LISTED)
            yield "\n</details>\n"


def _rules(audit: Audit) -> Iterator[str]:
    severities: dict[str, str] = {}
    programs: Counter[str] = Counter()
    names: dict[str, str] = {}
    for program in audit.with_findings():
        active = [finding for finding in program.findings if finding.status is FindingStatus.ACTIVE]
        programs.update({finding.code for finding in active})
        names |= {finding.code: finding.rule for finding in active}
        for finding in active:
            worst = severities.setdefault(finding.code, finding.severity.value)
            if finding.severity.rank > type(finding.severity)(worst).rank:
                severities[finding.code] = finding.severity.value
    for code, count in sorted(audit.summary.by_code.items()):
        yield f"| {escape_markdown(names[code])} | {severities[code]} | {count:,} | {programs[code]:,} |\n"


def _findings(audit: Audit, view: View) -> Iterator[str]:
    for program in audit.with_findings():
        for finding in view.listed(program):
            message = _short(finding.message + why_not_counted(finding))
            cells = (
                _short(named_place(program, finding)),
                finding.severity.value,
                escape_markdown(finding.rule),
                message,
            )
            yield f"| {' | '.join(cells)} |\n"


def _short(text: str) -> str:
    return escape_markdown(text if len(text) <= LONGEST else text[:LONGEST] + "…")
