from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest


def test_the_ending_of_the_file_decides_what_it_is(command: Any, small_package: Path, tmp_path: Path) -> None:
    for name, begins in (("report.html", b"<!DOCTYPE html>\n"), ("report.md", b"# small\n"), ("report", b"<!DOCTYPE")):
        done = command("report", small_package, "--out", tmp_path / name)
        assert done.code == 0
        *absent, wrote = done.err.splitlines()
        names = ("config.json", "verdicts.jsonl", "findings.jsonl")
        assert [line.partition(";")[0] for line in absent] == [
            f"{small_package}/{name}: missing, and taken as empty" for name in names
        ]
        assert wrote == f"wrote {tmp_path / name}"
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
        assert bytes(finished) not in (finished / name).read_bytes()


def test_a_disk_that_is_full_is_one_line(command: Any, small_package: Path) -> None:
    done = command("report", small_package, "--out", "/dev/full", "--format", "html")
    assert done.code == 4
    assert done.err.splitlines()[3:] == ["cgr-audit: /dev/full: No space left on device"]


@pytest.mark.parametrize("missing", ["solvers.json", "items.jsonl", "programs.jsonl"])
def test_a_file_that_is_missing_is_named(command: Any, small_package: Path, tmp_path: Path, missing: str) -> None:
    (small_package / missing).unlink()
    done = command("report", small_package, "--out", tmp_path / "report.html")
    assert (done.code, done.err.count("\n")) == (2, 1)
    said = f"cgr-audit: {small_package}/{missing}: no such file, which every trace package needs: "
    assert done.err.startswith(said)
    assert not (tmp_path / "report.html").exists()


def test_the_charts_are_written_as_pictures_where_that_is_asked_for(
    command: Any, small_package: Path, tmp_path: Path
) -> None:
    done = command("report", small_package, "--out", tmp_path / "report.html", "--plots", tmp_path / "plots")
    names = sorted(path.name for path in (tmp_path / "plots").iterdir())
    assert {"accuracy-by-treatment.png", "accuracy-by-treatment.svg"} <= set(names)
    assert [name.rsplit(".", 1)[0] for name in names if name.endswith(".png")] == [
        name.rsplit(".", 1)[0] for name in names if name.endswith(".svg")
    ]
    assert all(f"wrote {tmp_path / 'plots' / name}" in done.err for name in names)


def test_rows_that_do_not_fit_on_the_page_are_counted_on_it(command: Any, small_package: Path, tmp_path: Path) -> None:
    options = ("--page-rows", "1", "--page-megabytes", "0")
    command("report", small_package, "--out", tmp_path / "report.html", *options)
    page = (tmp_path / "report.html").read_text("utf-8")
    assert "The first 1 of " in page
    assert "For want of room the calls of 1 of 1 rows are not on this page" in page
