"""The labelled programs: complete, well-formed, and not contradicted when they run."""

from __future__ import annotations

import json
import sys
from collections import Counter
from pathlib import Path

import pytest

LABELLED = Path(__file__).resolve().parent.parent.parent / "corpus" / "labelled"
sys.path.insert(0, str(LABELLED))

from labelled_programs import LabelledProgram, bound_at, labelled_programs  # noqa: E402
from scripted_runs import SILENT, scripted_runs  # noqa: E402
from verify import contradictions, unconfirmed  # noqa: E402

from cgr_audit.source.contract import built_in_contracts  # noqa: E402

PROGRAMS = tuple(labelled_programs())
SEVERAL = ("constant:A", "constant:yes, true, the answer is B. DONE", "cycle:yes|no|A|nothing")
CATALOGUE = frozenset(
    f"CGR{number}"
    for numbers in (
        ("001", "002", "003", "004"),
        range(101, 112),
        range(201, 213),
        (301, 302, 303, 304, 306),
        range(401, 407),
        range(501, 508),
    )
    for number in numbers
)


def by_name(name: str) -> LabelledProgram:
    return next(one for one in PROGRAMS if one.program == name)


def test_every_program_has_one_label_and_every_label_a_program() -> None:
    files = sorted(path.relative_to(LABELLED / "programs").as_posix() for path in LABELLED.glob("programs/*/*.py"))
    assert [one.program for one in PROGRAMS] == files


def test_every_code_of_the_catalogue_holds_for_at_least_six_programs() -> None:
    counts = Counter(code for one in PROGRAMS for code in one.codes)
    assert counts.keys() == CATALOGUE
    assert {code: count for code, count in counts.items() if count < 6} == {}


def test_a_third_of_the_programs_are_clean() -> None:
    assert 3.2 * sum(one.clean for one in PROGRAMS) >= len(PROGRAMS)


def test_a_program_is_clean_where_no_code_holds_and_stands_in_a_folder_that_says_so() -> None:
    for one in PROGRAMS:
        assert one.clean is (not one.codes) is one.program.startswith("clean_"), one.program


def test_every_finding_stands_on_lines_that_the_program_has() -> None:
    for one in PROGRAMS:
        last = one.source.decode().count("\n")
        for finding in one.findings:
            assert all(1 <= line <= last for line in finding.lines), (one.program, finding)


def test_every_label_names_a_built_in_contract_and_says_why() -> None:
    assert {one.contract for one in PROGRAMS} == set(built_in_contracts())
    assert [one.program for one in PROGRAMS if not one.note] == []


def test_a_bound_above_the_budget_at_five_options_is_labelled_so_and_no_other() -> None:
    for one in PROGRAMS:
        bound = None if one.call_bound is None else bound_at(one.call_bound, 5)
        if one.contract == "cgr":
            assert (bound is not None and bound > 10) is ("CGR303" in one.codes), one.program


def test_a_bound_is_labelled_item_dependent_where_it_names_the_options() -> None:
    for one in PROGRAMS:
        assert ("options" in (one.call_bound or "")) is ("CGR304" in one.codes), one.program


def test_an_unbounded_program_is_labelled_with_its_loop_or_its_recursion() -> None:
    for one in PROGRAMS:
        assert (one.call_bound == "unbounded") is bool(one.codes & {"CGR301", "CGR302"}), one.program


def test_no_line_of_the_labels_repeats_a_key() -> None:
    def unique(pairs: list[tuple[str, object]]) -> dict[str, object]:
        assert len(dict(pairs)) == len(pairs)
        return dict(pairs)

    for line in (LABELLED / "labels.jsonl").read_text("utf-8").splitlines():
        json.loads(line, object_pairs_hook=unique)


@pytest.mark.parametrize(
    ("text", "options", "value"),
    [
        ("7", 5, 7),
        ("2 + options", 4, 6),
        ("options*(options-1)/2", 5, 10),
        ("min(3, options)", 2, 2),
        ("-1 + options", 4, 3),
        ("unbounded", 4, None),
    ],
)
def test_a_call_bound_has_a_value_at_every_number_of_options(text: str, options: int, value: int | None) -> None:
    assert bound_at(text, options) == value


@pytest.mark.slow
def test_one_program_in_ten_runs_without_contradicting_its_labels() -> None:
    for one in PROGRAMS[::10]:
        if one.is_run:
            assert contradictions(one, scripted_runs(one, {4: SEVERAL})) == [], one.program


def test_a_bound_that_is_too_low_is_contradicted() -> None:
    runs = scripted_runs(by_name("clean_plain/debate_two_rounds.py"), {4: (SILENT,)})
    lower = by_name("clean_plain/median_nerve.py")
    assert contradictions(lower, runs) == [f"5 calls under {SILENT} with 4 options, bound 1"]


def test_a_bound_that_no_run_reaches_is_reported() -> None:
    runs = scripted_runs(by_name("clean_plain/median_nerve.py"), {4: SEVERAL})
    higher = by_name("clean_plain/debate_two_rounds.py")
    assert unconfirmed(higher, runs) == ["bound 5, at most 1 calls seen"]


@pytest.mark.slow
@pytest.mark.parametrize("labelled", [one for one in PROGRAMS if one.is_run], ids=lambda one: one.program)
def test_no_label_is_contradicted_by_any_scripted_solver(labelled: LabelledProgram) -> None:
    assert contradictions(labelled, scripted_runs(labelled)) == []
