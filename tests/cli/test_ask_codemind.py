"""``cgr-audit ask codemind``: what is asked, what comes of it, and every figure counted by hand."""

from __future__ import annotations

import importlib.util
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from cgr_audit.schema import require_record
from tests.cli.conftest import Command
from tests.scripted_service import Sent, completion, serving

SUM = "def total(n):\n    found = 0\n    for i in range(n):\n        found += i\n    return found\n"


def item(number: int, **fields: Any) -> dict[str, Any]:
    return {
        "id": number, "benchmark": "mine", "program": SUM, "input": "4", "topic": "sums",
        "description": "Write a function total(n) that adds up the numbers below n.",
        "tests": "assert total(3) == 3\nassert total(0) == 0\n", **fields,
    }  # fmt: skip


def items_file(folder: Path, *items: dict[str, Any]) -> Path:
    path = folder / "items.jsonl"
    path.write_text("".join(json.dumps(one) + "\n" for one in items))
    return path


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def code(body: str) -> str:
    return f"Here:\n```python\ndef total(n):\n{body}\n```\n"


def output(text: str, before: str = "") -> str:
    return f"{before}<<<Output>>>\n{text}\n[END-OF-RESPONSE]"


CUT = output("6") + "\nNow this one"
"""Cut off after the mark of the end, and so whole."""
PASSES, FAILS, BROKEN = code("    return sum(range(n))"), code("    return n + 1"), code("    return sum(")
PLAIN = "def total(n):\n    return sum(range(n))\n"


def ask(
    command: Command, folder: Path, items: Path, answers: Sequence[str | None], *more: str, again: bool = False
) -> tuple[Any, list[str]]:
    """Ask one after another; an answer that is nothing is cut by the service.

    Args:
        again: whether the same command is run a second time, which asks nothing and writes the same.
    """
    out = folder / "rows.jsonl"
    with serving() as service:
        service.answers = [
            Sent(200, completion(one or "<<<Out", "length" if one in {None, CUT} else "stop")) for one in answers
        ]
        asked = (
            "ask", "codemind", items, "--model", f"openai:{service.base_url}#m", "--name", "m", "--out", out,
            "--jobs", "1", "--max-connections", "1", "--no-cache", *more,
        )  # fmt: skip
        done = command(*asked)
        assert len(service.requests) == len(answers)
        if again:
            before = out.read_bytes()
            assert command(*asked).code == done.code
            assert len(service.requests) == len(answers)
            assert out.read_bytes() == before
        prompts = [request[2]["messages"][0]["content"] for request in service.requests]
    for row in lines(out):
        require_record("codemind_row", row)
    return done, prompts


def rates(command: Command, rows: Path, look: str = "none") -> tuple[dict[str, Any], dict[str, Any]]:
    asked = ("score", "codemind", rows, "--format", "json", "--resamples", "100", "--jobs", "1", "--look-into", look)
    found = json.loads(command(*asked).out)
    measures = found["overall"]["measures"]
    return found, {key: (figure["rows"], figure["correct"], figure["rate"]) for key, figure in measures.items()}


def differences(found: dict[str, Any], name: str) -> dict[str, tuple[int, float]]:
    (division,) = (division for division in found["divisions"] if division["name"] == name)
    groups = [group for group in division["groups"] if group["group"]["model"] == "all"]
    return {group["group"][name]: (group["rows"], group["rate"]) for group in groups}


def test_outputs_of_given_programs_direct_and_by_chain_of_thought(tmp_path: Path, command: Command) -> None:
    answers = [
        output("6"), output("10", "First 0, then 1.\n"),
        "6", output("6", "It is <<<Output>>> 3.\n"),
        None, CUT,
    ]  # fmt: skip
    items = items_file(tmp_path, *(item(number, program=PLAIN, expected="6") for number in range(3)))
    done, prompts = ask(command, tmp_path, items, answers, "--prompting", "direct,cot")
    assert done.code == 0, done.err
    assert "6 rows: 4 answered, 1 truncated, 1 unparsed" in done.err
    assert prompts[0].endswith(f"Program:\n```python\n{PLAIN}```\n\nInput:\n4\n\nResponse:\n")
    assert "think step by step" in prompts[1]
    rows = lines(tmp_path / "rows.jsonl")
    assert [(row["id"], row["prompting"], row["status"], row["predicted"], list(row["prompts"])) for row in rows] == [
        (0, "direct", "answered", "\n6\n", ["predict"]), (0, "cot", "answered", "\n10\n", ["predict_cot"]),
        (1, "direct", "unparsed", None, ["predict"]), (1, "cot", "answered", "\n6\n", ["predict_cot"]),
        (2, "direct", "truncated", None, ["predict"]), (2, "cot", "answered", "\n6\n", ["predict_cot"]),
    ]  # fmt: skip
    found, figures = rates(command, tmp_path / "rows.jsonl")
    assert figures["crr"] == (6, 3, 0.5)
    assert figures["crr_direct"] == (3, 1, pytest.approx(1 / 3))
    assert figures["crr_cot"] == (3, 2, pytest.approx(2 / 3))
    assert differences(found, "promptings") == {"chain of thought − direct": (3, pytest.approx(1 / 3))}
    assert "2 rows without a response of the form that was asked for: truncated 1, unparsed 1." in found["notes"]


