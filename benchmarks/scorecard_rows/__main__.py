"""Print simulated rows of a scorecard, to try it out or to measure it.

python -m benchmarks.scorecard_rows clr-bench 5090 > rows.jsonl
"""

from __future__ import annotations

import argparse
import json
import sys

from benchmarks.scorecard_rows.kinds import KINDS


def main() -> int:
    """Print so many rows, a JSON object on each line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("name", choices=KINDS)
    parser.add_argument("rows", type=int)
    parser.add_argument("--seed", type=int, default=7)
    options = parser.parse_args()
    for row in KINDS[options.name](options.rows, options.seed):
        sys.stdout.write(json.dumps(row) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
