"""``compare`` over parts of the demo, changed as packages of other models, items and harnesses would differ."""

from __future__ import annotations

import csv
import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cgr_audit.records.package import file_sha256
from cgr_audit.schema import check_record

FEW = ("--resamples", "100")


def changed(package: Path, name: str, change: Callable[[dict[str, Any]], dict[str, Any] | None]) -> None:
    """Change every record of a file of a package, or leave it out, and list the file again."""
    path = package / name
    records = [change(json.loads(line)) for line in path.read_text("utf-8").splitlines()]
    path.write_text("".join(json.dumps(record) + "\n" for record in records if record is not None), "utf-8")
    manifest = json.loads((package / "manifest.json").read_text("utf-8"))
    manifest["sha256"][name] = file_sha256(path)
    (package / "manifest.json").write_text(json.dumps(manifest), "utf-8")


@pytest.fixture
def other(small_package: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(small_package, tmp_path / "other"))


def test_a_package_is_compared_with_itself_and_everything_is_written(
    command: Any, small_package: Path, tmp_path: Path
) -> None:
    done = command("compare", small_package, small_package, *FEW, "--out", tmp_path / "out")
    assert done.code == 0
    names = ["comparison.json", "comparison.md", "comparison.csv", "comparison.tex", "compared_rows.csv"]
    missing = "missing, and taken as empty"
    assert done.err.splitlines() == [
        f"{small_package}/config.json: {missing}",
        f"{small_package}/verdicts.jsonl: {missing}; run `cgr-audit gate {small_package} --out "
        f"{small_package}/verdicts.jsonl`",
        f"{small_package}/findings.jsonl: {missing}; run `cgr-audit pipeline {small_package} --out DIR`",
        f"{small_package}/manifest.json: both are the same package; --match solver:A=B compares two of its solvers",
        *(f"wrote {tmp_path / 'out' / name}" for name in names),
        "14 rows compared, 0 without a partner, 0 left out; only the first is right in 0, only the second in 0",
    ]
    record = json.loads((tmp_path / "out/comparison.json").read_text("utf-8"))
    assert check_record("comparison", record) is None
    assert (record["overall"]["rows"], record["overall"]["difference"], record["overall"]["test"]["exact"]) == (
        14,
        0.0,
        1.0,
    )
    printed = done.out.decode()
    assert printed.startswith("## Which rows are compared\n")
    written = (tmp_path / "out/comparison.md").read_text("utf-8")
    assert [line for line in printed.splitlines() if line.startswith("##") and line not in written.splitlines()] == []
    assert "| micro | closure |" in written
    assert "| micro | closure |" not in printed
    assert (tmp_path / "out/comparison.tex").read_text("utf-8").count("\\caption{") == 8


def test_every_table_and_line_says_what_was_chosen_and_how_its_interval_was_made(
    command: Any, small_package: Path, tmp_path: Path
) -> None:
    options = ("--channel", "direct", "--missing", "left-out", "--level", "0.9")
    command("compare", small_package, small_package, *FEW, *options, "--out", tmp_path / "out")
    written = (tmp_path / "out/comparison.md").read_text("utf-8")
    chosen = "Channel: direct. Rows whose program is not approved: kept. Missing answers are left out."
    assert written.count(chosen) == written.count("\n## ") - written.count("\n## Warnings")
    assert "Intervals at 90 %; bootstraps: percentile, 100 resamples, seed 0." in written
    with (tmp_path / "out/comparison.csv").open(newline="") as stream:
        everything, *pairs = csv.DictReader(stream)
    named = {"compared_channel": "direct", "treatment": "kept", "missing_answers": "left-out", "level": "0.9"}
    assert all(line[name] == value for line in (everything, *pairs) for name, value in named.items())
    assert all(
        line["interval_method"].startswith("paired score interval") == bool(line["difference_low"]) for line in pairs
    )
    for line in (everything, *pairs):
        kinds = ("answered", "extraction_failed", "no_option", "missing", "refused", "not_run")
        for package in ("first", "second"):
            assert sum(int(line[f"{package}_{kind}"]) for kind in kinds) == int(line["rows"])
    assert json.loads((tmp_path / "out/comparison.json").read_text("utf-8"))["pair_interval"].startswith("paired score")


def test_the_same_packages_give_the_same_bytes(command: Any, small_package: Path, tmp_path: Path) -> None:
    for name in ("a", "b"):
        command("compare", small_package, small_package, *FEW, "--out", tmp_path / name)
    for path in (tmp_path / "a").iterdir():
        assert path.read_bytes() == (tmp_path / "b" / path.name).read_bytes()


