"""Times the audit beside other analysers of Python on the same files, wall clock, each as a user would call it.

    python -m benchmarks.tools [--data FOLDER] [--runs 3] [--only NAME,...]

Writes the scaffolds of ADAS and the first 2,000 Program-of-Thoughts scripts out as files, installs bandit, semgrep
(with the two rules of ``baselines/two_rules.yaml``), pylint, Fixit, flake8 and ruff in an environment of their own, and
runs each over the folder. The audit reads the two kinds of program under their two contracts, without its cache. A tool
that takes longer than a minute runs once.
"""

from __future__ import annotations

import argparse
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
import venv
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from cgr_audit.source.collect import collect
from cgr_audit.source.program import Program

DEFAULT_DATA = Path(__file__).resolve().parent.parent.parent / "shared" / "data"
RULES = Path(__file__).with_name("baselines") / "two_rules.yaml"
SCRIPTS = 2_000
LONG_S = 60.0
"""From this many seconds on, one run is enough."""


@dataclass(frozen=True, slots=True)
class Tool:
    """One analyser and how it is called; several commands run one after the other."""

    name: str
    commands: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Timing:
    """What one tool took: seconds of wall clock for each run, and of processor time per run."""

    wall: tuple[float, ...]
    cpu: float


def main() -> int:
    """Print a table, the slowest last."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=Path(os.environ.get("CGR_AUDIT_DATA", DEFAULT_DATA)))
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--only", default="", help="names of tools, with commas between them")
    options = parser.parse_args()
    if not options.data.is_dir():
        print(f"{options.data}: no such folder; --data or CGR_AUDIT_DATA names the data folder", file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory() as temporary:
        folder, scripts = Path(temporary) / "programs", Path(temporary) / "tools"
        count = write_programs(options.data, folder)
        wanted = set(options.only.split(",")) - {""}
        tools = [tool for tool in the_tools(folder, scripts) if not wanted or tool.name in wanted]
        _install([tool.name for tool in tools if tool.name != "cgr-audit"], scripts)
        print(f"{count} programs; wall clock in seconds, least, median and most, and processor time")
        timings = {tool.name: run(tool, options.runs, Path(temporary)) for tool in tools}
    for name, timing in sorted(timings.items(), key=lambda pair: statistics.median(pair[1].wall)):
        least, median, most = min(timing.wall), statistics.median(timing.wall), max(timing.wall)
        print(f"{name:10} {least:8.2f} {median:8.2f} {most:8.2f}   cpu {timing.cpu:8.2f}   {len(timing.wall)} runs")
    return 0


def write_programs(data: Path, folder: Path) -> int:
    """Write the programs out as files, one folder for each contract; how many there are."""
    adas = _programs(data / "adas" / "programs.jsonl")
    pot = _programs(data / "pot" / "programs.jsonl")[:SCRIPTS]
    for name, programs in (("adas", adas), ("pot", pot)):
        (folder / name).mkdir(parents=True)
        for number, program in enumerate(programs):
            (folder / name / f"p{number:04}.py").write_bytes(program.data)
    return len(adas) + len(pot)


def the_tools(folder: Path, scripts: Path) -> list[Tool]:
    """Every tool with its commands; two processes where it takes a number of them."""
    bin_ = scripts / ("Scripts" if sys.platform == "win32" else "bin")
    semgrep = ("scan", "--metrics", "off", "--disable-version-check", "--no-git-ignore", "--jobs", "2", "--json")
    audit = (sys.executable, "-m", "cgr_audit", "audit", "--no-cache", "--jobs", "2", "--format", "json")
    return [
        Tool("cgr-audit", tuple((*audit, "--contract", name, str(folder / name)) for name in ("adas", "pot"))),
        Tool("bandit", ((str(bin_ / "bandit"), "-q", "-r", "-f", "json", str(folder)),)),
        Tool("semgrep", ((str(bin_ / "semgrep"), *semgrep, "--config", str(RULES), str(folder)),)),
        Tool("pylint", ((str(bin_ / "pylint"), "-j", "2", "--recursive", "y", "-f", "json", str(folder)),)),
        Tool("fixit", ((str(bin_ / "fixit"), "lint", str(folder)),)),
        Tool("flake8", ((str(bin_ / "flake8"), "--isolated", "-j", "2", str(folder)),)),
        Tool(
            "ruff", ((str(bin_ / "ruff"), "check", "--isolated", "--no-cache", "--output-format", "json", str(folder)),)
        ),
    ]


def run(tool: Tool, runs: int, folder: Path) -> Timing:
    """Time a tool; what it prints is thrown away, what it answers is not judged unless it could not start."""
    walls: list[float] = []
    before = _children_cpu()
    for _ in range(runs):
        started = time.perf_counter()
        for command in tool.commands:
            _quietly(command, folder)
        walls.append(time.perf_counter() - started)
        if walls[-1] > LONG_S:
            break
    return Timing(tuple(walls), (_children_cpu() - before) / len(walls))


def _quietly(command: Sequence[str], folder: Path) -> None:
    ran = subprocess.run(command, cwd=folder, capture_output=True, check=False)
    if not ran.stdout and ran.returncode:
        sys.exit(f"{command[0]} failed: {ran.stderr.decode(errors='replace').strip()[-300:]}")


def _children_cpu() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _install(names: Sequence[str], scripts: Path) -> None:
    if not names:
        return
    venv.create(scripts, with_pip=True)
    python = next(path for path in (scripts / "bin" / "python", scripts / "Scripts" / "python.exe") if path.exists())
    subprocess.run([python, "-m", "pip", "install", "--quiet", *names], check=True)
    listed = subprocess.run([python, "-m", "pip", "freeze"], check=True, capture_output=True, text=True).stdout
    versions = [line for line in listed.splitlines() if line.split("==")[0].lower() in names]
    print("installed " + ", ".join(versions))


def _programs(path: Path) -> list[Program]:
    return [found for found in collect([str(path)]) if isinstance(found, Program)]


if __name__ == "__main__":
    sys.exit(main())
