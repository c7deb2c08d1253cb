"""CodeMind on the 800 functions of CruxEval: true outputs by the sandbox, constructs, complexity, correlation.

    python -m benchmarks.codemind_cruxeval [--data FOLDER] [--jobs N] [--rows FILE] [--predictions FILE] [--out DIR]

Predictions are simulated: what CruxEval publishes of each sample is only whether it was right, so a right one is given
the true output and a wrong one a text that is not an output. A file of predictions (JSONL with ``id`` and
``predicted``, and ``model`` where there are several) is scored in their place. ``--rows`` keeps the rows, for
``cgr-audit score codemind``; ``--out`` writes tables, page and charts.
"""

from __future__ import annotations

import argparse
import ast
import json
import os
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from benchmarks.cruxeval import shape
from cgr_audit.page.charts.drawing import write_pictures
from cgr_audit.page.scorecards.page import scorecard_charts
from cgr_audit.plural import counted
from cgr_audit.scorecards.codemind.scorer import CodeMind
from cgr_audit.scorecards.row_source import Rows
from cgr_audit.scorecards.running.runner import ProgramRunner
from cgr_audit.scorecards.scorecard import Scored, score
from cgr_audit.scorecards.scorecard_files import write_scorecard
from cgr_audit.scorecards.tables import scorecard_tables
from cgr_audit.tables.markdown import markdown
from cgr_audit.tables.table import Table

DEFAULT_DATA = Path(__file__).resolve().parent.parent.parent / "shared" / "data"
SIMULATED_WRONG = "(simulated: wrong)"
"""What stands for a wrong prediction, of which CruxEval publishes no text."""
_SHOWN = ("overall", "by-construct", "by-output-type", "by-complexity", "by-loop-length", "correlations")


def main() -> int:
    """Print agreement with the published outputs, what the programs are like, and CRR; 1 where an output differs."""
    options = _options()
    folder = options.data / "cruxeval"
    if not folder.is_dir():
        print(f"{folder}: no such folder; --data or CGR_AUDIT_DATA names the data folder", file=sys.stderr)
        return 2
    programs = [json.loads(line) for line in (folder / "programs.jsonl").read_text("utf-8").splitlines()]
    predictions = list(_given(options.predictions) if options.predictions else _simulated(folder))
    records = list(_rows(programs, predictions))
    if options.rows:
        options.rows.write_text("".join(json.dumps(record) + "\n" for record in records), "utf-8")
    scorer = CodeMind(running=ProgramRunner(jobs=options.jobs, report=print))
    scored = score(scorer, Rows(records, [f"row {number}" for number, _ in enumerate(records, start=1)], (), ()))
    equal = _print_outputs(scored, programs)
    _print_programs(scored, len(programs))
    for table in _tables(scored):
        print(f"\n{markdown(table)}")
    if options.out:
        write_scorecard(scored, options.out)
        for path in write_pictures(scorecard_charts(scored), options.out, scored.name):
            print(f"wrote {path}")
    return 0 if equal == len(programs) else 1


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=Path(os.environ.get("CGR_AUDIT_DATA", DEFAULT_DATA)))
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--rows", type=Path)
    parser.add_argument("--predictions", type=Path)
    parser.add_argument("--out", type=Path)
    return parser.parse_args()


def _simulated(folder: Path) -> Iterator[dict[str, Any]]:
    """A prediction for each sample; without the text of a right one, which is the true output."""
    passes = json.loads((folder / "passes_output.json").read_text("utf-8"))
    for name, samples in passes["passed"].items():
        for number, is_right in enumerate(samples):
            wrong = {} if is_right else {"predicted": SIMULATED_WRONG}
            yield {"id": name, "model": passes["model"], "setting": f"sample {number}, simulated", **wrong}


def _given(path: Path) -> Iterator[dict[str, Any]]:
    for number, line in enumerate(path.read_text("utf-8").splitlines(), start=1):
        record = json.loads(line)
        if not {"id", "predicted"} <= record.keys():
            raise SystemExit(f"{path}:{number}: a prediction needs an id of CruxEval, such as sample_0, and predicted")
        yield record


def _rows(programs: list[dict[str, str]], predictions: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Rows without expected outputs, which the sandbox is to compute."""
    by_name = {program["id"]: program for program in programs}
    for one in predictions:
        program = by_name[one["id"]]
        yield {
            "id": one["id"],
            "benchmark": "CruxEval",
            "model": one.get("model", "unnamed"),
            "task": "ier",
            "setting": one.get("setting"),
            "program": program["source"],
            "input": program["input"],
            "expected": None,
            "predicted": one.get("predicted", program["output"]),
        }


def _print_outputs(scored: Scored, programs: list[dict[str, str]]) -> int:
    """How many computed outputs are the published ones: values and types, also inside containers."""
    rows = scored.scored.rows
    computed = dict(zip(rows["id"], rows["expected"], strict=True))
    equal = 0
    for program in programs:
        found = computed.get(program["id"])
        if found is not None and shape(ast.literal_eval(found)) == shape(ast.literal_eval(program["output"])):
            equal += 1
        else:
            print(f"{program['id']}: published {program['output']}, computed {found}")
    print(f"{equal} of {len(programs)} outputs computed by the sandbox equal the published ones")
    return equal


def _print_programs(scored: Scored, programs: int) -> None:
    rows = scored.scored.table().drop_duplicates("id")
    tagged = sum(bool(tags) for tags in rows["constructs"])
    measured = sum(value is not None for value in rows["complexity"])
    print(f"{tagged} of {programs} programs have constructs, {measured} a complexity")
    tags = Counter(tag for tags in rows["constructs"] if tags for tag in tags.split(", "))
    print("programs by construct: " + ", ".join(f"{tag} {count}" for tag, count in tags.most_common()))
    print("programs by complexity: " + ", ".join(f"{at}: {n}" for at, n in sorted(Counter(rows["complexity"]).items())))
    looping = sum(value is not None for value in rows["loop_length"])
    print(f"{counted(looping, 'program')} with loops whose rounds were counted")


def _tables(scored: Scored) -> Iterator[Table]:
    yield from (table for table in scorecard_tables(scored) if table.name in _SHOWN)


if __name__ == "__main__":
    sys.exit(main())
