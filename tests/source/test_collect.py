"""Collecting: every source of programs, exact bytes, stable order, and every way for input to be bad."""

from __future__ import annotations

import gzip
import io
import json
import os
import pickle
import tracemalloc
import zipfile
from pathlib import Path

import pytest

from cgr_audit.errors import UsageError
from cgr_audit.source import collected
from cgr_audit.source.collect import Skipped, Unreadable, collect
from cgr_audit.source.program import Program

pytestmark = pytest.mark.usefixtures("working_folder")


def ids(*paths: object, **options: object) -> list[str]:
    return [found.program_id for found in gathered(*paths, **options) if isinstance(found, Program)]


def gathered(*paths: object, **options: object) -> list[Program | Unreadable]:
    return list(collect([str(path) for path in paths], **options))  # type: ignore[arg-type]


def unreadable(*paths: object, **options: object) -> list[tuple[str, str]]:
    found = gathered(*paths, **options)
    return [(Path(one.path).name, one.reason) for one in found if isinstance(one, Unreadable)]


def write(path: Path, data: bytes | str = b"x = 1\n") -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data if isinstance(data, bytes) else data.encode("utf-8", "surrogatepass"))
    return path


def jsonl(path: Path, *rows: object) -> Path:
    return write(path, "".join(row if isinstance(row, str) else json.dumps(row) + "\n" for row in rows))


# --- files and folders


@pytest.mark.parametrize("data", [b"", b"x = 1\r\ny = 2\r", b"\xff\xfe\0", b"\xef\xbb\xbfx = 1", b"a\x0cb"])
def test_a_file_keeps_its_exact_bytes_and_is_named_by_its_path(tmp_path: Path, data: bytes) -> None:
    path = write(tmp_path / "deep" / "a.py", data)
    assert gathered(path) == [Program("deep/a.py", "deep/a.py", data)]


def test_a_file_given_by_name_need_not_end_in_py(tmp_path: Path) -> None:
    assert ids(write(tmp_path / "answer.txt")) == ["answer.txt"]


def test_a_folder_gives_its_python_files_sorted_by_their_relative_path(tmp_path: Path) -> None:
    names = ["b.py", "a/z.py", "a.py", "a-b.py", "a/b/c.py", "a0/x.py", "B.py", "é.py", "a/__init__.py"]
    for name in [*names, "notes.txt", "a/data.json", "c.pyc"]:
        write(tmp_path / name)
    assert ids(tmp_path) == sorted(names)


def test_an_empty_folder_holds_nothing(tmp_path: Path) -> None:
    assert gathered(tmp_path) == []


def test_a_missing_path_is_wrong_usage_and_is_told_before_anything_is_read(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"nowhere\.py: no such file or folder"):
        collect([write(tmp_path / "a.py"), tmp_path / "nowhere.py"])


@pytest.mark.parametrize("given", ["", "a\0b", "x" * 5000])
def test_a_path_that_no_file_can_have_is_a_missing_path(given: str) -> None:
    with pytest.raises(UsageError):
        collect([given])


def test_folders_stream(tmp_path: Path) -> None:
    for number in range(3):
        write(tmp_path / f"{number}.py")
    stream = collect([tmp_path])
    assert isinstance(next(stream), Program)
    (tmp_path / "1.py").unlink()
    write(tmp_path / "2.py", b"changed")
    assert [(type(one).__name__, getattr(one, "data", None)) for one in stream] == [
        ("Unreadable", None),
        ("Program", b"changed"),
    ]


def test_a_program_that_cannot_be_opened_is_unreadable_and_the_rest_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path / "a.py")
    write(tmp_path / "b.py")
    real = os.open

    def guarded(path: Path, *arguments: object) -> object:
        if Path(path).name == "a.py":
            raise PermissionError(13, "Permission denied")
        return real(path, *arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(os, "open", guarded)
    assert unreadable(tmp_path) == [("a.py", "permission denied")]
    assert ids(tmp_path) == ["b.py"]


def test_a_pipe_among_the_files_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "a.py")
    write(tmp_path / "b.py")
    assert unreadable(tmp_path) == [("a.py", "not a regular file")]
    assert ids(tmp_path) == ["b.py"]


