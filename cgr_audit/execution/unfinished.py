"""What a run is about to do, noted next to its ledger until it has ended: which rows are done can be told from both."""

from __future__ import annotations

import json
import os
from pathlib import Path

from cgr_audit.execution.plan import PackageRun, Plan
from cgr_audit.records.lines import write_atomically

__all__ = ["FILE", "note_plan"]

FILE = "unfinished.json"


def note_plan(out: Path, run: PackageRun, plan: Plan, contract: str) -> None:
    """Note what a run is about to do.

    Args:
        out: the run's folder.
        run: what is run.
        plan: its rows.
        contract: what the manifest will name as the contract.
    """
    source = run.package.manifest
    record = {
        "contract": contract,
        "package": os.path.realpath(run.package.folder),
        "manifest_sha256": source.digest,
        "is_replay": run.choices[0].is_replay,
        "warnings": [note.to_record() for note in run.warnings],
        "rows": [[*row.key, row.program.program_id, row.direct, row.assisted] for row in plan.rows],
    }
    write_atomically(out / FILE, [json.dumps(record).encode()])
