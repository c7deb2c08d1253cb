"""Count CodeMind's published predictions as its authors do, row by row.

    python -m benchmarks.codemind_ier [--data FOLDER]

For each of the ten files: how many rows are right by the authors, how many here, and in how many rows the two differ.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from pathlib import Path

from cgr_audit.scorecards.codemind.comparison import is_same_output, prediction

DEFAULT_DATA = Path(__file__).resolve().parent.parent.parent / "shared" / "data"


def main() -> int:
    """Print a line for each file; the exit code is 1 where any row differs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=Path(os.environ.get("CGR_AUDIT_DATA", DEFAULT_DATA)))
    folder = parser.parse_args().data / "codemind_ier"
    paths = sorted(folder.glob("*.jsonl"))
    if not paths:
        print(f"{folder}: no rows; --data or CGR_AUDIT_DATA names the data folder", file=sys.stderr)
        return 2
    different = 0
    print(f"{'file':32} {'rows':>5} {'authors':>8} {'here':>5} {'differ':>7} {'CRR %':>7}")
    for path in paths:
        rows = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
        ours = [is_same_output(prediction(row["predicted"], None) or "", row["expected"]) for row in rows]
        theirs = [row["authors_correct"] for row in rows]
        differ = sum(our != their for our, their in zip(ours, theirs, strict=True))
        different += differ
        crr = 100 * sum(ours) / len(rows)
        print(f"{path.name:32} {len(rows):5} {sum(theirs):8} {sum(ours):5} {differ:7} {crr:7.2f}")
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
