"""What happens to a ledger's file while a run uses it: the run stops at once, in one line, and a later one goes on."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cgr_audit.errors import UsageError
from cgr_audit.execution.ledger import Ledger, LedgerChangedError, LedgerDamagedError, key_digest
from cgr_audit.execution.session import run_package
from cgr_audit.records.lines import remove_unfinished
from cgr_audit.sandbox.sandbox import Sandbox
from cgr_audit.solvers.interface import SolverRequest
from cgr_audit.solvers.seeded import SeededSolver
from tests.execution.test_session import files

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="an open file cannot be replaced there")

Change = Callable[[Path], object]


def replace_by_a_copy(ledger: Path) -> None:
    shutil.copy(ledger, ledger.with_name("copy"))
    ledger.with_name("copy").replace(ledger)


def move_folder(ledger: Path) -> None:
    ledger.parent.rename(ledger.parent.with_name("moved"))


def replace_folder(ledger: Path) -> None:
    move_folder(ledger)
    shutil.copytree(ledger.parent.with_name("moved"), ledger.parent)


def append(ledger: Path, data: bytes = b"x") -> None:
    with ledger.open("ab") as stream:
        stream.write(data)


def flip(ledger: Path) -> None:
    data = bytearray(ledger.read_bytes())
    data[-9] ^= 1
    with ledger.open("r+b") as stream:
        stream.write(data)
    os.utime(ledger, ns=(0, 0))


GONE: dict[str, tuple[Change, str]] = {
    "deleted": (Path.unlink, "deleted or moved"),
    "folder moved": (move_folder, "deleted or moved"),
    "replaced": (replace_by_a_copy, "replaced"),
    "folder replaced": (replace_folder, "replaced"),
    "emptied": (lambda ledger: os.truncate(ledger, 0), "truncated"),
    "cut": (lambda ledger: os.truncate(ledger, ledger.stat().st_size - 1), "truncated"),
}
CHANGED: dict[str, tuple[Change, str]] = {**GONE, "longer": (append, "changed"), "flipped": (flip, "changed")}


@pytest.mark.parametrize("change", CHANGED)
def test_the_next_entry_is_not_written(tmp_path: Path, change: str) -> None:
    change_it, how = CHANGED[change]
    ledger = Ledger(tmp_path / "out/ledger.jsonl")
    with pytest.raises(LedgerChangedError, match=f"ledger.jsonl: the ledger was {how} while this run"):
        write_two(ledger, lambda: change_it(tmp_path / "out/ledger.jsonl"))
    assert len(ledger) == 1


def write_two(ledger: Ledger, between: Callable[[], object]) -> None:
    with ledger:
        ledger.append({"n": 1}, {"square": 1})
        ledger.flush()
        between()
        ledger.append({"n": 2}, {"square": 4})


def test_a_ledger_that_was_only_touched_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "ledger.jsonl"
    write_two(Ledger(path), lambda: os.utime(path, ns=(0, 0)))
    with Ledger(path) as ledger:
        assert len(ledger) == 2


def test_an_entry_that_was_changed_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "ledger.jsonl"
    with Ledger(path) as ledger:
        ledger.append({"n": 1}, {"square": 1})
        ledger.flush()
        flip(path)
        with pytest.raises(LedgerDamagedError, match="an entry was changed"):
            ledger.get(key_digest({"n": 1}))


def test_no_other_file_decides_who_holds_a_ledger(tmp_path: Path) -> None:
    path = tmp_path / "ledger.jsonl"
    with Ledger(path):
        for other in set(tmp_path.iterdir()) - {path}:
            other.unlink()
        with pytest.raises(UsageError, match="another run is using this ledger"), Ledger(path):
            pass


def test_what_is_no_file_is_no_ledger(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "ledger.jsonl")
    with pytest.raises(LedgerDamagedError, match="not a ledger"), Ledger(tmp_path / "ledger.jsonl"):
        pass


class Sabotage:
    """A solver that does something to the ledger at one of its calls."""

    def __init__(self, out: Path, change: Change, at: int) -> None:
        self.out = out
        self.change = change
        self.at = at
        self.calls = 0
        self.lock = threading.Lock()

    def __call__(self, request: SolverRequest) -> str:
        with self.lock:
            self.calls += 1
            if self.calls == self.at:
                self.change(self.out / "ledger.jsonl")
        return SeededSolver(3)(request)


@pytest.mark.parametrize("change", GONE)
def test_a_run_asks_no_more_and_a_later_one_ends_as_if_nothing_had_been(
    bench: Any, sandbox: Sandbox, asks_twice: bytes, tmp_path: Path, change: str
) -> None:
    folder, out = bench.package(dict.fromkeys("pqrs", asks_twice)), tmp_path / "out"
    solver = Sabotage(out, GONE[change][0], at=6)  # four direct calls, then the second of the first program
    run, judgement = bench.run(folder, solver)
    with pytest.raises(LedgerChangedError, match=GONE[change][1]):
        run_package(run, judgement, sandbox, out)
    assert solver.calls == 6
    assert not (out / "results.jsonl").exists()
    for place in (out, tmp_path / "whole"):
        run, judgement = bench.run(folder, SeededSolver(3))
        run_package(run, judgement, sandbox, place)
    assert unmeasured(out) == unmeasured(tmp_path / "whole")


def unmeasured(folder: Path) -> dict[str, Any]:
    """Files of a package, save the copies of a ledger, with the times left out of its records."""
    found: dict[str, Any] = {}
    for name, data in files(folder).items():
        if name.endswith(".jsonl"):
            records = map(json.loads, data.splitlines())
            found[name] = [
                {key: value for key, value in record.items() if key not in {"wall_s", "latency_s"}}
                for record in records
            ]
        elif name not in {"manifest.json", "copy"}:
            found[name] = data
    return found


KILLED_IN_A_WRITE = """
import os, pathlib, signal, sys
from cgr_audit.records.lines import write_lines
def records():
    yield {"n": 1}
    print(os.getpid(), flush=True)
    os.kill(os.getpid(), signal.SIGKILL)
write_lines(pathlib.Path(sys.argv[1]), records())
"""


def test_what_dead_processes_began_to_write_is_removed_and_nothing_else(
    bench: Any, sandbox: Sandbox, asks_twice: bytes, tmp_path: Path
) -> None:
    out = tmp_path / "out"
    others = [out / f".results.jsonl.{os.getppid()}.part", out / ".notes.part", out / "a.12.part", out / ".b.0.part"]
    for name in ("calls.jsonl", "programs/g/d/p.0.py"):
        command = [sys.executable, "-c", KILLED_IN_A_WRITE, str(out / name)]
        killed = subprocess.run(command, capture_output=True, text=True, check=False)
        assert (out / name).with_name(f".{Path(name).name}.{killed.stdout.strip()}.part").is_file()
    for path in others:
        path.write_text("")
    run, judgement = bench.run(bench.package({"p": asks_twice}), SeededSolver(3))
    run_package(run, judgement, sandbox, out)
    assert sorted(out.rglob("*.part")) == sorted(others)


def test_a_process_that_has_the_number_of_a_dead_one_clears_up_after_it(tmp_path: Path) -> None:
    (tmp_path / f".x.{os.getpid()}.part").write_text("")
    (tmp_path / f".x.{10**30}.part").write_text("")
    remove_unfinished(tmp_path)
    assert list(tmp_path.iterdir()) == []
