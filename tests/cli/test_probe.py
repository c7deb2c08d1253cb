"""``probe`` and ``concordance`` from the command line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from cgr_audit.cli import running
from cgr_audit.sandbox.interpreter import Interpreter
from cgr_audit.sandbox.limits import Limits
from cgr_audit.schema import check_record

SENSITIVE = "def solve(question, exp_config):\n    return extract_answer(llm_model(question, exp_config)), 'B', 3\n"
CONSTANT = "def solve(question, exp_config):\n    llm_model(question, exp_config)\n    return 'C', 'B', 3\n"
UNHEARD = (
    "def solve(question, exp_config):\n    reply = llm_model(question, exp_config)\n"
    "    return (reply[5000] if len(reply) > 5000 else 'X'), 'B', 3\n"
)
UNLOCKED = (
    "def solve(question, exp_config):\n    reply = llm_model(question, exp_config)\n"
    "    return (extract_answer(reply) if 'zxqv' in reply else 'B'), 'B', 3\n"
)


@pytest.fixture
def programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "programs"
    folder.mkdir()
    monkeypatch.chdir(folder)
    (folder / "a_sensitive.py").write_text(SENSITIVE)
    (folder / "b_constant.py").write_text(CONSTANT)
    (folder / "c_unheard.py").write_text(UNHEARD)
    (folder / "d_broken.py").write_text("def solve(:\n")
    return folder


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


@pytest.mark.parametrize("name", ["probe", "concordance"])
def test_the_sandbox_has_places_and_memory_for_as_many_programs_as_there_are_jobs(
    name: str, command: Any, programs: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    places: list[int | None] = []
    reserved: list[tuple[int, int]] = []
    make_sandbox = running.make_sandbox

    def making(*arguments: Any, jobs: int | None = None, **named: Any) -> Any:
        places.append(jobs)
        return make_sandbox(*arguments, jobs=jobs, **named)

    def reserve(_self: Interpreter, guests: int, memory: int) -> None:
        reserved.append((guests, memory))

    monkeypatch.setattr(running, "make_sandbox", making)
    monkeypatch.setattr(Interpreter, "reserve", reserve)
    assert command(name, programs, "--jobs", "3").code == 0
    assert (places, reserved) == ([3], [(3, Limits().memory)])


def test_each_program_gets_a_record_and_each_thing_seen_a_finding(command: Any, programs: Path, tmp_path: Path) -> None:
    done = command("probe", programs, "--out", tmp_path / "probes.jsonl", "--format", "json")
    records = lines(tmp_path / "probes.jsonl")
    assert done.code == 0
    assert [check_record("probe", record) for record in records] == [None] * 4
    assert [(record["program_id"], record["sensitivity"]) for record in records] == [
        ("a_sensitive.py", "sensitive"), ("b_constant.py", "insensitive"), ("c_unheard.py", "undecided"),
        ("d_broken.py", None),
    ]  # fmt: skip
    assert [record.get("synthetic_item") for record in records] == [True, True, True, None]
    assert records[3]["reason"] == "it could not be analysed"
    document = json.loads(done.out)
    assert check_record("audit", document) is None
    assert [(one["program_id"], one["code"], one["span"], one["source"]) for one in document["findings"]] == [
        ("b_constant.py", "CGR901", None, "observed"), ("c_unheard.py", "CGR903", None, "observed"),
    ]  # fmt: skip


def test_where_the_audit_says_that_the_solver_decides_it_is_a_disagreement(
    command: Any, programs: Path, tmp_path: Path
) -> None:
    (programs / "e_unlocked.py").write_text(UNLOCKED)
    done = command("probe", programs, "--out", tmp_path / "probes.jsonl")
    (record,) = [one for one in lines(tmp_path / "probes.jsonl") if one.get("disagreement")]
    assert (record["program_id"], record["sensitivity"]) == ("e_unlocked.py", "insensitive")
    assert record["planted_sensitivity"] == "sensitive"
    assert "first: always 'zxqv" in record["disagreement"]
    assert record["disagreement"].endswith("but the provenance says solver")
    assert f"disagreement: e_unlocked.py: {record['disagreement']}" in done.err.splitlines()
    assert f"   {record['disagreement']} (on a made-up item)" in done.out.decode().splitlines()
    summary = done.err.splitlines()[-1]
    assert summary.startswith("5 programs: 1 sensitive, 2 insensitive, 1 undecided, 1 not probed · 4 on a made-up item")


@pytest.mark.parametrize(("format_", "holds"), [("terminal", b"CGR901 solver-insensitive"), ("csv", b",CGR901,"),
                                                ("sarif", b'"ruleId": "CGR901"')])  # fmt: skip
def test_findings_are_shown_in_every_format_without_a_place(
    command: Any, programs: Path, format_: str, holds: bytes
) -> None:
    done = command("probe", programs / "b_constant.py", "--format", format_)
    assert done.code == 0
    assert holds in done.out


def test_without_a_file_each_program_is_told_in_a_line_before_the_findings(command: Any, programs: Path) -> None:
    printed = command("probe", programs).out.decode().splitlines()
    assert printed[:5] == [
        "a_sensitive.py  sensitive under 10 solvers: 'A', 'B', 'C', 'D', 'E', 'X' · 'X' after a failed extraction"
        " · 1 call at most",
        "b_constant.py  insensitive under 25 solvers: 'C' · 'C' after a failed extraction · 1 call at most",
        "c_unheard.py  undecided under 43 solvers: 'X' · 'X' after a failed extraction · 1 call at most",
        "d_broken.py  not probed: it could not be analysed",
        "",
    ]
    assert "CGR901 solver-insensitive" in printed[5]


def test_other_formats_hold_nothing_but_findings(command: Any, programs: Path) -> None:
    done = command("probe", programs, "--format", "json")
    assert check_record("audit", json.loads(done.out)) is None


def test_how_many_work_side_by_side_changes_nothing(command: Any, programs: Path, tmp_path: Path) -> None:
    for jobs in (1, 4):
        assert command("probe", programs, "--out", tmp_path / f"{jobs}.jsonl", "--jobs", jobs).code == 0
    assert (tmp_path / "1.jsonl").read_bytes() == (tmp_path / "4.jsonl").read_bytes()


def test_items_from_a_file_are_each_probed(command: Any, programs: Path, tmp_path: Path) -> None:
    items = [
        {"item_id": f"i{count}", "dataset": "d", "question": "Which?", "correct_ids": [],
         "options": [{"id": "ABCDE"[place], "text": f"thing {place}"} for place in range(count)]}
        for count in (2, 5)
    ]  # fmt: skip
    (tmp_path / "items.jsonl").write_text("".join(json.dumps(item) + "\n" for item in items))
    out = tmp_path / "probes.jsonl"
    assert command("probe", programs / "a_sensitive.py", "--items", tmp_path / "items.jsonl", "--out", out).code == 0
    assert [(one["item_id"], one["options"], one["sensitivity"]) for one in lines(out)] == [
        ("i2", 2, "sensitive"), ("i5", 5, "sensitive"),
    ]  # fmt: skip


def test_programs_of_a_package_are_probed_on_their_own_items(command: Any, small_package: Path, tmp_path: Path) -> None:
    assert command("probe", small_package, "--out", tmp_path / "probes.jsonl").code == 0
    own = {one["program_id"]: one["item_id"] for one in lines(small_package / "programs.jsonl")}
    probed = [one for one in lines(tmp_path / "probes.jsonl") if "item_id" in one]
    assert len(probed) >= 5
    assert all(one["item_id"] == own[one["program_id"]] and not one["synthetic_item"] for one in probed)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--contract", "pot"), "programs under the contract 'pot' query no solver"),
        (("--runs", "1"), "--runs"),
        (("--format", "xml"), "no format 'xml'"),
        (("--items", "none.jsonl"), "none.jsonl"),
    ],
)
def test_wrong_usage_is_one_line(command: Any, programs: Path, arguments: tuple[str, ...], said: str) -> None:
    done = command("probe", programs, *arguments)
    assert (done.code, done.err.count("\n")) == (2, 1), done.err
    assert said in done.err


def test_nothing_to_probe_is_said(command: Any, tmp_path: Path) -> None:
    assert command("probe", tmp_path).code == 3


def test_a_concordance_lists_precision_recall_and_disagreements(command: Any, programs: Path) -> None:
    (programs / "e_unlocked.py").write_text(UNLOCKED)
    done = command("concordance", programs)
    printed = done.out.decode()
    assert done.code == 0
    assert "| CGR201 | 2 | 2 | 1.000 | 2 | 2 | 1.000 |" in printed
    assert "| 4 | 4 | 0 |" in printed
    assert "| CGR901 | e\\_unlocked.py | " in printed


def test_rules_about_runs_are_explained(command: Any) -> None:
    assert command("explain", "CGR901").out.startswith(b"CGR901 solver-insensitive (Observed, error, ")
