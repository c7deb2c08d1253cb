"""A package that was judged and run, with texts that try to break out of a page."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

import pytest

from cgr_audit.accuracy.join import join_package
from cgr_audit.audit.registry import load_registry
from cgr_audit.page.content import Report, gather
from cgr_audit.records.lines import write_lines
from cgr_audit.records.package import open_package
from cgr_audit.records.rows import Item, ProgramRecord, ResultRow, SolverEntry, to_record
from cgr_audit.records.writing import write_items, write_manifest, write_programs, write_solvers
from cgr_audit.source.contract import load_contract

HOSTILE = "</script><script>alert(1)</script>\u202e`|*_<img src=x onerror=alert(2)>&quot;"
OPTIONS = tuple({"id": letter, "text": HOSTILE} for letter in "ABC")
REFUSED = 'import os  # <b>"\u202ehi</b>\ndef solve(question):\n    return "B", "B", 1\n'.encode()
APPROVED = b"def solve(question):\n    return extract_answer(llm_model(question, {})), 'B', 1\n"


def write_package(folder: Path, *, judged: bool = True, name: str = HOSTILE) -> Path:
    sources = {"<i>1</i>": REFUSED, "2": APPROVED, "3": APPROVED}
    write_items(folder, [Item(item_id, "d & d", HOSTILE, OPTIONS, ("B",)) for item_id in sources])
    programs = [
        (ProgramRecord(f"g/d/{number}<img src=x>.py", "d & d", item_id, "g", 0, hashlib.sha256(data).hexdigest()), data)
        for number, (item_id, data) in enumerate(sources.items())
    ]
    write_programs(folder, programs)
    write_solvers(folder, {"s<s>": SolverEntry(registered=True), "t": SolverEntry(registered=False)})
    rows = [
        ResultRow(
            "d & d", item_id, solver, "g", 0, solverLLM_baseline_ans="A", solverLLM_assisted_ans=answer, genLLM_ans="B",
            outcome="refused" if answer is None else "completed", attempts=1, direct_calls=1, assisted_calls=1,
        )
        for solver in ("s<s>", "t")
        for item_id, answer in (("<i>1</i>", None), ("2", "B"), ("3", HOSTILE))
    ]  # fmt: skip
    write_lines(folder / "results.jsonl", map(to_record, rows))
    if judged:
        write_lines(folder / "verdicts.jsonl", [verdict(program) for program, _ in programs])
        write_lines(folder / "findings.jsonl", [finding(programs[0][0].program_id)])
    write_manifest(folder, name=name, contract="cgr", created=None)
    return folder


def verdict(program: ProgramRecord) -> dict[str, Any]:
    refused = program.item_id == "<i>1</i>"
    return {
        "program_id": program.program_id,
        "sha256": program.sha256,
        "verdict": "refused" if refused else "approved",
        "reasons": ["CGR401"] if refused else [],
        "explanations": [f"CGR401 forbidden-import in line 1: {HOSTILE}"] if refused else [],
        "rules": "sha256:" + "1" * 64,
        "contract": "sha256:" + "2" * 64,
        "policy": "sha256:" + "3" * 64,
        "option_count": 3,
    }


def finding(program_id: str) -> dict[str, Any]:
    return {
        "code": "CGR401",
        "slug": "forbidden-import",
        "severity": "error",
        "confidence": "high",
        "program_id": program_id,
        "path": f"programs/{program_id}",
        "span": {"line": 1, "column": 8, "end_line": 1, "end_column": 10},
        "message": f"imports {HOSTILE}",
        "evidence": [],
        "fingerprint": "0" * 32,
        "status": "active",
    }


def report_of(folder: Path) -> Report:
    package = open_package(folder)
    return gather(package, join_package(package, load_contract("cgr")), load_registry())


@pytest.fixture
def report(tmp_path: Path) -> Report:
    return report_of(write_package(tmp_path / "package"))


@pytest.fixture
def unjudged_report(tmp_path: Path) -> Report:
    return report_of(write_package(tmp_path / "package", judged=False))
