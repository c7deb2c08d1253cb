"""A log of Inspect as items, programs and answers; grades of logs that are compared."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from cgr_audit.errors import CgrAuditError
from cgr_audit.records.importers.graded import is_graded_log, read_graded, write_graded
from cgr_audit.records.importers.inspect_log import import_log
from tests.inspect_logs import WRITTEN_BY_INSPECT, graded, said, write_log

CHOICES: dict[str, Any] = {"choices": ["no", "yes"], "target": "B"}


def answers(path: Path, score: str = "") -> dict[str, tuple[Any, Any]]:
    """Of each item the gold and the answer."""
    results = import_log(path, "", score).results
    assert results is not None
    return {row.item_id: (row.correct_ans, row.solverLLM_baseline_ans) for row in results.rows}


def test_completions_that_are_programs_become_programs_and_the_others_answers() -> None:
    log = import_log(WRITTEN_BY_INSPECT, "", "")
    assert {item.item_id: (item.question, item.option_ids, item.correct_ids) for item in log.items.items.values()} == {
        name: (f"Question {name}?", ("A", "B"), ("B",)) for name in ("fenced", "prose", "tool", "broken")
    }
    assert log.programs is not None
    assert [(record.program_id, record.generator, record.sample) for record, _ in log.programs.programs] == [
        ("mockllm%2Fgenerator/mixed/broken.0.py", "mockllm/generator", 0),
        ("mockllm%2Fgenerator/mixed/fenced.0.py", "mockllm/generator", 0),
    ]
    assert answers(WRITTEN_BY_INSPECT) == {"prose": ("B", "B"), "tool": ("B", "A")}


@pytest.mark.parametrize(
    ("sample", "answer"),
    [
        (graded("C", "B") | CHOICES, ("B", "B")),
        (graded("I", "A") | CHOICES, ("B", "A")),
        (graded("C", "the second") | CHOICES, ("B", "B")),
        (graded("I", "B") | CHOICES, ("B", None)),
        (graded("N") | CHOICES, ("B", None)),
        (graded(1, "seven"), ("7", "7")),
        (graded({"exact": 0.0}, "8"), ("7", "8")),
        (graded(True) | {"choices": ["6", "7"]}, ("B", "B")),
    ],
)
def test_an_answer_is_right_exactly_where_the_scorer_says_so(
    tmp_path: Path, sample: dict[str, Any], answer: tuple[str, str | None]
) -> None:
    assert answers(write_log(tmp_path / "a.eval", [{"id": "q", **sample}])) == {"q": answer}


@pytest.mark.parametrize(
    ("sample", "score", "message"),
    [
        (graded(0.5), "", "a.eval:q.1: score 'match' is 0.5, neither right nor wrong; --score names another"),
        ({"scores": graded("C")["scores"] | graded("I", scorer="f1")["scores"]}, "",
         "a.eval:q.1: several scores: --score one of match, f1"),
        (graded({"a": "C", "b": "C"}), "c", "a.eval:q.1: no score 'c': --score one of match.a, match.b"),
    ],
)  # fmt: skip
def test_a_score_that_says_neither_right_nor_wrong_is_refused(
    tmp_path: Path, sample: dict[str, Any], score: str, message: str
) -> None:
    log = write_log(tmp_path / "a.eval", [{"id": "q", **sample}])
    with pytest.raises(CgrAuditError) as refused:
        import_log(log, "", score)
    assert str(refused.value).endswith(message)


def test_samples_that_cannot_be_items_or_have_no_grade_are_named(tmp_path: Path) -> None:
    samples = [
        {"id": "bad", **graded("C"), "choices": ["x"], "target": "Z"},
        {"id": "twice", **graded("C"), "epoch": 1},
        {"id": "twice", **graded("C"), "epoch": 2, "input": "Another?"},
        {"id": "failed", "error": {"message": "no"}},
        {"id": "unscored", **graded(float("nan"))},
    ]
    log = import_log(write_log(tmp_path / "a.eval", samples), "", "")
    assert [(bad.path.rpartition(":")[2], bad.reason) for bad in log.items.bad] == [
        ("bad.1", "its target, 'Z', is none of its choices A"),
        ("twice.2", "its input, choices or target are not those of its first epoch"),
    ]
    assert log.notes == (f"2 samples without an answer; first {tmp_path.as_posix()}/a.eval:failed.1 (it failed)",)


def harness_row(number: int, **fields: Any) -> str:
    row = {"doc_id": number, "doc": {"q": number}, "target": "7", "filter": "none", "metrics": ["acc"], "acc": 1.0}
    return json.dumps(row | fields) + "\n"


def test_rows_of_lm_evaluation_harness_are_graded_by_their_metric(tmp_path: Path) -> None:
    path = tmp_path / "vendor__model" / "samples_arc_easy_2025-01-02T03-04-05.678901.jsonl"
    path.parent.mkdir()
    path.write_text(harness_row(0) + harness_row(1, acc=0.0), "utf-8")
    assert is_graded_log(path)
    log = read_graded(path)
    assert (log.dataset, log.solver) == ("arc_easy", "vendor__model")
    assert [(one.item_id, one.is_right) for one in log.grades] == [("0", True), ("1", False)]
    package = write_graded(tmp_path, [log])
    assert [row.solverLLM_baseline_ans for row in package.results()] == ["C", "I"]


@pytest.mark.parametrize(
    ("rows", "score", "message"),
    [
        (harness_row(0, acc=0.3), "", "samples_t.jsonl:1: metric 'acc' is 0.3, neither right nor wrong; --score names "
         "another"),
        (harness_row(0, metrics=["f1", "em"]), "", "samples_t.jsonl:1: which metric says what is right? --score one of "
         "f1, em"),
        (harness_row(0, filter="strict") + harness_row(0, filter="loose"), "", "samples_t.jsonl:2: several filters: "
         "--score one of acc,strict, acc,loose"),
        ('{"a": 1}\n', "", "samples_t.jsonl:1: not a sample of lm-evaluation-harness: it has no doc_id and doc"),
    ],
)  # fmt: skip
def test_rows_that_do_not_say_what_is_right_are_refused(tmp_path: Path, rows: str, score: str, message: str) -> None:
    path = tmp_path / "samples_t.jsonl"
    path.write_text(rows, "utf-8")
    with pytest.raises(CgrAuditError) as refused:
        read_graded(path, score)
    assert str(refused.value).endswith(message)


def test_two_logs_that_do_not_agree_on_a_sample_make_no_package(tmp_path: Path) -> None:
    first = read_graded(write_log(tmp_path / "a.eval", [{"id": 1, **graded("C"), **said("x")}], model="a"))
    second = read_graded(write_log(tmp_path / "b.eval", [{"id": 1, **graded("C"), "target": "8"}], model="b"))
    with pytest.raises(CgrAuditError, match=r"b\.eval:1\.1: another sample than the one that has this id before"):
        write_graded(tmp_path, [first, second])
