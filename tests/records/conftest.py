"""A small package, written by hand, that the tests of this folder damage."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

PROGRAM = b"def solve(question):\n    return extract_answer(llm_model(question, {})), 'B', 3\n"


def item(item_id: str, **changes: Any) -> dict[str, Any]:
    options = [{"id": letter, "text": f"option {letter}"} for letter in "ABC"]
    return {
        "item_id": item_id,
        "dataset": "d",
        "question": "?",
        "options": options,
        "correct_ids": ["B"],
        **changes,
    }


def program(item_id: str, **changes: Any) -> dict[str, Any]:
    return {
        "program_id": f"g/d/{item_id}.0.py",
        "dataset": "d",
        "item_id": item_id,
        "generator": "g",
        "sample": 0,
        "sha256": hashlib.sha256(PROGRAM).hexdigest(),
        **changes,
    }


def result(item_id: str, **changes: Any) -> dict[str, Any]:
    return {
        "dataset": "d",
        "item_id": item_id,
        "solver": "s",
        "generator": "g",
        "sample": 0,
        "solverLLM_baseline_ans": "A",
        "solverLLM_assisted_ans": "B",
        "genLLM_ans": "B",
        "origin": "recorded",
        **changes,
    }


def call(item_id: str, **changes: Any) -> dict[str, Any]:
    return {
        "dataset": "d",
        "item_id": item_id,
        "solver": "s",
        "generator": "g",
        "sample": 0,
        "channel": "assisted",
        "attempt": 1,
        "call_index": 0,
        "prompt": "?",
        "config": {},
        "response": "B",
        **changes,
    }


class Draft:
    """The records of a package before it is written; a test changes them and then writes."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.lines: dict[str, list[dict[str, Any]]] = {
            "items.jsonl": [item("i1"), item("i2")],
            "programs.jsonl": [program("i1"), program("i2")],
            "results.jsonl": [result("i1"), result("i2")],
            "calls.jsonl": [call("i1"), call("i2")],
        }
        self.solvers: dict[str, Any] = {"s": {"registered": True}}
        self.manifest: dict[str, Any] = {"name": "small", "contract": "cgr", "sha256": {}}

    def write(self) -> Path:
        for record in self.lines["programs.jsonl"]:
            path = self.folder / "programs" / record["program_id"]
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(PROGRAM)
        for name, records in self.lines.items():
            (self.folder / name).write_text("".join(json.dumps(record) + "\n" for record in records))
        (self.folder / "solvers.json").write_text(json.dumps(self.solvers))
        (self.folder / "manifest.json").write_text(json.dumps(self.manifest))
        return self.folder


@pytest.fixture
def draft(tmp_path: Path) -> Draft:
    return Draft(tmp_path / "package")
