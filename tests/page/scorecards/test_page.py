"""The page of a scorecard, read and in a real browser."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from benchmarks.chromium import chromium, missing_programs
from cgr_audit.page.scorecards.page import scorecard_charts, scorecard_page
from cgr_audit.scorecards.scorecard import Scored
from tests.page.scorecards.conftest import HOSTILE_SHOWN
from tests.page.test_browser import open_page, requests
from tests.page.test_html import Reader


@pytest.fixture
def page(hostile: Scored) -> str:
    """The page of the scorecard that tries to break out."""
    return scorecard_page(hostile, scorecard_charts(hostile))


def test_no_text_becomes_markup_and_every_text_is_there(page: str) -> None:
    read = Reader(page)
    assert {kind for kind, _ in read.scripts} == {"module", "application/json"}
    assert not {"img", "s", "i"} & {name for name, _ in read.tags}
    assert not any(attribute.startswith("on") for _, attributes in read.tags for attribute in attributes)
    assert HOSTILE_SHOWN in read.text
    assert f"rows.jsonl:999: /id: {HOSTILE_SHOWN}" in read.text


def test_nothing_turns_or_hides_text(page: str) -> None:
    read = Reader(page)
    shown = read.text + "".join(value or "" for _, attributes in read.tags for value in attributes.values())
    assert all(letter.isprintable() or letter == "\n" for letter in shown)


def test_it_says_what_was_read_what_is_in_figures_and_what_is_not(page: str) -> None:
    text = re.sub(r"\s+", " ", Reader(page).text)
    assert "61 rows read 60 in figures 1 in none: bad row" in text
    assert "rows.jsonl61 rows, sha256 000" in text


def test_every_table_is_on_it_and_every_link_leads_somewhere(page: str) -> None:
    read = Reader(page)
    ids = {str(attributes["id"]) for _, attributes in read.tags if "id" in attributes}
    links = {str(attributes["href"])[1:] for _, attributes in read.tags if "href" in attributes}
    assert {"table-by-model", "table-by-type", "table-by-model-type", "table-dropped"} <= ids
    assert links <= ids


def test_in_a_browser_it_loads_without_errors_draws_and_sorts(page: str, tmp_path: Path) -> None:
    if missing := missing_programs():
        if "CGR_AUDIT_CHROMIUM" in os.environ:
            pytest.fail(f"{' and '.join(missing)} missing, although CGR_AUDIT_CHROMIUM asks for a browser")
        pytest.skip(f"no browser to look at the page with: {' and '.join(missing)} missing")
    path = tmp_path / "page.html"
    path.write_text(page, "utf-8")
    with chromium(tmp_path / "profile") as driver:
        open_page(driver, path)
        assert [entry["message"] for entry in driver.get_log("browser")] == []
        assert requests(driver) == []
        rates = (
            "const table = document.querySelector('#table-by-model table');"
            "table.tHead.querySelector('th:nth-child(4) button').click();"
            "return Array.from(table.tBodies[0].rows, (row) => row.cells[3].textContent)"
        )
        first, second = (driver.execute_script(rates) for _ in range(2))
        assert first == second[::-1]
        assert sorted(first) == ["10.00", "20.00"]
