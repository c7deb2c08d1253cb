"""Packages of any size with the published shape, for measuring what joining costs: seeded, and clearly made up.

Nine datasets, six solvers, one generator and one sample: a program for every six rows. Every program has a verdict, one
in three has findings, and every row has as many solver calls as asked for.
"""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cgr_audit.records.lines import write_atomically
from cgr_audit.records.writing import write_document, write_manifest

__all__ = ["Sizes", "write_package"]

SOLVERS = tuple(f"solver-{number}" for number in range(1, 7))
DATASETS = tuple(f"dataset-{number}" for number in range(1, 10))
GENERATOR = "generator-1"
LETTERS = "ABCDE"
CODES = ("CGR101", "CGR201", "CGR202", "CGR301", "CGR501")
DIGEST = "sha256:" + "0" * 64
SOURCE = """def solve(item, question, options, exp_config):
    votes = []
    for option in options:
        reply = llm_model(f"{{question}} Is it {{option['text']}}?", exp_config)
        votes.append(extract_answer(reply))
    return max(set(votes), key=votes.count), "{letter}", 3
# {number}
"""


@dataclass(frozen=True, slots=True)
class Sizes:
    """What a package holds."""

    rows: int
    programs: int
    findings: int
    calls: int
    megabytes: float
    """Of all files but the programs."""