def test_answers_of_another_run_are_told_apart_row_by_row(
    command: Any, small_package: Path, other: Path, tmp_path: Path
) -> None:
    gold = {}
    for line in (other / "items.jsonl").read_text("utf-8").splitlines():
        item = json.loads(line)
        gold[item["dataset"], item["item_id"]] = item["correct_ids"][0]
    changed(other, "results.jsonl", lambda row: row | {"solverLLM_assisted_ans": gold[row["dataset"], row["item_id"]]})
    done = command("compare", small_package, other, *FEW, "--out", tmp_path / "out")
    assert done.code == 0
    record = json.loads((tmp_path / "out/comparison.json").read_text("utf-8"))
    assert record["overall"]["only_first"] == record["overall"]["neither"] == 0
    assert record["overall"]["second"] == 100.0
    with (tmp_path / "out/compared_rows.csv").open(newline="") as stream:
        rows = list(csv.DictReader(stream))
    assert len(rows) == 14
    assert sum(row["first_correct"] == "False" for row in rows) == record["overall"]["only_second"] > 0


def test_another_solver_of_a_package_with_one_is_compared_across(
    command: Any, small_package: Path, other: Path
) -> None:
    def only_small(row: dict[str, Any]) -> dict[str, Any] | None:
        return row if row["solver"] == "small-3b" else None

    for package, name in ((small_package, "small-3b"), (other, "new-1b")):
        for file in ("results.jsonl", "calls.jsonl"):
            changed(package, file, lambda row, name=name: None if only_small(row) is None else row | {"solver": name})
    solvers = json.loads((other / "solvers.json").read_text("utf-8"))
    (other / "solvers.json").write_text(json.dumps(solvers | {"new-1b": {"registered": True}}), "utf-8")
    manifest = json.loads((other / "manifest.json").read_text("utf-8"))
    manifest["sha256"]["solvers.json"] = file_sha256(other / "solvers.json")
    (other / "manifest.json").write_text(json.dumps(manifest), "utf-8")
    done = command("compare", small_package, other, *FEW)
    assert done.code == 0
    assert "solver small-3b against new-1b" in done.out.decode()


def test_an_item_that_is_another_is_named_with_both_files_and_lines(
    command: Any, small_package: Path, other: Path
) -> None:
    items = [json.loads(line) for line in (other / "items.jsonl").read_text("utf-8").splitlines()]
    last = items[-1]["item_id"]
    changed(other, "items.jsonl", lambda item: item | {"question": "?"} if item["item_id"] == last else item)
    done = command("compare", small_package, other, *FEW)
    assert done.code == 0
    line = f"items.jsonl:{len(items)}"
    said = "1 item is not the same in both packages, and left out; first"
    assert f"{said} {small_package / line} and {other / line}: question" in done.err.splitlines()


def test_items_that_are_others_are_named_on_the_terminal_and_in_every_document(
    command: Any, small_package: Path, other: Path, tmp_path: Path
) -> None:
    ids = [json.loads(line)["item_id"] for line in (other / "items.jsonl").read_text("utf-8").splitlines()]
    changed(other, "items.jsonl", lambda item: item | {"question": "?"} if item["item_id"] != ids[0] else item)
    done = command("compare", small_package, other, *FEW, "--out", tmp_path / "out")
    assert done.code == 0
    record = json.loads((tmp_path / "out/comparison.json").read_text("utf-8"))
    differing = [(item["dataset"], item["item_id"]) for item in record["differing_items"]]
    assert len(differing) == len(ids) - 1 == 6
    said = "6 items with the same id and not the same content: not compared."
    markdown = (tmp_path / "out/comparison.md").read_text("utf-8")
    for text in (done.out.decode(), markdown):
        assert said in text
        part = text[text.index("## Items that are not the same") :].partition("\n## ")[0]
        named = [tuple(line.strip("| ").split(" | ")) for line in part.splitlines() if line.startswith("| ")][1:]
        plain = [tuple(cell.replace("\\", "") for cell in line) for line in named]
        assert plain == [(*key, "question") for key in differing]
    latex = (tmp_path / "out/comparison.tex").read_text("utf-8")
    assert said in latex
    assert latex.count("& question \\\\") == 6


