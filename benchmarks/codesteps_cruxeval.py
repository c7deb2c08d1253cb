"""Hold pass@k against the figures that CruxEval's authors published with the verdicts on their samples.

    python -m benchmarks.codesteps_cruxeval [--data FOLDER]

Rows are made of the verdicts, without steps, and scored as `cgr-audit score codesteps` scores them. It ends with 1
where a figure differs by more than 1e-9 percentage points.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from pathlib import Path
from typing import Any

from cgr_audit.accuracy.intervals.interval import Resampling
from cgr_audit.scorecards.codesteps.scorer import CodeSteps
from cgr_audit.scorecards.row_source import Rows
from cgr_audit.scorecards.scorecard import score

DEFAULT_DATA = Path(__file__).resolve().parent.parent.parent / "shared" / "data"
_MOST = 1e-9


def main() -> int:
    """Print each published figure, ours, and the difference."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=Path(os.environ.get("CGR_AUDIT_DATA", DEFAULT_DATA)))
    options = parser.parse_args()
    worst = 0.0
    for task in ("output", "input"):
        path = options.data / "cruxeval" / f"passes_{task}.json"
        if not path.is_file():
            print(f"{path}: no such file; --data or CGR_AUDIT_DATA names the data folder", file=sys.stderr)
            return 2
        for name, (published, ours) in published_and_ours(path).items():
            print(f"{task:6} {name}  published {published:.12f}  ours {ours:.12f}  difference {ours - published:+.1e}")
            worst = max(worst, abs(ours - published))
    print(f"largest difference {worst:.1e} percentage points")
    return 0 if worst <= _MOST else 1


def published_and_ours(path: Path) -> dict[str, tuple[float, float]]:
    """By figure, such as ``pass@5``, what is published and what we find, in percent."""
    document = json.loads(path.read_text("utf-8"))
    records = [_row(name, passed) for name, passed in document["passed"].items()]
    scored = score(CodeSteps(), Rows(records, [""] * len(records), (), ()), resampling=Resampling(resamples=3))
    rates = {figure.key: figure.rate for figure in scored.overall.figures}
    found = {}
    for name, published in document["published"].items():
        key = name.replace("pass_at_", "pass@")
        found[key] = (published, 100 * (rates[key] or 0.0))
    return found


def _row(name: str, passed: list[bool]) -> dict[str, Any]:
    return {"id": name, "samples": [{"passed": one} for one in passed]}


if __name__ == "__main__":
    sys.exit(main())