def test_a_folder_named_like_a_program_is_a_folder(tmp_path: Path) -> None:
    write(tmp_path / "a.py" / "b.py")
    assert ids(tmp_path) == ["a.py/b.py"]


def test_an_enormous_program_is_unreadable(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(collected, "PROGRAM_LIMIT", 8)
    write(tmp_path / "fits.py", b"12345678")
    write(tmp_path / "too_large.py", b"123456789")
    assert ids(tmp_path) == ["fits.py"]
    assert [name for name, _ in unreadable(tmp_path)] == ["too_large.py"]


def test_a_name_that_is_no_utf8_is_shown_escaped_and_its_program_is_read(tmp_path: Path) -> None:
    (tmp_path / os.fsdecode(b"caf\xe9.py")).write_bytes(b"x = 1\n")
    assert ids(tmp_path) == ["caf\\xe9.py"]


# --- links


def test_links_that_lead_out_are_not_followed_and_are_told(tmp_path: Path) -> None:
    outside = write(tmp_path / "outside" / "o.py").parent
    root = write(tmp_path / "root" / "a.py").parent
    (root / "file.py").symlink_to(outside / "o.py")
    (root / "folder").symlink_to(outside)
    (root / "relative").symlink_to("../outside")
    (root / "gone.py").symlink_to(tmp_path / "nowhere.py")
    skipped: list[Skipped] = []
    assert ids(root, on_skip=skipped.append) == ["root/a.py"]
    assert sorted(Path(one.path).name for one in skipped) == ["file.py", "folder", "relative"]
    assert unreadable(root) == [("gone.py", "the link leads nowhere")]


def test_links_that_lead_in_circles_end(tmp_path: Path) -> None:
    write(tmp_path / "a" / "x.py")
    (tmp_path / "a" / "up").symlink_to(tmp_path)
    (tmp_path / "self").symlink_to(tmp_path / "self")
    (tmp_path / "here").symlink_to(tmp_path / "a")
    assert ids(tmp_path) == ["a/x.py"]


def test_a_link_to_a_file_inside_the_root_adds_no_second_copy(tmp_path: Path) -> None:
    write(tmp_path / "b.py")
    (tmp_path / "c.py").symlink_to(tmp_path / "b.py")
    assert ids(tmp_path) == ["b.py"]


def test_a_link_given_as_a_path_is_followed(tmp_path: Path) -> None:
    write(tmp_path / "real" / "a.py")
    (tmp_path / "link").symlink_to(tmp_path / "real")
    assert ids(tmp_path / "link") == ["real/a.py"]


# --- ids


@pytest.mark.parametrize(
    "given",
    [
        ".", "./", "sub", "./sub/", "sub/deep", "sub/deep/a.py", "sub/../sub/./deep/a.py", "{here}", "{here}/sub",
        "{here}/sub/deep/a.py", "../{name}", "link", "link/deep", "link/deep/a.py", "link/../sub", "file.py",
        "{here}/link/deep/a.py", "{other}", "{other}/sub/deep",
    ],
)  # fmt: skip
def test_an_id_does_not_depend_on_how_the_path_was_given(tmp_path: Path, given: str) -> None:
    write(Path("sub/deep/a.py"))
    Path("link").symlink_to("sub")
    Path("file.py").symlink_to("sub/deep/a.py")
    other = tmp_path / "other"
    other.symlink_to(tmp_path)
    path = given.format(here=tmp_path, name=tmp_path.name, other=other)
    assert [(one.program_id, one.path) for one in gathered(path) if isinstance(one, Program)] == [
        ("sub/deep/a.py", "sub/deep/a.py")
    ]


def test_what_is_outside_the_working_folder_is_named_from_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(Path("x/a.py"))
    Path("work").mkdir()
    monkeypatch.chdir("work")
    assert ids("../x") == ids(tmp_path / "x" / "a.py") == ["../x/a.py"]


def test_ids_can_count_from_another_folder_and_paths_count_from_the_working_folder(tmp_path: Path) -> None:
    write(Path("project/sub/a.py"))
    archive(Path("project/z.zip"), **{"a.py": b"x"})
    jsonl(Path("project/rows.jsonl"), {"id": "r", "source": ""})
    found = gathered("project", "project/z.zip", "project/rows.jsonl", base=tmp_path / "project")
    assert [(one.program_id, one.path) for one in found if isinstance(one, Program)] == [
        ("sub/a.py", "project/sub/a.py"), ("z.zip/a.py", "project/z.zip/a.py"), ("r", "project/rows.jsonl:1"),
    ]  # fmt: skip


def test_what_is_unreadable_or_left_out_is_named_as_programs_are(tmp_path: Path) -> None:
    root = write(Path("sub/a.py")).parent
    os.mkfifo(root / "b.py")
    (root / "out.py").symlink_to("/etc/passwd")
    jsonl(Path("rows.jsonl"), "{\n")
    skipped: list[Skipped] = []
    found = gathered("./sub/../sub", tmp_path / "rows.jsonl", on_skip=skipped.append)
    assert [one.path for one in found if isinstance(one, Unreadable)] == ["sub/b.py", "rows.jsonl:1"]
    assert [one.path for one in skipped] == ["sub/out.py"]
    Path("sub/out.py").rename("out.py")
    skipped.clear()
    gathered(".", on_skip=skipped.append)
    assert [one.path for one in skipped] == ["out.py"]


def test_names_that_are_not_utf8_never_look_like_others() -> None:
    for name in (b"a\xe9.py", rb"a\xe9.py", rb"a\\xe9.py"):
        Path(os.fsdecode(name)).write_bytes(b"")
    assert sorted(ids(".")) == [r"a\\\\xe9.py", r"a\\xe9.py", r"a\xe9.py"]


@pytest.mark.parametrize("turned", [False, True])
def test_rows_and_packages_keep_their_ids_but_for_those_that_two_have(turned: bool) -> None:
    write(Path("x.py"))
    jsonl(
        Path("one/rows.jsonl"), {"id": "7", "source": "1"}, {"id": "only", "source": "2"}, {"id": "x.py", "source": ""}
    )
    jsonl(Path("two/rows.jsonl"), {"id": "7", "source": "3"}, {"id": "g/a.py", "source": "4"})
    package(Path("p"), [{"program_id": "g/a.py"}, {"program_id": "g/b.py"}], **{"g/a.py": b"5", "g/b.py": b"6"})
    paths = ["one/rows.jsonl", "p", "two/rows.jsonl", "."]
    found = gathered(*(reversed(paths) if turned else paths))
    assert {(one.program_id, one.path) for one in found if isinstance(one, Program)} == {
        ("one/rows.jsonl/7", "one/rows.jsonl:1"), ("only", "one/rows.jsonl:2"),
        ("one/rows.jsonl/x.py", "one/rows.jsonl:3"),
        ("two/rows.jsonl/7", "two/rows.jsonl:1"), ("two/rows.jsonl/g/a.py", "two/rows.jsonl:2"),
        ("p/g/a.py", "p/programs/g/a.py"), ("g/b.py", "p/programs/g/b.py"), ("x.py", "x.py"),
        ("p/programs/g/a.py", "p/programs/g/a.py"), ("p/programs/g/b.py", "p/programs/g/b.py"),
    }  # fmt: skip


def test_ids_made_to_collide_are_numbered() -> None:
    jsonl(Path("a.jsonl"), {"id": "x", "source": ""})
    jsonl(
        Path("b.jsonl"),
        {"id": "x", "source": ""},
        {"id": "a.jsonl/x", "source": ""},
        {"id": "a.jsonl/x#2", "source": ""},
    )
    found = ids("a.jsonl", "b.jsonl")
    assert found == ["a.jsonl/x", "b.jsonl/x", "a.jsonl/x#2", "a.jsonl/x#2#2"]


# --- several paths


def test_a_file_reached_by_several_paths_is_collected_once(tmp_path: Path) -> None:
    path = write(tmp_path / "a.py")
    write(tmp_path / "b.py")
    assert ids(path, path, tmp_path, tmp_path) == ["a.py", "b.py"]


def test_paths_keep_the_order_given(tmp_path: Path) -> None:
    first, second = write(tmp_path / "b.py"), write(tmp_path / "a.py")
    assert ids(first, second) == ["b.py", "a.py"]


# --- standard input


def test_standard_input_is_one_program_however_often_it_is_named() -> None:
    assert gathered("-", "-", stdin=io.BytesIO(b"x = 1\r\n")) == [Program("-", "-", b"x = 1\r\n")]


# --- rows


def test_rows_keep_their_other_fields_and_know_their_line(tmp_path: Path) -> None:
    path = jsonl(
        tmp_path / "p.jsonl",
        {"id": "a", "source": "x = 1\r\n", "gold": "B", "n": None},
        "\n",
        {"id": 7, "source": "é"},
    )
    first, second = gathered(path)
    assert isinstance(first, Program)
    assert isinstance(second, Program)
    assert (first.program_id, first.path, first.data) == ("a", "p.jsonl:1", b"x = 1\r\n")
    assert first.fields == {"id": "a", "gold": "B", "n": None}
    assert (second.program_id, second.path, second.data) == ("7", "p.jsonl:3", "é".encode())


def test_a_row_without_an_id_is_named_by_its_line(tmp_path: Path) -> None:
    path = jsonl(tmp_path / "p.jsonl", {"source": ""}, "\n", {"source": "", "id": None}, {"source": "", "key": "k"})
    assert ids(path) == ["1", "3", "4"]
    assert ids(path, id_field="key") == ["k"]
    said = "no field 'key'; it has 'source': see --id-field"
    assert unreadable(path, id_field="key")[0] == ("p.jsonl:1", said)


def test_the_fields_are_chosen(tmp_path: Path) -> None:
    path = jsonl(tmp_path / "p.jsonl", {"task": "t/1", "code": "x", "source": "no", "id": "no"})
    assert [(p.program_id, p.data) for p in gathered(path, source_field="code", id_field="task")] == [("t/1", b"x")]  # type: ignore[union-attr]


def test_a_compressed_file_gives_the_same_rows(tmp_path: Path) -> None:
    plain = jsonl(tmp_path / "p.jsonl", {"id": "a", "source": "1"}, {"id": "b", "source": "2"})
    packed = write(tmp_path / "q.jsonl.gz", gzip.compress(plain.read_bytes()))
    assert [(p.program_id, p.data) for p in gathered(packed)] == [("a", b"1"), ("b", b"2")]  # type: ignore[union-attr]


def test_lone_surrogates_in_a_row_reach_the_bytes(tmp_path: Path) -> None:
    path = write(tmp_path / "p.jsonl", b'{"id": "a", "source": "s = \'\\ud800\'"}\n')
    assert [p.data for p in gathered(path)] == ["s = '\ud800'".encode("utf-8", "surrogatepass")]  # type: ignore[union-attr]


def test_a_byte_order_mark_before_the_first_row_is_no_error(tmp_path: Path) -> None:
    assert ids(write(tmp_path / "p.jsonl", b'\xef\xbb\xbf{"id": "a", "source": ""}')) == ["a"]


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (
            "{\n",
            "not JSON at column 2: it ends before the object does; is it cut off, or is the object "
            "split over several lines?",
        ),
        ("[1]\n", "a JSON object is needed, and this is an array"),
        ('"text"\n', "a JSON object is needed, and this is text"),
        ('{"id": "x"}\n', "no field 'source'; it has 'id': see --source-field"),
        ("{}\n", "no field 'source'; it has none: see --source-field"),
        ('{"id": "x", "source": null}\n', "field 'source' must be text, and is null"),
        ('{"id": "x", "source": ["x"]}\n', "field 'source' must be text, and is an array"),
        ('{"id": "x", "source": 3}\n', "field 'source' must be text, and is a number"),
        ('{"id": true, "source": ""}\n', "field 'id' must be text or a whole number, and is true or false"),
        ('{"id": "", "source": ""}\n', "field 'id' must be text or a whole number, and is empty"),
        ('{"id": 1.5, "source": ""}\n', "field 'id' must be text or a whole number, and is a number"),
        ('{"id": "r3", "source": "y"}\n', "its id 'r3' is already that of line 3; ids must differ"),
    ],
)
def test_a_bad_line_17_is_named_and_the_other_rows_are_read(tmp_path: Path, line: str, reason: str) -> None:
    good = [{"id": f"r{number}", "source": ""} for number in range(1, 21)]
    path = jsonl(tmp_path / "p.jsonl", *good[:16], line, *good[17:])
    assert unreadable(path) == [("p.jsonl:17", reason)]
    assert ids(path) == [row["id"] for row in good if row["id"] != "r17"]


