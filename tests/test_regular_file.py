"""Input is a regular file wherever it is named; nothing else is waited for."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cgr_audit.audit.baseline import load_baseline
from cgr_audit.audit.registry import load_registry
from cgr_audit.audit.suppressions import load_suppressions
from cgr_audit.errors import CgrAuditError
from cgr_audit.gate.policy import load_policy
from cgr_audit.records.blocks import read_blocks
from cgr_audit.records.lines import read_document, read_lines
from cgr_audit.regular_file import open_regular, read_regular
from cgr_audit.scorecards.codemind.scorer import CodeMind
from cgr_audit.scorecards.row_source import read_rows
from cgr_audit.source.collect import Unreadable, collect
from cgr_audit.source.contract import load_contract


def a_pipe(path: Path) -> None:
    os.mkfifo(path)


def a_folder(path: Path) -> None:
    path.mkdir()


def a_device(path: Path) -> None:
    path.symlink_to("/dev/zero")


def a_loop(path: Path) -> None:
    path.symlink_to(path)


MAKE = (a_pipe, a_folder, a_device, a_loop)
REASONS = ("not a regular file", "Too many levels of symbolic links", "no contract named", "Is a directory")
READERS: dict[str, Callable[[Path], Any]] = {
    "policy": lambda path: load_policy(path, load_registry(None)),
    "contract": lambda path: load_contract(str(path)),
    "suppressions": lambda path: load_suppressions(path, str, None),  # type: ignore[arg-type]
    "baseline": lambda path: load_baseline(path, str),
    "document": lambda path: read_document(path, "manifest"),
    "lines": lambda path: list(read_lines(path, "item")),
    "blocks": lambda path: list(read_blocks(path, "item", ["item_id"])),
}


@pytest.mark.parametrize("make", MAKE)
@pytest.mark.parametrize("read", READERS.values(), ids=READERS)
def test_a_reader_refuses_what_is_not_a_regular_file_in_one_line(
    tmp_path: Path, make: Callable[[Path], None], read: Callable[[Path], Any]
) -> None:
    path = tmp_path / "input"
    make(path)
    with pytest.raises(CgrAuditError) as caught:
        read(path)
    assert str(path) in str(caught.value)
    assert any(reason in str(caught.value) for reason in REASONS)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("make", [a_pipe, a_device])
@pytest.mark.parametrize("name", ["a.py", "a.txt", "a.jsonl", "a.jsonl.gz", "a.parquet", "a.zip", "a.ipynb"])
def test_a_collector_waits_for_no_pipe_and_reads_no_device(
    tmp_path: Path, make: Callable[[Path], None], name: str
) -> None:
    path = tmp_path / name
    make(path)
    (found,) = collect([path])
    assert isinstance(found, Unreadable)
    assert found.path == os.path.relpath(os.path.realpath(path))
    assert found.reason == "not a regular file"


@pytest.mark.parametrize("name", ["a.jsonl", "a.jsonl.gz", "a.parquet"])
def test_rows_of_a_scorecard_are_not_read_from_a_pipe(tmp_path: Path, name: str) -> None:
    os.mkfifo(tmp_path / name)
    with pytest.raises(CgrAuditError, match=r"cannot be read: not a regular file$"):
        read_rows([tmp_path / name], CodeMind())


def test_a_regular_file_is_read_through_a_link(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"\r\n\0")
    (tmp_path / "link").symlink_to("a")
    assert read_regular(tmp_path / "link") == b"\r\n\0"


def test_nothing_stays_open_after_a_refusal(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(OSError, match="not a regular file"):
        open_regular(tmp_path / "pipe")
    with pytest.raises(OSError, match="No such device or address"):  # nobody has it open for reading
        os.open(tmp_path / "pipe", os.O_WRONLY | os.O_NONBLOCK)


def test_a_document_above_the_limit_is_not_read_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cgr_audit.regular_file.DOCUMENT_LIMIT", 8)
    (tmp_path / "a").write_bytes(b"x" * 9)
    with pytest.raises(OSError, match="larger than 0 MiB"):
        read_regular(tmp_path / "a")
