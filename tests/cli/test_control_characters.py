"""Control characters in data: whatever a package or a row holds, no command prints or writes one."""

from __future__ import annotations

import io
import json
import shutil
import sys
import unicodedata
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cgr_audit.cli.packages import show_table
from cgr_audit.control_characters import escape_control_characters, escape_lines
from cgr_audit.records.package import open_package
from cgr_audit.records.writing import write_manifest
from cgr_audit.tables.table import Column, Table

HOSTILE = "\x1bc\x1b]0;t\x07\r\b\x00\x7f\x9b2J\x85\u202e\u2066\u200b\u2028\ufeff[red]|`<b>"
"""A reset, a title, a bell, a return, a backspace, controls in eight bits, bidirectional ones, hidden ones, markup."""
NAMES = ("dataset", "item_id", "solver", "generator")
TEXTS = frozenset({
    "question", "text", "prompt", "response", "error", "source", "licence", "message", "provider", "model_id", "name",
    "value_literal", "explanations", "reasons", "where", "config", "outcome_detail",
})  # fmt: skip


def harmful(text: str) -> set[str]:
    """The characters that steer a terminal or hide from a reader."""
    return {one for one in text if one not in "\n\t" and unicodedata.category(one) in {"Cc", "Cf", "Cs", "Zl", "Zp"}}


def poisoned(value: Any, key: str = "") -> Any:
    """A record with the hostile text in every field that may hold any text."""
    match value:
        case dict():
            return {name: poisoned(part, name) for name, part in value.items()}
        case list():
            return [poisoned(part, key) for part in value]
        case str() if key in NAMES or key in TEXTS:
            return value + HOSTILE
    return value


@pytest.fixture(scope="module")
def hostile(part_of_the_demo: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A package with control characters in every text."""
    folder = tmp_path_factory.mktemp("control") / "package"
    shutil.copytree(part_of_the_demo, folder)
    for path in folder.glob("*.jsonl"):
        records = map(json.loads, path.read_text("utf-8").splitlines())
        path.write_text("".join(json.dumps(poisoned(record)) + "\n" for record in records))
    programs = folder / "programs.jsonl"
    records = [json.loads(line) for line in programs.read_text().splitlines()]
    for number, record in enumerate(records):
        name = f"g/{number}\x1bc\x9b\u202e.py"
        (folder / "programs" / "g").mkdir(exist_ok=True)
        (folder / "programs" / record["program_id"]).rename(folder / "programs" / name)
        record["program_id"] = name
    programs.write_text("".join(json.dumps(record) + "\n" for record in records))
    solvers = json.loads((folder / "solvers.json").read_text())
    known = {name + HOSTILE: poisoned(entry) for name, entry in solvers.items()}
    known[sorted(known)[-1]]["registered"] = False
    (folder / "solvers.json").write_text(json.dumps(known))
    write_manifest(folder, name=f"package{HOSTILE}", contract="cgr", created=f"today{HOSTILE}")
    assert open_package(folder).programs
    return folder


@pytest.fixture
def clean(tmp_path: Path) -> Callable[[Any], None]:
    """Checks what a command printed and wrote: no control character outside binary files."""

    def check(done: Any) -> None:
        assert "internal error" not in done.err, done.err
        assert harmful(done.out.decode()) == set()
        assert harmful(done.err) == set()
        for path in tmp_path.rglob("*"):
            if path.is_file() and path.suffix not in {".parquet", ".png", ".pdf", ".py"}:
                text = path.read_text("utf-8")
                assert (path, harmful(text)) == (path, set())
                assert path.suffix in {".json", ".jsonl", ".html", ".svg"} or "\t" not in text

    return check


def test_the_commands_of_a_package_let_none_through(command: Any, hostile: Path, clean: Any, tmp_path: Path) -> None:
    package = tmp_path / "package"
    gated = command("gate", hostile)
    clean(gated)
    assert gated.code == 1, gated.err
    for shape in ("terminal", "sarif", "csv"):
        clean(command("audit", hostile, "--format", shape))
    audited = command("audit", hostile, "--format", "json")
    clean(audited)
    shutil.copytree(hostile, package)
    (package / "verdicts.jsonl").write_bytes(gated.out)
    findings = [{**one, "message": one["message"] + HOSTILE} for one in json.loads(audited.out)["findings"]]
    (package / "findings.jsonl").write_text("".join(json.dumps(one) + "\n" for one in findings))
    for name, out in (("join", "joined"), ("report", "report.html"), ("report", "report.md")):
        done = command(name, package, "--out", tmp_path / out, "--resamples", "100")
        assert done.code == 0, done.err
        clean(done)


def test_a_comparison_lets_none_through(command: Any, hostile: Path, clean: Any, tmp_path: Path) -> None:
    done = command("compare", hostile, hostile, "--out", tmp_path / "compared", "--resamples", "100")
    assert done.code == 0, done.err
    clean(done)


def test_a_scorecard_lets_none_through(
    command: Any, clean: Any, tmp_path: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    texts = {name: f"{name}{HOSTILE}" for name in ("topic", "model", f"house{HOSTILE}")}
    rows = [
        {"id": f"{at}{HOSTILE}", "type": "MC", **texts, "answer_score": 1, "rationale_score": at % 2}
        for at in range(12)
    ]
    bad = [{**rows[0], "id": None}, {**rows[0], f"x{HOSTILE}": 1}]
    path = tmp_path_factory.mktemp("rows") / "rows.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in [*rows, *bad]) + f'{{"{HOSTILE}"\n')
    done = command(
        "score", "clr-bench", path, "--out", tmp_path / "scored", "--by", f"house{HOSTILE.replace(chr(0), '')}"
    )
    clean(done)
    done = command("score", "clr-bench", path, "--out", tmp_path / "scored")
    assert "15 rows read" in done.err
    clean(done)


def test_a_table_drawn_on_a_terminal_lets_none_through(monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    screen = Terminal()
    monkeypatch.setattr(sys, "stdout", screen)
    monkeypatch.setenv("TERM", "dumb")
    columns = (Column("key", f"label {HOSTILE}"),)
    show_table(Table("name", f"title {HOSTILE}", f"note {HOSTILE}", columns, ({"key": f"value {HOSTILE}"},)))
    shown = "".join(screen.getvalue().split())
    for word in ("title", "label", "note", "value"):
        assert f"{word}\\x1bc\\x1b]0;t\\x07" in shown
    assert harmful(screen.getvalue()) == set()


def test_ends_of_lines_and_tabs_are_all_that_stays_of_a_text_over_lines() -> None:
    text = "".join(map(chr, range(0x2100)))
    assert escape_lines(text) == "".join(one if one in "\n\t" else escape_control_characters(one) for one in text)
    assert harmful(escape_lines(text)) == set()
