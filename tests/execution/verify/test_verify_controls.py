"""Control rows beside what their recorded calls give now."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from cgr_audit.execution.controls import parse_control
from cgr_audit.records.lines import RecordError
from cgr_audit.records.package import open_package

ALL = tuple(map(parse_control, ("direct", "cot", "self-consistency", "repeated-call:2", "generator-alone")))
PARAMETERS = {"temperature": 0.0, "max_tokens": 2000}
LITERAL = b"def solve(question):\n    return 'A', 'A', 1\n"


FORGERIES: dict[str, tuple[str, Callable[[list[dict[str, Any]]], Any], set[str]]] = {
    "answer": ("controls.jsonl", lambda rows: rows[0].update(answer="Z"), {"answer"}),
    "right": ("controls.jsonl", lambda rows: rows[0].update(right=not rows[0]["right"]), {"right"}),
    "fewer calls": ("controls.jsonl", lambda rows: rows[0].update(calls=0), {"calls"}),
    "parameters": ("controls.jsonl", lambda rows: rows[0].update(parameters={}), {"parameters"}),
    "a row taken out": (
        "control_calls.jsonl",
        lambda calls: [call for call in calls if call["channel"] != "cot"],
        {"calls", "answer", "right", "extraction_failed", "error"},
    ),
    "a response": (
        "control_calls.jsonl",
        lambda calls: calls[0].update(response="Answer: A" if "A" not in calls[0]["response"] else "Answer: B"),
        {"answer", "right"},
    ),
    "a prompt": (
        "control_calls.jsonl",
        lambda calls: calls[0].update(prompt="What?"),
        {"answer", "right", "extraction_failed", "error", "prompt", "response", "status"},
    ),
    "sent parameters": ("control_calls.jsonl", lambda calls: calls[0].update(parameters={"seed": 1}), {"parameters"}),
}


@pytest.mark.parametrize("name", FORGERIES)
def test_a_control_row_that_does_not_follow_from_its_calls_is_told(recorder: Any, asks_twice: bytes, name: str) -> None:
    recorder.record({"p": asks_twice}, controls=ALL, parameters=PARAMETERS)
    file, change, fields = FORGERIES[name]
    recorder.change(file, change)
    verification = recorder.verify()
    assert {one.field for one in verification.differences} - {"counts/control_calls"} <= fields
    assert [one.about for one in verification.differences if one.about] != []
    assert not verification.is_confirmed


def test_a_recording_with_controls_is_verified(recorder: Any, asks_twice: bytes) -> None:
    recorder.record({"p": asks_twice, "q": LITERAL}, controls=ALL, parameters=PARAMETERS)
    verification = recorder.verify()
    assert (verification.differences, verification.controls_verified) == ((), 8)
    assert verification.is_confirmed
    refused = recorder.verify(refused=frozenset("p"))
    assert ({one.file for one in refused.differences}, refused.controls_verified) == ({"verdicts.jsonl"}, 7)
    assert "1 control row is not compared: their prompts were left out, or their programs did not run today" in (
        refused.notes
    )


def test_a_control_row_that_was_taken_out_is_told(recorder: Any, asks_twice: bytes) -> None:
    recorder.record({"p": asks_twice}, controls=ALL, parameters=PARAMETERS)
    recorder.change("control_calls.jsonl", lambda calls: [call for call in calls if call["channel"] != "cot"])
    recorder.change("controls.jsonl", lambda rows: [row for row in rows if row["control"] != "cot"])
    assert ("row", "cot of d/p under test") in {(one.field, one.about) for one in recorder.verify().differences}


@pytest.mark.parametrize(
    ("file", "changes", "said"),
    [
        ("controls", {"item_id": "gone"}, "controls.jsonl:1: /item_id: items.jsonl has no 'gone' of 'd'"),
        ("controls", {"solver": "gone"}, "controls.jsonl:1: /solver: solvers.json has no 'gone'"),
        ("controls", {"sample": 0}, "controls.jsonl:1: /sample: generator and sample must both be null, or neither"),
        ("controls", {"control": "generator-alone"}, "controls.jsonl:2: /control: duplicate of line 1"),
        ("control_calls", {"channel": "direct"}, "control_calls.jsonl:1: /channel: controls.jsonl has no row of this"),
        ("controls", {"control": "vote"}, "controls.jsonl:1: /control: "),
    ],
)
def test_control_rows_of_nothing_are_refused_when_a_package_is_opened(
    recorder: Any, asks_twice: bytes, file: str, changes: dict[str, Any], said: str
) -> None:
    recorder.record({"p": asks_twice}, controls=ALL, parameters=PARAMETERS)
    recorder.change(f"{file}.jsonl", lambda rows: rows[0].update(changes))
    with pytest.raises(RecordError) as refused:
        open_package(recorder.folder)
    assert said in str(refused.value)