def write_package(folder: Path, rows: int, calls_per_row: int, seed: int = 0) -> Sizes:
    """Write a package of about that many rows, rounded up to whole programs."""
    draw = random.Random(seed)
    programs = [_program(number, draw) for number in range(-(-rows // len(SOLVERS)))]
    for program in programs:
        path = folder / "programs" / program["program_id"]
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(program.pop("source"))
    findings = [finding for program in programs if draw.random() < 1 / 3 for finding in _findings(program, draw)]
    _write(folder / "items.jsonl", map(_item, programs))
    _write(folder / "programs.jsonl", ({name: program[name] for name in PROGRAM} for program in programs))
    _write(folder / "verdicts.jsonl", (_verdict(program, draw) for program in programs))
    _write(folder / "findings.jsonl", findings)
    _write(folder / "results.jsonl", _results(programs, calls_per_row, draw))
    if calls_per_row:
        _write(folder / "calls.jsonl", _calls(programs, calls_per_row))
    write_document(folder / "solvers.json", {name: {"registered": True} for name in SOLVERS})
    write_manifest(folder, name="made up to measure with", contract="cgr", created=None)
    size = sum(path.stat().st_size for path in folder.iterdir() if path.is_file())
    count = len(programs) * len(SOLVERS)
    return Sizes(count, len(programs), len(findings), count * calls_per_row, size / 1e6)


PROGRAM = ("program_id", "dataset", "item_id", "generator", "sample", "sha256")


def _program(number: int, draw: random.Random) -> dict[str, Any]:
    dataset, item_id = DATASETS[number % len(DATASETS)], f"item-{number:07}"
    letter = draw.choice(LETTERS)
    source = SOURCE.format(letter=letter, number=number).encode()
    return {
        "program_id": f"{GENERATOR}/{dataset}/{item_id}.0.py",
        "dataset": dataset,
        "item_id": item_id,
        "generator": GENERATOR,
        "sample": 0,
        "sha256": hashlib.sha256(source).hexdigest(),
        "source": source,
        "answer": letter,
        "gold": draw.choice(LETTERS) if draw.random() < 0.2 else letter,
    }


def _item(program: dict[str, Any]) -> dict[str, Any]:
    return {
        "item_id": program["item_id"],
        "dataset": program["dataset"],
        "question": f"Which of the five statements about the {program['item_id']} holds under the usual assumptions?",
        "options": [{"id": letter, "text": f"the statement {letter} of {program['item_id']}"} for letter in LETTERS],
        "correct_ids": [program["gold"]],
        "source": "made up",
        "licence": None,
        "redistributable": True,
    }


def _verdict(program: dict[str, Any], draw: random.Random) -> dict[str, Any]:
    verdict = draw.choices(("approved", "observe", "refused"), (8, 1, 1))[0]
    return {
        "program_id": program["program_id"],
        "sha256": program["sha256"],
        "verdict": verdict,
        "reasons": [] if verdict == "approved" else sorted(draw.sample(CODES, 2)),
        "explanations": [] if verdict == "approved" else ["made up to measure with"],
        "rules": DIGEST,
        "contract": DIGEST,
        "policy": DIGEST,
        "option_count": 5,
    }


def _findings(program: dict[str, Any], draw: random.Random) -> Iterator[dict[str, Any]]:
    for code in draw.sample(CODES, draw.randint(1, 3)):
        yield {
            "code": code,
            "slug": "made-up",
            "severity": "warning",
            "confidence": "high",
            "program_id": program["program_id"],
            "path": program["program_id"],
            "span": {"line": 4, "column": 5, "end_line": 4, "end_column": 20},
            "message": "made up to measure with",
            "evidence": [{"span": None, "message": "made up"}],
            "fingerprint": program["sha256"][:16],
            "status": "active",
        }


def _results(programs: list[dict[str, Any]], calls_per_row: int, draw: random.Random) -> Iterator[dict[str, Any]]:
    for program in programs:
        for place, solver in enumerate(SOLVERS):
            skill = 0.1 * place
            answers = [program["gold"] if draw.random() < skill + more else draw.choice(LETTERS) for more in (0.1, 0.4)]
            yield {
                **{name: program[name] for name in ("dataset", "item_id")},
                "solver": solver,
                "generator": GENERATOR,
                "sample": 0,
                "program_sha256": program["sha256"],
                "correct_ans": program["gold"],
                "solverLLM_baseline_ans": answers[0],
                "solverLLM_assisted_ans": None if draw.random() < 0.02 else answers[1],
                "genLLM_ans": program["answer"],
                "genLLM_difficulty": 3,
                "origin": "executed",
                "outcome": "completed",
                "attempts": 1,
                "direct_calls": 1,
                "assisted_calls": max(calls_per_row - 1, 0) or draw.randint(1, 12),
                "fuel": draw.randint(10_000_000, 90_000_000),
                "wall_s": round(draw.random(), 6),
                "component": DIGEST,
                "extraction_failed": {"direct": False, "assisted": False, "generator": False},
                "executed_provenance": draw.choice(("solver", "selected", "fallback", "undetermined")),
                "verdict": "approved",
                "error": None,
                "value_literal": f"({answers[1]!r}, {program['answer']!r}, 3)",
                "contract_broken": False,
                "runs": [
                    {"outcome": "completed", "limit": None, "error": None, "fuel": 20_000_000, "lines": [1, 2, 3, 4, 5]}
                ],
                "recorded_baseline_ans": answers[0],
                "recorded_assisted_ans": answers[1],
            }


def _calls(programs: list[dict[str, Any]], calls_per_row: int) -> Iterator[dict[str, Any]]:
    for program in programs:
        for solver in SOLVERS:
            for number in range(calls_per_row):
                yield {
                    **{name: program[name] for name in ("dataset", "item_id")},
                    "solver": solver,
                    "generator": GENERATOR,
                    "sample": 0,
                    "channel": "direct" if number == 0 else "assisted",
                    "attempt": 1,
                    "call_index": max(number - 1, 0),
                    "prompt": f"Which of the statements about the {program['item_id']} holds? Is it the statement A?",
                    "config": {"temperature": 0.0},
                    "response": "Answer: A",
                    "error": None,
                    "prompt_tokens": 25,
                    "response_tokens": 3,
                    "latency_s": 0.25,
                }


def _write(path: Path, records: Iterator[dict[str, Any]] | list[dict[str, Any]]) -> None:
    write_atomically(path, ((json.dumps(record) + "\n").encode() for record in records), durable=False)
