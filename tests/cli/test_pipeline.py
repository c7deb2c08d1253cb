from __future__ import annotations

import hashlib
import json
import shutil
from pathlib import Path
from typing import Any

import pytest

MEASURED = ("wall_s", "latency_s")
FILES = {
    "accuracy.csv",
    "accuracy.parquet",
    "accuracy.tex",
    "accuracy.json",
    "accuracy.md",
    "calls.jsonl",
    "config.json",
    "findings.jsonl",
    "finished.json",
    "items.jsonl",
    "ledger.jsonl",
    "manifest.json",
    "probes.jsonl",
    "programs.jsonl",
    "report.html",
    "report.md",
    "results.jsonl",
    "rows.csv",
    "rows.parquet",
    "solvers.json",
    "verdicts.jsonl",
}


def contents(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_one_command_goes_from_programs_to_a_report(pipeline_run: Any, finished: Path, part_of_the_demo: Path) -> None:
    printed = pipeline_run.out.decode().splitlines()
    assert {path.name for path in finished.iterdir() if path.is_file()} == FILES
    assert printed[0].startswith("## Accuracy under four treatments")
    assert printed[-5] == "7 programs: 3 approved, 2 observe, 2 refused (--list lists them)"
    heads = [line.partition(":")[0] for line in printed[-4:]]
    assert heads == ["accuracy", "gain", "largest effect", "report"]
    assert printed[-1] == f"report: {finished / 'report.html'}"
    assert sum(line.startswith("| ") for line in printed) == 9
    assert pipeline_run.err.splitlines()[-1].startswith("14 rows: ")
    listed = json.loads((part_of_the_demo / "manifest.json").read_text())["sha256"]
    digests = {name: hashlib.sha256(data).hexdigest() for name, data in contents(part_of_the_demo).items()}
    assert digests.keys() == {*listed, "manifest.json"}
    assert listed.items() <= digests.items()


def test_every_program_that_is_not_approved_is_listed_with_its_reasons_where_that_is_asked_for(
    command: Any, pipeline_run: Any, finished: Path, part_of_the_demo: Path
) -> None:
    done = command("pipeline", part_of_the_demo, "--out", finished, "--list")
    assert done.out.endswith(b"\n\n" + pipeline_run.out)
    printed = done.out.decode().splitlines()
    assert printed[:2] == ["approved: 3 programs, 6 rows", "observe: 2 programs, 4 rows"]
    assert "refused: 2 programs, 4 rows" in printed
    for verdict in records(finished / "verdicts.jsonl"):
        line = f"  {verdict['program_id']}"
        assert (line in printed) == (verdict["verdict"] != "approved")
        if verdict["verdict"] != "approved":
            place = printed.index(line) + 1
            assert printed[place : place + len(verdict["explanations"])] == [
                f"      {reason}" for reason in verdict["explanations"]
            ]
            assert verdict["explanations"]


def test_again_it_does_nothing_twice_and_writes_the_same_bytes(
    command: Any, pipeline_run: Any, finished: Path, part_of_the_demo: Path, tmp_path: Path
) -> None:
    out = shutil.copytree(finished, tmp_path / "out")
    (out / "finished.json").unlink()  # or not even the rows would be put together again
    again = command("pipeline", part_of_the_demo, "--out", out)
    assert {**contents(out), "finished.json": b""} == {**contents(finished), "finished.json": b""}
    assert again.out == pipeline_run.out.replace(bytes(finished), bytes(out))
    assert " runs were done before · " in again.err.splitlines()[-1]


def test_how_many_work_side_by_side_changes_nothing_but_measured_times(
    command: Any, finished: Path, part_of_the_demo: Path, tmp_path: Path
) -> None:
    command("pipeline", part_of_the_demo, "--out", tmp_path / "jobs1", "--jobs", 1)
    one, four = contents(tmp_path / "jobs1"), contents(finished)
    assert one.keys() == four.keys()
    for name in ("verdicts.jsonl", "findings.jsonl", "accuracy.json", "accuracy.csv", "accuracy.md", "config.json"):
        assert one[name] == four[name], name
    for name in ("results.jsonl", "calls.jsonl"):
        assert without_times(one[name]) == without_times(four[name])


def without_times(data: bytes) -> list[dict[str, Any]]:
    records = [json.loads(line) for line in data.splitlines()]
    return [{name: value for name, value in record.items() if name not in MEASURED} for record in records]


def test_another_solver_than_the_recorded_ones_may_answer(command: Any, small_package: Path, tmp_path: Path) -> None:
    done = command("pipeline", small_package, "--out", tmp_path / "out", "--solver", "constant:B")
    assert done.code == 0
    results = [json.loads(line) for line in (tmp_path / "out/results.jsonl").read_text().splitlines()]
    assert {row["solver"] for row in results} == {"constant:B"}
    assert {row["solverLLM_baseline_ans"] for row in results} == {"B"}


def test_a_call_that_was_not_recorded_leaves_it_incomplete_and_says_so(
    command: Any, small_package: Path, tmp_path: Path
) -> None:
    calls = (small_package / "calls.jsonl").read_bytes().splitlines(keepends=True)
    (small_package / "calls.jsonl").write_bytes(b"".join(calls[1:]))
    manifest = json.loads((small_package / "manifest.json").read_text())
    (small_package / "manifest.json").write_text(json.dumps(manifest | {"sha256": {}}))
    done = command("pipeline", small_package, "--out", tmp_path / "out")
    assert done.code == 4
    assert "no call was recorded" in done.err
    assert (tmp_path / "out/report.html").is_file()
    accuracy = json.loads((tmp_path / "out/accuracy.json").read_text())
    assert accuracy["population"]["incomplete"] == 1


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--policy", "none.toml"), "none.toml"),
        (("--contract", "none"), "no contract named 'none'"),
        (("--rules", "none"), "none"),
        (("--solver", "none"), "no solver kind 'none'"),
        (("--limits", "wall=x"), "wall=x"),
    ],
)
def test_wrong_usage_is_one_line_and_leaves_nothing_behind(
    command: Any, small_package: Path, tmp_path: Path, arguments: tuple[str, ...], said: str
) -> None:
    done = command("pipeline", small_package, "--out", tmp_path / "out", *arguments)
    assert (done.code, done.err.count("\n")) == (2, 1), done.err
    assert said in done.err
    assert not (tmp_path / "out").exists()