def test_a_line_that_is_not_utf8_is_named_with_its_byte(tmp_path: Path) -> None:
    path = write(tmp_path / "p.jsonl", b'{"id": "a", "source": ""}\n{"id": "\xe9"}\n')
    assert unreadable(path) == [("p.jsonl:2", "not UTF-8: byte 0xe9 at offset 8 of the line")]


def test_a_line_nested_without_end_is_a_bad_line(tmp_path: Path) -> None:
    [(where, reason)] = unreadable(write(tmp_path / "p.jsonl", "[" * 200_000 + "\n"))
    assert where == "p.jsonl:1"
    assert reason.startswith("not JSON")


def test_a_line_id_and_a_written_id_that_agree_are_told(tmp_path: Path) -> None:
    path = jsonl(tmp_path / "p.jsonl", {"id": 2, "source": ""}, {"source": ""})
    assert unreadable(path) == [("p.jsonl:2", "its id '2' is already that of line 1; ids must differ")]


def test_the_ids_of_many_rows_are_compared_without_being_held_in_memory(tmp_path: Path) -> None:
    rows = "".join(f'{{"id": "{number:0200}", "source": ""}}\n' for number in [*range(6_000), 7, 5_999])
    path = jsonl(tmp_path / "p.jsonl", rows)
    tracemalloc.start()
    found = [(one.path, one.reason) for one in collect([path]) if isinstance(one, Unreadable)]
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert found == [
        ("p.jsonl:6001", f"its id '{7:0200}' is already that of line 8; ids must differ"),
        ("p.jsonl:6002", f"its id '{5_999:0200}' is already that of line 6000; ids must differ"),
    ]
    assert peak < 3 << 19


