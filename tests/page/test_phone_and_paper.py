"""The page on a phone and on paper."""

from __future__ import annotations

import base64
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.page.test_browser import click, open_page, texts, type_into, wait

PHONE, PAPER = 390, 718
"""Pixels: of a phone, and between the margins of A4 (the narrower side of Letter leaves more)."""
BROKEN_WORDS = """
const broken = [], range = document.createRange();
const walk = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
while (walk.nextNode()) {
  const text = walk.currentNode;
  if (!text.parentElement.closest(".grid th, .grid td, .rows th, .rows td")) continue;
  for (const word of text.data.matchAll(/[\\p{L}\\d]{2,}/gu)) {
    range.setStart(text, word.index);
    range.setEnd(text, word.index + word[0].length);
    const lines = new Set(Array.from(range.getClientRects(), (one) => Math.round(one.top)));
    if (word[0].length <= 24 && lines.size > 1) broken.push(word[0]);
  }
}
return broken;
"""


@contextmanager
def seen_at(driver: Any, width: int, media: str = "") -> Iterator[None]:
    metrics = {"width": width, "height": 800, "deviceScaleFactor": 1, "mobile": False}
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
    try:
        yield
    finally:
        driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
        driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})


def test_a_phone_shows_every_mark_of_the_headline_at_once(driver: Any, pages: dict[str, Path]) -> None:
    with seen_at(driver, PHONE):
        open_page(driver, pages["wide"])
        marks = "#chart-accuracy-by-treatment .mark-symbol.role-mark path"
        boxes = driver.execute_script(
            "return Array.from(document.querySelectorAll(arguments[0]), (one) => one.getBoundingClientRect().right)",
            marks,
        )
        assert len(boxes) == 12
        assert max(boxes) < PHONE
        hint = "return getComputedStyle(document.querySelector(arguments[0]), '::before').content"
        assert driver.execute_script(hint, "#chart-accuracy-by-treatment .picture") == "none"


def test_a_phone_keeps_verdict_and_answers_of_a_row_and_says_whose_they_are(
    driver: Any, pages: dict[str, Path]
) -> None:
    with seen_at(driver, PHONE):
        open_page(driver, pages["wide"])
        visible = "return Array.from(document.querySelectorAll(arguments[0])).filter((one) => one.checkVisibility())"
        headings = driver.execute_script(f"{visible}.map((one) => one.textContent)", "table.rows thead th")
        assert headings == ["item", "verdict", "direct", "assisted"]
        below = driver.execute_script(f"{visible}.map((one) => one.textContent)", "table.rows .narrow")
        assert below[0] == "solver-0, history"
        widths = "const box = document.querySelector('#row-browser .wide'); return box.scrollWidth - box.clientWidth"
        assert driver.execute_script(widths) == 0


@pytest.mark.parametrize(("width", "media"), [(PHONE, ""), (PAPER, "print")])
@pytest.mark.parametrize("name", ["wide", pytest.param("long", marks=pytest.mark.slow)])
def test_no_word_of_a_table_is_broken(driver: Any, pages: dict[str, Path], name: str, width: int, media: str) -> None:
    with seen_at(driver, width, media):
        open_page(driver, pages[name])
        driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": media})
        driver.execute_script("document.querySelectorAll('details').forEach((one) => { one.open = true })")
        assert driver.execute_script(BROKEN_WORDS) == []
        if media:  # what is wider than paper would make Chromium shrink all of it
            assert driver.execute_script("return document.documentElement.scrollWidth") == width


def test_paper_shows_what_is_open(driver: Any, pages: dict[str, Path]) -> None:
    def printed() -> tuple[int, ...]:
        data = base64.b64decode(driver.execute_cdp_cmd("Page.printToPDF", {"generateTaggedPDF": True})["data"])
        return tuple(len(re.findall(rb"/S /%s\b" % kind, data)) for kind in (b"Table", b"Caption", b"TR"))

    open_page(driver, pages["wide"])
    open_tables = driver.execute_script("return document.querySelectorAll('table.grid').length") - len(
        texts(driver, "details:not([open]) table.grid")
    )
    tables, captions, rows = printed()
    assert tables == open_tables + len(texts(driver, "table.plain"))
    assert captions == len(texts(driver, "figure.chart")) >= 4
    type_into(driver, "[data-part=search]", "item-000 history solver-0")
    click(driver, "button.open")
    wait(driver, "return document.querySelector('.detail .calls')")
    driver.execute_script("document.querySelector('#table-by-pair').open = true")
    pairs = len(texts(driver, "#table-by-pair tr"))
    opened = printed()
    assert opened == (tables + 2, captions, rows + pairs + 3)


@pytest.mark.slow
def test_the_demo_fills_at_most_fifteen_sheets(driver: Any, tmp_path: Path) -> None:
    demo = Path(__file__).resolve().parents[2] / "corpus" / "demo"
    command = [sys.executable, "-m", "cgr_audit", "pipeline", str(demo), "--out", str(tmp_path / "demo")]
    assert subprocess.run(command, check=False, capture_output=True).returncode == 0
    open_page(driver, tmp_path / "demo" / "report.html")
    for width, height in ((8.5, 11), (8.27, 11.69)):  # Letter and A4, in inches
        paper = {"paperWidth": width, "paperHeight": height}
        data = base64.b64decode(driver.execute_cdp_cmd("Page.printToPDF", paper)["data"])
        assert 5 < len(re.findall(rb"/Type /Page\b", data)) <= 15


def test_paper_is_printed_in_the_colours_of_light(driver: Any, pages: dict[str, Path]) -> None:
    open_page(driver, pages["wide"])
    script = "const at = (one) => getComputedStyle(document.querySelector(one));"
    script += "return [at('body').backgroundColor, at('body').color, at('.picture svg text').fill]"
    seen = []
    for scheme in ("light", "dark"):
        features = [{"name": "prefers-color-scheme", "value": scheme}]
        driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print", "features": features})
        seen.append(driver.execute_script(script))
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "", "features": []})
    assert seen[0] == seen[1]
    assert seen[0][:2] == ["rgb(255, 255, 255)", "rgb(29, 34, 40)"]
