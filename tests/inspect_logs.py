"""Logs of Inspect as tests write them, beside ``source/mixed.eval``, which Inspect itself wrote."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

WRITTEN_BY_INSPECT = Path(__file__).parent / "source" / "mixed.eval"
"""Four samples of a multiple-choice task: a fenced program, an answer in prose, a tool call, a broken program."""


def write_log(path: Path, samples: Iterable[Mapping[str, Any]], model: str = "test/model", task: str = "task") -> Path:
    """Write a log with these samples; what they leave out is as of one that was answered well."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("header.json", json.dumps({"eval": {"task": task, "model": model, "dataset": {}}}))
        for sample in samples:
            whole = {"epoch": 1, "input": f"Question {sample['id']}?", "target": "7", "messages": [], **sample}
            archive.writestr(f"samples/{sample['id']}_epoch_{whole['epoch']}.json", json.dumps(whole))
    return path


def graded(value: object, answer: str | None = None, scorer: str = "match") -> dict[str, Any]:
    """The scores of a sample that has one."""
    return {"scores": {scorer: {"value": value, "answer": answer}}}


def said(text: object, **fields: Any) -> dict[str, Any]:
    """The messages of a sample in which the model said one thing."""
    return {"messages": [{"role": "user", "content": "?"}, {"role": "assistant", "content": text, **fields}]}