@pytest.mark.parametrize(("origin", "code"), [("recorded", 0), ("executed", 4), ("replayed", 4)])
def test_failures_of_the_harness_are_counted_and_those_of_runs_here_make_it_incomplete(
    command: Any, small_package: Path, other: Path, origin: str, code: int
) -> None:
    first = json.loads((other / "results.jsonl").read_text("utf-8").splitlines()[0])
    keys = ("dataset", "item_id", "solver", "generator", "sample")

    def fail(row: dict[str, Any]) -> dict[str, Any]:
        failed = {"outcome": "host_failure", "origin": origin}
        return row | failed if all(row[key] == first[key] for key in keys) else row

    changed(other, "results.jsonl", fail)
    done = command("compare", small_package, other, *FEW)
    assert done.code == code
    said = "1 row is left out because of a service or internal error in one of the packages; see `error`"
    assert f"{small_package}/results.jsonl: {said}" in done.err.splitlines()


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (("--match", "solver"), 2, "--match solver: expected FIELD:A=B, such as solver:small=large"),
        (("--match", "item:a=b"), 2, "--match item: rows are matched by solver, generator, sample"),
        (("--match", "solver:x=tiny-1b"), 2, "no solver 'x' in the first package, but small-3b, tiny-1b"),
        (("--treatment", "dropped"), 2, "the first package has no verdicts; gate it, or compare with --treatment kept"),
        (("--level", "2"), 2, "the level must lie between 0 and 1"),
        (("--channel", "both"), 2, "Invalid value for '--channel'"),
    ],
)
def test_wrong_usage_is_one_line(
    command: Any, small_package: Path, arguments: tuple[str, ...], code: int, said: str
) -> None:
    done = command("compare", small_package, small_package, *FEW, *arguments)
    assert (done.code, len(done.err.splitlines()), done.out) == (code, 1, b"")
    assert said in done.err


@pytest.mark.parametrize("match", ["item:a=b", "solver", "solver:x=tiny-1b"])
def test_wrong_usage_is_told_without_the_notes_about_the_packages(
    command: Any, small_package: Path, other: Path, match: str
) -> None:
    solvers = json.loads((other / "solvers.json").read_text("utf-8")) | {"idle-7b": {"registered": True}}
    (other / "solvers.json").write_text(json.dumps(solvers), "utf-8")
    manifest = json.loads((other / "manifest.json").read_text("utf-8"))
    del manifest["sha256"]["solvers.json"]
    (other / "manifest.json").write_text(json.dumps(manifest), "utf-8")
    note = "/sha256: 1 file has no digest, so that a change would not show; first solvers.json"
    assert f"{other}/manifest.json: {note}" in command("compare", small_package, other, *FEW).err.splitlines()
    done = command("compare", small_package, other, *FEW, "--match", match)
    assert done.code == 2
    assert done.err.startswith("cgr-audit: --match ")
    assert done.err.count("\n") == 1


def test_a_field_that_rows_are_not_matched_by_is_refused_before_a_package_is_opened(command: Any) -> None:
    for match, said in (
        (("item:a=b",), "--match item: rows are matched by solver, generator, sample"),
        (("solver:a=c", "solver:b=c"), "--match: solver 'c' of the second package is given twice"),
    ):
        options = [word for text in match for word in ("--match", text)]
        done = command("compare", "nowhere", "nowhere", *options)
        assert (done.code, done.err) == (2, f"cgr-audit: {said}\n")


def test_a_copy_of_a_package_is_the_same_package_and_a_changed_one_is_not(
    command: Any, small_package: Path, other: Path
) -> None:
    said = "both are the same package; --match solver:A=B compares two of its solvers"
    same = f"{small_package}/manifest.json: {said}"
    assert same in command("compare", small_package, other, *FEW).err.splitlines()
    across = command("compare", small_package, small_package, *FEW, "--match", "solver:small-3b=tiny-1b")
    assert across.code == 0
    assert "the same package" not in across.err
    changed(other, "results.jsonl", lambda row: row | {"solverLLM_assisted_ans": "A"})
    assert "the same package" not in command("compare", small_package, other, *FEW).err


def test_of_a_package_that_is_compared_with_itself_nothing_is_said_twice(command: Any, small_package: Path) -> None:
    manifest = json.loads((small_package / "manifest.json").read_text("utf-8"))
    del manifest["sha256"]["solvers.json"]
    (small_package / "manifest.json").write_text(json.dumps(manifest), "utf-8")
    said = command("compare", small_package, small_package, *FEW).err.splitlines()
    assert sum("has no digest" in line for line in said) == 1
    assert len(said) == len(set(said))


def test_a_package_whose_registered_solvers_have_no_row_is_named(
    command: Any, small_package: Path, other: Path
) -> None:
    changed(other, "results.jsonl", lambda row: row | {"solver": "unheard " + row["solver"]})
    changed(other, "calls.jsonl", lambda call: call | {"solver": "unheard " + call["solver"]})
    done = command("compare", small_package, other, *FEW)
    assert done.code == 3
    said = "every row is of a solver that is not registered in solvers.json"
    assert done.err.splitlines()[-1] == f"cgr-audit: {other / 'results.jsonl'}: {said}"


def test_packages_without_a_common_item_leave_nothing_to_compare(
    command: Any, small_package: Path, other: Path
) -> None:
    for name in ("items.jsonl", "programs.jsonl", "results.jsonl", "calls.jsonl"):
        changed(other, name, lambda record: record | {"dataset": "new_" + record["dataset"]})
    done = command("compare", small_package, other, *FEW)
    assert done.code == 3
    assert (
        done.err == "cgr-audit: nothing to compare: in the first package 14 rows: no row of the dataset in the other\n"
    )
