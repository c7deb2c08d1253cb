from __future__ import annotations

import json
import os
import random
import shutil
import signal
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest

MEASURED = ("wall_s", "latency_s")
MAIN = """
import resource, sys
limit = int(sys.argv[1])
if limit:
    resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
sys.argv = ["cgr-audit", *sys.argv[2:]]
from cgr_audit.cli.main import main
main()
"""


@pytest.fixture
def judged_package(small_package: Path, finished: Path, tmp_path: Path) -> tuple[Path, Path]:
    """The package, and what was said about its programs."""
    return small_package, Path(shutil.copy(finished / "verdicts.jsonl", tmp_path))


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def unmeasured(folder: Path) -> list[dict[str, Any]]:
    names = ("results.jsonl", "calls.jsonl", "controls.jsonl", "control_calls.jsonl")
    records = [record for name in names if (folder / name).exists() for record in lines(folder / name)]
    return [{name: value for name, value in record.items() if name not in MEASURED} for record in records]


def started(*arguments: str | Path, limit: int = 0) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", MAIN, str(limit), *map(str, arguments)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def test_a_replay_executes_approved_programs_and_gives_every_program_its_rows(
    command: Any, judged_package: tuple[Path, Path], tmp_path: Path
) -> None:
    package, verdicts = judged_package
    done = command("run", package, "--solver", f"replay:{package}", "--verdicts", verdicts, "--out", tmp_path / "out")
    assert (done.code, done.out) == (0, b"")
    assert done.err.splitlines()[-1].startswith("14 rows: 6 completed, 4 not run, 4 refused · ")
    rows = lines(tmp_path / "out/results.jsonl")
    assert {row["origin"] for row in rows} == {"replayed"}
    assert {(row["verdict"], row["outcome"]) for row in rows} == {
        ("approved", "completed"),
        ("observe", "not_run"),
        ("refused", "refused"),
    }
    recorded = {
        json.dumps([row[name] for name in ("dataset", "item_id", "solver")]): row
        for row in lines(package / "results.jsonl")
    }
    for row in rows:
        then = recorded[json.dumps([row[name] for name in ("dataset", "item_id", "solver")])]
        assert row["solverLLM_baseline_ans"] == then["solverLLM_baseline_ans"]
        if row["outcome"] == "completed":
            assert row["solverLLM_assisted_ans"] == then["solverLLM_assisted_ans"]


def test_observed_programs_run_where_that_is_asked_for(
    command: Any, judged_package: tuple[Path, Path], tmp_path: Path
) -> None:
    package, verdicts = judged_package
    arguments = ("--solver", "seeded:1", "--verdicts", verdicts, "--out", tmp_path / "out", "--include", "observe")
    assert command("run", package, *arguments).code == 0
    rows = lines(tmp_path / "out/results.jsonl")
    assert {row["solver"] for row in rows} == {"seeded:1"}
    assert {row["verdict"] for row in rows if row["outcome"] not in {"refused"}} == {"approved", "observe"}
    assert json.loads((tmp_path / "out/solvers.json").read_text())["seeded:1"]["registered"] is True


def test_the_budget_is_enforced_where_that_is_asked_for(
    command: Any, judged_package: tuple[Path, Path], tmp_path: Path
) -> None:
    package, verdicts = judged_package
    contract = tmp_path / "tight.toml"
    from cgr_audit.source.contract import built_in_text

    contract.write_text(built_in_text("cgr").replace("budget = 10", "budget = 0"))
    insisting = ("--contract", contract, "--override-contract")
    assert command("gate", package, *insisting, "--out", verdicts).code == 1
    arguments = ("--solver", "seeded:1", "--verdicts", verdicts, *insisting, "--include", "observe")
    command("run", package, *arguments, "--out", tmp_path / "free")
    command("run", package, *arguments, "--out", tmp_path / "tight", "--enforce-budget")
    assert "limit_exceeded" not in {row["outcome"] for row in lines(tmp_path / "free/results.jsonl")}
    stopped = [row for row in lines(tmp_path / "tight/results.jsonl") if row["outcome"] == "limit_exceeded"]
    assert stopped
    assert {row["error"] for row in stopped} == {"calls limit exceeded: allowed 0, used 1"}


