"""The draw of findings for reading."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from benchmarks import samples

ENDLESS = "def f(x):\n    while x:\n        pass\n"
PROGRAMS = {f"{name}.py": ENDLESS for name in "abcd"} | {"clean.py": "def f(x):\n    return x\n"}


def as_folder(place: Path) -> Path:
    folder = place / "programs"
    folder.mkdir()
    for name, source in PROGRAMS.items():
        (folder / name).write_text(source, "utf-8")
    return folder


def as_jsonl(place: Path) -> Path:
    rows = place / "programs.jsonl"
    lines = [json.dumps({"id": name, "source": source}) for name, source in PROGRAMS.items()]
    rows.write_text("\n".join(lines) + "\n", "utf-8")
    return rows


def as_parquet(place: Path) -> Path:
    rows = place / "programs.parquet"
    pq.write_table(pa.table({"id": list(PROGRAMS), "source": list(PROGRAMS.values())}), rows)
    return rows


def drawn(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *arguments: str) -> list[str]:
    monkeypatch.setattr(sys, "argv", ["samples", *arguments])
    assert samples.main() == 0
    return [line for line in capsys.readouterr().out.splitlines() if line.startswith(("====", "----"))]


@pytest.mark.parametrize("written", [as_folder, as_jsonl, as_parquet])
def test_the_draw_is_the_same_wherever_the_programs_stand(
    written: Callable[[Path], Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    source = str(written(tmp_path))
    assert drawn(monkeypatch, capsys, source, "--contract", "function", "--codes", "CGR306", "--count", "1") == [
        "==== CGR306: 1 of 4 findings",
        "---- b.py:2:5 CGR306 once entered, this loop never terminates: nothing in it changes its test",
    ]
    assert drawn(monkeypatch, capsys, source, "--contract", "function", "--clean") == [
        "==== 1 of 1 programs without findings",
        "---- clean.py",
    ]


def test_what_cannot_be_read_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["samples", str(tmp_path / "absent.jsonl"), "--contract", "function"])
    with pytest.raises(SystemExit, match=r"absent\.jsonl: no such file or folder"):
        samples.main()
