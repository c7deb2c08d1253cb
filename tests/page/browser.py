"""Chromium without a window, driven over its own protocol; nothing is downloaded."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

CHROMIUM = Path("/usr/bin/chromium")
CHROMEDRIVER = Path("/usr/bin/chromedriver")
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


@contextmanager
def browser(profile: Path) -> Iterator[Any]:
    """A browser with a profile of its own, which keeps what is logged and what is requested."""
    missing = [str(program) for program in (CHROMIUM, CHROMEDRIVER) if not program.exists()]
    if missing:
        pytest.skip(f"no browser to look at the page with: {' and '.join(missing)} missing")
    from selenium import webdriver

    options = webdriver.ChromeOptions()
    options.binary_location = str(CHROMIUM)
    for flag in (*FLAGS, f"--user-data-dir={profile}"):
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    driver = webdriver.Chrome(options=options, service=webdriver.ChromeService(str(CHROMEDRIVER)))
    try:
        driver.implicitly_wait(0)
        yield driver
    finally:
        driver.quit()
