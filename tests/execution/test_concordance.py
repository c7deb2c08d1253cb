"""The audit's findings beside what a probe shows."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cgr_audit.audit.finding import Confidence, Finding, Severity
from cgr_audit.audit.program_audit import AuditStatus, ProgramAudit
from cgr_audit.execution.concordance import Concordance, compare
from cgr_audit.execution.probe.item_probe import ItemProbe, Sensitivity
from cgr_audit.execution.probe.items import synthetic_item
from cgr_audit.execution.probe.program_probe import ProgramProbe
from cgr_audit.source.program import Program

INSENSITIVE = ItemProbe(
    item=synthetic_item(4), is_synthetic=True, sensitivity=Sensitivity.INSENSITIVE,
    planted_sensitivity=Sensitivity.INSENSITIVE, dominant=None, tried=60, tried_plain=40, completed=60,
    answers={"C": "always 'Answer: A'"}, plain_answers={"C": "always 'Answer: A'"},
    fallback="C", error_answer="C", raising_answer=None, generator_letter="B",
    generator_in_prompts=False, generator_in_answer=False, item_decides=False, item_in_fallback=False, bound=1,
    most_calls=1, asks=True, runs=50, fuel=1, seen=(),
)  # fmt: skip
SENSITIVE = replace(
    INSENSITIVE, sensitivity=Sensitivity.SENSITIVE, answers={letter: f"says {letter}" for letter in "ABCD"}
)


def probed(
    *codes: str, item: ItemProbe, provenance: tuple[str, ...] = ("literal",), name: str = "p.py"
) -> ProgramProbe:
    findings = tuple(Finding(code, "slug", Severity.ERROR, Confidence.HIGH, None, "said") for code in codes)
    audit = ProgramAudit(name, name, "0" * 64, AuditStatus.ANALYSED, 3, answer_provenance=provenance, findings=findings)
    return ProgramProbe(Program(name, name, b""), audit, (item,), ())


def figures(concordance: Concordance, code: str) -> tuple[int, int, int, int]:
    row = concordance.rules[code]
    return row.flagged, row.confirmed, row.shown, row.found


@pytest.mark.parametrize(
    ("code", "item"),
    [
        ("CGR201", INSENSITIVE),
        ("CGR203", replace(INSENSITIVE, generator_in_answer=True)),
        ("CGR203", replace(SENSITIVE, generator_in_answer=True)),
        ("CGR206", replace(SENSITIVE, item_decides=True)),
        ("CGR207", replace(INSENSITIVE, item_decides=True)),
    ],
)
def test_what_the_audit_finds_and_the_probe_shows_agrees(code: str, item: ItemProbe) -> None:
    concordance = compare([probed(code, item=item)])
    assert figures(concordance, code) == figures(concordance, "any") == (1, 1, 1, 1)
    assert (concordance.rules[code].precision, concordance.rules[code].recall) == (1.0, 1.0)
    assert concordance.disagreements == []


def test_a_constant_on_some_path_alone_need_not_be_what_runs_show() -> None:
    concordance = compare([probed("CGR201", item=SENSITIVE, provenance=("solver", "literal"))])
    assert figures(concordance, "CGR201") == (0, 0, 0, 0)
    assert concordance.disagreements == []


def test_a_finding_that_no_run_shows_is_listed_with_the_answers() -> None:
    concordance = compare([probed("CGR201", item=SENSITIVE)])
    assert figures(concordance, "CGR201") == (1, 0, 0, 0)
    (listed,) = concordance.disagreements
    assert (listed.program_id, listed.about, listed.why) == ("p.py", "CGR201", "")
    assert "sensitive under 60 solvers: 'A' (says A)" in listed.said


@pytest.mark.parametrize(
    ("item", "code", "about"),
    [
        (INSENSITIVE, "CGR201", "CGR201"),
        (replace(SENSITIVE, generator_in_answer=True), "CGR203", "CGR203"),
        (replace(SENSITIVE, item_decides=True), "CGR206", "CGR206 or CGR207"),
    ],
)
def test_what_a_probe_shows_and_the_audit_does_not_find_is_listed(item: ItemProbe, code: str, about: str) -> None:
    concordance = compare([probed(item=item)])
    assert figures(concordance, code) == (0, 0, 1, 0)
    assert [one.about for one in concordance.disagreements] == [about]


def test_an_answer_with_every_letter_is_what_an_item_fixes() -> None:
    concordance = compare([probed("CGR210", item=replace(INSENSITIVE, item_decides=True))])
    assert figures(concordance, "CGR206") == figures(concordance, "any") == (0, 0, 1, 1)
    assert concordance.disagreements == []


@pytest.mark.parametrize(
    ("item", "about", "why"),
    [
        (INSENSITIVE, "CGR901", "the tried solvers may not speak"),
        (replace(INSENSITIVE, asks=False), "CGR901", "a path that asks nothing"),
        (SENSITIVE, "CGR909", "most of its replies lead to the same answer"),
    ],
)
def test_a_disagreement_names_what_the_probe_saw(item: ItemProbe, about: str, why: str) -> None:
    probe = replace(probed("CGR201", item=item, provenance=("solver",)), disagreement="the answer hardly changes")
    (listed,) = compare([probe]).disagreements
    assert (listed.about, why in listed.why) == (about, True)


def test_joined_answers_that_follow_the_solver_count_for_no_rule() -> None:
    concordance = compare([probed("CGR210", item=SENSITIVE)])
    assert [figures(concordance, code) for code in concordance.rules] == [(0, 0, 0, 0)] * 5


def test_an_answer_that_never_changes_may_be_of_any_of_the_four_kinds() -> None:
    concordance = compare([probed("CGR207", item=INSENSITIVE)])
    assert figures(concordance, "CGR201") == (0, 0, 1, 1)
    assert [one.about for one in concordance.disagreements] == ["CGR207"]


def test_a_dominant_answer_that_contradicts_the_provenance_is_listed_as_one() -> None:
    probe = replace(probed(item=SENSITIVE), disagreement="the answer is 'C' in 50 of 60 runs")
    (listed,) = compare([probe]).disagreements
    assert (listed.about, listed.said) == ("CGR909", "the answer is 'C' in 50 of 60 runs")
    (listed,) = compare([replace(probed("CGR201", item=INSENSITIVE), disagreement="said")]).disagreements
    assert listed.about == "CGR901"


def test_a_fallback_that_follows_the_item_confirms_a_finding_and_demands_none() -> None:
    item = replace(SENSITIVE, item_in_fallback=True)
    concordance = compare([probed("CGR207", item=item), probed(item=item)])
    assert figures(concordance, "CGR207") == (1, 1, 0, 0)
    assert concordance.disagreements == []


@pytest.mark.parametrize(
    "item",
    [
        replace(SENSITIVE, sensitivity=Sensitivity.UNDECIDED),
        replace(SENSITIVE, failure="the sandbox failed"),
    ],
)
def test_what_came_to_nothing_counts_for_no_rule(item: ItemProbe) -> None:
    concordance = compare([probed("CGR201", "CGR203", item=item)])
    assert [figures(concordance, code) for code in concordance.rules] == [(0, 0, 0, 0)] * 5


def test_where_nothing_was_planted_the_probe_says_nothing_of_the_generators_letter() -> None:
    concordance = compare([probed("CGR203", item=replace(SENSITIVE, generator_in_answer=None))])
    assert figures(concordance, "CGR203") == (0, 0, 0, 0)


def test_calls_are_compared_with_bounds_and_every_overrun_is_listed() -> None:
    items = [replace(SENSITIVE, bound=bound, most_calls=3) for bound in (3, 5, 2, None)]
    concordance = compare(probed(item=item, name=f"{number}.py") for number, item in enumerate(items))
    calls = concordance.calls
    assert (calls.numbers, calls.reached, calls.exceeded) == (3, 1, 1)
    assert [(one.program_id, one.about) for one in concordance.disagreements] == [("2.py", "call bound")]
    assert concordance.disagreements[0].said == "3 calls, but the bound is 2 for the item 'synthetic'"


def test_programs_that_were_not_probed_are_counted_apart() -> None:
    refused = replace(probed(item=SENSITIVE), items=(), not_probed="it could not be analysed")
    concordance = compare([refused, probed(item=SENSITIVE)])
    assert (concordance.programs, concordance.probed) == (2, 1)
