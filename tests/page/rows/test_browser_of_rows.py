from __future__ import annotations

import base64
import json
import zlib
from pathlib import Path
from typing import Any

from cgr_audit.accuracy.join import join_package
from cgr_audit.page.rows.browser import Room, RowBrowser, row_browser
from cgr_audit.records.package import open_package
from cgr_audit.source.contract import load_contract
from tests.page.conftest import write_wide_package


def gathered(folder: Path, room: Room) -> RowBrowser:
    package = open_package(folder)
    findings: dict[str, list[dict[str, Any]]] = {}
    for finding in package.findings():
        findings.setdefault(finding["program_id"], []).append(finding)
    return row_browser(package, join_package(package, load_contract("cgr")).table, findings, room)


def unpacked(text: str) -> Any:
    return json.loads(zlib.decompress(base64.b64decode(text)))


def test_every_row_has_its_program_and_calls_and_says_its_lines(tmp_path: Path) -> None:
    browser = gathered(write_wide_package(tmp_path), Room())
    columns = unpacked(browser.index)
    blocks = [unpacked(block) for block in browser.blocks]
    assert (browser.rows, browser.total, browser.notes) == (180, 180, ())
    for number, (block, place) in enumerate(columns["detail place"]):
        calls = blocks[block][place]["calls"]
        assert [(call["channel"], call["attempt"], call["index"]) for call in calls] == [
            ("direct", 1, 0), ("assisted", 1, 0), ("assisted", 1, 1), ("assisted", 2, 0),
        ]  # fmt: skip
        line = columns["result line"][number]
        assert columns["call lines"][number] == f"{4 * line - 3}–{4 * line}"
    assert {tuple(place) for place in columns["program place"]} == {(0, 0)}


def test_what_does_not_fit_is_said_and_rows_not_approved_come_first(tmp_path: Path) -> None:
    browser = gathered(write_wide_package(tmp_path), Room(rows=100, megabytes=0.005))
    columns = unpacked(browser.index)
    held = [number for number, (block, _) in enumerate(columns["detail place"]) if block >= 0]
    verdicts = [columns["verdict"]["levels"][code] for code in columns["verdict"]["codes"]]
    refused = [number for number, verdict in enumerate(verdicts) if verdict == "refused"]
    assert 0 < len(held) < 100
    assert set(refused) <= set(held)
    assert browser.notes == (
        "The first 100 of 180 rows are on this page, in the order of rows.csv, which `cgr-audit join` writes with all "
        "of them.",
        f"For want of room the calls of {100 - len(held)} of 100 rows are not on this page; the rows name the file and "
        "its lines.",
    )
    assert sum(map(len, browser.blocks)) <= 5_000


def test_without_room_every_row_is_still_listed_with_its_places(tmp_path: Path) -> None:
    browser = gathered(write_wide_package(tmp_path), Room(megabytes=0))
    columns = unpacked(browser.index)
    assert browser.blocks == ()
    assert columns["program place"] == [[-1, -1]] * 180
    assert columns["program"]["levels"][0] == "g/history/item-000.py"
    assert len(browser.notes) == 2
