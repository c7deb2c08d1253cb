"""``cgr-audit explain`` and ``cgr-audit rules``."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from cgr_audit.audit.documentation import documentation
from cgr_audit.audit.registry import load_registry

EXPLAINED = """\
T001 flagged-call (Other, error, confidence high, since 0.1.0)

A call of `flag` is found, and names that begin with `why` are the evidence.

What it does
    Reports `flag("severity", "message")`.

Why it matters
    Tests need findings that no change to another rule moves.

Example
    why = 1
    flag("error", "said")

Use instead
    Nothing.

References
    None.
"""


def test_a_rule_is_explained_by_code_or_slug(command: Any, marking_rules: Path) -> None:
    for name in ("T001", "t001", "flagged-call"):
        done = command("explain", name, "--rules", marking_rules)
        assert (done.code, done.out.decode()) == (0, EXPLAINED)


def test_every_rule_can_be_explained(command: Any) -> None:
    rules = load_registry().rules
    last = documentation(rules[-1])
    assert command("explain", rules[-1].meta.code).out.decode() == last.text()
    for rule in rules:
        text = documentation(rule).text()
        assert text.startswith(f"{rule.meta.code} {rule.meta.slug} (")
        headings = [line for line in text.splitlines() if line and not line.startswith(" ")]
        expected = ["What it does", "Why it matters", "Example", "Use instead", "References"]
        assert headings[-5:] == expected


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("literal-anser", "did you mean CGR201 literal-answer? "),
        ("CGR2010", "did you mean CGR201 literal-answer? "),
        ("CGR2O1", "did you mean CGR201 literal-answer? "),
        ("CGR20x", "did you mean CGR201 literal-answer? "),
        ("X9", ""),
    ],
)
def test_an_unknown_code_is_exit_code_2_with_the_one_that_may_be_meant(command: Any, name: str, meant: str) -> None:
    done = command("explain", name)
    assert (done.code, done.err) == (2, f"cgr-audit: no rule {name!r}; {meant}`cgr-audit rules` lists them\n")


def test_the_number_of_a_code_will_do(command: Any) -> None:
    assert command("explain", "201").out == command("explain", "literal-answer").out
    assert {rule.meta.code[:4] for rule in load_registry().chosen(["2*", "301"])} == {"CGR2", "CGR3"}


def test_the_rules_are_listed_by_code(command: Any, marking_rules: Path) -> None:
    codes = [rule.meta.code for rule in load_registry().rules]
    lines = command("rules").out.decode().splitlines()
    assert [line.split()[0] for line in lines] == codes
    records = json.loads(command("rules", "--format", "json", "--rules", marking_rules).out)
    assert [record["code"] for record in records] == [*codes, "T001"]
    assert records[-1]["summary"] == "A call of `flag` is found, and names that begin with `why` are the evidence."
    assert records[-1]["sections"]["Use instead"] == "Nothing."
