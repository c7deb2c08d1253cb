"""Compares what the audit finds on different versions of Python, over all real programs.

    python -m benchmarks.hosts FOLDER [--data FOLDER] [--jobs N]

Audits every file of programs with the interpreter that runs this, writes the complete JSON audits to
``FOLDER/<version>/<name>.json``, and compares them with those that other versions have left there. Exit code 1 where
any program is judged differently.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
from pathlib import Path
from typing import Any

DEFAULT_DATA = Path(__file__).resolve().parent.parent.parent / "shared" / "data"
CONTRACTS = (("adas", "adas"), ("cruxeval", "function"), ("pal_aqua", "pot"), ("pot", "pot"), ("reflexion", "function"))
"""Each file of programs with the contract it is audited under."""


def main() -> int:
    """Write the audits of this interpreter and print how they differ from those of the others."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--data", type=Path, default=Path(os.environ.get("CGR_AUDIT_DATA", DEFAULT_DATA)))
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    options = parser.parse_args()
    if not options.data.is_dir():
        print(f"{options.data}: no such folder; --data or CGR_AUDIT_DATA names the data folder", file=sys.stderr)
        return 2
    mine = options.folder / platform.python_version()
    mine.mkdir(parents=True, exist_ok=True)
    others = sorted(path for path in options.folder.iterdir() if path.is_dir() and path != mine)
    different = 0
    for name, contract in CONTRACTS:
        out = mine / f"{name}.json"
        _audit(options.data / name / "programs.jsonl", contract, out, options.jobs)
        audit = json.loads(out.read_text("utf-8"))
        print(f"{name}: {len(audit['programs'])} programs, {len(audit['findings'])} findings on {mine.name}")
        for other in others:
            if (other / out.name).is_file():
                different += _compare(audit, other / out.name)
    return 1 if different else 0


def _audit(path: Path, contract: str, out: Path, jobs: int) -> None:
    command = [sys.executable, "-m", "cgr_audit", "audit", str(path), "--contract", contract, "--format", "json"]
    command += ["--out", str(out), "--jobs", str(jobs), "--no-cache", "--fail-on", "never"]
    subprocess.run(command, check=True, stderr=subprocess.DEVNULL)


def _compare(audit: dict[str, Any], other: Path) -> int:
    """Print the programs that two versions judge differently; how many there are."""
    theirs = json.loads(other.read_text("utf-8"))
    if audit["tool"]["rules_digest"] != theirs["tool"]["rules_digest"]:
        print(f"  {other.parent.name}: made with other rules; run this again with that interpreter")
        return 1
    here, there = _by_program(audit), _by_program(theirs)
    different = sorted(name for name in here.keys() | there.keys() if here.get(name) != there.get(name))
    same = "the same bytes" if audit == theirs else f"{len(different)} programs judged differently"
    print(f"  {other.parent.name}: {same}" + "".join(f"\n    {name}" for name in different[:20]))
    return len(different)


def _by_program(audit: dict[str, Any]) -> dict[str, list[Any]]:
    known: dict[str, list[Any]] = {program["program_id"]: [program] for program in audit["programs"]}
    for finding in audit["findings"]:
        known[finding["program_id"]].append(finding)
    return known


if __name__ == "__main__":
    sys.exit(main())
