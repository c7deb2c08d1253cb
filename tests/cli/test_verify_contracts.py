"""Recordings under contracts other than the published one: verified and replayed as well."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

from cgr_audit.records.rows import Item, ProgramRecord, SolverEntry
from cgr_audit.records.writing import write_items, write_manifest, write_programs, write_solvers

FUNCTION = b"def f(words, count):\n    return {len(words): set(words), 'n': (count, 0.5)}\n"
AGENT = b"""
def forward(self, taskInfo):
    agent = LLMAgentBase(["thinking", "answer"], "Solver", temperature=0.7)
    thinking, answer = agent([taskInfo], "Think first.")
    return answer
"""
SYMPY = b"""
import random
from sympy import symbols, solve

def answer(question):
    x = symbols("x")
    roots = solve(x**2 - random.randrange(1, 9), x)
    return extract_answer(llm_model(f"{question} {roots}", {})), "B", len(roots)
"""


def package(folder: Path, contract: str, source: bytes, **extra: Any) -> Path:
    options = tuple({"id": letter, "text": f"option {letter}"} for letter in "ABC")
    write_items(folder, [Item("q", "d", "What is q?", options, ("B",))])
    digest = hashlib.sha256(source).hexdigest()
    write_programs(folder, [(ProgramRecord("g/d/q.0.py", "d", "q", "g", 0, digest, extra=extra), source)])
    write_solvers(folder, {"s": SolverEntry(registered=True)})
    write_manifest(folder, name="small", contract=contract, created="2026-01-01")
    return folder


def records(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def run_and_verify(command: Any, source: Path, contract: str, tmp_path: Path) -> dict[str, Any]:
    """The only row of a run that was verified, replayed, and verified again."""
    verdicts, out = tmp_path / "verdicts.jsonl", tmp_path / "out"
    insisting = ("--contract", contract, "--override-contract")
    command("gate", source, *insisting, "--out", verdicts)
    chosen = (*insisting, "--verdicts", verdicts, "--include", "observe", "--out", out)
    assert command("run", source, "--solver", "seeded:1", *chosen).code == 0
    for folder in (out, tmp_path / "again"):
        done = command("verify", folder)
        assert (done.code, done.err.split(" · ")[0]) == (0, "1 row: 1 verified, 0 not verifiable, 0 different"), (
            done.out
        )
        if folder == out:
            assert command("replay", out, "--out", tmp_path / "again").code == 0
    (row,) = records(out / "results.jsonl")
    return row


def test_programs_that_query_no_solver(command: Any, tmp_path: Path) -> None:
    source = package(tmp_path / "source", "function", FUNCTION, arguments="['b', 'a'], count=2")
    row = run_and_verify(command, source, "function", tmp_path)
    assert row["value_literal"] == "{2: {'a', 'b'}, 'n': (2, 0.5)}"
    assert (row["direct_calls"], row["assisted_calls"]) == (None, 0)
    lines = records(tmp_path / "out/programs.jsonl")
    (tmp_path / "out/programs.jsonl").write_text(json.dumps(lines[0] | {"arguments": "['b'], count=2"}) + "\n")
    manifest = json.loads((tmp_path / "out/manifest.json").read_text())
    (tmp_path / "out/manifest.json").write_text(json.dumps(manifest | {"sha256": {}}))
    done = command("verify", tmp_path / "out")
    assert done.code == 4
    assert "value_literal" in done.out.decode()


def test_programs_with_solver_objects(command: Any, tmp_path: Path) -> None:
    row = run_and_verify(command, package(tmp_path / "source", "adas", AGENT), "adas", tmp_path)
    assert (row["outcome"], row["direct_calls"], row["assisted_calls"]) == ("completed", None, 1)


@pytest.mark.slow
def test_programs_that_compute_with_sympy(command: Any, tmp_path: Path) -> None:
    from cgr_audit.source.contract import built_in_text

    contract = tmp_path / "science.toml"
    contract.write_text(built_in_text("cgr") + '\n[imports]\nprofile = "science"\n')
    row = run_and_verify(command, package(tmp_path / "source", "cgr", SYMPY), str(contract), tmp_path)
    assert (row["outcome"], row["genLLM_difficulty"]) == ("completed", 2)