def test_a_line_beyond_the_limit_is_passed_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cgr_audit.source.rows.RECORD_BYTES", 64)
    monkeypatch.setattr("cgr_audit.source.budget.RECORD_BYTES", 64)
    path = jsonl(
        tmp_path / "p.jsonl",
        {"id": "a", "source": ""},
        {"id": "b", "source": "x" * 500},
        {"id": "c", "source": ""},
    )
    assert ids(path) == ["a", "c"]
    assert [where for where, _ in unreadable(path)] == ["p.jsonl:2"]


@pytest.mark.parametrize("cut", [5, 30])
def test_a_damaged_compressed_file_is_told_at_the_line_it_breaks(tmp_path: Path, cut: int) -> None:
    packed = gzip.compress(b'{"id": "a", "source": "some text that compresses"}\n' * 3)
    [(where, reason)] = unreadable(write(tmp_path / "p.jsonl.gz", packed[:cut]))
    assert where.startswith("p.jsonl.gz")
    assert "damaged" in reason


def test_what_is_no_gzip_is_told(tmp_path: Path) -> None:
    [(where, reason)] = unreadable(write(tmp_path / "p.jsonl.gz", b"{}\n"))
    assert where == "p.jsonl.gz:1"
    assert reason.startswith("the compressed file is damaged here")