def test_a_program_that_changed_since_the_package_was_written_is_named(
    command: Any, small_package: Path, tmp_path: Path
) -> None:
    changed = next((small_package / "programs").rglob("*.py"))
    changed.write_bytes(changed.read_bytes() + b"\n")
    done = command("pipeline", small_package, "--out", tmp_path / "out")
    assert (done.code, done.err.count("\n")) == (4, 1)
    assert f"{changed}: changed since manifest.json was written" in done.err


def test_programs_that_may_run_are_probed_and_what_was_seen_is_among_the_findings(finished: Path) -> None:
    verdicts = {one["program_id"]: one["verdict"] for one in records(finished / "verdicts.jsonl")}
    probes = {one["program_id"]: one for one in records(finished / "probes.jsonl")}
    assert set(probes) == {program_id for program_id, verdict in verdicts.items() if verdict != "refused"}
    findings = records(finished / "findings.jsonl")
    insensitive = [program_id for program_id, probe in probes.items() if probe["sensitivity"] == "insensitive"]
    assert insensitive
    assert [one["program_id"] for one in findings if one["code"] == "CGR901"] == insensitive
    assert all((one["source"], one["span"]) == ("observed", None) for one in findings if one["code"] == "CGR901")
    assert all("source" not in one for one in findings if not one["code"].startswith("CGR9"))


def test_what_the_probe_showed_decides_verdicts_and_the_page_says_so(finished: Path) -> None:
    verdicts = records(finished / "verdicts.jsonl")
    assert all((one["probed"] is None) is (one["verdict"] == "refused") for one in verdicts)
    assert not [one for one in verdicts if one["probed"] and one["probed"]["sensitivity"] == "insensitive"
                and one["verdict"] == "approved"]  # fmt: skip
    probed = sum(one["probed"] is not None for one in verdicts)
    page = (finished / "report.html").read_text("utf-8")
    assert f"{probed} programs were probed under counterfactual solvers" in page
    assert f"; {len(verdicts) - probed} were not." in page
    denied = [one["probed"] for one in verdicts if one["verdict"] != "approved"]
    for text in (page, (finished / "report.md").read_text("utf-8")):
        assert text.count("Not probed.") == denied.count(None) > 0
        assert text.count("Probed: ") == len(denied) - denied.count(None) > 0
    assert any(one and f"Probed: {one['sensitivity']}." in page for one in denied)


def test_the_report_and_the_rows_table_have_what_the_probe_showed(finished: Path) -> None:
    assert "By whether the answer follows the solver" in (finished / "report.md").read_text("utf-8")
    assert "By whether the answer follows the solver" in (finished / "report.html").read_text("utf-8")
    header = (finished / "rows.csv").read_text("utf-8").splitlines()[0]
    assert ",executed_provenance,sensitivity,probe_fallback," in header


def records(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]
