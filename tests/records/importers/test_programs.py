"""People's own programs: which item each is about, and what of them is kept."""

from __future__ import annotations

import hashlib
import json
import zipfile
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from cgr_audit.errors import NothingCollectedError, UsageError
from cgr_audit.records.importers.program_names import ItemNames, find_pattern
from cgr_audit.records.importers.programs import ImportedPrograms, ProgramSource, import_programs
from cgr_audit.records.rows import ItemKey

PROGRAM = "def solve(question):\n    return ask(question)\n"
KEYS = [ItemKey("d", name) for name in ("q-01", "q-02", "q/10")]


def folder(tmp_path: Path, names: Iterable[str]) -> Path:
    for name in names:
        path = tmp_path / "programs" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(PROGRAM)
    return tmp_path / "programs"


def rows(tmp_path: Path, *given: dict[str, Any]) -> Path:
    path = tmp_path / "programs.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in given), "utf-8")
    return path


def found(read: ImportedPrograms) -> list[tuple[str, str, int]]:
    return [(record.item_id, record.generator, record.sample) for record, _ in read.programs]


@pytest.mark.parametrize(
    ("names", "pattern", "expected"),
    [
        (["q-01.py", "q-02.py"], "{item}.py", [("q-01", "generator", 0), ("q-02", "generator", 0)]),
        (["q%2F10.py"], "{item}.py", [("q/10", "generator", 0)]),
        (["q_10.0.py"], "{item}.{sample}.py", [("q/10", "generator", 0)]),
        (["q-01.0.py", "q-01.1.py"], "{item}.{sample}.py", [("q-01", "generator", 0), ("q-01", "generator", 1)]),
        (["q-01_2.py"], "{item}_{sample}.py", [("q-01", "generator", 2)]),
        (["solver_for_q-01.py", "solver_for_q-02.py"], "solver_for_{item}.py",
         [("q-01", "generator", 0), ("q-02", "generator", 0)]),
        (["gpt/q-01.py", "llama/q-01.py"], "{generator}/{item}.py", [("q-01", "gpt", 0), ("q-01", "llama", 0)]),
        (["d/q-01.py", "d/q-02.py"], "{dataset}/{item}.py", [("q-01", "generator", 0), ("q-02", "generator", 0)]),
        (["gpt/d/q-01.0.py", "gpt/d/q-02.0.py"], "{generator}/{dataset}/{item}.{sample}.py",
         [("q-01", "gpt", 0), ("q-02", "gpt", 0)]),
        (["Q-1.py", "Q-2.py"], "{item}.py", [("q-01", "generator", 0), ("q-02", "generator", 0)]),
    ],
)  # fmt: skip
def test_names_say_which_item_a_program_is_about(
    tmp_path: Path, names: list[str], pattern: str, expected: list[tuple[str, str, int]]
) -> None:
    read = import_programs(ProgramSource(folder(tmp_path, names)), KEYS)
    assert read.recognised.startswith(f"item ← {pattern} (")
    assert sorted(found(read)) == expected


def test_the_bytes_and_their_digest_are_kept_under_a_path_of_their_own(tmp_path: Path) -> None:
    read = import_programs(ProgramSource(folder(tmp_path, ["q%2F10.py"])), KEYS)
    [(record, data)] = read.programs
    assert (record.program_id, data) == ("generator/d/q%2F10.0.py", PROGRAM.encode())
    assert (record.sha256, record.derived_from) == (hashlib.sha256(data).hexdigest(), None)


def test_programs_about_no_item_are_counted(tmp_path: Path) -> None:
    where = folder(tmp_path, ["q-01.py", "setup.py", "tests/test_all.py"])
    read = import_programs(ProgramSource(where), KEYS)
    assert sorted(Path(name).name for name in read.without_item) == ["setup.py", "test_all.py"]
    assert found(read) == [("q-01", "generator", 0)]


def test_a_zip_is_read_as_a_folder_is(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "programs.zip", "w") as archive:
        archive.writestr("q-01.py", PROGRAM)
    assert found(import_programs(ProgramSource(tmp_path / "programs.zip"), KEYS)) == [("q-01", "generator", 0)]


def test_a_pattern_of_ones_own_reads_any_name(tmp_path: Path) -> None:
    where = folder(tmp_path, ["run7/llama-q-01-final-3.py"])
    read = import_programs(ProgramSource(where, "{any}/{generator}-{item}-final-{sample}.py"), KEYS)
    assert found(read) == [("q-01", "llama", 3)]