def test_a_second_run_says_that_it_had_nothing_to_do(
    command: Any, judged_package: tuple[Path, Path], tmp_path: Path
) -> None:
    package, verdicts = judged_package
    arguments = ("run", package, "--solver", "seeded:1", "--verdicts", verdicts, "--out", tmp_path / "out")
    assert command(*arguments).code == 0
    before = unmeasured(tmp_path / "out")
    done = command(*arguments)
    assert " · 10 of 10 runs were done before · " in done.err.splitlines()[-1]
    assert unmeasured(tmp_path / "out") == before


def test_a_solver_that_fails_leaves_the_run_incomplete(
    command: Any, judged_package: tuple[Path, Path], tmp_path: Path
) -> None:
    package, verdicts = judged_package
    done = command("run", package, "--solver", "fail", "--verdicts", verdicts, "--out", tmp_path / "out")
    assert done.code == 4
    assert "7 rows: 7 host failure" in done.err
    assert ", direct, attempt 1: " in done.err
    assert all(row["solverLLM_baseline_ans"] is None for row in lines(tmp_path / "out/results.jsonl"))


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"rules": "sha256:" + "0" * 64}, ": judged under other rules (000000000000, today "),
        ({"policy": "sha256:" + "0" * 64}, ": judged under other policy (000000000000, today "),
        ({"contract": "sha256:" + "0" * 64}, ": judged under other contract (000000000000, today "),
        ({"sha256": "0" * 64}, ": judged as other bytes; run `cgr-audit gate "),
        ({"option_count": 1}, ": judged for 1 options, the item has "),
    ],
)
def test_verdicts_of_another_rule_set_contract_policy_or_program_are_refused_in_one_line(
    command: Any, judged_package: tuple[Path, Path], tmp_path: Path, change: dict[str, Any], said: str
) -> None:
    package, verdicts = judged_package
    records = lines(verdicts)
    verdicts.write_text("".join(json.dumps(record | change) + "\n" for record in records))
    done = command("run", package, "--solver", "seeded:1", "--verdicts", verdicts, "--out", tmp_path / "out")
    assert done.code == 2
    assert done.err.startswith(f"cgr-audit: {verdicts}: {records[0]['program_id']}{said}")
    assert done.err.count("\n") == 1
    assert not (tmp_path / "out").exists()


def test_bad_input_is_one_clear_line_and_the_right_exit_code(
    command: Any, judged_package: tuple[Path, Path], tmp_path: Path
) -> None:
    package, verdicts = judged_package
    out = ("--out", tmp_path / "out")
    judged = ("--verdicts", verdicts)
    empty = tmp_path / "empty"
    empty.mkdir()
    for arguments, code, said in (
        ((tmp_path / "none", "--solver", "seeded:1", *judged, *out), 2, "none: no such folder"),
        ((empty, "--solver", "seeded:1", *judged, *out), 2, "not a trace package: it has no manifest.json"),
        ((package, "--solver", "seeded:1", *out), 2, "verdicts.jsonl: no verdicts; first run `cgr-audit gate"),
        ((package, "--solver", "seeded:1", "--verdicts", empty, *out), 4, "empty: not a file"),
        ((package, "--solver", "sedeed:1", *judged, *out), 2, "no solver kind 'sedeed'"),
        ((package, "--solver", f"replay:{empty}", *judged, *out), 2, "calls.jsonl"),
        ((package, "--solver", "seeded:1", *judged, "--out", package), 2, "must be outside the package"),
        ((package, "--solver", "seeded:1", *judged, *out, "--contract", "cgrr"), 2, "no contract named 'cgrr'"),
        ((package, "--solver", "seeded:1", *judged, *out, "--limits", "fule=1"), 2, "fule=1"),
        ((package, "--solver", "seeded:1", *judged, *out, "--policy", tmp_path / "p.toml"), 2, "p.toml"),
    ):
        done = command("run", *arguments)
        assert (done.code, done.err.count("\n")) == (code, 1), done.err
        assert said in done.err
        assert done.err.startswith("cgr-audit: ")


