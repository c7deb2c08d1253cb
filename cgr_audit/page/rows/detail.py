"""What opening a row shows besides its program: the item, how the run went, and every call in order."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from cgr_audit.control_characters import escape_control_characters
from cgr_audit.records.rows import Item

__all__ = ["row_detail"]

FACTS: Mapping[str, str] = MappingProxyType(
    {
        "outcome": "outcome",
        "error": "error",
        "executed_provenance": "executed provenance",
        "value_literal": "returned value",
        "origin": "origin of the row",
        "attempts": "attempts",
        "fuel": "fuel",
        "wall_s": "time, s",
        "genLLM_difficulty": "difficulty, by the generator",
        "recorded_baseline_ans": "recorded direct answer",
        "recorded_assisted_ans": "recorded assisted answer",
    }
)
"""The fields of a result row that are shown as they are, where they are not null, and what the page calls them."""
CHANNELS = ("direct", "assisted")


def row_detail(row: Mapping[str, Any], item: Item, calls: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """The record of a row for the page; texts are lists of lines in which nothing hides.

    Args:
        row: its record of ``results.jsonl``.
        item: with question, options and gold.
        calls: its records of ``calls.jsonl``; they are put in the order in which they were made.
    """
    order = sorted(calls, key=lambda call: (CHANNELS.index(call["channel"]), call["attempt"], call["call_index"]))
    return {
        "question": None if item.question is None else _lines(item.question),
        "options": [
            [escape_control_characters(option["id"]), _lines(str(option["text"])), option["id"] in item.correct_ids]
            for option in item.options
        ],
        "facts": [
            [said, escape_control_characters(str(row[name]))]
            for name, said in FACTS.items()
            if row.get(name) is not None
        ],
        "runs": [_run(run) for run in row.get("runs") or ()],
        "calls": [_call(call) for call in order],
    }


def _run(run: Mapping[str, Any]) -> dict[str, Any]:
    said = [str(run[name]) for name in ("outcome", "limit", "error") if run.get(name) is not None]
    return {"said": escape_control_characters(": ".join(said)), "lines": run.get("lines") or []}


def _call(call: Mapping[str, Any]) -> dict[str, Any]:
    config = call["config"] if call.get("config") else None
    return {
        "channel": call["channel"],
        "attempt": call["attempt"],
        "index": call["call_index"],
        "prompt": None if call["prompt"] is None else _lines(call["prompt"]),
        "response": None if call["response"] is None else _lines(call["response"]),
        "status": call.get("status"),
        "error": None if call.get("error") is None else escape_control_characters(str(call["error"])),
        "latency": call.get("latency_s"),
        "tokens": [call.get("prompt_tokens"), call.get("response_tokens")],
        "config": None
        if config is None
        else escape_control_characters(json.dumps(config, ensure_ascii=False, sort_keys=True)),
    }


def _lines(text: str) -> list[str]:
    return [escape_control_characters(line.expandtabs(4)) for line in text.split("\n")]
