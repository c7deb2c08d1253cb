"""Chromium without a window, driven over its own protocol; nothing is downloaded."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from selenium import webdriver

__all__ = ["chromium", "missing_programs", "show_page"]

CHROMIUM = Path(os.environ.get("CGR_AUDIT_CHROMIUM", "/usr/bin/chromium"))
CHROMEDRIVER = Path(os.environ.get("CGR_AUDIT_CHROMEDRIVER", "/usr/bin/chromedriver"))
"""Where Debian puts them; the environment may name others."""
FLAGS = (
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--hide-scrollbars",
    "--window-size=1200,900",
)


def missing_programs() -> list[str]:
    """Which of the browser and its driver are not there."""
    return [str(program) for program in (CHROMIUM, CHROMEDRIVER) if not program.exists()]


@contextmanager
def chromium(profile: Path, *, scripts: bool = True) -> Iterator[webdriver.Chrome]:
    """A browser that keeps what is logged and what is requested.

    Args:
        profile: a folder of its own for it to write to.
        scripts: whether it runs the scripts of pages.

    Raises:
        FileNotFoundError: it is not installed.
    """
    from selenium import webdriver  # noqa: PLC0415  only those who look at pages need it

    if missing := missing_programs():
        raise FileNotFoundError(
            f"{missing[0]}: missing; on Debian: apt-get install chromium chromium-driver; elsewhere set "
            "CGR_AUDIT_CHROMIUM and CGR_AUDIT_CHROMEDRIVER"
        )
    options = webdriver.ChromeOptions()
    options.binary_location = str(CHROMIUM)
    for flag in (*FLAGS, f"--user-data-dir={profile}"):
        options.add_argument(flag)
    if not scripts:
        options.add_experimental_option("prefs", {"profile.managed_default_content_settings.javascript": 2})
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    driver = webdriver.Chrome(options=options, service=webdriver.ChromeService(str(CHROMEDRIVER)))
    try:
        yield driver
    finally:
        driver.quit()


def show_page(driver: webdriver.Chrome, path: Path, *, media: Mapping[str, Any] | None = None) -> None:
    """Open a page and wait until its rows, if it has any, and its charts are there.

    Args:
        driver: the browser.
        path: the page.
        media: what ``Emulation.setEmulatedMedia`` takes, such as ``{"media": "print"}``.
    """
    from selenium.webdriver.support.ui import WebDriverWait  # noqa: PLC0415

    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", dict(media or {"features": []}))
    driver.get(path.resolve().as_uri())
    for condition in (
        "return !document.getElementById('row-browser')?.hidden",
        "return !document.querySelector('.picture:not([data-live])')",
    ):
        WebDriverWait(driver, 30, poll_frequency=0.05).until(
            lambda asked, said=condition: asked.execute_script(said)  # type: ignore[misc]
        )
