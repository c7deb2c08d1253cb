"""A command that did all its work, given again: it says the same and does nothing, unless anything is another now."""

from __future__ import annotations

import json
import random
import shutil
from pathlib import Path
from typing import Any

import pytest

from cgr_audit.execution import finished as finished_module
from cgr_audit.execution.finished import FILE, Finished, Shown, inputs_digest, read_finished, write_finished

DONE = Finished({"completed": 3, "refused": 1}, 7, 2, Shown("a\n", [{"name": "t"}], "b"))


class WorkedError(Exception):
    """Work was done that was done before."""


def forbid_work(monkeypatch: pytest.MonkeyPatch) -> None:
    def work(*_arguments: object, **_named: object) -> None:
        raise WorkedError

    for name in ("package_verdicts.judge_package", "session.run_package", "probe.probing.Prober"):
        monkeypatch.setattr(f"cgr_audit.execution.{name}", work)
    for name in ("accuracy.join.join_package", "page.content.gather"):
        monkeypatch.setattr(f"cgr_audit.{name}", work)


@pytest.fixture
def out(tmp_path: Path) -> Path:
    for name, text in (("results.jsonl", "{}\n"), ("programs/g/p.py", "x = 1\n"), ("ledger.jsonl", "l")):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    write_finished(tmp_path, "inputs", DONE)
    return tmp_path


def test_finished_work_is_known_by_its_inputs(out: Path) -> None:
    assert read_finished(out, "inputs") == DONE
    assert read_finished(out, "others") is None
    (out / "ledger.jsonl").unlink()
    (out / "mine.txt").write_text("a file of somebody else")
    assert read_finished(out, "inputs") == DONE


@pytest.mark.parametrize("name", ["results.jsonl", "programs/g/p.py"])
def test_a_file_that_is_another_now_makes_it_unknown(out: Path, name: str) -> None:
    (out / name).write_text("{ }\n")
    assert read_finished(out, "inputs") is None
    (out / name).unlink()
    assert read_finished(out, "inputs") is None
    (out / name).mkdir()
    assert read_finished(out, "inputs") is None


def test_whatever_the_damage_nothing_is_raised(out: Path) -> None:
    whole, draw = (out / FILE).read_bytes(), random.Random(0)
    for _ in range(300):
        damaged = bytearray(whole)
        damaged[draw.randrange(len(whole))] ^= 1 << draw.randrange(8)
        (out / FILE).write_bytes(damaged[: draw.choice([len(whole), draw.randrange(len(whole))])])
        read_finished(out, "inputs")
    for text in ("[]", "{}", "1", "[" * 100_000, '{"inputs": "inputs", "files": {"../x": 1}, "finished": {}}'):
        (out / FILE).write_text(text)
        assert read_finished(out, "inputs") is None


def test_other_code_of_the_toolkit_is_another_input(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(finished_module, "_CODE", tmp_path)
    (tmp_path / "a.py").write_text("1")
    before = inputs_digest(seed=1)
    assert inputs_digest(seed=1) == before
    assert inputs_digest(seed=2) != before
    (tmp_path / "a.py").write_text("2")
    assert inputs_digest(seed=1) != before


def test_a_pipeline_given_again_says_the_same_and_does_nothing(
    command: Any, part_of_the_demo: Path, finished: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    forbid_work(monkeypatch)
    again = command("pipeline", part_of_the_demo, "--out", finished, "--list")
    assert again.code == 0, again.err
    printed = again.out.decode().splitlines()
    assert printed[:2] == ["approved: 3 programs, 6 rows", "observe: 2 programs, 4 rows"]
    assert sum(line.startswith("| ") for line in printed) == 9
    assert printed[-1] == f"report: {finished / 'report.html'}"
    assert again.err.splitlines()[-1].startswith("14 rows: ")
    assert " · 24 of 24 runs were done before · " in again.err


@pytest.mark.parametrize("change", ["output", "package", "option"])
def test_a_pipeline_with_anything_changed_works_again(
    command: Any, part_of_the_demo: Path, finished: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, change: str
) -> None:
    package = Path(shutil.copytree(part_of_the_demo, tmp_path / "package"))
    out = Path(shutil.copytree(finished, tmp_path / "out"))
    options = ("--deadline", "4") if change == "option" else ()
    if change == "output":
        (out / "report.html").write_text("mine")
    if change == "package":
        manifest = json.loads((package / "manifest.json").read_bytes())
        (package / "manifest.json").write_text(json.dumps({**manifest, "created": "2026-01-02"}))
    forbid_work(monkeypatch)
    done = command("pipeline", package, "--out", out, *options)
    assert (done.code, "WorkedError" in done.err) == (4, True)


def test_a_run_given_again_says_the_same_and_does_nothing(
    command: Any, small_package: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    verdicts, out = tmp_path / "verdicts.jsonl", tmp_path / "out"
    command("gate", small_package, "--out", verdicts)
    arguments = ("run", small_package, "--solver", "seeded:1", "--verdicts", verdicts, "--out", out)
    first = command(*arguments)
    assert first.code == 0, first.err
    forbid_work(monkeypatch)
    again = command(*arguments)
    assert again.code == 0, again.err
    assert again.err.partition(" · ")[0] == first.err.partition(" · ")[0]
    assert " runs were done before · " in again.err
    verdicts.write_bytes(verdicts.read_bytes() + b"\n")
    assert "WorkedError" in command(*arguments).err