def test_a_malformed_line_of_a_package_is_named(
    command: Any, judged_package: tuple[Path, Path], tmp_path: Path
) -> None:
    package, verdicts = judged_package
    calls = (package / "calls.jsonl").read_bytes().splitlines(keepends=True)
    calls[16] = calls[16][:40] + b"\n"
    (package / "calls.jsonl").write_bytes(b"".join(calls))
    manifest = json.loads((package / "manifest.json").read_text())
    (package / "manifest.json").write_text(json.dumps(manifest | {"sha256": {}}))
    done = command("run", package, "--solver", "seeded:1", "--verdicts", verdicts, "--out", tmp_path / "out")
    assert done.code == 4
    assert done.err.startswith(f"cgr-audit: {package}/calls.jsonl:17: not JSON ")
    assert done.err.count("\n") == 1


def test_a_full_disk_ends_the_run_in_one_line_and_the_ledger_goes_on_from_there(
    judged_package: tuple[Path, Path], tmp_path: Path, command: Any
) -> None:
    package, verdicts = judged_package
    arguments = ("run", package, "--solver", "seeded:1", "--verdicts", verdicts, "--out", tmp_path / "out")
    run = started(*arguments, limit=6000)
    said = run.communicate()[1]
    assert run.returncode == 4, said
    assert said.startswith(f"cgr-audit: {tmp_path}/out/ledger.jsonl: cannot be written: File too large; ")
    assert said.count("\n") == 1
    assert command(*arguments).code == 0
    command(*arguments[:-1], tmp_path / "whole")
    assert unmeasured(tmp_path / "out") == unmeasured(tmp_path / "whole")


@pytest.mark.parametrize("kills", [1, pytest.param(20, marks=pytest.mark.slow)])
def test_a_run_killed_at_any_moment_goes_on_and_ends_as_if_it_had_not_been(
    judged_package: tuple[Path, Path], tmp_path: Path, command: Any, kills: int
) -> None:
    package, verdicts = judged_package
    solvers = [part for seed in (1, 2, 3) for part in ("--solver", f"seeded:{seed}+delay:10")]
    controls = ("--control", "self-consistency", "--control", "repeated-call:2")
    arguments: tuple[str | Path, ...] = (
        "run", package, *solvers, *controls, "--verdicts", verdicts, "--jobs", "2", "--out",
    )  # fmt: skip
    command(*arguments, tmp_path / "whole")
    whole = (tmp_path / "whole/ledger.jsonl").read_bytes().count(b"\n") - 1
    for seed in range(kills):
        out = tmp_path / f"killed{seed}"
        run = started(*arguments, out)
        ledger = out / "ledger.jsonl"
        wanted = random.Random(seed).randrange(1, whole)
        while run.poll() is None and (not ledger.exists() or ledger.read_bytes().count(b"\n") <= wanted):
            threading.Event().wait(0.002)
        os.kill(run.pid, signal.SIGKILL)
        run.communicate()
        kept = ledger.read_bytes().count(b"\n") - 1
        done = command(*arguments, out)
        assert done.code == 0
        assert (f" · {kept} of {whole} runs were done before · " in done.err) == (kept > 0)
        assert unmeasured(out) == unmeasured(tmp_path / "whole")


