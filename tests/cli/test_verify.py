from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from cgr_audit.schema import check_record

MEASURED = {"wall_s", "latency_s"}


def records(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def unmeasured(folder: Path) -> list[dict[str, Any]]:
    lines = records(folder / "results.jsonl") + records(folder / "calls.jsonl")
    return [{name: value for name, value in line.items() if name not in MEASURED} for line in lines]


def forge(folder: Path, name: str, number: int, **changes: Any) -> None:
    """Change one line, and the manifest's digests with it."""
    lines = records(folder / name)
    lines[number] |= changes
    (folder / name).write_text("".join(json.dumps(line) + "\n" for line in lines))
    manifest = json.loads((folder / "manifest.json").read_text())
    (folder / "manifest.json").write_text(json.dumps(manifest | {"sha256": {}}))


@pytest.fixture
def recording(finished: Path, tmp_path: Path) -> Path:
    """A copy of what `pipeline` wrote, to be changed."""
    return Path(shutil.copytree(finished, tmp_path / "recording"))


def test_what_the_pipeline_wrote_is_confirmed(command: Any, recording: Path) -> None:
    before = {path: path.read_bytes() for path in recording.rglob("*") if path.is_file()}
    done = command("verify", recording)
    component = records(recording / "results.jsonl")[0]["component"]
    assert done.code == 0
    assert done.out.decode() == f"component {component}\nrecorded under {component}\n"
    summary = "14 rows: 14 verified (4 of them without running their programs), 0 not verifiable, 0 different · "
    assert done.err.startswith(summary)
    assert done.err.count("\n") == 1
    assert {path: path.read_bytes() for path in recording.rglob("*") if path.is_file()} == before


def test_a_forged_answer_is_told_and_the_exit_code_is_4(command: Any, recording: Path) -> None:
    row = records(recording / "results.jsonl")[0]
    forge(recording, "results.jsonl", 0, solverLLM_assisted_ans="Z\x1b[2J")
    done = command("verify", recording)
    assert done.code == 4
    key = f"{row['dataset']}/{row['item_id']} under {row['solver']}, {row['generator']} sample 0"
    said = f'recorded "Z\\u001b[2J", now "{row["solverLLM_assisted_ans"]}"'
    assert f"different\n  {key}\n    results.jsonl: solverLLM_assisted_ans: {said}\n" in done.out.decode()
    assert "0 not verifiable, 1 different · " in done.err


def test_the_json_document_fits_its_schema_and_holds_every_difference(
    command: Any, recording: Path, tmp_path: Path
) -> None:
    forge(recording, "results.jsonl", 0, fuel=1)
    forge(recording, "verdicts.jsonl", 0, reasons=["CGR999"])
    done = command("verify", recording, "--format", "json", "--out", tmp_path / "verification.json")
    assert (done.code, done.out) == (4, b"")
    document = json.loads((tmp_path / "verification.json").read_text())
    assert check_record("verification", document) is None
    summary = document["summary"]
    assert (summary["different"], summary["package_differences"], summary["confirmed"]) == (1, 1, False)
    assert document["fuel_compared"] is True
    assert [(one["file"], one["field"], one["recorded"]) for one in document["differences"]] == [
        ("verdicts.jsonl", "reasons", ["CGR999"])
    ]
    (row,) = document["rows"]
    assert [(one["field"], one["recorded"]) for one in row["differences"]] == [("fuel", 1)]
    assert " · 1 difference of the package · " in done.err


def test_what_is_said_does_not_depend_on_how_many_runs_are_in_flight(command: Any, recording: Path) -> None:
    forge(recording, "calls.jsonl", 1, prompt="another")
    one, four = (command("verify", recording, "--format", "json", "--jobs", jobs) for jobs in ("1", "4"))
    assert (one.code, four.code) == (4, 4)
    assert one.out == four.out
    assert one.out.count(b'"another"') == 1


def test_a_verdict_that_was_forged_to_let_a_program_run_is_told_and_the_program_does_not_run(
    command: Any, recording: Path
) -> None:
    verdicts = records(recording / "verdicts.jsonl")
    number, refused = next((n, one) for n, one in enumerate(verdicts) if one["verdict"] == "refused")
    forge(recording, "verdicts.jsonl", number, verdict="approved")
    done = command("verify", recording)
    assert done.code == 4
    assert (
        f'{refused["program_id"]}\n    verdicts.jsonl: verdict: recorded "approved", now "refused"' in done.out.decode()
    )


def test_a_recording_of_another_harness_is_verified_where_it_can_be(command: Any, small_package: Path) -> None:
    done = command("verify", small_package)
    assert done.code == 0
    lines = done.out.decode().splitlines()
    assert lines[1] == "recorded under none that is named"
    assert "fuel is not compared: the recording names no component" in lines
    assert sum(line.startswith("  today's gate refuses its program, which therefore never runs: ") for line in lines)
    assert done.err.startswith("14 rows: 10 verified, 4 not verifiable, 0 different · ")
    forge(small_package, "results.jsonl", 0, solverLLM_baseline_ans="Z")
    assert command("verify", small_package).code == 4


def test_a_package_of_which_nothing_can_be_verified_is_not_confirmed(command: Any, small_package: Path) -> None:
    (small_package / "calls.jsonl").unlink()
    lines = records(small_package / "results.jsonl")
    counts = {"direct_calls": None, "assisted_calls": None}
    (small_package / "results.jsonl").write_text("".join(json.dumps(line | counts) + "\n" for line in lines))
    manifest = json.loads((small_package / "manifest.json").read_text()) | {"sha256": {}, "counts": {}}
    (small_package / "manifest.json").write_text(json.dumps(manifest))
    done = command("verify", small_package)
    assert done.code == 4
    assert done.err.splitlines()[-1].startswith("14 rows: 0 verified, 14 not verifiable, 0 different · ")


def test_a_replay_gives_the_rows_calls_lines_and_fuel_of_the_recording(
    command: Any, recording: Path, tmp_path: Path
) -> None:
    done = command("replay", recording, "--out", tmp_path / "replayed")
    assert (done.code, done.out) == (0, b"")
    then, now = unmeasured(recording), unmeasured(tmp_path / "replayed")
    changed = ("recorded_baseline_ans", "recorded_assisted_ans")
    assert [line | dict.fromkeys(changed) for line in now] == [line | dict.fromkeys(changed) for line in then]
    assert command("verify", tmp_path / "replayed").code == 0
    verdicts = ("--verdicts", recording / "verdicts.jsonl", "--include", "observe", "--out", tmp_path / "run")
    assert command("run", recording, "--solver", f"replay:{recording}", *verdicts).code == 0
    assert unmeasured(tmp_path / "run") == now


def test_a_folder_whose_name_ends_like_a_delay_is_replayed_and_verified(
    command: Any, recording: Path, tmp_path: Path
) -> None:
    named = recording.rename(tmp_path / "runs+delay:5")
    done = command("replay", named, "--out", tmp_path / "replayed")
    assert (done.code, done.out) == (0, b"")
    config, again = (json.loads((folder / "config.json").read_text()) for folder in (named, tmp_path / "replayed"))
    assert (again["limits"], again["seed"], again["include"]) == (config["limits"], config["seed"], config["include"])
    assert "+delay" not in again["solver_identities"][0]
    assert command("verify", tmp_path / "replayed").code == 0


def test_limits_are_replayed_as_they_are_recorded(command: Any, recording: Path, tmp_path: Path) -> None:
    config = json.loads((recording / "config.json").read_text())
    config["limits"] |= {"calls": None, "wall": 12.3456789}
    (recording / "config.json").write_text(json.dumps(config))
    manifest = json.loads((recording / "manifest.json").read_text())
    (recording / "manifest.json").write_text(json.dumps(manifest | {"sha256": {}}))
    assert command("replay", recording, "--out", tmp_path / "replayed").code == 0
    assert json.loads((tmp_path / "replayed" / "config.json").read_text())["limits"] == config["limits"]


def test_a_package_whose_programs_are_all_refused_is_not_confirmed(
    command: Any, small_package: Path, tmp_path: Path
) -> None:
    programs = records(small_package / "programs.jsonl")
    refuse = "\n".join(f'"{program["sha256"]}",' for program in programs)
    policy = tmp_path / "strict.toml"
    policy.write_text(f'name = "strict"\ndefault = "observe"\n[[clause]]\nverdict = "refused"\nsha256 = [{refuse}]\n')
    out = tmp_path / "out"
    verdicts = tmp_path / "verdicts.jsonl"
    command("gate", small_package, "--policy", policy, "--out", verdicts)
    chosen = ("--policy", policy, "--verdicts", verdicts, "--solver", f"replay:{small_package}", "--out", out)
    assert command("run", small_package, *chosen).code == 0
    done = command("verify", out, "--policy", policy)
    assert done.code == 4
    assert done.err.splitlines()[-1].startswith(
        "14 rows: 14 verified (14 of them without running their programs), 0 not verifiable, 0 different · "
        "nothing could be verified · "
    )


def test_a_run_under_a_contract_of_its_own_keeps_it_with_its_limits_and_is_verified(
    command: Any, small_package: Path, tmp_path: Path
) -> None:
    from cgr_audit.source.contract import built_in_text, load_contract

    contract, out = tmp_path / "tight.toml", tmp_path / "out"
    contract.write_text(built_in_text("cgr").replace("budget = 10", "budget = 1"))
    verdicts = tmp_path / "verdicts.jsonl"
    insisting = ("--contract", contract, "--override-contract")
    command("gate", small_package, *insisting, "--out", verdicts)
    arguments = (*insisting, "--verdicts", verdicts, "--include", "observe", "--enforce-budget")
    assert command("run", small_package, "--solver", "seeded:1", *arguments, "--seed", "7", "--out", out).code == 0
    assert json.loads((out / "manifest.json").read_text())["contract"] == "contract.toml"
    assert (out / "contract.toml").read_bytes() == contract.read_bytes()
    assert "limit_exceeded" in {row["outcome"] for row in records(out / "results.jsonl")}
    done = command("verify", out)
    said, summary = done.err.splitlines()
    assert (done.code, summary.split(" · ")[0]) == (
        0,
        "7 rows: 7 verified (2 of them without running their programs), 0 not verifiable, 0 different",
    )
    digest = load_contract(str(contract)).digest
    assert said.endswith(f"the contract 'cgr' ({digest}) was used instead of the package's own, 'cgr'")
    assert command("replay", out, "--out", tmp_path / "again").code == 0
    then, now = unmeasured(out), unmeasured(tmp_path / "again")
    changed = ("origin", "recorded_baseline_ans", "recorded_assisted_ans")
    assert [line | dict.fromkeys(changed) for line in now] == [line | dict.fromkeys(changed) for line in then]
    done = command("verify", out, "--contract", "cgr", "--override-contract")
    assert done.code == 2
    assert "config.json: /contract: recorded under another contract (" in done.err


def test_bad_input_is_one_clear_line_and_the_right_exit_code(
    command: Any, recording: Path, small_package: Path, tmp_path: Path
) -> None:
    (small_package / "results.jsonl").write_bytes(b"")
    manifest = json.loads((small_package / "manifest.json").read_text())
    (small_package / "manifest.json").write_text(json.dumps(manifest | {"sha256": {}}))
    for arguments, code, said in (
        (("verify", tmp_path / "none"), 2, "none: no such folder"),
        (("verify", small_package), 3, "small: no result rows to verify"),
        (("verify", recording, "--contract", "cgrr"), 2, "no contract named 'cgrr'"),
        (("verify", recording, "--policy", tmp_path / "p.toml"), 2, "p.toml"),
        (("verify", recording, "--out", tmp_path), 2, "is a folder; --out takes a file"),
        (("verify", recording, "--format", "xml"), 2, "'xml' is not one of 'text', 'json'"),
        (("replay", recording, "--out", recording), 2, "--out must be outside the package"),
        (("replay", small_package, "--out", tmp_path / "out"), 2, "verdicts.jsonl: no verdicts"),
    ):
        done = command(*arguments)
        assert done.code == code, (arguments, done.err)
        assert said in done.err.splitlines()[-1], (arguments, done.err)
    with (recording / "calls.jsonl").open("ab") as stream:
        stream.write(b"\n")
    done = command("verify", recording)
    assert (done.code, done.err.count("\n")) == (4, 1)
    assert "calls.jsonl: changed since manifest.json was written" in done.err


def test_a_file_that_the_manifest_does_not_cover_is_said(command: Any, recording: Path) -> None:
    said = "so that a change would not show; first programs/stray"
    where = f"{recording / 'manifest.json'}: /sha256:"
    (recording / "programs" / "stray\n.py").write_text("print()")
    done = command("verify", recording)
    assert done.code == 0
    assert done.err.splitlines()[0] == f"{where} 1 file has no digest, {said}\\n.py"
    (recording / "programs" / "stray.py").write_text("print()")
    assert command("verify", recording).err.splitlines()[0] == f"{where} 2 files have no digest, {said}\\n.py"
