"""The page in a real browser, from a package with findings, calls, and texts that try to break out."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from benchmarks.chromium import chromium, show_page
from tests.page.conftest import HOSTILE_SHOWN


def open_page(driver: Any, path: Path) -> None:
    driver.get("about:blank")
    driver.get_log("browser"), driver.get_log("performance")
    show_page(driver, path)


def wait(driver: Any, condition: str) -> None:
    from selenium.webdriver.support.ui import WebDriverWait

    WebDriverWait(driver, 30, poll_frequency=0.05).until(lambda asked: asked.execute_script(condition))


def texts(driver: Any, selector: str) -> list[str]:
    script = "return Array.from(document.querySelectorAll(arguments[0]), (one) => one.textContent.trim())"
    found: list[str] = driver.execute_script(script, selector)
    return found


def click(driver: Any, selector: str) -> None:
    driver.execute_script("document.querySelector(arguments[0]).click()", selector)


def type_into(driver: Any, selector: str, text: str) -> None:
    script = "const box = document.querySelector(arguments[0]); box.value = arguments[1];"
    driver.execute_script(script + "box.dispatchEvent(new Event('input', { bubbles: true }))", selector, text)


def requests(driver: Any) -> list[str]:
    """What was asked for since the page was opened, but the page itself."""
    events = [json.loads(entry["message"])["message"] for entry in driver.get_log("performance")]
    asked = [event["params"]["request"]["url"] for event in events if event["method"] == "Network.requestWillBeSent"]
    return [url for url in asked if not re.fullmatch(r"file:.*\.html|about:blank", url)]


@pytest.mark.parametrize("name", ["hostile", "wide"])
def test_it_loads_without_errors_and_without_a_single_request(driver: Any, pages: dict[str, Path], name: str) -> None:
    open_page(driver, pages[name])
    assert driver.get_log("browser") == []
    assert requests(driver) == []


def test_hostile_texts_stay_texts(driver: Any, pages: dict[str, Path]) -> None:
    driver.get("about:blank")
    open_page(driver, pages["hostile"])
    click(driver, "button.open")
    wait(driver, "return document.querySelector('.detail .code')")
    assert driver.execute_script("return document.querySelectorAll('img, main b + script, [onerror]').length") == 0
    assert driver.title == f"{HOSTILE_SHOWN} – cgr-audit"
    assert HOSTILE_SHOWN in texts(driver, ".detail .prose")[0]
    assert not re.search("[\u202a-\u202e\u2066-\u2069]", driver.execute_script("return document.body.textContent"))


def test_a_column_sorts_by_its_numbers_both_ways_and_says_so(driver: Any, pages: dict[str, Path]) -> None:
    open_page(driver, pages["wide"])
    place = "#table-by-pair"
    columns = texts(driver, f"{place} thead th")
    column = columns.index("direct %") + 1
    click(driver, f"{place} thead th:nth-child({column}) button")
    falling = texts(driver, f"{place} tbody td:nth-child({column})")
    heading = f"return document.querySelector('{place} thead th:nth-child({column})').getAttribute('aria-sort')"
    assert driver.execute_script(heading) == "descending"
    known = [float(text) for text in falling if text != "–"]
    assert known == sorted(known, reverse=True)
    assert len(set(known)) > 2
    click(driver, f"{place} thead th:nth-child({column}) button")
    assert driver.execute_script(heading) == "ascending"
    rising = [float(text) for text in texts(driver, f"{place} tbody td:nth-child({column})") if text != "–"]
    assert rising == sorted(known)


def test_a_table_is_sorted_with_the_keyboard(driver: Any, pages: dict[str, Path]) -> None:
    from selenium.webdriver.common.keys import Keys

    open_page(driver, pages["wide"])
    driver.execute_script("document.querySelector('#table-by-pair').open = true")
    driver.execute_script("document.querySelector('#table-by-pair thead th button').focus()")
    driver.switch_to.active_element.send_keys(Keys.ENTER)
    heading = "return document.querySelector('#table-by-pair thead th').getAttribute('aria-sort')"
    assert driver.execute_script(heading) == "ascending"


def test_a_long_table_is_filtered_and_says_how_many_rows_are_left(driver: Any, pages: dict[str, Path]) -> None:
    open_page(driver, pages["wide"])
    rows = len(texts(driver, "#table-by-pair tbody tr"))
    type_into(driver, "#table-by-pair .filter input", "history solver-1")
    shown = texts(driver, "#table-by-pair tbody tr:not([hidden])")
    assert all("history" in row and "solver-1" in row for row in shown)
    assert texts(driver, "#table-by-pair .filter output") == [f"{len(shown)} of {rows} rows"]
    assert 0 < len(shown) < rows


def test_rows_are_shown_a_page_at_a_time_filtered_and_sorted(driver: Any, pages: dict[str, Path]) -> None:
    open_page(driver, pages["wide"])
    said = "#row-browser output"
    assert texts(driver, said) == ["Rows 1–100 of 180 rows"]
    click(driver, "[data-part=after]")
    assert texts(driver, said) == ["Rows 101–180 of 180 rows"]
    assert len(texts(driver, "table.rows tbody tr")) == 80
    type_into(driver, "[data-part=search]", "item-007 history")
    assert texts(driver, said) == ["Rows 1–3 of 3 rows (of 180)"]
    type_into(driver, "[data-part=search]", "")
    type_into(driver, "select[aria-label=verdict]", "refused")
    assert texts(driver, said) == ["Rows 1–18 of 18 rows (of 180)"]
    assert set(texts(driver, "table.rows tbody td.verdict")) == {"refused"}


def test_a_row_opens_its_program_with_findings_marked_and_its_calls_in_order(
    driver: Any, pages: dict[str, Path]
) -> None:
    open_page(driver, pages["wide"])
    type_into(driver, "[data-part=search]", "item-000 history solver-0")
    click(driver, "button.open")
    wait(driver, "return document.querySelector('.detail .calls')")
    lines = ["import os", "def solve(question):", "return 'é𝄞', llm_model(question, {})", ""]
    assert texts(driver, ".detail .code .line code") == lines
    assert texts(driver, ".detail mark") == ["os", "llm_model(question, {})"]
    notes = texts(driver, ".detail .beside .note-beside")
    assert notes == [
        "CGR401 forbidden-import (error) imports os",
        "CGR109 ignored-response (warning) nobody reads itline 2: here",
    ]
    assert texts(driver, ".detail .line.ran .number") == ["1", "2"]
    assert texts(driver, ".detail .call h5") == [
        "direct attempt 1, call 0, 0.5 s",
        "assisted attempt 1, call 0, 0.5 s",
        "assisted attempt 1, call 1, 0.5 s",
        "assisted attempt 2, call 0, 0.5 s",
    ]
    assert texts(driver, ".detail .call .error") == ["error: timed out"]
    click(driver, "button.open")
    assert texts(driver, ".detail") == []


def test_a_row_opens_with_the_keyboard(driver: Any, pages: dict[str, Path]) -> None:
    from selenium.webdriver.common.keys import Keys

    open_page(driver, pages["wide"])
    driver.execute_script("document.querySelector('button.open').focus()")
    driver.switch_to.active_element.send_keys(Keys.SPACE)
    wait(driver, "return document.querySelector('.detail .calls')")
    assert driver.execute_script("return document.activeElement.getAttribute('aria-expanded')") == "true"


def test_a_row_that_cannot_be_unpacked_says_so_and_opens_once_it_can(driver: Any, pages: dict[str, Path]) -> None:
    open_page(driver, pages["wide"])
    take = "window.whole = window.DecompressionStream; window.DecompressionStream = class { constructor() {"
    driver.execute_script(take + "throw new Error('no room') } }")
    click(driver, "button.open")
    wait(driver, "return document.querySelector('.opened .note')")
    line = driver.execute_script("return document.querySelector('.opened .note').textContent")
    assert re.fullmatch(r"This row cannot be shown here; it is line \d+ of results\.jsonl: no room\.", line)
    driver.execute_script("window.DecompressionStream = window.whole")
    click(driver, "button.open")
    click(driver, "button.open")
    wait(driver, "return document.querySelector('.detail .calls')")


def test_a_browser_that_cannot_unpack_the_rows_says_so(driver: Any, pages: dict[str, Path]) -> None:
    source = {"source": "delete window.DecompressionStream"}
    added = driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", source)
    try:
        open_page(driver, pages["wide"])
        assert texts(driver, "#row-browser .note") == [
            "The rows cannot be shown in this browser; rows.csv, which cgr-audit join writes, holds them: "
            "DecompressionStream is not defined."
        ]
    finally:
        driver.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", added)


def test_the_rows_of_a_listed_program_are_one_click_away(driver: Any, pages: dict[str, Path]) -> None:
    open_page(driver, pages["wide"])
    click(driver, "button.rows-of")
    assert texts(driver, "#row-browser output") == ["Rows 1–3 of 3 rows (of 180)"]


def test_dark_and_light_use_their_own_colours_for_page_and_charts(driver: Any, pages: dict[str, Path]) -> None:
    open_page(driver, pages["wide"])
    script = "const at = (one) => getComputedStyle(document.querySelector(one));"
    script += "return [at('body').backgroundColor, at('.picture svg').backgroundColor, at('.picture svg text').fill]"
    seen = {}
    for scheme in ("light", "dark"):
        features = {"features": [{"name": "prefers-color-scheme", "value": scheme}]}
        driver.execute_cdp_cmd("Emulation.setEmulatedMedia", features)
        seen[scheme] = driver.execute_script(script)
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})
    assert seen["light"][0] == seen["light"][1] == "rgb(253, 253, 251)"
    assert seen["dark"][0] == seen["dark"][1] == "rgb(23, 25, 28)"
    assert seen["light"][2] != seen["dark"][2]


@pytest.mark.parametrize("width", [400, 1280])
@pytest.mark.parametrize("name", ["hostile", "wide", "long"])
def test_the_page_is_never_wider_than_the_screen(driver: Any, pages: dict[str, Path], name: str, width: int) -> None:
    metrics = {"width": width, "height": 800, "deviceScaleFactor": 1, "mobile": False}
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
    try:
        open_page(driver, pages[name])
        driver.execute_script("document.querySelectorAll('details').forEach((one) => { one.open = true })")
        click(driver, "button.open")
        wait(driver, "return document.querySelector('.detail .code')")
        widths = "return [document.documentElement.scrollWidth, innerWidth]"
        assert driver.execute_script(widths) == [width, width]
        boxes = "return Array.from(document.querySelectorAll('.wide'), (one) => one.scrollWidth > one.clientWidth)"
        assert any(driver.execute_script(boxes))
    finally:
        driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


def test_the_middle_of_a_cell_says_its_figures_under_the_pointer(driver: Any, pages: dict[str, Path]) -> None:
    from selenium.webdriver.common.action_chains import ActionChains
    from selenium.webdriver.common.by import By

    open_page(driver, pages["wide"])
    cell = driver.find_element(By.CSS_SELECTOR, "#chart-rules-by-dataset .mark-rect.role-mark path")
    driver.execute_script("arguments[0].scrollIntoView({block: 'center'})", cell)
    ActionChains(driver).move_to_element(cell).perform()
    wait(driver, "return document.querySelector('#vg-tooltip-element.visible')")
    assert texts(driver, "#vg-tooltip-element td") == [
        "rule", "CGR109 ignored-response", "dataset", "history", "share of rows", "100.0 %", "rows", "60 of 60 rows",
    ]  # fmt: skip


def test_a_number_is_found_as_it_is_typed(driver: Any, pages: dict[str, Path]) -> None:
    open_page(driver, pages["wide"])
    cell = "document.querySelector('#table-by-pair tbody td.number')"
    driver.execute_script(f"{cell}.textContent = '−1,136.50'")
    for written in ("-1136.5", "−1,136.5"):
        type_into(driver, "#table-by-pair .filter input", written)
        assert len(texts(driver, "#table-by-pair tbody tr:not([hidden])")) == 1


@pytest.mark.parametrize("width", [400, 1280])
def test_a_column_of_long_texts_is_no_narrow_strip(driver: Any, pages: dict[str, Path], width: int) -> None:
    metrics = {"width": width, "height": 800, "deviceScaleFactor": 1, "mobile": False}
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
    try:
        open_page(driver, pages["wide"])
        driver.execute_script("document.querySelectorAll('details').forEach((one) => { one.open = true })")
        longest = "Array.from(document.querySelectorAll('table.grid td')).filter((one) => one.textContent.length > 40)"
        widths = driver.execute_script(f"return {longest}.map((one) => one.offsetWidth)")
        assert len(widths) > 0
        assert min(widths) >= 288
    finally:
        driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


def test_without_scripts_the_page_still_has_its_charts_tables_and_programs(
    driver: Any, pages: dict[str, Path], tmp_path: Path
) -> None:
    with chromium(tmp_path, scripts=False) as browser:
        browser.get(pages["wide"].as_uri())
        assert len(texts(browser, ".picture > svg")) == len(texts(browser, "figure.chart"))
        assert browser.execute_script("return document.getElementById('row-browser').hidden") is True
        assert "rows.csv" in texts(browser, "noscript > p")[0]
        assert browser.execute_script("return document.querySelector('.scripted').hidden") is True
