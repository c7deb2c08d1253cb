"""The command line, run inside the test's process."""

from __future__ import annotations

import io
import json
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest
from filelock import FileLock

from cgr_audit.cli.app import command_line
from cgr_audit.records.lines import write_lines
from cgr_audit.records.package import open_package
from cgr_audit.records.rows import to_record
from cgr_audit.records.writing import write_items, write_manifest, write_programs, write_solvers


@dataclass(frozen=True)
class Done:
    """How a command ended."""

    code: int
    out: bytes
    err: str


Command = Callable[..., Done]


@pytest.fixture(autouse=True)
def own_records(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder for the records of this test's audits; the user's stay out of it."""
    folder = tmp_path_factory.mktemp("records")
    monkeypatch.setattr("cgr_audit.audit.cache.cache_folder", lambda _purpose: folder)
    monkeypatch.setattr("cgr_audit.solvers.response_cache.cache_folder", lambda _purpose: folder)
    return folder


@pytest.fixture
def command(monkeypatch: pytest.MonkeyPatch, capsysbinary: pytest.CaptureFixture[bytes]) -> Command:
    """Runs ``cgr-audit`` with some arguments."""

    def run(*arguments: str | Path, stdin: bytes = b"") -> Done:
        monkeypatch.setattr(sys, "argv", ["cgr-audit", *map(str, arguments)])
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        with pytest.raises(SystemExit) as ended:
            command_line()
        printed = capsysbinary.readouterr()
        code = ended.value.code
        return Done(code if isinstance(code, int) else 0, printed.out, printed.err.decode())

    return run


@pytest.fixture
def marking_rules() -> Path:
    """A folder with a rule that finds what programs ask it to find."""
    return Path(__file__).parent / "rules"


@pytest.fixture(scope="session")
def shared(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Path:
    """A folder for what all test processes make once and only read."""
    base = tmp_path_factory.getbasetemp()
    folder = (base if worker_id == "master" else base.parent) / "shared"
    folder.mkdir(exist_ok=True)
    return folder


@pytest.fixture(scope="session")
def part_of_the_demo(shared: Path) -> Path:
    """Part of the demo package: three programs that are approved, two that are observed, two that are refused."""
    folder = shared / "small"
    with FileLock(shared / "small.lock"):
        if not (folder / "manifest.json").is_file():
            _write_part_of_the_demo(folder)
    return folder


def _write_part_of_the_demo(folder: Path) -> None:
    demo = open_package(Path(__file__).resolve().parent.parent.parent / "corpus" / "demo")
    labels = map(json.loads, (demo.folder / "labels.jsonl").read_text("utf-8").splitlines())
    verdict_of = {label["program_id"]: label["verdict"] for label in labels}
    wanted = {"approved": 3, "observe": 2, "refused": 2}
    chosen = []
    for program in demo.programs:
        if wanted[verdict_of[program.program_id]]:
            wanted[verdict_of[program.program_id]] -= 1
            chosen.append(program)
    keys = {program.row_key(solver) for program in chosen for solver in demo.solvers}
    write_items(folder, (demo.items[program.item_key] for program in chosen))
    write_programs(folder, ((program, demo.program_bytes(program)) for program in chosen))
    write_solvers(folder, demo.solvers)
    write_lines(folder / "results.jsonl", (to_record(row) for row in demo.results() if row.key in keys))
    write_lines(folder / "calls.jsonl", (to_record(call) for call in demo.calls() if call.key in keys))
    write_manifest(folder, name="small", contract="cgr", created="2026-01-01")


@pytest.fixture(scope="session")
def pipeline_run(shared: Path, part_of_the_demo: Path) -> Done:
    """How `pipeline` over that part ended; four programs ran at a time."""
    out, err = shared / "finished.out", shared / "finished.err"
    command = [sys.executable, "-m", "cgr_audit", "pipeline", part_of_the_demo, "--out", shared / "finished"]
    with FileLock(shared / "finished.lock"):
        if not out.is_file():
            ran = subprocess.run([*command, "--jobs", "4"], check=True, capture_output=True)
            err.write_bytes(ran.stderr)
            out.write_bytes(ran.stdout)
    return Done(0, out.read_bytes(), err.read_text("utf-8"))


@pytest.fixture(scope="session")
def finished(shared: Path, pipeline_run: Done) -> Path:
    """What it wrote; it is only read."""
    assert pipeline_run.code == 0
    return shared / "finished"


@pytest.fixture
def small_package(part_of_the_demo: Path, tmp_path: Path) -> Path:
    """A copy of that part, to be changed."""
    return Path(shutil.copytree(part_of_the_demo, tmp_path / "small"))