def test_two_runs_into_one_folder_refuse_each_other(
    judged_package: tuple[Path, Path], tmp_path: Path, command: Any
) -> None:
    package, verdicts = judged_package
    arguments = ("run", package, "--solver", "seeded:1+delay:400", "--verdicts", verdicts, "--out", tmp_path / "out")
    run = started(*arguments)
    while run.poll() is None and not (tmp_path / "out/config.json").exists():
        threading.Event().wait(0.005)
    done = command(*arguments)
    run.kill()
    run.communicate()
    assert done.code == 2
    assert "another run is using this ledger" in done.err


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--solver", "seeded:1", "--solver", "seeded:1"), "--solver seeded:1: given twice"),
        (("--solver", "seeded:1", "--solver", "replay:{package}"), "it answers for every solver of the recording"),
        (("--solver", "constant:" + "x" * 1000), "': it is a name in records: it has 1,009 characters"),
        (("--solver", "constant:\udcff"), "': it is a name in records: it holds a lone surrogate"),
        (("--solver", "seeded:1", "--control", "generator-alone", "--generator", "bogus"), "--generator 'bogus': no "),
        (("--solver", "replay:{package}", "--control", "cot"), "--control: a replay asks what its recording asked"),
        (("--solver", "replay:{package}", "--temperature", "0"), "--temperature: a replay asks what its recording"),
        (("--solver", "seeded:1", "--control", "vote"), "--control 'vote': no control 'vote'; there are "),
        (("--solver", "seeded:1", "--generator", "seeded:2"), "only --control generator-alone asks it anything"),
    ],
)
def test_options_that_do_not_go_together_are_one_line(
    command: Any, judged_package: tuple[Path, Path], tmp_path: Path, options: tuple[str, ...], said: str
) -> None:
    package, verdicts = judged_package
    given = (option.format(package=package) for option in options)
    done = command("run", package, *given, "--verdicts", verdicts, "--out", tmp_path / "out")
    assert (done.code, done.err.count("\n")) == (2, 1)
    assert said in done.err
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    ("option", "said"), [(("--temperature", "nan"), "not a number"), (("--seed", str(1 << 63)), "is not in the range")]
)
def test_a_sampling_parameter_that_no_service_takes_is_refused(
    command: Any, small_package: Path, tmp_path: Path, option: tuple[str, str], said: str
) -> None:
    done = command("run", small_package, "--solver", "seeded:1", *option, "--out", tmp_path / "out")
    assert (done.code, said in done.err, done.err.count("\n")) == (2, True, 1), done.err


def test_items_alone_are_asked_by_a_run_and_refused_by_a_pipeline(
    command: Any, small_package: Path, tmp_path: Path
) -> None:
    items = tmp_path / "items"
    items.mkdir()
    shutil.copy(small_package / "items.jsonl", items)
    (items / "programs.jsonl").touch()
    (items / "solvers.json").write_text("{}")
    (items / "manifest.json").write_text('{"name": "items", "contract": "cgr", "sha256": {}}')
    options = ("--solver", "seeded:1", "--control", "self-consistency:2", "--out", tmp_path / "out")
    done = command("run", items, *options)
    assert (done.code, " · 14 control rows · " in done.err) == (0, True), done.err
    assert {(row["control"], row["calls"]) for row in lines(tmp_path / "out/controls.jsonl")} == {
        ("direct", 1),
        ("self-consistency", 2),
    }
    verified = command("verify", tmp_path / "out")
    assert (verified.code, " · 14 control rows verified · " in verified.err) == (0, True), verified.err
    joined = command("join", tmp_path / "out", "--resamples", "100", "--out", tmp_path / "joined")
    assert (joined.code, joined.out.startswith(b"## Answers of controls\n")) == (0, True), joined.err
    assert joined.out.count(b"\n## ") == 0
    refused = command("pipeline", items, *options[:4], "--out", tmp_path / "pipeline")
    assert (refused.code, refused.err.count("\n")) == (3, 1)
    assert "it has no programs, so that there is nothing to say about accuracy; `cgr-audit run` asks " in refused.err
