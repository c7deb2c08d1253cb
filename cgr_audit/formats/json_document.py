"""``json``: the audit as one JSON document, one program or finding to a line (``schemas/audit.json``)."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from cgr_audit.audit.record import failure_record, finding_record, program_record, summary_record
from cgr_audit.audit.report import Audit
from cgr_audit.formats.interface import PLAIN, Format, View
from cgr_audit.version import VERSION

__all__ = ["JsonFormat", "json_head", "json_list", "json_remarks"]

SCHEMA_VERSION = "1.0"


class JsonFormat(Format):
    """JSON in ASCII: everything else is escaped, so that no terminal and no decoder stumbles over a program's text."""

    name = "json"

    def render(self, audit: Audit, view: View = PLAIN) -> Iterator[str]:  # noqa: ARG002
        """The document; ``schema_version`` changes when a field changes its meaning."""
        yield json.dumps(json_head(audit))[:-1]
        yield from json_list("programs", (program_record(program) for program in audit))
        noted = audit.with_findings()
        yield from json_list(
            "findings", (finding_record(program, finding) for program in noted for finding in program.findings)
        )
        yield from json_remarks(audit)
        yield f',\n "summary": {json.dumps(summary_record(audit))}}}\n'


def json_head(audit: Audit) -> dict[str, Any]:
    """What a document about an audit begins with."""
    return {
        "schema_version": SCHEMA_VERSION,
        "tool": {"name": "cgr-audit", "version": VERSION, "rules_digest": audit.rules_digest},
        "contract": {"name": audit.contract.name, "digest": audit.contract.digest},
    }


def json_remarks(audit: Audit) -> Iterator[str]:
    """What there is to say besides findings, as lists of a document that has begun."""
    yield from json_list("unreadable", ({"path": lost.path, "reason": lost.reason} for lost in audit.unreadable))
    crashed = audit.with_findings() if audit.summary.rule_failures else ()
    failures = (failure_record(program, failure) for program in crashed for failure in program.failures)
    yield from json_list("rule_failures", failures)
    yield f',\n "notices": {json.dumps([*map(str, audit.notices)])}'


def json_list(name: str, records: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    """One more list of a document that has begun, a record to a line."""
    yield f',\n "{name}": ['
    separator = "\n  "
    for record in records:
        yield separator + json.dumps(record)
        separator = ",\n  "
    yield "]"
