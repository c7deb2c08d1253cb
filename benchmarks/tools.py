"""Times the audit beside other analysers of Python on the same files, each called as a user would call it.

    python -m benchmarks.tools [--data FOLDER] [--runs 3] [--only NAME,...] [--tools FOLDER]

Writes the scaffolds of ADAS and the first 2,000 Program-of-Thoughts scripts out as files, installs bandit, semgrep
(with the two rules of ``baselines/two_rules.yaml``), pylint, Fixit, flake8 and ruff in an environment of their own
(which ``--tools`` keeps), and runs each over the folder. The audit runs without its cache, and in two ways:
``cgr-audit`` is one command over the folder under one contract, ``cgr-audit-by-contract`` two commands, one for each
kind of program. A tool is run once over two files before it is timed, and timed once if it takes longer than a minute.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import venv
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.processes import Cost, adopt_orphans, as_installed, cost_of
from cgr_audit.source.collect import collect
from cgr_audit.source.program import Program

DEFAULT_DATA = Path(__file__).resolve().parent.parent.parent / "shared" / "data"
RULES = Path(__file__).with_name("baselines") / "two_rules.yaml"
SCRIPTS = 2_000
LONG_S = 60.0
"""From this many seconds on, one run is enough."""
PACKAGES = ("bandit==1.9.4", "fixit==2.1.0", "flake8==7.5.0", "pylint==4.1.4", "ruff==0.17.6", "semgrep==1.182.0")
"""What is compared."""

Command = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Tool:
    """One analyser and how it is called."""

    name: str
    commands: Callable[[Path], tuple[Command, ...]]
    """What is run, one after the other, to analyse a folder."""


def main() -> int:
    """Print a line for each tool."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=Path(os.environ.get("CGR_AUDIT_DATA", DEFAULT_DATA)))
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--only", default="", help="names of tools, with commas between them")
    parser.add_argument("--tools", type=Path, help="where the tools are, or shall be, installed")
    options = parser.parse_args()
    if not options.data.is_dir():
        print(f"{options.data}: no such folder; --data or CGR_AUDIT_DATA names the data folder", file=sys.stderr)
        return 2
    adopt_orphans()
    with tempfile.TemporaryDirectory() as temporary:
        folder, scripts = Path(temporary) / "programs", options.tools or Path(temporary) / "tools"
        count = write_programs(options.data, folder)
        wanted = set(options.only.split(",")) - {""}
        tools = [tool for tool in the_tools(scripts) if not wanted or tool.name in wanted]
        _install(scripts)
        print(f"{count} programs; {os.cpu_count()} processors; load {os.getloadavg()[0]:.1f}")
        print(f"{'seconds':26} {'least':>8} {'median':>8} {'most':>8}  {'processor':>9}")
        for tool in tools:
            print_costs(tool.name, run(tool, folder, options.runs, Path(temporary)))
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


def the_tools(scripts: Path) -> list[Tool]:
    """Every tool with its commands; two processes where it takes a number of them."""
    bin_ = scripts / ("Scripts" if sys.platform == "win32" else "bin")
    semgrep = ("scan", "--metrics", "off", "--disable-version-check", "--no-git-ignore", "--jobs", "2", "--json")
    audit = (sys.executable, "-m", "cgr_audit", "audit", "--no-cache", "--jobs", "2", "--format", "json")

    def other(name: str, *arguments: str) -> Tool:
        return Tool(name, lambda folder: ((str(bin_ / name), *arguments, str(folder)),))

    def by_contract(folder: Path) -> tuple[Command, ...]:
        return tuple((*audit, "--contract", kind.name, str(kind)) for kind in sorted(folder.iterdir()))

    return [
        Tool("cgr-audit", lambda folder: ((*audit, str(folder)),)),
        Tool("cgr-audit-by-contract", by_contract),
        other("ruff", "check", "--isolated", "--no-cache", "--output-format", "json"),
        other("flake8", "--isolated", "-j", "2"),
        other("bandit", "-q", "-r", "-f", "json"),
        other("semgrep", *semgrep, "--config", str(RULES)),
        other("pylint", "-j", "2", "--recursive", "y", "-f", "json"),
        other("fixit", "lint"),
    ]


def run(tool: Tool, folder: Path, runs: int, temporary: Path) -> list[Cost]:
    """Time a tool over a folder."""
    environment = as_installed(temporary / "compiled")
    first = temporary / "first"
    for kind in folder.iterdir():
        (first / kind.name).mkdir(parents=True, exist_ok=True)
        (first / kind.name / "p.py").write_bytes((kind / "p0000.py").read_bytes())
    for command in tool.commands(first):
        cost_of(command, environment, temporary)
    costs: list[Cost] = []
    while len(costs) < runs and (not costs or costs[-1].wall < LONG_S):
        parts = [cost_of(command, environment, temporary) for command in tool.commands(folder)]
        costs.append(Cost(sum(part.wall for part in parts), sum(part.cpu for part in parts)))
    return costs


def print_costs(name: str, costs: Sequence[Cost]) -> None:
    """One line of the table."""
    walls = [cost.wall for cost in costs]
    times = f"{min(walls):8.2f} {statistics.median(walls):8.2f} {max(walls):8.2f}"
    print(f"{name:26} {times}  {min(cost.cpu for cost in costs):9.2f}   {len(costs)} runs", flush=True)


def _install(scripts: Path) -> None:
    python = scripts / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
    if not python.exists():
        venv.create(scripts, with_pip=True)
        subprocess.run([python, "-m", "pip", "install", "--quiet", *PACKAGES], check=True)
    listed = subprocess.run([python, "-m", "pip", "freeze"], check=True, capture_output=True, text=True).stdout
    names = {package.split("==")[0] for package in PACKAGES}
    print(", ".join(line for line in listed.splitlines() if line.split("==")[0].lower() in names))


def _programs(path: Path) -> list[Program]:
    return [found for found in collect([str(path)]) if isinstance(found, Program)]


if __name__ == "__main__":
    sys.exit(main())
