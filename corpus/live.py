"""A small package for a real model: the first items of each dataset of the demo, with one approved program each.

    python corpus/live.py live-package [--items 12]

It holds no recorded answers: `make live` runs it under a model on this machine.
"""

from __future__ import annotations

import argparse
import json
from itertools import groupby, zip_longest
from pathlib import Path

from cgr_audit.records.package import TracePackage, open_package
from cgr_audit.records.rows import ProgramRecord
from cgr_audit.records.writing import write_items, write_manifest, write_programs, write_solvers

DEMO = Path(__file__).resolve().parent / "demo"
ITEMS = 12


def write_live_package(folder: Path, count: int = ITEMS) -> None:
    """Write so many items of the demo into a folder, spread evenly over its datasets, with a program each."""
    demo = open_package(DEMO)
    programs = _programs(demo, count)
    write_items(folder, (demo.items[program.item_key] for program in programs))
    write_programs(folder, ((program, demo.program_bytes(program)) for program in programs))
    write_solvers(folder, {})
    write_manifest(folder, name="live", contract=demo.manifest.contract, created=demo.manifest.created)


def _programs(demo: TracePackage, count: int) -> list[ProgramRecord]:
    labels = map(json.loads, (DEMO / "labels.jsonl").read_text("utf-8").splitlines())
    approved = {label["program_id"] for label in labels if label["verdict"] == "approved"}
    known = sorted((one for one in demo.programs if one.program_id in approved), key=lambda one: one.item_key)
    of_items = [next(group) for _, group in groupby(known, lambda one: one.item_key)]
    by_dataset = [list(group) for _, group in groupby(of_items, lambda one: one.dataset)]
    return [program for turn in zip_longest(*by_dataset) for program in turn if program is not None][:count]


def main() -> None:
    """Write the package that the command line names."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--items", type=int, default=ITEMS)
    options = parser.parse_args()
    write_live_package(options.folder, options.items)


if __name__ == "__main__":
    main()
