"""Filters of the page in a real browser: in the address, reset, and with the names of rules beside their codes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.page.test_browser import click, open_page, texts, type_into, wait

ROWS = "#row-browser output"


def address(driver: Any) -> str:
    return str(driver.execute_script("return location.hash"))


def open_at(driver: Any, path: Path, place: str) -> None:
    """Open a page at a place; its filters stand in the address once its rows are there."""
    open_page(driver, Path("/dev/null"))  # so that the page is loaded, and not only another place on it shown
    driver.get(path.as_uri() + place)
    wait(driver, "return document.getElementById('row-browser')?.hidden === false")


def test_filters_stand_in_the_address_and_are_set_by_it(driver: Any, pages: dict[str, Path]) -> None:
    open_page(driver, pages["wide"])
    type_into(driver, "select[aria-label=verdict]", "refused")
    type_into(driver, "[data-part=search]", "music")
    assert address(driver) == "#rows?search=music&verdict=refused"
    type_into(driver, "#table-by-pair .filter input", "solver-1")
    type_into(driver, "#filter", "item-010")
    assert address(driver) == "#programs?search=music&verdict=refused&program=item-010&table-by-pair=solver-1"

    open_at(driver, pages["wide"], address(driver))
    assert texts(driver, ROWS) == ["Rows 1–6 of 6 rows (of 180)"]
    assert texts(driver, "#filtered") == ["3 of 6 programs"]
    assert all("solver-1" in row for row in texts(driver, "#table-by-pair tbody tr:not([hidden])"))
    driver.execute_script("location.hash = '#rows?verdict=approved&dataset=no such dataset'")
    wait(driver, f"return document.querySelector('{ROWS}').textContent.includes('162')")
    assert texts(driver, "#filtered") == [""]
    assert address(driver) == "#rows?verdict=approved"


def test_a_link_on_the_page_opens_its_target_and_keeps_the_filters(driver: Any, pages: dict[str, Path]) -> None:
    open_at(driver, pages["wide"], "#rows?finding=CGR401&verdict=refused")
    driver.execute_script("document.querySelector('a[href=\"#rule-CGR401\"]').click()")
    wait(driver, "return document.getElementById('rule-CGR401').open")
    wait(driver, "return location.hash.includes('?')")
    assert address(driver) == "#rule-CGR401?verdict=refused&finding=CGR401"
    assert texts(driver, ROWS) == ["Rows 1–18 of 18 rows (of 180)"]


def test_a_button_resets_the_filters_beside_it_and_is_there_while_there_are_any(
    driver: Any, pages: dict[str, Path]
) -> None:
    open_page(driver, pages["wide"])
    shown = "return Array.from(document.querySelectorAll('button.reset'), (one) => !one.hidden).filter(Boolean).length"
    assert driver.execute_script(shown) == 0
    type_into(driver, "select[aria-label=verdict]", "refused")
    type_into(driver, "[data-part=search]", "music")
    type_into(driver, "#filter", "item-010")
    assert driver.execute_script(shown) == 2
    click(driver, "#row-browser button.reset")
    assert driver.execute_script(shown) == 1
    assert texts(driver, ROWS) == ["Rows 1–100 of 180 rows"]
    assert address(driver) == "#rows?program=item-010"


def test_rules_are_chosen_and_found_by_code_and_name(driver: Any, pages: dict[str, Path]) -> None:
    open_page(driver, pages["wide"])
    options = texts(driver, "select[aria-label=finding] option")
    assert options == ["finding: any", "CGR109 ignored-response", "CGR401 forbidden-import"]
    type_into(driver, "[data-part=search]", "forbidden-import item-007")
    assert texts(driver, ROWS) == ["Rows 1–9 of 9 rows (of 180)"]
    type_into(driver, "#table-rules .filter input", "forbidden-import")
    shown = texts(driver, "#table-rules tbody tr:not([hidden]) th")
    assert set(shown) == {"CGR401"}
    title = "return document.querySelector('table.rows tbody td[title]').title"
    assert driver.execute_script(title) == "CGR109 ignored-response\nCGR401 forbidden-import"


def test_terms_have_tooltips_that_the_glossary_repeats(driver: Any, pages: dict[str, Path]) -> None:
    open_page(driver, pages["wide"])
    glossary = texts(driver, "#glossary dd")
    places = "a.term, table.rows th[title], #accuracy th[title]"
    script = "return Array.from(document.querySelectorAll(arguments[0]), (one) => one.title)"
    titles = driver.execute_script(script, places)
    assert len(titles) > 15
    assert set(titles) <= set(glossary)
    assert driver.execute_script("return document.querySelector(document.querySelector('a.term').hash).tagName") == "DT"
