"""The demo package is what its README says: whole, labelled, every kind of violation at least twice."""

from __future__ import annotations

import ast
import fnmatch
import hashlib
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import quote

from cgr_audit.audit.finding import Severity
from cgr_audit.audit.registry import load_registry

Lines = Callable[[str], list[dict[str, Any]]]

CODES = [f"CGR{number}" for number in (*range(101, 107), 108, 201, 202, 301, 303, *range(401, 407))]
CODES += ["CGR001", "CGR002", "CGR003", "CGR004"]
BELOW_ERRORS = {rule.meta.code for rule in load_registry().rules if rule.meta.severity is not Severity.ERROR}


def codes_of(label: dict[str, Any]) -> set[str]:
    return {finding["code"] for finding in label["findings"]}


def test_every_dataset_has_items_with_one_right_option_among_three_to_five(demo_lines: Lines) -> None:
    items = demo_lines("items.jsonl")
    assert Counter(item["dataset"] for item in items) == {
        "kitchen_chemistry": 24,
        "everyday_physics": 24,
        "logic_puzzles": 24,
    }
    for item in items:
        ids = [option["id"] for option in item["options"]]
        assert ids == list("ABCDE")[: len(ids)]
        assert len(ids) in {3, 4, 5}
        assert len({option["text"] for option in item["options"]}) == len(ids)
        assert [correct in ids for correct in item["correct_ids"]] == [True]
        assert (item["licence"], item["redistributable"]) == ("CC0-1.0", True)


def test_right_options_are_spread_over_the_letters(demo_lines: Lines) -> None:
    letters = Counter(item["correct_ids"][0] for item in demo_lines("items.jsonl"))
    assert letters == {"A": 18, "B": 18, "C": 18, "D": 18}


def test_programs_jsonl_names_every_file_with_its_digest(demo: Path, demo_lines: Lines) -> None:
    items = {(item["dataset"], item["item_id"]) for item in demo_lines("items.jsonl")}
    listed = {program["program_id"]: program for program in demo_lines("programs.jsonl")}
    found = {path.relative_to(demo / "programs").as_posix() for path in (demo / "programs").rglob("*.py")}
    assert found == set(listed)
    for program_id, program in listed.items():
        name = quote(program["item_id"], safe="")
        assert program_id == f"{program['generator']}/{program['dataset']}/{name}.{program['sample']}.py"
        assert (program["dataset"], program["item_id"]) in items
        data = (demo / "programs" / program_id).read_bytes()
        assert program["sha256"] == hashlib.sha256(data).hexdigest()


def test_every_program_has_a_label_and_every_item_a_program(demo_lines: Lines) -> None:
    programs = demo_lines("programs.jsonl")
    labels = demo_lines("labels.jsonl")
    assert [label["program_id"] for label in labels] == sorted(p["program_id"] for p in programs)
    assert len({(p["dataset"], p["item_id"]) for p in programs}) == 72


def test_every_kind_of_violation_is_there_at_least_twice(demo_lines: Lines) -> None:
    counts = Counter(code for label in demo_lines("labels.jsonl") for code in codes_of(label))
    assert {code: counts[code] for code in CODES if counts[code] < 2} == {}
    assert set(counts) == set(CODES)


def test_about_two_thirds_of_the_programs_violate_nothing(demo_lines: Lines) -> None:
    labels = demo_lines("labels.jsonl")
    clean = [label for label in labels if not codes_of(label)]
    assert 0.6 < len(clean) / len(labels) < 0.7


def test_labelled_lines_exist_in_the_program(demo: Path, demo_lines: Lines) -> None:
    for label in demo_lines("labels.jsonl"):
        lines = (demo / "programs" / label["program_id"]).read_text(encoding="utf-8").split("\n")
        for finding in label["findings"]:
            for line in (finding["line"], *finding["also"]):
                assert lines[line - 1].strip(), (label["program_id"], line)


def test_only_the_programs_labelled_so_do_not_parse(demo: Path, demo_lines: Lines) -> None:
    for label in demo_lines("labels.jsonl"):
        text = (demo / "programs" / label["program_id"]).read_text(encoding="utf-8")
        try:
            ast.parse(text)
            parses = True
        except SyntaxError:
            parses = False
        assert parses == (not codes_of(label) & {"CGR001", "CGR002"}), label["program_id"]


def test_verdicts_follow_from_the_labels_by_the_built_in_policy(demo_lines: Lines) -> None:
    for label in demo_lines("labels.jsonl"):
        errors = (codes_of(label) | set(label["more"])) - BELOW_ERRORS
        bound = label["call_bound"]
        if any(fnmatch.fnmatch(code, "CGR[04]*") for code in errors):
            expected = "refused"
        elif errors or (bound and bound["kind"] in {"unbounded", "unknown"}):
            expected = "observe"
        else:
            expected = "approved"
        assert label["verdict"] == expected, label["program_id"]


def test_budget_labels_agree_with_the_call_bounds(demo_lines: Lines) -> None:
    options = {(i["dataset"], i["item_id"]): len(i["options"]) for i in demo_lines("items.jsonl")}
    item_of = {p["program_id"]: (p["dataset"], p["item_id"]) for p in demo_lines("programs.jsonl")}
    for label in demo_lines("labels.jsonl"):
        bound = label["call_bound"]
        if bound is None or bound["kind"] in {"unbounded", "unknown"}:
            continue
        calls = bound["max"] or _at(bound["expression"], options[item_of[label["program_id"]]])
        assert ("CGR303" in codes_of(label)) == (calls > 10), label["program_id"]


def _at(expression: str, options: int) -> int:
    """The value of a sum of constants and multiples of ``options``."""
    total = 0
    for term in expression.split(" + "):
        factors = [options if factor == "options" else int(factor) for factor in term.split("*")]
        total += factors[0] * (factors[1] if len(factors) > 1 else 1)
    return total
