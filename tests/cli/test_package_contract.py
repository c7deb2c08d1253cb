"""On a trace package every command uses the package's own contract; another one has to be insisted on, and is said."""

from __future__ import annotations

import csv
import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

from cgr_audit.cli.contract_choice import choose_contract
from cgr_audit.errors import UsageError
from cgr_audit.records.lines import write_lines
from cgr_audit.records.rows import Item, ProgramRecord, ResultRow, SolverEntry, to_record
from cgr_audit.records.writing import write_items, write_manifest, write_programs, write_solvers
from cgr_audit.source.contract import built_in_text, load_contract

SOURCE = b'def solve(question):\n    return extract_answer(ask(question, {})), "B", 3\n'
FEW = ("--resamples", "100")
OVERRIDDEN = "the contract 'cgr' was used instead of the package's own, 'mine.toml'"
INSISTING = ("--contract", "cgr", "--override-contract")


def write_package(folder: Path, contract: str = "mine.toml") -> Path:
    """Two programs that query the solver by another name than the built-in contract has for it."""
    folder.mkdir()
    (folder / "mine.toml").write_text(built_in_text("cgr").replace("llm_model", "ask").replace('"cgr"', '"mine"'))
    options = tuple({"id": letter, "text": f"option {letter}"} for letter in "ABC")
    write_items(folder, [Item(f"q{n}", "d", "What?", options, ("B",)) for n in range(2)])
    digest = hashlib.sha256(SOURCE).hexdigest()
    programs = [ProgramRecord(f"g/d/q{n}.0.py", "d", f"q{n}", "g", 0, digest) for n in range(2)]
    write_programs(folder, ((program, SOURCE) for program in programs))
    write_solvers(folder, {"s": SolverEntry(registered=True)})
    answers: dict[str, Any] = {"solverLLM_baseline_ans": "A", "solverLLM_assisted_ans": "B", "genLLM_ans": "B"}
    rows = (ResultRow("d", f"q{n}", "s", "g", 0, origin="recorded", **answers) for n in range(2))
    write_lines(folder / "results.jsonl", map(to_record, rows))
    write_manifest(folder, name="small", contract=contract, created="2026-01-01")
    return folder


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return write_package(Path("package"))


@pytest.mark.parametrize("path", ["package", "package/programs", "package/programs/g/d/q0.0.py"])
def test_a_package_and_what_lies_in_it_are_held_to_its_own_contract(command: Any, package: Path, path: str) -> None:
    document = json.loads(command("audit", path, "--format", "json").out)
    assert document["contract"] == {"name": "mine", "digest": load_contract("package/mine.toml").digest}
    done = command("gate", path)
    assert {json.loads(line)["verdict"] for line in done.out.splitlines()} == {"approved"}


def test_another_contract_is_refused_in_one_line_by_every_command(command: Any, package: Path, tmp_path: Path) -> None:
    out = ("--out", tmp_path / "out.html")
    for arguments in (
        *(("audit", package), ("gate", package), ("probe", package), ("concordance", package), ("verify", package)),
        *(("exec", package, "--solver", "fail"), ("run", package, "--solver", "fail", *out), ("replay", package, *out)),
        *(("join", package, *out), ("report", package, *out), ("pipeline", package, *out)),
        *(("compare", package, package), ("score", "traces", package)),
    ):
        done = command(*arguments, "--contract", "cgr")
        assert (done.code, done.out, done.err) == (
            2,
            b"",
            "cgr-audit: package/manifest.json: /contract: the package's own contract is 'mine.toml', not 'cgr'; leave "
            "out --contract, or insist on it with --override-contract\n",
        ), arguments
    assert not (tmp_path / "out.html").exists()


def test_the_same_contract_under_another_name_may_be_given(command: Any, package: Path) -> None:
    (package.parent / "copy.toml").write_bytes((package / "mine.toml").read_bytes())
    assert command("gate", package, "--contract", "copy.toml").code == 0


def test_packages_that_do_not_agree_need_one_contract_for_all(tmp_path: Path) -> None:
    mine, other = write_package(tmp_path / "a"), write_package(tmp_path / "b", "cgr")
    with pytest.raises(UsageError, match=r"own contract is 'cgr', that of .*a is 'mine.toml'; give one package"):
        choose_contract([mine, other], "", override=False)
    assert choose_contract([mine, mine, tmp_path / "no"], "", override=False).contract.name == "mine"
    chosen = choose_contract([other, mine], "cgr", override=True)
    assert (chosen.contract.name, chosen.origin, chosen.overrides) == ("cgr", "cgr", "mine.toml")
    with pytest.raises(UsageError, match="--override-contract: there is no --contract"):
        choose_contract([mine], "", override=True)


