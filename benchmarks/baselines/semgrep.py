"""The baseline of patterns: semgrep with the rules in ``semgrep.yaml``, in an environment of its own."""

from __future__ import annotations

import json
import subprocess
import sys
import venv
from collections.abc import Mapping
from pathlib import Path

__all__ = ["SemgrepError", "install_semgrep", "scan_folder"]

RULES = Path(__file__).with_name("semgrep.yaml")


class SemgrepError(Exception):
    """Semgrep could not be installed, or did not run."""


def install_semgrep(folder: Path) -> Path:
    """Make an environment in ``folder`` and install semgrep there; gives the command.

    Raises:
        SemgrepError: pip could not install it.
    """
    venv.create(folder, with_pip=True)
    scripts = folder / ("Scripts" if sys.platform == "win32" else "bin")
    installed = subprocess.run(
        [scripts / "python", "-m", "pip", "install", "--quiet", "semgrep"], capture_output=True, text=True, check=False
    )
    if installed.returncode:
        raise SemgrepError(installed.stderr.strip().splitlines()[-1])
    return scripts / "semgrep"


def scan_folder(semgrep: Path, folder: Path) -> Mapping[Path, frozenset[str]]:
    """The codes found in each file below ``folder``; a file that semgrep cannot parse in full is CGR001.

    Raises:
        SemgrepError: semgrep failed, or refused one of the rules.
    """
    quiet = ["--metrics", "off", "--disable-version-check", "--no-git-ignore", "--max-target-bytes", "0"]
    ran = subprocess.run(
        [semgrep, "scan", *quiet, "--json", "--config", RULES, folder], capture_output=True, text=True, check=False
    )
    if not ran.stdout:
        raise SemgrepError(ran.stderr.strip().splitlines()[-1] if ran.stderr.strip() else "semgrep printed nothing")
    report = json.loads(ran.stdout)
    found: dict[Path, set[str]] = {}
    for result in report["results"]:
        found.setdefault(Path(result["path"]).resolve(), set()).add(result["check_id"].rsplit(".", 1)[-1])
    for error in report["errors"]:
        if "path" not in error:
            raise SemgrepError(f"semgrep refused a rule: {error.get('message', '').splitlines()[0]}")
        found.setdefault(Path(error["path"]).resolve(), set()).add("CGR001")
    return {path: frozenset(codes) for path, codes in found.items()}