def test_outputs_of_own_programs_are_asked_for_only_where_these_pass(tmp_path: Path, command: Command) -> None:
    answers = [
        PASSES, output("6"),  # passes, and is predicted
        PASSES, output("7"),  # passes, predicted wrongly
        PASSES, "6",  # passes, and the prediction does not parse
        PLAIN,  # no block
        BROKEN,  # does not parse
        FAILS,  # fails its tests
        None,  # cut off
    ]  # fmt: skip
    done, prompts = ask(
        command, tmp_path, items_file(tmp_path, *map(item, range(7))), answers, "--task", "der", again=True
    )
    assert done.code == 0, done.err
    assert prompts[0].endswith(
        "Description:\nWrite a function total(n) that adds up the numbers below n.\n\nProgram:\n"
    )
    assert "```python\ndef total(n):\n    return sum(range(n))\n```\n\nInput:\n4\n" in prompts[1]
    rows = lines(tmp_path / "rows.jsonl")
    assert [(row["synthesis"], row["status"], row["predicted"], row["expected"]) for row in rows] == [
        ("passes", "answered", "\n6\n", None), ("passes", "answered", "\n7\n", None),
        ("passes", "unparsed", None, None), ("no_code_block", "unparsed", None, None),
        ("does_not_parse", "answered", None, None), ("fails_tests", "answered", None, None),
        (None, "truncated", None, None),
    ]  # fmt: skip
    assert (rows[0]["program"], rows[0]["generated_program"], rows[0]["topic"]) == (SUM, PLAIN, "sums")
    found, figures = rates(command, tmp_path / "rows.jsonl", look="all")
    assert figures["crr"] == (3, 1, pytest.approx(1 / 3))
    assert found["overall"]["dropped"] == {"no_generated_program": 2, "tests_not_passed": 2}
    (failures, *_) = found["found"]["failures"]
    named = ("programs", "passed", "syntax_error", "semantic_error", "no_program")
    assert [failures[name] for name in named] == [7, 3, 1, 1, 2]
    (own, *_) = found["found"]["own_complexity"]
    assert (own["programs"], own["own_mean"], own["reference_mean"], own["lower"]) == (3, 1.0, 2.0, 3)


def test_programs_are_asked_for_with_a_test_without_and_with_a_wrong_one(tmp_path: Path, command: Command) -> None:
    items = items_file(tmp_path, item(1), item(2, tests="assert total(3) > 2\nassert total(4) > 5\n"), item(3))
    answers = [PASSES, PASSES, FAILS, PASSES, FAILS, PASSES, PLAIN, FAILS]
    done, prompts = ask(command, tmp_path, items, answers, "--task", "sr")
    assert done.code == 0, done.err
    assert "1 row of sr not asked for: no test with an expected output to show, or to make wrong" in done.err
    shown = [prompt.rpartition("Test:\n")[2].partition("\n")[0] for prompt in prompts if "pass the test" in prompt]
    assert shown == [
        "assert total(3) == 3", "assert total(3) == 4", "assert total(3) > 2", "assert total(3) == 3",
        "assert total(3) == 4",
    ]  # fmt: skip
    rows = lines(tmp_path / "rows.jsonl")
    assert [(row["id"], row["setting"], row["status"], row.get("mutation")) for row in rows] == [
        (1, "with_test", "answered", None), (1, "no_test", "answered", None),
        (1, "misleading_test", "answered", {"rule": "add-one", "original": "3", "shown": "4"}),
        (2, "with_test", "answered", None), (2, "no_test", "answered", None),
        (3, "with_test", "answered", None), (3, "no_test", "unparsed", None),
        (3, "misleading_test", "answered", {"rule": "add-one", "original": "3", "shown": "4"}),
    ]  # fmt: skip
    found, figures = rates(command, tmp_path / "rows.jsonl")
    assert figures["pass_rate"] == (8, 4, 0.5)
    assert figures["pass_rate_with_test"] == (3, 3, 1)
    assert figures["pass_rate_no_test"] == (3, 1, pytest.approx(1 / 3))
    assert figures["pass_rate_misleading_test"] == (2, 0, 0)
    assert differences(found, "settings")["with tests − misleading"] == (2, 1)


@pytest.mark.parametrize(
    ("fields", "more", "said"),
    [
        ({"input": None}, (), "items.jsonl:1: /input: missing; ier needs it"),
        ({"description": None}, ("--task", "ier,sr"), "items.jsonl:1: /description: missing; sr needs it"),
        ({}, ("--task", "all"), "--task all: names some of ier,der,sr, with commas between"),
        ({}, ("--prompting", "direct,few"), "--prompting direct,few: names some of direct,cot, with commas between"),
    ],
)
def test_what_cannot_be_asked_is_one_line(
    tmp_path: Path, command: Command, fields: dict[str, Any], more: tuple[str, ...], said: str
) -> None:
    items = items_file(tmp_path, item(1, **fields))
    done = command("ask", "codemind", items, "--model", "constant:no", "--out", tmp_path / "rows.jsonl", *more)
    assert done.code == 2
    assert said in done.err
    assert not (tmp_path / "rows.jsonl").exists()


@pytest.mark.slow
@pytest.mark.skipif(importlib.util.find_spec("xllamacpp") is None, reason="the extra local is not installed")
def test_a_real_model_is_asked_every_task(tmp_path: Path, command: Command) -> None:
    done = command(
        "ask", "codemind", items_file(tmp_path, item(1)), "--model", "local:smollm2-135m", "--temperature", "0",
        "--max-tokens", "60", "--no-cache", "--task", "ier,der,sr", "--setting", "misleading_test",
        "--out", tmp_path / "rows.jsonl",
    )  # fmt: skip
    assert done.code == 0, done.err
    rows = lines(tmp_path / "rows.jsonl")
    assert [(row["task"], sorted(row["prompts"])[-1]) for row in rows] == [
        ("ier", "predict"), ("der", "write"), ("sr", "write_with_test"),
    ]  # fmt: skip
    assert rows[0]["response"]