def test_an_overridden_contract_stands_on_every_table_and_on_the_page(
    command: Any, package: Path, tmp_path: Path
) -> None:
    out = tmp_path / "out"
    done = command("join", package, "--out", out, *FEW, *INSISTING)
    assert f"package/manifest.json: /contract: {OVERRIDDEN}" in done.err.splitlines()
    assert done.out.decode().count("the contract 'cgr' was used") == done.out.decode().count("\n## ") + 1
    said = json.loads((out / "accuracy.json").read_text())["warnings"]
    assert said[0]["kind"] == "contract_overridden"
    tables = [path for path in (out / "tables").iterdir() if path.stem != "warnings"]
    for path in tables:
        if path.suffix in {".md", ".tex"}:
            assert "instead of the package's own" in path.read_text().replace("'{}", "'"), path
        elif path.suffix == ".csv":
            kinds = {row["warnings"].split()[0] for row in csv.DictReader(path.read_text("utf-8").splitlines())}
            assert kinds <= {"contract_overridden"}, path
    assert len(tables) >= 4 * 10
    for name in ("report.html", "report.md"):
        command("report", package, "--out", out / name, *FEW, *INSISTING)
        assert "was used instead of the package" in (out / name).read_text()
    compared = command("compare", package, package, "--out", out, *FEW, *INSISTING)
    assert OVERRIDDEN in compared.out.decode()
    assert OVERRIDDEN in json.loads((out / "comparison.json").read_text())["warnings"][0]["message"]


def test_every_line_that_join_warns_of_stands_in_what_it_writes(command: Any, package: Path, tmp_path: Path) -> None:
    rows = [json.loads(line) for line in (package / "results.jsonl").read_text().splitlines()]
    rows[0] |= {"solverLLM_assisted_ans": "Q"}
    rows[1] |= {"outcome": "host_failure", "correct_ans": "C"}
    write_lines(package / "results.jsonl", rows)
    manifest = json.loads((package / "manifest.json").read_text())
    del manifest["sha256"]["results.jsonl"]
    (package / "manifest.json").write_text(json.dumps(manifest | {"counts": {"results": 7}}))
    done = command("join", package, "--out", tmp_path / "out", *FEW)
    warned = [line for line in done.err.splitlines() if line.startswith("package/")]
    said = json.loads((tmp_path / "out/accuracy.json").read_text())["warnings"]
    assert len(warned) == len(said) >= 6
    command("report", package, "--out", tmp_path / "r.md", *FEW)
    written = [(tmp_path / name).read_text().replace("\\", "") for name in ("out/accuracy.md", "r.md")]
    for line in warned:
        text = line.removeprefix("package/").partition("; run `")[0]
        assert all(text in one for one in written), text


def test_a_run_under_another_contract_says_so_for_good(command: Any, package: Path, tmp_path: Path) -> None:
    verdicts, out = tmp_path / "verdicts.jsonl", tmp_path / "out"
    command("gate", package, *INSISTING, "--out", verdicts)
    run = ("run", package, "--solver", "constant:B", "--verdicts", verdicts, "--include", "observe", "--out", out)
    assert command(*run, *INSISTING).code == 0
    done = command("join", out, "--out", tmp_path / "join", *FEW)
    assert f"{out}/manifest.json: /contract: {OVERRIDDEN}" in done.err.splitlines()


def test_stale_verdicts_are_answered_with_the_command_that_makes_the_run_work(
    command: Any, package: Path, tmp_path: Path
) -> None:
    run = ("run", package, "--solver", "constant:B", "--out", tmp_path / "out")
    first = command(*run)
    assert (first.code, first.err.count("\n")) == (2, 1)
    advised = first.err.split("`")[1]
    assert advised == "cgr-audit gate package --out package/verdicts.jsonl"
    assert command(*advised.split()[1:]).code == 0
    records = [json.loads(line) for line in (package / "verdicts.jsonl").read_text().splitlines()]
    write_lines(package / "verdicts.jsonl", (record | {"rules": f"sha256:{'0' * 64}"} for record in records))
    stale = command(*run)
    assert (stale.code, stale.err.split("`")[1]) == (2, advised)
    command(*advised.split()[1:])
    assert command(*run).code == 0


@pytest.mark.parametrize("name", ["audit", "gate"])
def test_a_command_without_tables_says_that_the_contract_is_overridden(command: Any, package: Path, name: str) -> None:
    done = command(name, package, *INSISTING)
    assert "the contract 'cgr' is used instead of the package's own, 'mine.toml'" in done.err.splitlines()


@pytest.mark.parametrize("name", ["pipeline", "run"])
def test_nothing_to_run_is_exit_code_3_and_nothing_is_written(
    command: Any, package: Path, tmp_path: Path, name: str
) -> None:
    write_items(package, [])
    write_programs(package, [])
    write_lines(package / "results.jsonl", [])
    write_lines(package / "verdicts.jsonl", [])
    write_manifest(package, name="empty", contract="mine.toml", created=None)
    done = command(name, package, "--solver", "constant:B", "--out", tmp_path / "out")
    assert (done.code, done.out) == (3, b"")
    assert done.err.splitlines()[-1].startswith("cgr-audit: package: it has no programs, so that there is nothing to ")
    assert not (tmp_path / "out").exists()


def test_rows_of_unregistered_solvers_alone_are_nothing_to_run(command: Any, package: Path, tmp_path: Path) -> None:
    write_solvers(package, {"s": SolverEntry(registered=False)})
    write_lines(package / "calls.jsonl", [])
    write_manifest(package, name="small", contract="mine.toml", created=None)
    done = command("pipeline", package, "--out", tmp_path / "out")
    assert (done.code, "is not registered" in done.err, (tmp_path / "out").exists()) == (3, True, False)
