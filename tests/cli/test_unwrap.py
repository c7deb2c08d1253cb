"""``cgr-audit unwrap``: what is written, what is left, and how it ends."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

PROGRAM = "def solve(question):\n    return extract_answer(llm_model(question, {})), 'B', 3\n"
WRAPPED = f"Here it is:\n\n```python\n{PROGRAM}```\n"


def sha256(text: str | bytes) -> str:
    return hashlib.sha256(text if isinstance(text, bytes) else text.encode()).hexdigest()


def records(out: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (out / "programs.jsonl").read_text("utf-8").splitlines()]


@pytest.fixture
def texts(tmp_path: Path) -> Path:
    folder = tmp_path / "texts"
    (folder / "a").mkdir(parents=True)
    (folder / "a" / "fenced.py").write_text(WRAPPED)
    (folder / "plain.py").write_text(PROGRAM)
    (folder / "prose.py").write_text("I cannot do that.\n")
    (folder / "two.py").write_text(f"{WRAPPED}\nor\n\n{WRAPPED}")
    return folder


def test_each_wrapped_program_becomes_a_file_and_a_line_with_the_digest_it_derives_from(
    command: Any, texts: Path, tmp_path: Path
) -> None:
    out = tmp_path / "out"
    done = command("unwrap", texts, "--out", out)
    assert done.code == 0
    assert (out / "a" / "fenced.py").read_text() == PROGRAM
    assert records(out) == [
        {
            "program_id": "a/fenced.py",
            "sha256": sha256(PROGRAM),
            "derived_from": sha256(WRAPPED),
            "taken_from": {"program_id": "a/fenced.py", "first_line": 4, "last_line": 5},
        }
    ]
    assert sorted(path.name for path in out.rglob("*")) == ["a", "fenced.py", "programs.jsonl"]


def test_texts_that_hold_none_or_several_are_left_and_listed(command: Any, texts: Path, tmp_path: Path) -> None:
    done = command("unwrap", texts, "--out", tmp_path / "out")
    assert done.out.decode().splitlines() == [
        "prose.py: left: prose: words stand where code should",
        "two.py: left: the text holds 2 programs run together",
    ]
    assert done.err.endswith("4 texts: 1 taken out into " + str(tmp_path / "out")
                             + ", 1 programs already, 1 hold several, 1 hold none\n")  # fmt: skip


def test_what_was_taken_out_is_audited_like_any_program(
    command: Any, texts: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    command("unwrap", texts, "--out", tmp_path / "out")
    monkeypatch.chdir(tmp_path / "out")
    done = command("audit", ".", "--format", "json", "--select", "CGR001,CGR002")
    [program] = json.loads(done.out)["programs"]
    assert (program["program_id"], program["sha256"]) == ("a/fenced.py", sha256(PROGRAM))


def test_rows_keep_their_fields_and_get_names_that_lead_nowhere_else(command: Any, tmp_path: Path) -> None:
    rows = [
        {"id": name, "source": WRAPPED, "gold": "B"}
        for name in ("../../up", "a:b/c", "x", "x.py", "..", "n" * 300, "/abs", "é")
    ]
    (tmp_path / "rows.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    out = tmp_path / "out"
    done = command("unwrap", tmp_path / "rows.jsonl", "--out", out)
    assert done.code == 0
    found = records(out)
    names = [record["program_id"] for record in found]
    assert names[:5] == ["%2E%2E/%2E%2E/up.py", "a%3Ab/c.py", "x.py", "x~2.py", "%2E%2E.py"]
    assert names[6:] == ["%/abs.py", "%C3%A9.py"]
    assert len(names[5]) < 255
    assert all((out / name).read_text() == PROGRAM for name in names)
    assert {record["gold"] for record in found} == {"B"}
    assert [record["taken_from"]["program_id"] for record in found] == [row["id"] for row in rows]
    assert sorted(path.relative_to(out).as_posix() for path in out.rglob("*.py")) == sorted(names)


@pytest.mark.parametrize(
    ("text", "taken"),
    [
        (b"Words here first.\r\n\r\n    def f():\r\n        return 1\r\n", b"def f():\r\n    return 1\r\n"),
        (b"\xef\xbb\xbf```\nx = 1\n```", b"x = 1\n"),
        ("```\ns = 'é'\n```".encode(), "s = 'é'\n".encode()),
        (b"# coding: latin-1\n```\ns = '\xe9'\n```", "s = 'é'\n".encode()),
        (b"# coding: latin-1\ns = '\xe9'\n```\n", b"# coding: latin-1\ns = '\xe9'\n"),
    ],
)
def test_the_text_is_taken_out_exactly(command: Any, tmp_path: Path, text: bytes, taken: bytes) -> None:
    (tmp_path / "t.py").write_bytes(text)
    assert command("unwrap", tmp_path / "t.py", "--out", tmp_path / "out").code == 0
    assert (tmp_path / "out" / "t.py").read_bytes() == taken


def test_the_same_texts_give_the_same_bytes_twice(command: Any, texts: Path, tmp_path: Path) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    command("unwrap", texts, "--out", first)
    command("unwrap", texts, "--out", second, "--jobs", "2")
    command("unwrap", texts, "--out", second)
    assert (first / "programs.jsonl").read_bytes() == (second / "programs.jsonl").read_bytes()


def test_it_ends_as_every_command_does(command: Any, texts: Path, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "bad.jsonl").write_text("{\n")
    out = tmp_path / "out"
    assert command("unwrap", tmp_path / "nowhere", "--out", out).code == 2
    assert command("unwrap", texts, "--out", texts / "plain.py").code == 2
    assert command("unwrap", texts, "--out", texts).code == 2
    assert command("unwrap", tmp_path / "empty", "--out", out).code == 3
    assert command("unwrap", texts, tmp_path / "bad.jsonl", "--out", out).code == 4