@pytest.mark.parametrize(
    ("names", "pattern", "error"),
    [
        (
            ["a.py", "b.py"],
            "",
            "no item's id is recognised in the names of 2 programs, such as 'a.py', 'b.py'; ids are",
        ),
        (["q-01.py"], "x{item}.py", "'x{item}.py' finds no item's id in the names of 1 program"),
        (["q-01.py"], "{item}{item}", "--program-id {item}{item}: write {item} once"),
        (["a/q-01.py", "b/q-01.py"], "{any}/{item}.py", "sample 0 of item 'q-01', as "),
    ],
)
def test_names_that_say_nothing_are_refused(tmp_path: Path, names: list[str], pattern: str, error: str) -> None:
    with pytest.raises(UsageError) as refused:
        import_programs(ProgramSource(folder(tmp_path, names), pattern), KEYS)
    assert error in str(refused.value)


def test_names_that_can_be_read_in_two_ways_are_refused_with_both() -> None:
    items = ItemNames([ItemKey("d", "a"), ItemKey("d", "a.1")])
    with pytest.raises(UsageError, match=r"two readings of its name are possible, .*; say which: --program-id "):
        find_pattern(["a.1.py", "x.py"], items)


def test_the_same_id_in_two_data_sets_needs_the_data_set_in_the_name(tmp_path: Path) -> None:
    keys = [ItemKey("d", "1"), ItemKey("e", "1")]
    read = import_programs(ProgramSource(folder(tmp_path, ["d/1.py", "e/1.py"])), keys)
    assert sorted(record.dataset for record, _ in read.programs) == ["d", "e"]
    with pytest.raises(UsageError, match="no item's id is recognised"):
        import_programs(ProgramSource(folder(tmp_path / "flat", ["1.py"])), keys)


def test_rows_of_responses_give_the_programs_in_them_with_their_samples(tmp_path: Path) -> None:
    fenced = f"Here it is:\n\n```python\n{PROGRAM}```\n"
    path = rows(
        tmp_path,
        {"question_id": "q-01", "response": fenced, "model": "big"},
        {"question_id": "q-01", "response": PROGRAM, "model": "big"},
        {"question_id": "zz", "response": PROGRAM, "model": "big"},
        {"question_id": "q-02", "response": "I cannot.", "model": "big"},
        {"question_id": "q-02", "response": None, "model": "big"},
    )
    read = import_programs(ProgramSource(path), KEYS)
    assert read.recognised == "program ← response, item ← question_id, generator ← model"
    assert found(read) == [("q-01", "big", 0), ("q-01", "big", 1), ("q-02", "big", 0)]
    (first, data), (second, _), (_, refusal) = read.programs
    assert (data, first.derived_from) == (PROGRAM.encode(), hashlib.sha256(fenced.encode()).hexdigest())
    assert (second.derived_from, refusal, read.taken_out) == (None, b"I cannot.", 1)
    assert read.without_item == (f"{path}:3",)
    assert [(one.path, one.reason) for one in read.bad] == [(f"{path}:5", "its program, 'response', is empty")]


@pytest.mark.parametrize(
    ("row", "mapped", "error"),
    [
        ({"item_id": "q-01", "text": "x"}, {}, "no column is known to hold the program's text; it has item_id, text"),
        ({"name": "q-01", "code": "x"}, {}, "no column is known to hold the item's id; it has name, code"),
        ({"id": "1", "code": "x"}, {}, "no row's 'id' is an item's id: '1'; say which column holds it"),
        ({"id": "1", "code": "x"}, {"source": "body"}, "programs.source: no column 'body'; it has id, code"),
    ],
)
def test_rows_that_say_nothing_are_refused(
    tmp_path: Path, row: dict[str, str], mapped: dict[str, str], error: str
) -> None:
    with pytest.raises(UsageError) as refused:
        import_programs(ProgramSource(rows(tmp_path, row), mapped=mapped), KEYS)
    assert error in str(refused.value)


def test_a_folder_without_programs_is_nothing_collected(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    with pytest.raises(NothingCollectedError, match="it holds no program"):
        import_programs(ProgramSource(tmp_path / "empty"), KEYS)
