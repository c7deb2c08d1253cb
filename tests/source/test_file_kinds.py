"""Files that are certainly no programs are called what they are; generated text stays a program."""

from __future__ import annotations

import gzip
import io
import json
import tarfile
import zipfile
from pathlib import Path

import pytest

from cgr_audit.source.collect import Unreadable, collect
from cgr_audit.source.program import Program

pytestmark = pytest.mark.usefixtures("working_folder")


def zipped(**entries: bytes) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as file:
        for name, data in entries.items():
            file.writestr(name, data)
    return stream.getvalue()


def tarred() -> bytes:
    stream = io.BytesIO()
    with tarfile.open(fileobj=stream, mode="w") as file:
        file.addfile(tarfile.TarInfo("a.py"), io.BytesIO())
    return stream.getvalue()


TABLE = b"id,dataset,solver,answer,gold,a,b,c,d,e,f,g\n1,d,s,A,A,,,,,,,\n"
LOG = json.dumps({"version": 2, "status": "success", "eval": {"task": "t"}, "plan": {}, "samples": []}).encode()
LOG_SAID = "a log of Inspect as JSON, not a program; `inspect log convert --to eval` makes one that is read"


@pytest.mark.parametrize(
    ("name", "data", "said"),
    [
        ("results.csv", TABLE, "a table (CSV) of 12 columns, not a program; if one of them holds programs, write one "
         "JSON object per program to a .jsonl file"),
        ("results.tsv", b"a\tb\n1\t2\n", "a table (TSV) of 2 columns, not a program"),
        ("log.eval", zipped(**{"header.json": b"{}"}), "not a log of Inspect: header.json"),
        ("log", zipped(**{"_journal/start.json": b"{}"}), "a log of Inspect, not a program; give it the ending .eval"),
        ("log.eval", LOG, LOG_SAID),
        ("log.json", LOG, LOG_SAID),
        ("manifest.json", b'{"contract": "cgr", "sha256": {}}', "a file of a trace package, not a program; give the"),
        ("data.json", b'[{"source": "x = 1"}]', "a JSON document, not a program; write one JSON object per program"),
        ("findings.sarif", b'{"$schema": "https://x/sarif-2.1.0.json"}', "findings as SARIF, not a program"),
        ("rows.ndjson", b'{"source": "x"}\n{}', "rows of JSON (one object to a line), not a program; give it the endi"),
        ("rows.dat", b"PAR1\x15\x04", "a Parquet file, not a program; give it the ending .parquet, and see --source-f"),
        ("programs", zipped(**{"a.py": b"x = 1"}), "a zip archive, not a program; give it the ending .zip"),
        ("rows.gz", gzip.compress(b"{}", mtime=0), "a file compressed by gzip, not a program; unpack it"),
        ("a.txt", b"\x1f\x8b\x08\0", "a file compressed by gzip, not a program"),
        ("a.tar", tarred(), "a tar archive, not a program; unpack it, and give what it holds"),
        ("a.7z", b"7z\xbc\xaf\x27\x1c\0\4", "a 7z archive, not a program; unpack it"),
        ("paper.pdf", b"%PDF-1.7\n%\xe2", "a PDF document, not a program"),
        ("plot.png", b"\x89PNG\r\n\x1a\n", "a PNG image, not a program"),
        ("a.out", b"\x7fELF\2\1\1\0", "an executable file (ELF), not a program in Python"),
        ("tool", b"\x7fELF\2\1\1\0", "an executable file (ELF), not a program in Python"),
        ("a.pyc", b"\xa7\r\r\n\0\0\0\0", "compiled Python, not its source; give the .py file that it was made from"),
        ("Main.java", b"class Main {}\n", "a text in Java by its ending, not a program in Python"),
        ("main.cpp", b"int main() {}\n", "a text in C++ by its ending, not a program in Python"),
    ],
)  # fmt: skip
def test_what_is_certainly_something_else_is_refused_by_name(tmp_path: Path, name: str, data: bytes, said: str) -> None:
    path = tmp_path / name
    path.write_bytes(data)
    [found] = collect([path])
    assert isinstance(found, Unreadable)
    assert found.path == path.name
    assert found.reason.startswith(said)


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("a.py", TABLE),
        ("a.py", b"\x7fELF"),
        ("a.py", b"%PDF-1.7"),
        ("a.pyw", b"{}"),
        ("answer.txt", b"Sure! Here is the program:\n```python\nx = 1\n```\n"),
        ("answer.md", b"# Answer\n\n```python\nx = 1\n```\n"),
        ("answer", b'{"a": 1}\n'),
        ("answer.txt", b"id,dataset\n1,2\n"),
        ("one_column.csv", b"x = 1\n"),
        ("cut.json", b"def solve():\n"),
        ("empty.csv", b""),
        ("empty.java", b"\n"),
        ("gen.out", b"def f(:\n"),
        ("damaged.ndjson", b"{not json\n"),
        ("x", b"BZ = 1\n"),
        ("x", b"\0\1\2"),
    ],
)
def test_generated_text_stays_a_program_whatever_it_looks_like(tmp_path: Path, name: str, data: bytes) -> None:
    path = tmp_path / name
    path.write_bytes(data)
    assert list(collect([path])) == [Program(name, path.name, data)]


def test_a_large_file_is_called_what_it_is_and_not_only_large(tmp_path: Path) -> None:
    path = tmp_path / "large.csv"
    path.write_bytes(b"a,b\n" + b"1,2\n" * 2_500_000)
    [found] = collect([path])
    assert isinstance(found, Unreadable)
    assert found.reason.startswith("a table (CSV) of 2 columns")


def test_bytes_on_standard_input_are_called_what_they_are() -> None:
    [found] = collect(["-"], stdin=io.BytesIO(gzip.compress(b"x = 1")))
    assert isinstance(found, Unreadable)
    assert found.reason.startswith("a file compressed by gzip")


def test_the_other_files_are_audited_all_the_same(tmp_path: Path) -> None:
    (tmp_path / "results.csv").write_bytes(TABLE)
    (tmp_path / "a.py").write_bytes(b"x = 1\n")
    assert [type(found) for found in collect([tmp_path / "results.csv", tmp_path / "a.py"])] == [Unreadable, Program]
