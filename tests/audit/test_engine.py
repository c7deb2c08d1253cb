"""The audit of one program: its record, its fingerprints, the lines it shows."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import ClassVar

import pytest

from cgr_audit.audit.engine import AuditStatus, audit_program
from cgr_audit.audit.finding import Confidence, Finding, Severity
from cgr_audit.audit.fingerprints import fingerprint
from cgr_audit.audit.rule import BaseRule, Context, Meta, Rule
from cgr_audit.source.contract import load_contract
from cgr_audit.source.program import Program

POT = load_contract("pot")


class Named(Rule):
    """Finds the name ``bad``."""

    meta: ClassVar[Meta] = Meta("T020", "named", Severity.ERROR, Confidence.HIGH, since="0.1.0")

    def check(self, context: Context) -> Iterator[Finding]:
        """Yield them last to first; the engine sorts."""
        names = [node for node in ast.walk(context.tree) if isinstance(node, ast.Name) and node.id == "bad"]
        yield from (context.finding(self, node, "is bad") for node in reversed(names))


class Crashing(Rule):
    """Crashes."""

    meta: ClassVar[Meta] = Meta("T021", "crashing", Severity.ERROR, Confidence.HIGH, since="0.1.0")

    def check(self, context: Context) -> Iterator[Finding]:
        """Crash after the first finding."""
        yield context.finding(self, context.tree.body[0], "found before the crash")
        raise KeyError(object())


def fingerprints(source: str, name: str = "a.py", rules: tuple[BaseRule, ...] = (Named(),)) -> list[str]:
    audit = audit_program(Program(name, name, source.encode()), POT, rules)
    return [fingerprint(finding, audit.program_id) for finding in audit.findings]


def test_a_record_says_what_is_known() -> None:
    audit = audit_program(Program("a.py", "x/a.py", b"ans = bad\n\nbad\n"), POT, [Named()])
    assert (audit.program_id, audit.path, audit.status, audit.lines) == ("a.py", "x/a.py", AuditStatus.ANALYSED, 3)
    assert [str(finding.span) for finding in audit.findings] == ["1:7-1:10", "3:1-3:4"]
    assert [(line.line, line.text) for line in audit.excerpts] == [(1, "ans = bad"), (3, "bad")]
    assert audit.call_bound is not None
    assert (audit.entry, audit.solver_call_sites, audit.call_bound.kind) == (None, 0, "finite")


@pytest.mark.parametrize(
    ("text", "lines"), [("", 0), ("\n", 1), ("a", 1), ("a\n", 1), ("a\r\nb\r", 2), ("a\x0cb\n", 1)]
)
def test_lines_are_counted_as_python_counts_them(text: str, lines: int) -> None:
    assert audit_program(Program("a", "a", text.encode()), POT, []).lines == lines


def test_fingerprints_hold_through_edits_elsewhere_and_white_space() -> None:
    before = fingerprints("ans = bad\nx = [bad]\n")
    assert len(set(before)) == 2
    assert fingerprints("# comment\n\nans   =  bad\nif 1:\n\tx = [ bad ]\n") == before
    assert fingerprints("ans = bad\n") == before[:1]


def test_fingerprints_differ_by_program() -> None:
    assert fingerprints("bad\n") != fingerprints("bad\n", name="b.py")


def test_a_crash_is_a_record_and_the_other_rules_go_on() -> None:
    audit = audit_program(Program("a.py", "a.py", b"bad\n"), POT, [Crashing(), Named()])
    assert audit.status is AuditStatus.FAILED
    assert [finding.code for finding in audit.findings] == ["T020"]
    (failure,) = audit.failures
    assert (failure.code, failure.slug, failure.error) == ("T021", "crashing", "KeyError: <object object>")
    assert "in check" in failure.trace


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\xff\xfe",
        b"\x00",
        b"\xef\xbb\xbfbad\n",
        b"# coding: rot13\nonq\n",
        b"# coding: latin-1\nbad # \xe9\n",
        b"\xed\xa0\x80",
    ],
)
def test_any_bytes_have_a_record(data: bytes) -> None:
    audit = audit_program(Program("a.py", "a.py", data), POT, [Named()])
    assert audit.status in {AuditStatus.ANALYSED, AuditStatus.NOT_ANALYSABLE}
    assert audit.failures == ()
