from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest


def test_the_ending_of_the_file_decides_what_it_is(command: Any, small_package: Path, tmp_path: Path) -> None:
    for name, begins in (("report.html", b"<!DOCTYPE html>\n"), ("report.md", b"# small\n"), ("report", b"<!DOCTYPE")):
        done = command("report", small_package, "--out", tmp_path / name)
        assert (done.code, done.err) == (0, f"wrote {tmp_path / name}\n")
        assert (tmp_path / name).read_bytes().startswith(begins)


def test_an_ending_that_is_no_report_s_is_refused(command: Any, small_package: Path, tmp_path: Path) -> None:
    done = command("report", small_package, "--out", tmp_path / "report.pdf")
    assert done.code == 2
    assert "a report is .html or .md" in done.err
    assert not (tmp_path / "report.pdf").exists()


def test_a_format_that_is_asked_for_wins(command: Any, small_package: Path, tmp_path: Path) -> None:
    command("report", small_package, "--out", tmp_path / "report.html", "--format", "markdown")
    assert (tmp_path / "report.html").read_bytes().startswith(b"# small\n")


def test_the_report_of_a_finished_run_is_the_one_that_pipeline_wrote(
    command: Any, finished: Path, tmp_path: Path
) -> None:
    for name in ("report.html", "report.md"):
        command("report", finished, "--out", tmp_path / name)
        assert (tmp_path / name).read_bytes() == (finished / name).read_bytes()


def test_the_path_of_the_package_is_not_in_the_report(command: Any, small_package: Path, tmp_path: Path) -> None:
    command("report", small_package, "--out", tmp_path / "report.html")
    assert str(tmp_path).encode() not in (tmp_path / "report.html").read_bytes()


def test_a_folder_that_cannot_be_written_is_one_line(command: Any, small_package: Path) -> None:
    target = Path("/dev/full/report.html")
    done = command("report", small_package, "--out", target)
    assert done.code == 4
    assert done.err.count("\n") == 1
    assert "/dev/full" in done.err


@pytest.mark.parametrize("missing", ["solvers.json", "items.jsonl", "programs.jsonl"])
def test_a_file_that_is_missing_is_named(command: Any, small_package: Path, tmp_path: Path, missing: str) -> None:
    (small_package / missing).unlink()
    done = command("report", small_package, "--out", tmp_path / "report.html")
    assert (done.code, done.err.count("\n")) == (4, 1)
    assert f"{small_package}/{missing}: missing, but listed in manifest.json" in done.err
    assert not (tmp_path / "report.html").exists()
