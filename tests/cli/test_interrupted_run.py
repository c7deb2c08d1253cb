"""Ctrl-C and a request to end, while 64 runs wait for a slow solver: the process is gone soon, and nothing is lost."""

from __future__ import annotations

import hashlib
import json
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest

from cgr_audit.records.rows import Item, ProgramRecord
from cgr_audit.records.writing import write_items, write_manifest, write_programs, write_solvers
from tests.scripted_service import Endpoint, Sent, completion

PROGRAMS = 80
ALLOWED_S = 2.0
LOADED_MACHINE = 4
"""What the allowed time is multiplied by: other tests run beside this one."""
ASKS = b"""
def solve(question, options):
    votes = [extract_answer(llm_model(question + str(number), {})) for number in range(2)]
    return votes[0], None, 3
"""
COMPUTES = b"""
def solve(question, options):
    total = 0
    for number in range(100_000):
        total += number
    return extract_answer(llm_model(question + str(total), {})), None, 3
"""
OPTIONS = ({"id": "A", "text": "one"}, {"id": "B", "text": "two"})


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Eighty approved programs; every fourth computes for long before it asks."""
    folder = tmp_path_factory.mktemp("interrupted") / "package"
    programs = []
    for number in range(PROGRAMS):
        source = COMPUTES if number % 4 == 3 else ASKS
        digest = hashlib.sha256(source).hexdigest()
        programs.append((ProgramRecord(f"g/d/{number}.0.py", "d", str(number), "g", 0, digest), source))
    write_items(folder, [Item(str(number), "d", f"Is it {number}?", OPTIONS, ("B",)) for number in range(PROGRAMS)])
    write_programs(folder, programs)
    write_solvers(folder, {})
    write_manifest(folder, name="interrupted", contract="cgr", created="2026-01-01")
    judged = started("gate", folder, "--out", folder.parent / "verdicts.jsonl")
    judged.communicate()
    return folder


def started(*arguments: str | Path) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", "from cgr_audit.cli.main import main; main()", *map(str, arguments)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def run_of(package: Path, out: Path, delay_ms: int) -> subprocess.Popen[str]:
    verdicts = ("--verdicts", package.parent / "verdicts.jsonl")
    arguments = (
        *verdicts,
        "--solver",
        f"seeded:3+delay:{delay_ms}",
        "--include",
        "observe",
        "--jobs",
        "64",
        "--out",
        out,
    )
    return started("run", package, *arguments)


def wait_for(path: Path, size: int, run: subprocess.Popen[str]) -> None:
    deadline = time.monotonic() + 120
    while run.poll() is None and (not path.exists() or path.stat().st_size <= size) and time.monotonic() < deadline:
        threading.Event().wait(0.01)


def finished_entries(out: Path) -> list[dict[str, Any]]:
    lines = (out / "ledger.jsonl").read_text("utf-8").splitlines()[1:]
    for line in lines:
        digest, _, entry = line.partition(" ")
        assert hashlib.sha256(entry.encode()).hexdigest() == digest
    return [json.loads(line.partition(" ")[2]) for line in lines]


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_run_whose_solver_never_answers_ends_at_once(
    package: Path, tmp_path: Path, number: signal.Signals, code: int
) -> None:
    run = run_of(package, tmp_path / "out", 600_000)
    wait_for(tmp_path / "out/ledger.jsonl", 0, run)
    threading.Event().wait(1)
    asked = time.monotonic()
    run.send_signal(number)
    said = run.communicate(timeout=60)
    assert (run.returncode, said) == (code, ("", "cgr-audit: stopped\n"))
    assert time.monotonic() - asked < LOADED_MACHINE * ALLOWED_S
    assert finished_entries(tmp_path / "out") == []


def test_a_run_that_waits_for_its_service_ends_at_once(package: Path, tmp_path: Path, endpoint: Endpoint) -> None:
    endpoint.answers = [(200, completion("B")), Sent(503, b"later", {"Retry-After": "59"})]
    verdicts = ("--verdicts", package.parent / "verdicts.jsonl")
    solver = ("--solver", f"openai:{endpoint.base_url}#small")
    run = started("run", package, *verdicts, *solver, "--jobs", "16", "--out", tmp_path / "out")
    assert run.stderr is not None
    while (line := run.stderr.readline()) and not line.startswith("retrying solver calls: server error, "):
        pass
    assert line
    asked = time.monotonic()
    run.send_signal(signal.SIGINT)
    said = run.communicate(timeout=60)
    assert (run.returncode, said) == (130, ("", "cgr-audit: stopped\n"))
    assert time.monotonic() - asked < LOADED_MACHINE * ALLOWED_S


@pytest.mark.slow
def test_what_was_finished_is_kept_and_a_later_run_ends_as_if_nothing_had_happened(
    package: Path, tmp_path: Path
) -> None:
    out, ledger = tmp_path / "out", tmp_path / "out/ledger.jsonl"
    kept = 0
    for number, code in ((signal.SIGINT, 130), (signal.SIGTERM, 143)):
        run = run_of(package, out, 40)
        wait_for(ledger, ledger.stat().st_size if ledger.exists() else 19, run)
        run.send_signal(number)
        assert (run.wait(timeout=60), run.communicate()) == (code, ("", "cgr-audit: stopped\n"))
        assert len(finished_entries(out)) > kept
        kept = len(finished_entries(out))
    last = run_of(package, out, 40)
    assert f" · {kept} of {2 * PROGRAMS} runs were done before · " in last.communicate()[1]
    assert last.returncode == 0
    whole = run_of(package, tmp_path / "whole", 40)
    whole.communicate()
    assert rows(out) == rows(tmp_path / "whole")


def rows(folder: Path) -> list[dict[str, Any]]:
    records = [json.loads(line) for line in (folder / "results.jsonl").read_text("utf-8").splitlines()]
    return [{name: value for name, value in record.items() if name != "wall_s"} for record in records]