def test_a_collected_program_can_cross_between_processes(tmp_path: Path) -> None:
    [program] = gathered(jsonl(tmp_path / "p.jsonl", {"id": "a", "source": "x", "other": [1]}))
    copy = pickle.loads(pickle.dumps(program))
    assert copy == program
    assert copy.fields == {"id": "a", "other": [1]}


# --- Parquet


def parquet(path: Path, **columns: list[object]) -> Path:
    pyarrow = pytest.importorskip("pyarrow")
    from pyarrow import parquet as format_

    format_.write_table(pyarrow.table(columns), path)
    return path


def test_parquet_rows_are_read_in_order_with_their_numbers(tmp_path: Path) -> None:
    path = parquet(tmp_path / "p.parquet", id=["a", None, "c"], source=["1", "2", None], gold=[1, 2, 3])
    first, second, third = gathered(path)
    assert first == Program("a", "p.parquet:1", b"1")
    assert first.fields == {"id": "a", "gold": 1}  # type: ignore[union-attr]
    assert second == Program("2", "p.parquet:2", b"2")
    assert third == Unreadable("p.parquet:3", "field 'source' must be text, and is null")


def test_a_column_of_bytes_is_taken_as_it_is(tmp_path: Path) -> None:
    path = parquet(tmp_path / "p.parquet", id=[1], source=[b"\xff\r\n"])
    assert [p.data for p in gathered(path)] == [b"\xff\r\n"]  # type: ignore[union-attr]


