"""Small packages of every unevenness, for figures to be counted twice."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection, Iterable, Mapping
from itertools import product
from pathlib import Path
from typing import Any

from hypothesis import strategies as st

from cgr_audit.records.writing import write_manifest

__all__ = ["packages", "write_package"]

_SOLVERS = ("left", "right", "stranger")
"""Two that may be registered, and one that never is."""
_ANSWERS = (None, "A", "B", "C", "X", "I")
_OUTCOMES = ("completed", "completed", "completed", "guest_error", "host_failure", "refused", "not_run", None)
_PROVENANCE = (None, "solver", "selected", "fallback", "literal", "item", "generator", "undetermined")
_DIFFICULTIES = (None, 1, 2.0, 2, "2", 10, "hard")
_CODES = ("CGR201", "CGR202", "CGR301")
_FIELDS = ("solverLLM_baseline_ans", "solverLLM_assisted_ans", "genLLM_ans")
_TEXT = b"def solve(): pass\n"

Package = Mapping[str, Any]


@st.composite
def packages(draw: st.DrawFn) -> Package:
    """The records of a package by file, programs' texts aside."""
    items = [
        {
            "item_id": str(number),
            "dataset": dataset,
            "question": "?",
            "options": [{"id": letter, "text": letter} for letter in draw(st.sampled_from(["AB", "ABC", "ABCD"]))],
            "correct_ids": sorted(draw(st.sets(st.sampled_from("AB")))),
        }
        for dataset in ("one", "two", "three")[: draw(st.integers(1, 3))]
        for number in range(draw(st.integers(1, 6)))
    ]
    keys = [
        (item["dataset"], item["item_id"], generator, sample)
        for item, generator, sample in product(items, ("g", "h"), range(2))
        if draw(st.integers(0, 3)) > 0
    ]
    programs = [_program(*key) for key in keys if draw(st.integers(0, 5)) > 0]
    judged = [program for program in programs if draw(st.integers(0, 4)) > 0] if draw(st.booleans()) else []
    all_refused = draw(st.integers(0, 5)) == 0
    absent = draw(st.sampled_from([(), (), (), *((field,) for field in _FIELDS)]))
    rows = [
        _row(draw, key, solver, absent, all_refused=all_refused)
        for key in keys
        for solver in _SOLVERS
        if draw(st.integers(0, 4)) > 0
    ]
    return {
        "items.jsonl": items,
        "programs.jsonl": programs,
        "solvers.json": {name: {"registered": name != "stranger"} for name in _SOLVERS},
        "results.jsonl": rows,
        "calls.jsonl": [call for row in rows for call in _calls(draw, row)],
        "controls.jsonl": _controls(draw, items, rows) if draw(st.booleans()) else [],
        "verdicts.jsonl": [_verdict(draw, program) for program in judged],
        "findings.jsonl": [
            _finding(program, code) for program in programs for code in draw(st.sets(st.sampled_from(_CODES)))
        ],
    }


def write_package(folder: Path, package: Package) -> Path:
    """Write a package; the folder may hold another one, which goes."""
    for name, records in package.items():
        path = folder / name
        if name == "solvers.json":
            path.write_text(json.dumps(records))
        elif records:
            path.write_text("".join(json.dumps(record) + "\n" for record in records))
        elif name in {"items.jsonl", "programs.jsonl", "results.jsonl"}:
            path.write_text("")
        else:
            path.unlink(missing_ok=True)
    for program in package["programs.jsonl"]:
        path = folder / "programs" / program["program_id"]
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(_TEXT)
    write_manifest(folder, name="random", contract="cgr", created=None)
    return folder


def _program(dataset: str, item_id: str, generator: str, sample: int) -> dict[str, Any]:
    return {
        "program_id": f"{generator}/{dataset}/{item_id}.{sample}.py",
        "dataset": dataset,
        "item_id": item_id,
        "generator": generator,
        "sample": sample,
        "sha256": hashlib.sha256(_TEXT).hexdigest(),
    }


