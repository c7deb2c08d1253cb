"""A package that is wrong ends ``join`` with one line that names file and line, and with the exit code for it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest


def changed(package: Path, file: str, change: Callable[[list[dict[str, Any]]], None]) -> Path:
    """Change the records of one file, and let the manifest forget the digests."""
    records = [json.loads(line) for line in (package / file).read_text("utf-8").splitlines()]
    change(records)
    (package / file).write_text("".join(json.dumps(record) + "\n" for record in records))
    manifest = json.loads((package / "manifest.json").read_text())
    (package / "manifest.json").write_text(json.dumps({**manifest, "sha256": {}}))
    return package


@pytest.mark.parametrize(
    ("file", "change", "said"),
    [
        (
            "items.jsonl",
            lambda rows: rows[1].update(correct_ids=["Q"]),
            "items.jsonl:2: /correct_ids: 'Q' is not an option",
        ),
        ("results.jsonl", lambda rows: rows.append(rows[0]), "results.jsonl:15: /sample: ("),
        (
            "results.jsonl",
            lambda rows: rows[3].update(wall_s=float("nan")),
            "results.jsonl:4: not JSON: NaN is not a JSON value",
        ),
        (
            "results.jsonl",
            lambda rows: rows[3].update(genLLM_ans=""),
            "results.jsonl:4: /genLLM_ans: the text is empty",
        ),
        (
            "results.jsonl",
            lambda rows: rows[3].update(dataset="x"),
            "results.jsonl:4: /dataset: items.jsonl has no item",
        ),
        ("calls.jsonl", lambda rows: rows.append(rows[4]), "/call_index: duplicate call of this row"),
    ],
    ids=["gold that is not an option", "a row twice", "NaN", "an empty answer", "an unknown dataset", "a call twice"],
)
def test_what_is_wrong_is_one_line_and_nothing_is_written(
    command: Any, small_package: Path, tmp_path: Path, file: str, change: Any, said: str
) -> None:
    changed(small_package, file, change)
    done = command("join", small_package, "--out", tmp_path / "join")
    assert (done.code, done.out) == (4, b"")
    assert done.err.startswith(f"cgr-audit: {small_package}/{file}:")
    assert said in done.err
    assert done.err.count("\n") == 1
    assert not (tmp_path / "join").exists()


def test_what_does_not_match_is_said_with_its_first_line_and_counted(
    command: Any, small_package: Path, tmp_path: Path
) -> None:
    def change(rows: list[dict[str, Any]]) -> None:
        rows[1]["solver"] = "nobody"
        for row in rows[4:6]:
            row.update(sample=9, program_sha256=None)
        rows[6]["correct_ans"] = "Q"
        rows[7]["genLLM_ans"] = " b"

    changed(small_package, "results.jsonl", change)
    done = command("join", small_package, "--out", tmp_path / "join")
    assert done.code == 0
    said = [line.removeprefix(f"{small_package}/") for line in done.err.splitlines()]
    for expected in (
        "results.jsonl:2: solvers.json does not have the solver 'nobody': its 1 row is left out of every figure",
        "results.jsonl:5: 2 rows are about programs that the package does not hold",
        "results.jsonl:7: 1 row has another correct_ans than its item: the item's counts",
        "results.jsonl:8: 1 generator answer is an option's id but for case or blanks around it, such as ' b': "
        "counted as no option",
    ):
        assert expected in said
    assert any(line.startswith("calls.jsonl:") and "results.jsonl does not have" in line for line in said)
    assert any(line.startswith("programs.jsonl:") and "no row; first " in line for line in said)


def test_a_folder_in_place_of_a_file_is_incomplete(command: Any, small_package: Path, tmp_path: Path) -> None:
    (small_package / "results.jsonl").unlink()
    (small_package / "results.jsonl").mkdir()
    done = command("join", small_package, "--out", tmp_path / "join")
    assert (done.code, done.err) == (4, f"cgr-audit: {small_package}/results.jsonl: not a file\n")


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("x\ud800", "it holds a lone surrogate, which UTF-8 cannot hold; write it as a character"),
        ("x" * 100_000, "it has 100,000 characters; give at most 1,000"),
    ],
)
def test_an_item_id_that_cannot_name_anything_is_refused_where_it_stands(
    command: Any, small_package: Path, tmp_path: Path, name: str, said: str
) -> None:
    old = json.loads((small_package / "items.jsonl").read_text("utf-8").splitlines()[0])["item_id"]
    for file in ("items.jsonl", "programs.jsonl", "results.jsonl", "calls.jsonl"):
        changed(small_package, file, lambda records: _renamed(records, old, name))
    done = command("join", small_package, "--out", tmp_path / "join")
    assert (done.code, done.err) == (4, f"cgr-audit: {small_package}/items.jsonl:1: /item_id: {said}\n")


def _renamed(records: list[dict[str, Any]], old: str, new: str) -> None:
    for record in records:
        if record["item_id"] == old:
            record["item_id"] = new


def test_a_contract_that_the_manifest_chose_in_vain_is_named_with_it(
    command: Any, small_package: Path, tmp_path: Path
) -> None:
    path = small_package / "manifest.json"
    path.write_text(json.dumps({**json.loads(path.read_text()), "contract": "cgrr"}))
    done = command("join", small_package, "--out", tmp_path / "join")
    assert done.code == 2
    assert done.err.splitlines()[-1] == (
        f"cgr-audit: {path}: /contract: no contract named 'cgrr', and no such file; did you mean 'cgr'? "
        "(or give another with --contract and --override-contract)"
    )
    assert command("join", small_package, "--out", tmp_path / "join", "--contract", "cgr").code == 2
    insisting = ("--contract", "cgr", "--override-contract")
    assert command("join", small_package, "--out", tmp_path / "join", *insisting).code == 0


def test_several_faults_of_a_file_are_a_line_each(command: Any, small_package: Path, tmp_path: Path) -> None:
    def change(rows: list[dict[str, Any]]) -> None:
        for row in rows[:12]:
            row["sample"] = "0"

    changed(small_package, "results.jsonl", change)
    done = command("join", small_package, "--out", tmp_path / "join")
    path = small_package / "results.jsonl"
    told = [f"{path}:{line}: /sample: a whole number is expected, not the text '0'" for line in range(1, 11)]
    assert (done.code, done.err) == (4, "\n".join([f"cgr-audit: {told[0]}", *told[1:], f"{path}: and 2 more", ""]))