def test_a_parquet_file_without_the_column_names_those_it_has(tmp_path: Path) -> None:
    path = parquet(tmp_path / "p.parquet", id=["a"], code=["x"])
    assert unreadable(path) == [("p.parquet", "no column 'source'; it has id, code: see --source-field")]


def test_what_is_no_parquet_file_is_told(tmp_path: Path) -> None:
    [(where, reason)] = unreadable(write(tmp_path / "p.parquet", b"PAR1 nothing of the kind"))
    assert where == "p.parquet"
    assert reason.startswith("not a Parquet file that can be read")


# --- archives


def archive(path: Path, **entries: bytes) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as file:
        for name, data in entries.items():
            file.writestr(name, data)
    return path


def test_an_archive_gives_its_python_files_sorted(tmp_path: Path) -> None:
    path = archive(tmp_path / "z.zip", **{"b.py": b"2\r\n", "a/c.py": b"1", "notes.md": b""})
    assert gathered(path) == [
        Program("z.zip/a/c.py", "z.zip/a/c.py", b"1"),
        Program("z.zip/b.py", "z.zip/b.py", b"2\r\n"),
    ]


@pytest.mark.parametrize("name", ["../up.py", "a/../../up.py", "/etc/a.py", "C:\\a.py", "..\\up.py", "C:/a.py"])
def test_an_entry_whose_name_leads_out_is_unreadable(tmp_path: Path, name: str) -> None:
    path = archive(tmp_path / "z.zip", **{name: b"x", "ok.py": b"y"})
    assert ids(path) == ["z.zip/ok.py"]
    assert [reason for _, reason in unreadable(path)] == ["its name leads out of the archive"]


def test_a_bomb_is_not_unpacked(tmp_path: Path) -> None:
    path = archive(tmp_path / "z.zip", **{"bomb.py": b"\0" * (collected.PROGRAM_LIMIT + 1), "ok.py": b"y"})
    assert ids(path) == ["z.zip/ok.py"]
    assert unreadable(path) == [("z.zip:bomb.py", "larger than 8 MiB, which no program is")]


def test_a_bomb_that_lies_about_its_size_is_not_unpacked(tmp_path: Path) -> None:
    path = archive(tmp_path / "z.zip", **{"bomb.py": b"\0" * 5_000_000})
    lied = path.read_bytes().replace((5_000_000).to_bytes(4, "little"), (10).to_bytes(4, "little"))
    [(where, _)] = unreadable(write(path, lied))
    assert where == "z.zip:bomb.py"


