from __future__ import annotations

import errno
import os
import random
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from cgr_audit.errors import UsageError
from cgr_audit.execution.ledger import Ledger, LedgerDamagedError, LedgerWriteError, key_digest

WRITER = """
import sys, resource, pathlib
from cgr_audit.execution.ledger import Ledger
path, limit = pathlib.Path(sys.argv[1]), int(sys.argv[2])
if limit:
    resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
told = lambda digest: print(digest, flush=True)
with Ledger(path, interval_s=0.001, on_finished=told) as ledger:
    for number in range(100_000):
        ledger.append({"n": number}, {"text": "x" * (number * 37 % 900)})
"""


def fill(path: Path, count: int) -> None:
    with Ledger(path) as ledger:
        for number in range(count):
            ledger.append({"n": number}, {"square": number * number})


def start(path: Path, limit: int = 0) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", WRITER, str(path), str(limit)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def test_entries_are_there_when_the_ledger_is_opened_again(tmp_path: Path) -> None:
    fill(tmp_path / "ledger.jsonl", 100)
    with Ledger(tmp_path / "ledger.jsonl") as ledger:
        assert len(ledger) == 100
        assert key_digest({"n": 7}) in ledger
        assert key_digest({"n": 100}) not in ledger
        assert ledger.get(key_digest({"n": 7})) == {"square": 49}
        assert ledger.get(key_digest({"n": 100})) is None


def test_a_key_is_the_same_whatever_the_order_of_its_fields() -> None:
    assert key_digest({"a": 1, "b": "é"}) == key_digest({"b": "é", "a": 1})
    assert key_digest({"a": 1}) != key_digest({"a": "1"})


def test_an_entry_that_is_not_final_is_done_again_and_replaced(tmp_path: Path) -> None:
    path = tmp_path / "ledger.jsonl"
    with Ledger(path) as ledger:
        digest = ledger.append({"n": 1}, {"outcome": "host_failure"}, final=False)
    with Ledger(path) as ledger:
        assert digest not in ledger
        assert ledger.get(digest) == {"outcome": "host_failure"}
        ledger.append({"n": 1}, {"outcome": "completed"})
    with Ledger(path) as ledger:
        assert digest in ledger
        assert ledger.get(digest) == {"outcome": "completed"}
        assert len(ledger) == 1


def test_cut_anywhere_the_ledger_keeps_every_whole_line(tmp_path: Path) -> None:
    path = tmp_path / "ledger.jsonl"
    fill(path, 4)
    whole = path.read_bytes()
    ends = [number for number, byte in enumerate(whole, start=1) if byte == ord("\n")]
    for length in range(len(whole) + 1):
        path.write_bytes(whole[:length])
        kept = max(sum(end <= length for end in ends) - 1, 0)
        with Ledger(path) as ledger:
            assert len(ledger) == kept
            ledger.append({"n": "after"}, {})
        with Ledger(path) as ledger:
            assert len(ledger) == kept + 1


def test_a_damaged_line_before_good_ones_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "ledger.jsonl"
    fill(path, 4)
    lines = path.read_bytes().splitlines(keepends=True)
    lines[2] = lines[2].replace(b"square", b"squart")
    path.write_bytes(b"".join(lines))
    before = path.read_bytes()
    with (
        pytest.raises(LedgerDamagedError, match=r"ledger\.jsonl:3: a damaged line with good ones after it"),
        Ledger(path),
    ):
        pass
    assert path.read_bytes() == before


def test_a_file_that_is_no_ledger_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "ledger.jsonl"
    path.write_bytes(b'{"a": 1}\n')
    with pytest.raises(LedgerDamagedError, match="not a ledger"), Ledger(path):
        pass
    assert path.read_bytes() == b'{"a": 1}\n'


def test_two_runs_on_one_ledger_refuse_each_other(tmp_path: Path) -> None:
    path = tmp_path / "ledger.jsonl"
    with (
        Ledger(path),
        pytest.raises(UsageError, match="another run is using this ledger"),
        Ledger(path),
    ):
        pass
    fill(path, 1)
    writer = start(path)
    assert writer.stdout is not None
    writer.stdout.readline()
    with pytest.raises(UsageError, match="another run is using this ledger"), Ledger(path):
        pass
    writer.kill()
    writer.communicate()
    with Ledger(path):
        pass


@pytest.mark.parametrize("seed", range(6))
def test_a_kill_at_any_moment_loses_nothing_that_was_told_finished(tmp_path: Path, seed: int) -> None:
    path = tmp_path / "ledger.jsonl"
    writer = start(path)
    assert writer.stdout is not None
    told = [writer.stdout.readline() for _ in range(random.Random(seed).randrange(1, 3000))]
    writer.kill()
    told += writer.stdout.readlines()
    writer.communicate()
    assert writer.returncode == -signal.SIGKILL
    finished = {line.strip() for line in told if line.endswith("\n")}
    with Ledger(path) as ledger:
        assert finished
        assert all(digest in ledger for digest in finished)
        assert [key_digest({"n": number}) in ledger for number in range(len(ledger))] == [True] * len(ledger)
        last = ledger.get(key_digest({"n": len(ledger) - 1}))
        assert last == {"text": "x" * ((len(ledger) - 1) * 37 % 900)}


def test_a_file_that_may_not_grow_ends_the_run_in_one_line_with_the_ledger_whole(tmp_path: Path) -> None:
    path = tmp_path / "ledger.jsonl"
    writer = start(path, limit=100_000)
    told, said = writer.communicate()
    assert said.splitlines()[-1].startswith("cgr_audit.execution.ledger_file.LedgerWriteError: ")
    assert "cannot be written: File too large" in said
    with Ledger(path) as ledger:
        assert set(told.split()) == {key_digest({"n": number}) for number in range(len(ledger))}


def test_a_full_disk_is_told_and_what_was_finished_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "ledger.jsonl"
    fill(path, 3)
    before = path.read_bytes()
    write = os.write

    def half_then_full(descriptor: int, data: Any) -> int:
        if len(data) < 20:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return write(descriptor, data[:20])

    monkeypatch.setattr(os, "write", half_then_full)
    with pytest.raises(LedgerWriteError, match="the disk is full; 3 finished entries are kept: make room"):
        fill(path, 5)
    monkeypatch.undo()
    assert path.read_bytes() == before
