"""The 800 functions of CruxEval, which all run: what they execute is reached, bound, and comes to an end."""

from __future__ import annotations

import ast
import json
import sys
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from cgr_audit.analysis.facts import Facts
from cgr_audit.source.contract import load_contract

CONTRACT = load_contract("function")


@pytest.fixture(scope="module")
def rows(data_folder: Path) -> list[dict[str, str]]:
    text = (data_folder / "cruxeval" / "programs.jsonl").read_text("utf-8")
    return [json.loads(line) for line in text.splitlines()]


def executed_lines(source: str, arguments: str) -> set[int]:
    namespace: dict[str, Any] = {}
    exec(compile(source, "<program>", "exec"), namespace)
    lines: set[int] = set()

    def trace(frame: FrameType, event: str, _: object) -> Any:
        if frame.f_code.co_filename != "<program>":
            return None
        if event == "line":
            lines.add(frame.f_lineno)
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        eval(f"f({arguments})", namespace)
    finally:
        sys.settrace(before)
    return lines


def test_no_line_that_a_function_executes_is_called_unreachable_or_reads_a_name_that_nothing_binds(
    rows: list[dict[str, str]],
) -> None:
    for row in rows:
        facts = Facts(ast.parse(row["source"]), CONTRACT)
        dead = {line for one in facts.unreachable_code for line in range(one.first.lineno, one.last.lineno + 1)}
        unbound = {found.node.lineno for found in facts.undefined_names if found.is_certain}
        if dead | unbound:
            assert not executed_lines(row["source"], row["input"]) & (dead | unbound), row["id"]


def test_no_loop_that_ends_is_called_endless(rows: list[dict[str, str]]) -> None:
    assert [row["id"] for row in rows if Facts(ast.parse(row["source"]), CONTRACT).endless_loops] == []