def _row(
    draw: st.DrawFn, key: tuple[str, str, str, int], solver: str, absent: Iterable[str], *, all_refused: bool
) -> dict[str, Any]:
    dataset, item_id, generator, sample = key
    outcome = "refused" if all_refused else draw(st.sampled_from(_OUTCOMES))
    answers: dict[str, Any] = {field: draw(st.sampled_from(_ANSWERS)) for field in _FIELDS}
    answers |= dict.fromkeys(absent)
    if outcome in {"refused", "not_run", "host_failure"}:
        answers["solverLLM_assisted_ans"] = None
    is_counted = outcome not in {"refused", "not_run"} and draw(st.booleans())
    attempts = draw(st.integers(1, 3)) if is_counted else None
    is_known = outcome == "completed" and answers["solverLLM_assisted_ans"] is not None
    return {
        "dataset": dataset,
        "item_id": item_id,
        "solver": solver,
        "generator": generator,
        "sample": sample,
        **answers,
        "genLLM_difficulty": draw(st.sampled_from(_DIFFICULTIES)),
        "origin": "executed",
        "outcome": outcome,
        "attempts": attempts,
        "direct_calls": draw(st.sampled_from([None, 0, 1, 3])),
        "assisted_calls": draw(st.sampled_from([0, 1, 2, 5, 12, 60])) if is_counted else None,
        "extraction_failed": draw(st.sampled_from([None, {"direct": True}, {"assisted": False, "direct": None}])),
        "executed_provenance": draw(st.sampled_from(_PROVENANCE)) if is_known else None,
        "recorded_assisted_ans": draw(st.sampled_from(_ANSWERS)),
    }


def _calls(draw: st.DrawFn, row: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The calls of a row: all of them, none, or too few."""
    key = {name: row[name] for name in ("dataset", "item_id", "solver", "generator", "sample")}
    calls = []
    for channel in ("direct", "assisted"):
        number = min(draw(st.sampled_from([0, 1, 1])) * (row[f"{channel}_calls"] or 0), 5)
        attempts = min(number, row["attempts"] or 1)
        for place in range(number):
            attempt, index = (1, place) if place < number - attempts + 1 else (place - number + attempts + 1, 0)
            calls.append(
                {**key, "channel": channel, "attempt": attempt, "call_index": index, "prompt": "?", "response": "A"}
            )
    return calls


def _controls(draw: st.DrawFn, items: Iterable[dict[str, Any]], rows: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """Controls of items, and of rows whose calls they were given; some failed, and some are not there."""
    gold = {(item["dataset"], item["item_id"]): item["correct_ids"] for item in items}
    keys: list[tuple[Any, ...]] = [
        (*key, solver, None, None, control, draw(st.integers(1, 3)))
        for key in gold
        for control in ("direct", "cot", "generator-alone")
        for solver in _SOLVERS
    ]
    keys += [
        (*(row[name] for name in ("dataset", "item_id", "solver", "generator", "sample")), control, calls)
        for row in rows
        for control in ("self-consistency", "repeated-call")
        for calls in [row["assisted_calls"] or draw(st.integers(0, 2))]
    ]
    return [_control(draw, key, gold[key[:2]]) for key in keys if draw(st.integers(0, 3)) > 0]


def _control(draw: st.DrawFn, key: tuple[Any, ...], gold: Collection[str]) -> dict[str, Any]:
    names = ("dataset", "item_id", "solver", "generator", "sample", "control", "calls")
    answer, error = draw(st.sampled_from([("A", None), ("B", None), ("X", None), (None, "the service failed")]))
    return {
        **dict(zip(names, key, strict=True)),
        "is_matched": key[3] is not None,
        "answer": answer,
        "right": answer in gold if gold and not error else None,
        "extraction_failed": None if error else answer == "X",
        "error": error,
    }


def _verdict(draw: st.DrawFn, program: Mapping[str, Any]) -> dict[str, Any]:
    digest = f"sha256:{'0' * 64}"
    return {
        "program_id": program["program_id"],
        "sha256": program["sha256"],
        "verdict": draw(st.sampled_from(["approved", "observe", "refused"])),
        "reasons": ["CGR201"],
        "rules": digest,
        "contract": digest,
        "policy": digest,
        "option_count": None,
    }


def _finding(program: Mapping[str, Any], code: str) -> dict[str, Any]:
    span = {"line": 1, "column": 1, "end_line": 1, "end_column": 2}
    return {
        "code": code,
        "slug": "some-rule",
        "severity": "error",
        "confidence": "high",
        "program_id": program["program_id"],
        "path": f"programs/{program['program_id']}",
        "span": span,
        "message": "something was found",
        "evidence": [],
        "fingerprint": "0" * 32,
        "status": "active",
    }
