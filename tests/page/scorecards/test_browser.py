"""The pages of all scorecards in a real browser: of simulated rows, and of names that are long or try to break out."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from benchmarks.scorecard_rows.kinds import KINDS
from cgr_audit.accuracy.intervals.interval import Resampling
from cgr_audit.page.scorecards.page import scorecard_charts, scorecard_page
from cgr_audit.scorecards.codemind.scorer import CodeMind
from cgr_audit.scorecards.registry import SCORECARDS
from cgr_audit.scorecards.row_source import Rows
from cgr_audit.scorecards.scorecard import score
from tests.page.scorecards.conftest import HOSTILE, scored_rows
from tests.page.test_browser import click, open_page, requests, texts, type_into, wait

FEW = Resampling(100)
NAMES = ("hostile", *(pytest.param(name, marks=pytest.mark.slow) for name in SCORECARDS))


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("pages")
    found = {"hostile": scored_rows("plain", "if", "right-to-left: אבג", "long" * 80, HOSTILE, *map(str, range(8)))}
    for name, kind in SCORECARDS.items():
        records = list(KINDS[name](400, 7))
        rows = Rows(records, [f"rows.jsonl:{number}" for number, _ in enumerate(records, start=1)], (), ())
        found[name] = score(CodeMind(resampling=FEW) if name == "codemind" else kind(), rows, resampling=FEW)
    paths = {}
    for name, scored in found.items():
        paths[name] = folder / f"{name}.html"
        paths[name].write_text(scorecard_page(scored, scorecard_charts(scored)), "utf-8")
    return paths


@pytest.mark.parametrize("name", NAMES)
def test_it_loads_without_errors_and_without_a_single_request(driver: Any, pages: dict[str, Path], name: str) -> None:
    open_page(driver, pages[name])
    assert driver.get_log("browser") == []
    assert requests(driver) == []
    assert len(texts(driver, ".picture .live svg")) == len(texts(driver, "figure.chart")) > 0
    assert driver.execute_script("return document.querySelectorAll('img, [onerror]').length") == 0


@pytest.mark.parametrize("width", [400, 1280])
@pytest.mark.parametrize("name", NAMES)
def test_the_page_is_never_wider_than_the_screen(driver: Any, pages: dict[str, Path], name: str, width: int) -> None:
    metrics = {"width": width, "height": 800, "deviceScaleFactor": 1, "mobile": False}
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
    try:
        open_page(driver, pages[name])
        driver.execute_script("document.querySelectorAll('details').forEach((one) => { one.open = true })")
        assert driver.execute_script("return document.documentElement.scrollWidth") == width
        tall = "return Math.max(...Array.from(document.querySelectorAll('#overall tr'), (row) => row.offsetHeight))"
        assert driver.execute_script(tall) < 60
        if width == 400:
            boxes = "return Array.from(document.querySelectorAll('.wide'), (one) => one.scrollWidth > one.clientWidth)"
            assert any(driver.execute_script(boxes))
    finally:
        driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


@pytest.mark.parametrize("name", SCORECARDS)
def test_a_mark_says_its_figures_under_the_pointer(driver: Any, pages: dict[str, Path], name: str) -> None:
    from selenium.webdriver.common.action_chains import ActionChains
    from selenium.webdriver.common.by import By

    open_page(driver, pages[name])
    mark = driver.find_elements(By.CSS_SELECTOR, "figure.chart:last-of-type .mark-symbol.role-mark path")[0]
    driver.execute_script("arguments[0].scrollIntoView({block: 'center'})", mark)
    ActionChains(driver).move_to_element(mark).perform()
    wait(driver, "return document.querySelector('#vg-tooltip-element.visible')")
    told = texts(driver, "#vg-tooltip-element td.key")
    assert told[-3:] == ["interval", "rests on", "note"]
    assert len(told) == 5


def test_a_column_sorts_by_its_numbers_both_ways_and_by_keyboard(driver: Any, pages: dict[str, Path]) -> None:
    from selenium.webdriver.common.keys import Keys

    open_page(driver, pages["hostile"])
    place = "#table-by-model"
    column = texts(driver, f"{place} thead th").index("Q→AR %") + 1
    cells = f"{place} tbody tr > :nth-child({column})"
    click(driver, f"{place} thead th:nth-child({column}) button")
    falling = [float(text) for text in texts(driver, cells)]
    assert falling == sorted(falling, reverse=True)
    assert len(set(falling)) > 2
    driver.execute_script(f"document.querySelector('{place} thead th:nth-child({column}) button').focus()")
    driver.switch_to.active_element.send_keys(Keys.ENTER)
    assert [float(text) for text in texts(driver, cells)] == sorted(falling)
    sorted_by = f"return document.querySelector('{place} thead th:nth-child({column})').getAttribute('aria-sort')"
    assert driver.execute_script(sorted_by) == "ascending"


def test_a_row_is_found_by_its_name(driver: Any, pages: dict[str, Path]) -> None:
    open_page(driver, pages["hostile"])
    type_into(driver, "#table-by-model .filter input", "plain")
    assert texts(driver, "#table-by-model tbody tr:not([hidden]) th") == ["plain"]


def test_a_long_name_is_cut_on_the_screen_and_whole_on_paper_and_found_by_the_filter(
    driver: Any, pages: dict[str, Path]
) -> None:
    open_page(driver, pages["hostile"])
    cut = "#table-by-model .cut"
    shown = texts(driver, cut)
    assert len(shown) == 2
    assert all(len(name) == 40 for name in shown)
    type_into(driver, "#table-by-model .filter input", "long" * 20)
    assert len(texts(driver, "#table-by-model tbody tr:not([hidden]) .cut")) == 1
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
    after = f"return Array.from(document.querySelectorAll('{cut}'), (one) => getComputedStyle(one, '::after').content)"
    assert f'" ({"long" * 80})"' in driver.execute_script(after)
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})


@pytest.mark.parametrize("name", NAMES)
def test_paper_breaks_no_number_and_is_no_wider_than_its_page(driver: Any, pages: dict[str, Path], name: str) -> None:
    metrics = {"width": 720, "height": 900, "deviceScaleFactor": 1, "mobile": False}
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
    try:
        open_page(driver, pages[name])
        driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
        driver.execute_script("document.querySelectorAll('details').forEach((one) => { one.open = true })")
        assert driver.execute_script("return document.documentElement.scrollWidth") <= 760
        lines = (
            "const cells = Array.from(document.querySelectorAll('.grid tbody .number'));"
            "const numbers = cells.filter((one) => one.checkVisibility()).map((one) => one.firstChild)"
            ".filter((text) => text && /^[\\d.,]+$/.test(text.data));"
            "return numbers.map((text) => { const range = document.createRange(); range.selectNode(text);"
            "return range.getClientRects().length })"
        )
        assert set(driver.execute_script(lines)) == {1}
    finally:
        driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})
        driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


@pytest.mark.parametrize("name", NAMES)
def test_a_narrow_screen_shows_whole_charts_with_their_names(driver: Any, pages: dict[str, Path], name: str) -> None:
    metrics = {"width": 400, "height": 800, "deviceScaleFactor": 1, "mobile": False}
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
    try:
        open_page(driver, pages[name])
        boxes = (
            "return Array.from(document.querySelectorAll('.picture .live svg'), (one) => "
            "[one.getBoundingClientRect().width, one.closest('.picture').clientWidth, +one.getAttribute('width')])"
        )
        for shown, room, drawn in driver.execute_script(boxes):
            assert shown <= room
            assert drawn < 1.5 * room  # so much smaller, at most, is what is written in it
    finally:
        driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