def test_an_archive_of_many_bombs_ends(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cgr_audit.source.budget._LEAST", 100)
    monkeypatch.setattr("cgr_audit.source.budget._RATIO", 0)
    path = archive(tmp_path / "z.zip", **{f"{number}.py": b" " * 60 for number in range(4)})
    assert ids(path) == ["z.zip/0.py", "z.zip/1.py"]
    assert len(unreadable(path)) == 2


def test_two_entries_of_one_name_are_never_two_programs(tmp_path: Path) -> None:
    path = archive(tmp_path / "z.zip", **{"a.py": b"1", "b.py": b"2"})
    write(path, path.read_bytes().replace(b"b.py", b"a.py"))
    assert [p.data for p in gathered(path) if isinstance(p, Program)] == [b"1"]
    assert unreadable(path) == [("z.zip:a.py", "the archive holds two entries of this name")]


def test_a_link_in_an_archive_is_unreadable(tmp_path: Path) -> None:
    entry = zipfile.ZipInfo("a.py")
    entry.external_attr = 0o120777 << 16
    with zipfile.ZipFile(tmp_path / "z.zip", "w") as file:
        file.writestr(entry, "/etc/passwd")
    assert unreadable(tmp_path / "z.zip") == [("z.zip:a.py", "a symbolic link, whose target an archive does not hold")]


def test_a_damaged_entry_costs_only_itself(tmp_path: Path) -> None:
    path = tmp_path / "z.zip"
    with zipfile.ZipFile(path, "w") as file:
        file.writestr("a.py", b"first program")
        file.writestr("b.py", b"second program")
    write(path, path.read_bytes().replace(b"first program", b"other program"))
    assert ids(path) == ["z.zip/b.py"]
    assert [where for where, _ in unreadable(path)] == ["z.zip:a.py"]


def test_what_is_no_archive_is_told(tmp_path: Path) -> None:
    [(where, reason)] = unreadable(write(tmp_path / "z.zip", b"PK nothing"))
    assert where == "z.zip"
    assert reason.startswith("not a zip archive that can be read")


# --- trace packages


def package(root: Path, rows: list[object], **programs: bytes) -> Path:
    write(root / "manifest.json", "{}")
    jsonl(root / "programs.jsonl", *rows)
    for name, data in programs.items():
        write(root / "programs" / name, data)
    return root


def test_a_package_gives_its_own_ids_rows_and_exact_bytes(tmp_path: Path) -> None:
    sha256 = Program("", "", b"x\r\n").sha256
    row = {"program_id": "g/d/1.0.py", "sha256": sha256, "derived_from": "f" * 64, "item_id": "1"}
    root = package(tmp_path, [row], **{"g/d/1.0.py": b"x\r\n"})
    [program] = gathered(root)
    assert isinstance(program, Program)
    assert program == Program("g/d/1.0.py", "programs/g/d/1.0.py", b"x\r\n", derived_from="f" * 64)
    assert program.fields["item_id"] == "1"


def test_bytes_that_are_not_the_packages_are_unreadable(tmp_path: Path) -> None:
    root = package(tmp_path, [{"program_id": "a.py", "sha256": "0" * 64}], **{"a.py": b"changed"})
    [(where, reason)] = unreadable(root)
    assert where == "programs.jsonl:1"
    assert reason.endswith("a.py: its bytes have another sha256 than the package records")


@pytest.mark.parametrize("program_id", ["../secret.py", "/etc/passwd", "", None, 3, "a/../../b.py"])
def test_a_program_id_that_leads_out_of_the_package_is_unreadable(tmp_path: Path, program_id: object) -> None:
    write(tmp_path / "secret.py")
    root = package(tmp_path / "p", [{"program_id": program_id}, {"program_id": "a.py"}], **{"a.py": b"x"})
    assert unreadable(root) == [("programs.jsonl:1", "field 'program_id' must be a path below programs/")]
    assert ids(root) == ["a.py"]


def test_a_program_listed_twice_or_absent_is_unreadable(tmp_path: Path) -> None:
    rows = [{"program_id": "a.py"}, {"program_id": "b.py"}, {"program_id": "a.py"}]
    reasons = dict(unreadable(package(tmp_path, rows, **{"a.py": b"x"})))
    assert reasons["programs.jsonl:2"].endswith("b.py: no such file or directory")
    assert reasons["programs.jsonl:3"] == "its id 'a.py' is already that of line 1; ids must differ"


def test_a_file_that_the_package_does_not_list_is_told(tmp_path: Path) -> None:
    root = package(tmp_path, [{"program_id": "a.py"}], **{"a.py": b"x", "b.py": b"y"})
    skipped: list[Skipped] = []
    assert ids(root, on_skip=skipped.append) == ["a.py"]
    assert [(Path(one.path).name, one.reason) for one in skipped] == [("b.py", "programs.jsonl does not list it")]


# --- real data


def test_every_row_of_real_files_becomes_one_program(data_folder: Path) -> None:
    for name, count in (("adas", 174), ("reflexion", 2569), ("pal_aqua", 254), ("cruxeval", 800)):
        found = gathered(data_folder / name / "programs.jsonl")
        assert len(found) == count
        assert all(isinstance(one, Program) for one in found)
        assert len({one.program_id for one in found if isinstance(one, Program)}) == count


# --- hostile names, pipes and links


@pytest.mark.parametrize(
    ("program_id", "fault"),
    [
        ("\ud800", "it holds a lone surrogate, which UTF-8 cannot hold; write it as a character"),
        ("x" * 100_000, "it has 100,000 characters; give at most 1,000"),
    ],
)
def test_an_id_that_cannot_name_a_program_costs_only_its_row(tmp_path: Path, program_id: str, fault: str) -> None:
    rows = jsonl(tmp_path / "p.jsonl", {"id": program_id, "source": ""}, {"id": "a", "source": ""})
    assert unreadable(rows) == [("p.jsonl:1", f"field 'id' cannot name a program: {fault}")]
    assert ids(rows) == ["a"]
    root = package(tmp_path / "p", [{"program_id": program_id}, {"program_id": "a.py"}], **{"a.py": b"x"})
    assert unreadable(root) == [("programs.jsonl:1", f"field 'program_id' cannot name a program: {fault}")]
    assert ids(root) == ["a.py"]


def test_an_entry_with_a_name_without_end_is_unreadable(tmp_path: Path) -> None:
    path = archive(tmp_path / "z.zip", **{"x" * 60_000 + ".py": b"x", "ok.py": b"y"})
    assert ids(path) == ["z.zip/ok.py"]
    assert [reason for _, reason in unreadable(path)] == [
        "its name cannot name a program: it has 60,003 characters; give at most 1,000"
    ]


def test_a_row_of_many_long_fields_is_told_in_a_short_line(tmp_path: Path) -> None:
    path = jsonl(tmp_path / "p.jsonl", {f"{number}{'x' * 1_000}": 1 for number in range(1_000)})
    [(_, reason)] = unreadable(path)
    assert reason.endswith("and 980 more: see --source-field")
    assert len(reason) < 2_000


def test_a_pipe_among_the_programs_of_a_package_is_not_waited_for(tmp_path: Path) -> None:
    root = package(tmp_path, [{"program_id": "a.py"}, {"program_id": "b.py"}], **{"b.py": b"x"})
    os.mkfifo(root / "programs" / "a.py")
    assert unreadable(root) == [("programs.jsonl:1", f"{root.as_posix()}/programs/a.py: not a regular file")]
    assert ids(root) == ["b.py"]


def test_a_loop_of_links_costs_one_program_of_a_package(tmp_path: Path) -> None:
    root = package(tmp_path, [{"program_id": "a.py"}, {"program_id": "b.py"}], **{"b.py": b"x"})
    (root / "programs" / "a.py").symlink_to("a.py")
    [(where, reason)] = unreadable(root)
    assert where == "programs.jsonl:1"
    assert reason.endswith("a.py: too many levels of symbolic links")
    assert ids(root) == ["b.py"]


@pytest.mark.parametrize("manifest", ['{"contract": "cgr", "sha256": {}}', '{"contract": "cgr", "sha256": {'])
def test_a_package_without_its_list_is_not_a_folder_of_programs(tmp_path: Path, manifest: str) -> None:
    write(tmp_path / "manifest.json", manifest)
    write(tmp_path / "programs" / "a.py")
    assert gathered(tmp_path) == [Unreadable("programs.jsonl", "no such file or directory")]


def test_a_folder_with_another_kind_of_manifest_is_a_folder(tmp_path: Path) -> None:
    write(tmp_path / "manifest.json", '{"manifest_version": 3, "name": "an extension"}')
    write(tmp_path / "a.py")
    assert ids(tmp_path) == ["a.py"]


def test_what_a_pattern_means_is_left_out_and_said_and_what_is_given_never_is(tmp_path: Path) -> None:
    for name in ("a.py", "a_test.py", "old/b.py", "deep/old/c.py", "deep/d.py", "deep/notes.txt"):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("x = 1\n")
    skipped: list[Skipped] = []

    def ids(*patterns: str, root: Path = tmp_path) -> list[str]:
        skipped.clear()
        found = collect([root], base=tmp_path, exclude=patterns, on_skip=skipped.append)
        return [one.program_id for one in found if isinstance(one, Program)]

    assert ids("old") == ["a.py", "a_test.py", "deep/d.py"]
    assert [(one.reason, one.is_excluded) for one in skipped] == [("excluded by 'old'", True)] * 2
    assert ids("old/") == ["a.py", "a_test.py", "deep/d.py"]
    assert ids("deep/old") == ["a.py", "a_test.py", "deep/d.py", "old/b.py"]
    assert ids("*_test.py", "deep/*") == ["a.py", "old/b.py"]
    assert len(skipped) == 3
    assert ids("old", root=tmp_path / "old") == ["old/b.py"]
    assert ids("a.py", root=tmp_path / "a.py") == ["a.py"]
