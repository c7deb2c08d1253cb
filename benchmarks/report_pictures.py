"""The pictures of a report and of a scorecard in docs/images, taken in Chromium.

``make simulated`` first; then ``python -m benchmarks.report_pictures`` judges and runs the demo, reports on it and on
the simulated package, and scores simulated rows of CodeMind; ``--demo FOLDER`` takes a finished demo run instead.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.chromium import chromium, show_page
from benchmarks.scorecard_rows import codemind

if TYPE_CHECKING:
    from selenium import webdriver

WIDTH = 1200
SCORED_ROWS = 3_200
"""Of four models on eight hundred programs."""
DARK = {"features": [{"name": "prefers-color-scheme", "value": "dark"}]}
OPEN_A_ROW = """
const box = document.querySelector("[data-part=search]");
box.value = arguments[0];
box.dispatchEvent(new Event("input"));
document.querySelector("button.open").click();
"""


def main() -> None:
    """Take every picture."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--demo", type=Path, help="a finished run of the demo")
    parser.add_argument("--simulated", type=Path, default=Path("corpus/simulated"))
    parser.add_argument("--out", type=Path, default=Path("docs/images"))
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        demo = given.demo or folder / "demo"
        if given.demo is None:
            cgr_audit("pipeline", "corpus/demo", "--out", demo)
        cgr_audit("report", demo, "--out", folder / "demo.html")
        cgr_audit("report", given.simulated, "--out", folder / "simulated.html")
        rows = folder / "rows.jsonl"
        rows.write_text("".join(json.dumps(row) + "\n" for row in codemind.rows(SCORED_ROWS, seed=7)), "utf-8")
        cgr_audit("score", "codemind", rows, "--out", folder)
        given.out.mkdir(parents=True, exist_ok=True)
        with chromium(folder / "profile") as driver:
            take_pictures(driver, folder, given.out)


def take_pictures(driver: webdriver.Chrome, folder: Path, out: Path) -> None:
    """The top of the demo's page, a row of it opened, charts of the simulated package, and the top of the scorecard."""
    show_page(driver, folder / "demo.html")
    picture(driver, out / "report.png", "header", 1000)
    driver.execute_script(OPEN_A_ROW, "CGR202 ep-")
    driver.implicitly_wait(10)
    driver.find_element("css selector", ".detail .calls")
    picture(driver, out / "report-row.png", "#rows", 1500)
    show_page(driver, folder / "simulated.html")
    picture(driver, out / "report-gain-by-pair.png", "#chart-gain-by-pair", 1900)
    picture(driver, out / "report-treatments.png", "#chart-gain-by-treatment", 760)
    show_page(driver, folder / "simulated.html", media=DARK)
    picture(driver, out / "report-dark.png", "#accuracy", 1150)
    show_page(driver, folder / "codemind.html")
    picture(driver, out / "scorecard.png", "header", 1400)


def picture(driver: webdriver.Chrome, path: Path, selector: str, height: int) -> None:
    """What is seen from an element on, as a PNG file."""
    metrics = {"width": WIDTH, "height": height, "deviceScaleFactor": 1, "mobile": False}
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
    driver.execute_script("document.querySelector(arguments[0]).scrollIntoView()", selector)
    if not driver.save_screenshot(str(path)):
        raise OSError(f"{path}: cannot be written")
    print(path)


def cgr_audit(*arguments: str | Path) -> None:
    """Run the command line; what is incomplete (exit code 4) has a report too."""
    command = [sys.executable, "-m", "cgr_audit", *map(str, arguments)]
    done = subprocess.run(command, check=False, stdout=subprocess.DEVNULL)
    if done.returncode not in {0, 4}:
        raise SystemExit(done.returncode)


if __name__ == "__main__":
    main()
