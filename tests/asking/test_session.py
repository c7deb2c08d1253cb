"""Asking for rows: each response once, rows in order, nothing lost, and what has no response is said."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from cgr_audit.asking.asker import Asker, AskSetup, RowTask
from cgr_audit.asking.prompts import Prompt, Prompts
from cgr_audit.asking.respondent import Respondent
from cgr_audit.asking.session import Outcome, ask_for_rows, calls_file
from cgr_audit.errors import UsageError
from cgr_audit.records.rows import CallStatus
from cgr_audit.schema import require_record
from cgr_audit.solvers.interface import SolverFailure, SolverReply, SolverRequest

PROMPTS = {
    "predict": Prompt("predict", 1, "Predict {input}", ("input",), "a" * 64),
    "verify": Prompt("verify", 1, "Is {answer} right?", ("answer",), "b" * 64),
}


class Recorder:
    """A model that remembers what it was asked."""

    def __init__(self, answer: Callable[[str], str | SolverReply]) -> None:
        self.answer = answer
        self.asked: list[SolverRequest] = []
        self.lock = threading.Lock()

    def __call__(self, request: SolverRequest) -> str | SolverReply:
        with self.lock:
            self.asked.append(request)
        return self.answer(request.prompt)


def two_prompts(item: str) -> RowTask:
    def write(asker: Asker) -> dict[str, Any]:
        first = asker.ask("predict", {"input": item})
        second = asker.ask("verify", {"answer": first.text or "nothing"})
        return {"id": item, "benchmark": "b", "predicted": first.text, "response": second.text, "status": first.status}

    return RowTask("b", item, "", write)


def ask(model: Recorder, out: Path, items: str = "abc", seed: int | None = None, prompts: Prompts = PROMPTS) -> Outcome:
    setup = AskSetup("codemind", prompts, "codemind_row", Respondent("m", model, "identity", {}, seed))
    return ask_for_rows(setup, list(map(two_prompts, items)), out, jobs=3)


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def test_rows_and_calls_are_in_the_order_of_tasks_and_name_their_prompts(tmp_path: Path) -> None:
    model = Recorder(lambda prompt: prompt.split()[1].upper())
    outcome = ask(model, tmp_path / "rows.jsonl")
    rows = lines(tmp_path / "rows.jsonl")
    assert (outcome.rows, dict(outcome.statuses), outcome.failures) == (3, {"answered": 3}, ())
    assert [(row["id"], row["predicted"], row["model"]) for row in rows] == [
        ("a", "A", "m"),
        ("b", "B", "m"),
        ("c", "C", "m"),
    ]
    assert rows[0]["prompts"] == {"predict": "a" * 64, "verify": "b" * 64}
    calls = lines(calls_file(tmp_path / "rows.jsonl"))
    assert [call["prompt"] for call in calls[:2]] == ["Predict a", "Is A right?"]
    for call in calls:
        require_record("ask_call", call)


def test_the_same_command_again_asks_nothing_and_writes_the_same_bytes(tmp_path: Path) -> None:
    out = tmp_path / "rows.jsonl"
    ask(Recorder(str.upper), out)
    before = out.read_bytes(), calls_file(out).read_bytes()
    again = Recorder(str.upper)
    ask(again, out)
    assert again.asked == []
    assert (out.read_bytes(), calls_file(out).read_bytes()) == before


def test_another_prompt_or_seed_is_asked_anew(tmp_path: Path) -> None:
    out = tmp_path / "rows.jsonl"
    ask(Recorder(str.upper), out)
    seeded = Recorder(str.upper)
    ask(seeded, out, seed=3)
    seeds = {request.parameters["seed"] for request in seeded.asked}
    assert len(seeds) == len(seeded.asked) == 6


def test_calls_and_rows_name_the_same_version_of_a_prompt(tmp_path: Path) -> None:
    out = tmp_path / "rows.jsonl"
    ask(Recorder(str.upper), out)
    again = Recorder(str.upper)
    ask(again, out, prompts={**PROMPTS, "predict": replace(PROMPTS["predict"], version=2, digest="c" * 64)})
    assert {request.prompt for request in again.asked} == {"Predict a", "Predict b", "Predict c"}
    assert {row["prompts"]["predict"] for row in lines(out)} == {"c" * 64}
    assert {call["prompt_digest"] for call in lines(calls_file(out))} == {"b" * 64, "c" * 64}


def test_a_call_without_a_response_leaves_its_row_out_and_is_asked_again(tmp_path: Path) -> None:
    def answer(prompt: str) -> str:
        if prompt == "Predict b":
            raise SolverFailure("m: busy")  # some services begin with their name
        return "yes"

    out = tmp_path / "rows.jsonl"
    outcome = ask(Recorder(answer), out)
    assert outcome.failures == ("b/b: m: busy",)
    assert [row["id"] for row in lines(out)] == ["a", "c"]
    again = Recorder(lambda _prompt: "yes")
    assert ask(again, out).failures == ()
    assert [request.prompt for request in again.asked] == ["Predict b", "Is yes right?"]
    assert [row["id"] for row in lines(out)] == ["a", "b", "c"]


def test_a_truncated_response_is_a_status_and_no_text(tmp_path: Path) -> None:
    ask(Recorder(lambda _prompt: SolverReply("half", status=CallStatus.TRUNCATED)), tmp_path / "rows.jsonl", "a")
    [row] = lines(tmp_path / "rows.jsonl")
    assert (row["status"], row["predicted"]) == ("truncated", None)


def test_a_file_that_this_command_did_not_write_is_not_overwritten(tmp_path: Path) -> None:
    out = tmp_path / "rows.jsonl"
    out.write_text("{}\n")
    with pytest.raises(UsageError, match="would be overwritten"):
        ask(Recorder(str.upper), out)
    assert out.read_text() == "{}\n"


def test_calls_that_this_command_did_not_write_are_not_overwritten(tmp_path: Path) -> None:
    out = tmp_path / "rows.jsonl"
    calls_file(out).write_text("{}\n")
    with pytest.raises(UsageError, match=r"rows\.calls\.jsonl: would be overwritten"):
        ask(Recorder(str.upper), out)
    assert calls_file(out).read_text() == "{}\n"


@pytest.mark.parametrize(
    ("other", "said"),
    [
        ({"id": "a", "benchmark": "b", "model": "other"}, "rows.jsonl:1: has model 'other', which is not asked now"),
        ({"id": "a", "samples": []}, "rows.jsonl:1: /: the fields 'benchmark' and 'model' are missing"),
    ],
)
def test_rows_of_another_model_or_system_are_not_overwritten(tmp_path: Path, other: dict[str, Any], said: str) -> None:
    out = tmp_path / "rows.jsonl"
    ask(Recorder(str.upper), out)
    out.write_text(json.dumps(other) + "\n")
    again = Recorder(str.upper)
    with pytest.raises(UsageError) as error:
        ask(again, out, "abcd")
    assert said in str(error.value)
    assert (again.asked, lines(out)) == ([], [other])


def test_a_lone_surrogate_is_asked_about_as_its_escape(tmp_path: Path) -> None:
    model = Recorder(str.upper)
    assert ask(model, tmp_path / "rows.jsonl", "\ud800").rows == 1
    assert model.asked[0].prompt == "Predict \\ud800"
