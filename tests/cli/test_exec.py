"""``cgr-audit exec``: what it prints and how it ends."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

FIELDS = [
    "program_id", "sha256", "outcome", "limit", "value", "value_literal", "contract_broken", "error", "calls",
    "prompts", "fuel", "wall_s", "component",
]  # fmt: skip
SCAFFOLD = "def solve(question):\n    return llm_model(question, {}), None, 3\n"


def execute(*arguments: str | Path, stdin: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-c", "from cgr_audit.cli.main import main; main()", "exec", *map(str, arguments)]
    return subprocess.run(command, input=stdin, capture_output=True, check=False)


def records(done: subprocess.CompletedProcess[bytes]) -> list[dict[str, Any]]:
    return [json.loads(line) for line in done.stdout.splitlines()]


@pytest.fixture
def programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "programs"
    folder.mkdir()
    monkeypatch.chdir(folder)
    (folder / "a.py").write_text(SCAFFOLD)
    (folder / "b.py").write_text("def solve():\n    raise ValueError('x')\n")
    (folder / "c.py").write_text("def solve():\n    while True: pass\n")
    (folder / "d.py").write_text("def solve():\n    return (1, b'x')\n")
    return folder


def test_one_object_per_program_in_order_with_exactly_the_fields(programs: Path, tmp_path: Path) -> None:
    item = tmp_path / "item.json"
    item.write_text(json.dumps({"question": "Which?", "options": [{"id": "A", "text": "one"}]}))
    done = execute(
        programs, "--solver", "constant:B", "--item", item, "--limits", "fuel=1e8", "--jobs", "3", "--format", "json"
    )
    assert done.returncode == 0, done.stderr
    a, b, c, d = records(done)
    assert [list(record) for record in (a, b, c, d)] == [FIELDS] * 4
    assert [record["program_id"] for record in (a, b, c, d)] == ["a.py", "b.py", "c.py", "d.py"]
    assert (a["outcome"], a["value"], a["value_literal"]) == ("completed", ["B", None, 3], "('B', None, 3)")
    assert (a["calls"], a["prompts"], a["contract_broken"], a["error"]) == (1, ["Which?"], False, None)
    assert (b["outcome"], b["error"], b["value"], b["value_literal"]) == (
        "guest_error",
        "line 2: ValueError: x",
        None,
        None,
    )
    assert (c["outcome"], c["limit"], c["fuel"]) == ("limit_exceeded", "fuel", 10**8)
    assert (d["outcome"], d["value"], d["value_literal"], d["contract_broken"]) == (
        "completed", [1, "78"], "(1, b'x')", True,
    )  # fmt: skip
    assert d["error"] == "returned 2 values instead of 3: (solverLLM_answer, genLLM_answer, genLLM_difficulty)"
    assert len({record["component"] for record in (a, b, c, d)}) == 1
    assert (
        done.stderr.decode()
        .splitlines()[-1]
        .startswith("4 programs: 2 completed, 1 program error, 1 limit exceeded · ")
    )


def test_the_same_input_gives_the_same_records_but_for_the_time(programs: Path) -> None:
    def seen(jobs: str) -> list[dict[str, Any]]:
        done = execute(programs, "--solver", "seeded:3", "--limits", "fuel=1e8", "--jobs", jobs, "--format", "json")
        return [{**record, "wall_s": None} for record in records(done)]

    assert seen("1") == seen("8")


def test_rows_bring_their_arguments(tmp_path: Path) -> None:
    rows = tmp_path / "rows.jsonl"
    row = {"name": "r1", "code": "def f(a, b):\n    return (a, b)\n", "input": "'x', {1}"}
    rows.write_text(json.dumps(row) + "\n")
    fields = ("--source-field", "code", "--id-field", "name", "--contract", "function", "--format", "json")
    (record,) = records(execute(rows, "--solver", "fail", "--args-field", "input", *fields))
    assert (record["program_id"], record["value_literal"]) == ("r1", "('x', {1})")
    (record,) = records(execute(rows, "--solver", "fail", "--args", "1, b=2", *fields))
    assert record["value"] == [1, 2]
    done = execute(rows, "--solver", "fail", "--args-field", "output", *fields)
    assert done.returncode == 4
    assert b"rows.jsonl:1: no text in the field 'output'" in done.stderr


def test_a_failing_harness_is_exit_code_4(programs: Path) -> None:
    done = execute(programs / "a.py", "--solver", "fail", "--format", "json")
    assert done.returncode == 4
    (record,) = records(done)
    assert (record["outcome"], record["calls"]) == ("host_failure", 1)
    broken = programs / "broken.py"
    code = "broken.__code__.replace(co_code=bytes([100, 255] * 8))"
    broken.write_text(f"def solve():\n    def broken(): pass\n    broken.__code__ = {code}\n    broken()\n")
    done = execute(broken, "--solver", "fail", "--format", "json")
    assert (done.returncode, records(done)[0]["outcome"]) == (4, "crashed")


def test_a_program_from_standard_input_runs() -> None:
    done = execute("-", "--solver", "constant:A", "--format", "json", stdin=SCAFFOLD.encode())
    assert (done.returncode, records(done)[0]["value"]) == (0, ["A", None, 3])


def test_people_see_one_line_per_run_and_its_error(programs: Path) -> None:
    done = execute(programs / "a.py", programs / "b.py", "--solver", "constant:B")
    lines = done.stdout.decode().splitlines()
    assert done.returncode == 0
    assert lines[0].startswith("a.py  completed  ('B', None, 3)  1 call, ")
    assert lines[1].startswith("b.py  program error  0 calls, ")
    assert lines[2:] == ["   line 2: ValueError: x"]
    assert b"\x1b" not in done.stdout


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["missing.py", "--solver", "fail"], 2, "missing.py: no such file or folder"),
        (["a.py", "--solver", "oracle"], 2, "no solver kind 'oracle'"),
        (
            ["a.py", "--solver", "fail", "--limits", "speed=1"],
            2,
            "--limits: 'speed=1': no limit is called 'speed'; there are fuel",
        ),
        (["a.py", "--solver", "fail", "--contract", "none"], 2, "no contract named 'none'"),
        (["a.py", "--solver", "fail", "--args", "1", "--args-field", "x"], 2, "exclude each other"),
        (["a.py", "--solver", "fail", "--item", "missing.json"], 2, "missing.json: cannot read the item"),
        (["a.py", "--solver", "fail", "--item", "a.py"], 2, "a.py: not JSON at column 1: a JSON object is expected"),
        (["a.py", "--solver", "fail", "--item", "bad.json"], 2, "bad.json: /options/0"),
        (["a.py"], 2, "--solver"),
        (["empty", "--solver", "fail"], 3, "no program found in empty"),
    ],
)
def test_wrong_usage_is_one_clear_line(
    programs: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], code: int, message: str
) -> None:
    monkeypatch.chdir(programs)
    (programs / "empty").mkdir()
    (programs / "bad.json").write_text('{"question": "x", "options": [{"id": "A"}]}')
    done = execute(*arguments)
    assert done.returncode == code
    assert message in done.stderr.decode()
    assert done.stdout == b""
    assert b"Traceback" not in done.stderr


def test_a_program_without_an_item_is_said_to_have_none(programs: Path, tmp_path: Path) -> None:
    note = b"no --item: a program that takes one gets an empty question and no options"
    assert note in execute(programs / "a.py", "--solver", "constant:B").stderr
    item = tmp_path / "item.json"
    item.write_text(json.dumps({"question": "Which?", "options": []}))
    assert note not in execute(programs / "a.py", "--solver", "constant:B", "--item", item).stderr


def test_a_replay_is_refused_since_nothing_is_recorded_under_its_keys(programs: Path) -> None:
    done = execute(programs / "a.py", "--solver", "replay:somewhere")
    assert done.returncode == 2
    assert b"use `cgr-audit replay`" in done.stderr


def test_a_reader_that_goes_away_is_no_finding(programs: Path) -> None:
    text = "from cgr_audit.cli.main import main; main()"
    command = [sys.executable, "-c", text, "exec", str(programs), "--solver", "constant:B", "--limits", "fuel=1e8"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as running:
        assert running.stdout is not None
        running.stdout.close()
    assert running.returncode == 141
