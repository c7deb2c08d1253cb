"""``junit``: a test for each program, for services that show test reports. It fails where the command does."""

from __future__ import annotations

from collections.abc import Iterator
from xml.sax.saxutils import escape, quoteattr

from cgr_audit.audit.program_audit import ProgramAudit
from cgr_audit.audit.report import Audit
from cgr_audit.control_characters import escape_control_characters
from cgr_audit.formats.interface import PLAIN, Format, View
from cgr_audit.formats.places import named_place
from cgr_audit.formats.remarks import RULE_CRASHED, UNREADABLE, remarks
from cgr_audit.formats.terminal import why_not_counted

__all__ = ["JUnitFormat"]


class JUnitFormat(Format):
    """JUnit's XML with one suite. Findings that do not fail the test are its output."""

    name = "junit"

    def render(self, audit: Audit, view: View = PLAIN) -> Iterator[str]:
        """The document, a program or unreadable file a test."""
        lost = [remark for remark in remarks(audit) if remark.kind == UNREADABLE]
        failed = errors = 0
        for program in audit.with_findings():
            errors += bool(program.failures)
            failed += not program.failures and any(map(view.fails, program.findings))
        numbers = f'tests="{audit.summary.programs + len(lost)}" failures="{failed}" errors="{errors + len(lost)}"'
        yield f'<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="cgr-audit" {numbers}>\n'
        yield f' <testsuite name="cgr-audit" {numbers} skipped="0" time="0">\n'
        for program in audit:
            yield _test(program, view)
        for remark in lost:
            said = _attribute(remark.message)
            yield f'  <testcase {_name(remark.path)}>\n   <error type="{UNREADABLE}" message={said}/>\n  </testcase>\n'
        notes = [str(remark.message) if not remark.path else f"{remark.path}: {remark.message}"
                 for remark in remarks(audit) if not remark.is_problem]  # fmt: skip
        if notes:
            yield f"  <system-out>{_lines(notes)}</system-out>\n"
        yield " </testsuite>\n</testsuites>\n"


def _test(program: ProgramAudit, view: View) -> str:
    failing = [finding for finding in program.findings if view.fails(finding)]
    others = [finding for finding in program.findings if not view.fails(finding)]
    parts = []
    if program.failures:
        said = [f"{failure.code} {failure.slug} crashed: {failure.error}" for failure in program.failures]
        parts.append(f'<error type="{RULE_CRASHED}" message={_attribute(said[0])}>{_lines(said)}</error>')
        others = list(program.findings)
    elif failing:
        first = failing[0]
        about = f"type={_attribute(first.code)} message={_attribute(f'{first.rule}: {first.message}')}"
        lines = [f"{named_place(program, one)}: {one.rule}: {one.message}" for one in failing]
        parts.append(f"<failure {about}>{_lines(lines)}</failure>")
    if others:
        lines = [
            f"{named_place(program, one)}: {one.severity.value}: {one.rule}: {one.message}" + why_not_counted(one)
            for one in others
        ]
        parts.append(f"<system-out>{_lines(lines)}</system-out>")
    head = f'  <testcase {_name(program.program_id)} file={_attribute(program.path)} time="0"'
    return head + (">\n" + "".join(f"   {part}\n" for part in parts) + "  </testcase>\n" if parts else "/>\n")


def _name(name: str) -> str:
    return f'classname="cgr-audit" name={_attribute(name)}'


def _attribute(text: str) -> str:
    return quoteattr(escape_control_characters(text))


def _lines(lines: list[str]) -> str:
    return "\n".join(escape(escape_control_characters(line)) for line in lines)
