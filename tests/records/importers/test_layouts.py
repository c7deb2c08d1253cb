"""The layouts in which datasets are published: what is recognised of each, and the items that come out.

The rows are written for these tests, in the shape of the dataset that each case names.
"""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from cgr_audit.records.importers.items import ImportedItems, import_items
from cgr_audit.records.importers.tables import read_table


@dataclass(frozen=True)
class Layout:
    """Rows in the shape of a published dataset, and what is said and read of them."""

    source: str
    rows: list[dict[str, Any]]
    line: str
    golds: list[str]
    """The text of the right option of each item."""


CITY = "What is the capital of France?"
NUMBER = "What is two and three?"
CITIES, NUMBERS = ["Rome", "Paris", "Oslo", "Bern"], ["five", "four", "six", "seven"]

LAYOUTS = {
    "MMLU": Layout(
        "huggingface.co/datasets/cais/mmlu",
        [
            {"question": CITY, "subject": "geography", "choices": CITIES, "answer": 1},
            {"question": NUMBER, "subject": "arithmetic", "choices": NUMBERS, "answer": 0},
        ],
        "id ← number of the row, question ← question, options ← choices, gold ← answer, counted from 0",
        ["Paris", "five"],
    ),
    "MMLU-Pro": Layout(
        "huggingface.co/datasets/TIGER-Lab/MMLU-Pro",
        [
            {"question_id": 70, "question": CITY, "options": [*CITIES, "Riga"], "answer": "B", "answer_index": 1,
             "cot_content": "A: It is Paris.", "category": "geography", "src": "written"},
            {"question_id": 71, "question": NUMBER, "options": NUMBERS, "answer": "A", "answer_index": 0,
             "cot_content": "", "category": "math", "src": "written"},
        ],
        "id ← question_id, question ← question, options ← options, gold ← answer",
        ["Paris", "five"],
    ),
    "OpenBookQA": Layout(
        "huggingface.co/datasets/allenai/openbookqa",
        [
            {"id": "7-980", "question_stem": CITY, "choices": {"text": CITIES, "label": ["A", "B", "C", "D"]},
             "answerKey": "B"},
        ],
        "id ← id, question ← question_stem, options ← choices.text, gold ← answerKey",
        ["Paris"],
    ),
    "MedQA": Layout(
        "huggingface.co/datasets/GBaker/MedQA-USMLE-4-options",
        [
            {"question": CITY, "answer": "Paris", "options": dict(zip("ABCD", CITIES, strict=True)),
             "meta_info": "step1", "answer_idx": "B", "metamap_phrases": ["capital"]},
        ],
        "id ← number of the row, question ← question, options ← options, gold ← answer_idx",
        ["Paris"],
    ),
    "SuperGPQA": Layout(
        "huggingface.co/datasets/m-a-p/SuperGPQA",
        [
            {"uuid": "f0a1", "question": CITY, "options": [*CITIES, "Riga", "Kiev"], "answer": "Paris",
             "answer_letter": "B", "discipline": "Geography", "field": "Cities", "subfield": "Capitals",
             "difficulty": "easy", "is_calculation": False},
        ],
        "id ← uuid, question ← question, options ← options, gold ← answer_letter",
        ["Paris"],
    ),
    "FailureSensorIQ": Layout(
        "huggingface.co/datasets/ibm-research/FailureSensorIQ",
        [
            {"subject": "s", "id": 0, "question": CITY, "options": CITIES, "option_ids": ["A", "B", "C", "D"],
             "question_first": True, "correct": [False, True, False, False]},
            {"subject": "s", "id": 1, "question": NUMBER, "options": NUMBERS[:2], "option_ids": ["A", "B"],
             "question_first": True, "correct": [True, False]},
        ],
        "id ← id, question ← question, options ← options with option_ids, gold ← correct",
        ["Paris", "five"],
    ),
    "AI2-ARC": Layout(
        "huggingface.co/datasets/allenai/ai2_arc",
        [
            {"id": "MCAS_1", "question": CITY, "choices": {"text": CITIES, "label": ["A", "B", "C", "D"]},
             "answerKey": "B"},
            {"id": "NYSEDREGENTS_2", "question": NUMBER, "choices": {"text": NUMBERS, "label": ["1", "2", "3", "4"]},
             "answerKey": "1"},
        ],
        "id ← id, question ← question, options ← choices.text, gold ← answerKey",
        ["Paris", "five"],
    ),
    "AI2-ARC, as first published": Layout(
        "allenai.org/data/arc",
        [
            {"id": "Mercury_1", "answerKey": "B",
             "question": {"stem": CITY, "choices": [{"text": text, "label": label}
                                                    for label, text in zip("ABCD", CITIES, strict=True)]}},
        ],
        "id ← id, question ← question.stem, options ← question.choices, gold ← answerKey",
        ["Paris"],
    ),
    "CommonsenseQA": Layout(
        "huggingface.co/datasets/tau/commonsense_qa",
        [
            {"id": "1afa", "question": CITY, "question_concept": "capital",
             "choices": {"label": ["A", "B", "C", "D"], "text": CITIES}, "answerKey": "B"},
        ],
        "id ← id, question ← question, options ← choices.text, gold ← answerKey",
        ["Paris"],
    ),
    "HellaSwag": Layout(
        "huggingface.co/datasets/Rowan/hellaswag",
        [
            {"ind": 4, "activity_label": "Travel", "ctx_a": "She takes a train.", "ctx_b": "she",
             "ctx": "She takes a train. she", "endings": CITIES, "source_id": "v~1", "split": "train",
             "split_type": "indomain", "label": "1"},
            {"ind": 14, "activity_label": "Sums", "ctx_a": "He adds.", "ctx_b": "he", "ctx": "He adds. he",
             "endings": NUMBERS, "source_id": "v~1", "split": "train", "split_type": "indomain", "label": "0"},
        ],
        "id ← ind, question ← ctx, options ← endings, gold ← label, counted from 0",
        ["Paris", "five"],
    ),
    "TruthfulQA": Layout(
        "huggingface.co/datasets/truthfulqa/truthful_qa, multiple_choice",
        [
            {"question": CITY, "mc1_targets": {"choices": ["Paris", "Rome"], "labels": [1, 0]},
             "mc2_targets": {"choices": ["Paris", "Paris, on the Seine", "Rome"], "labels": [1, 1, 0]}},
        ],
        "id ← number of the row, question ← question, options ← mc1_targets.choices, gold ← mc1_targets.labels",
        ["Paris"],
    ),
    "GPQA": Layout(
        "huggingface.co/datasets/Idavidrein/gpqa",
        [
            {"Pre-Revision Question": "?", "Question": CITY, "Correct Answer": "Paris", "Incorrect Answer 1": "Rome",
             "Incorrect Answer 2": "Oslo", "Incorrect Answer 3": "Bern", "Explanation": "It is.", "Record ID": "rec1"},
        ],
        "id ← Record ID, question ← Question, options ← Correct Answer + Incorrect Answer 1 Incorrect Answer 2 "
        "Incorrect Answer 3, in an order that follows from the id, gold ← Correct Answer",
        ["Paris"],
    ),
    "MedMCQA": Layout(
        "huggingface.co/datasets/openlifescienceai/medmcqa",
        [
            {"id": "e9", "question": CITY, "opa": "Rome", "opb": "Paris", "opc": "Oslo", "opd": "Bern", "cop": 1,
             "choice_type": "single", "exp": None, "subject_name": "Cities", "topic_name": None},
            {"id": "e8", "question": NUMBER, "opa": "five", "opb": "four", "opc": "six", "opd": "ten", "cop": 0,
             "choice_type": "single", "exp": None, "subject_name": "Sums", "topic_name": None},
        ],
        "id ← id, question ← question, options ← opa … opd, gold ← cop, counted from 0",
        ["Paris", "five"],
    ),
    "RACE": Layout(
        "huggingface.co/datasets/ehovy/race",
        [{"example_id": "high1.txt", "article": "France is far.", "answer": "B", "question": CITY, "options": CITIES}],
        "id ← example_id, question ← article + question, options ← options, gold ← answer",
        ["Paris"],
    ),
    "Social IQa": Layout(
        "huggingface.co/datasets/allenai/social_i_qa",
        [
            {"context": "Tracy went away.", "question": CITY, "answerA": "Rome", "answerB": "Oslo", "answerC": "Paris",
             "label": "3"},
        ],
        "id ← number of the row, question ← context + question, options ← answerA answerB answerC, "
        "gold ← label, counted from 1",
        ["Paris"],
    ),
    "PIQA": Layout(
        "huggingface.co/datasets/ybisk/piqa",
        [
            {"goal": CITY, "sol1": "Rome", "sol2": "Paris", "label": 1},
            {"goal": NUMBER, "sol1": "five", "sol2": "four", "label": 0},
        ],
        "id ← number of the row, question ← goal, options ← sol1 sol2, gold ← label, counted from 0",
        ["Paris", "five"],
    ),
    "WinoGrande": Layout(
        "huggingface.co/datasets/allenai/winogrande",
        [
            {"sentence": "The capital of France is _.", "option1": "Rome", "option2": "Paris", "answer": "2"},
            {"sentence": "2 + 3 = _.", "option1": "five", "option2": "four", "answer": "1"},
        ],
        "id ← number of the row, question ← sentence, options ← option1 option2, gold ← answer, counted from 1",
        ["Paris", "five"],
    ),
    "AQuA-RAT": Layout(
        "huggingface.co/datasets/deepmind/aqua_rat",
        [{"question": CITY, "options": ["A)Rome", "B)Paris", "C)Oslo"], "rationale": "It is.", "correct": "B"}],
        "id ← number of the row, question ← question, options ← options, gold ← correct",
        ["Paris"],
    ),
    "SciQ": Layout(
        "huggingface.co/datasets/allenai/sciq",
        [
            {"question": CITY, "distractor3": "Rome", "distractor1": "Oslo", "distractor2": "Bern",
             "correct_answer": "Paris", "support": "It is."},
        ],
        "id ← number of the row, question ← question, options ← correct_answer + distractor1 distractor2 distractor3, "
        "in an order that follows from the id, gold ← correct_answer",
        ["Paris"],
    ),
    "TruthfulQA, mc_task.json": Layout(
        "github.com/sylinrl/TruthfulQA",
        [{"question": CITY, "mc1_targets": {"Rome": 0, "Paris": 1}, "mc2_targets": {"Rome": 0, "Paris": 1}}],
        "id ← number of the row, question ← question, options ← mc1_targets, gold ← mc1_targets",
        ["Paris"],
    ),
    "TruthfulQA.csv": Layout(
        "github.com/sylinrl/TruthfulQA",
        [
            {"Type": "Adversarial", "Question": CITY, "Best Answer": "Paris", "Best Incorrect Answer": "Rome",
             "Correct Answers": "Paris; It is Paris", "Incorrect Answers": "Rome; Oslo"},
        ],
        "id ← number of the row, question ← Question, options ← Best Answer + Incorrect Answers, in an order that "
        "follows from the id, gold ← Best Answer",
        ["Paris"],
    ),
    "LogiQA 2.0": Layout(
        "github.com/csitfun/LogiQA2.0",
        [
            {"id": 7, "answer": 1, "text": "Some passage.", "type": {}, "question": CITY, "options": CITIES},
            {"id": 8, "answer": 0, "text": "Some passage.", "type": {}, "question": NUMBER, "options": NUMBERS},
        ],
        "id ← id, question ← text + question, options ← options, gold ← answer, counted from 0",
        ["Paris", "five"],
    ),
    "MathQA": Layout(
        "math-qa.github.io",
        [{"Problem": NUMBER, "Rationale": "?", "options": "a ) 4 , b ) 5 , c ) none of these", "correct": "b"}],
        "id ← number of the row, question ← Problem, options ← options, gold ← correct",
        ["5"],
    ),
    "options in the question": Layout(
        "a table of prompts",
        [
            {"prompt": f"{CITY}\nA) Rome\nB) Paris", "key": "B"},
            {"prompt": "A. Euler asks: what is two and three? (A) four (B) five", "key": "B"},
            {"prompt": f"{NUMBER}\nOptions:\n- a. four\n- b. five\n\nAnswer:", "key": "b"},
        ],
        "id ← number of the row, question ← prompt, options ← lettered in prompt, gold ← key",
        ["Paris", "five", "five"],
    ),
    "a trace package": Layout(
        "items.jsonl of this project",
        [
            {"item_id": "kc-01", "dataset": "kitchen", "question": CITY,
             "options": [{"id": "A", "text": "Rome"}, {"id": "B", "text": "Paris"}], "correct_ids": ["B"]},
        ],
        "id ← item_id, dataset ← dataset, question ← question, options ← options, gold ← correct_ids",
        ["Paris"],
    ),
    "a spreadsheet": Layout(
        "a table as people write it",
        [{"ID": "007", "Question": CITY, "A": "Rome", "B": "Paris", "C": "Oslo", "D": None, "Answer": "B"}],
        "id ← ID, question ← Question, options ← A … D, gold ← Answer",
        ["Paris"],
    ),
}  # fmt: skip


def imported(path: Path, **mapped: str) -> ImportedItems:
    return import_items(read_table(path), mapped, "mine")


def golds(read: ImportedItems) -> list[str]:
    return [
        option["text"] for item in read.items.values() for option in item.options if option["id"] in item.correct_ids
    ]


@pytest.mark.parametrize("name", LAYOUTS)
def test_a_published_layout_is_recognised_without_a_mapping(name: str, tmp_path: Path) -> None:
    layout = LAYOUTS[name]
    path = tmp_path / "items.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in layout.rows), "utf-8")
    read = imported(path)
    assert str(read.layout) == layout.line
    assert golds(read) == layout.golds
    assert not read.bad


def test_a_passage_that_is_the_question_again_is_not_put_before_it(tmp_path: Path) -> None:
    path = tmp_path / "items.jsonl"
    row = {"text": f"Question: {CITY} A. Rome B. Paris", "question": CITY, "choices": CITIES, "answer": "B"}
    path.write_text(json.dumps(row), "utf-8")
    assert [item.question for item in imported(path).items.values()] == [CITY]


def test_mmlus_own_files_have_no_header(tmp_path: Path) -> None:
    path = tmp_path / "anatomy_test.csv"
    path.write_text(f"{CITY},Rome,Paris,Rome,Bern,B\n{NUMBER},five,four,six,seven,A\n", "utf-8")
    read = imported(path)
    assert str(read.layout) == "id ← number of the row, question ← question, options ← A … D, gold ← answer"
    assert (golds(read), [item.item_id for item in read.items.values()]) == (["Paris", "five"], ["1", "2"])


def test_what_is_not_mapped_stays_out_of_the_item(tmp_path: Path) -> None:
    path = tmp_path / "items.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in LAYOUTS["MMLU-Pro"].rows), "utf-8")
    assert {tuple(item.extra) for item in imported(path).items.values()} == {()}
    assert [item.extra for item in imported(path, topic="category").items.values()] == [
        {"topic": "geography"}, {"topic": "math"},
    ]  # fmt: skip


@pytest.mark.parametrize("gold", [["A", "C"], "A, C", "a;c", [True, False, True], [1, 0, 1], ["one", "three"], [0, 2]])
def test_several_options_may_be_right(gold: Any, tmp_path: Path) -> None:
    path = tmp_path / "items.jsonl"
    path.write_text(json.dumps({"question": "?", "options": ["one", "two", "three"], "answer": gold}), "utf-8")
    assert [item.correct_ids for item in imported(path).items.values()] == [("A", "C")]


def test_all_published_items_of_a_data_set_come_out() -> None:
    default = Path(__file__).resolve().parents[4] / "shared" / "data"
    path = Path(os.environ.get("CGR_AUDIT_DATA", default)) / "failuresensoriq" / "items.jsonl"
    if not path.exists():
        pytest.skip(f"{path} is not there")
    read = imported(path)
    assert (len(read.items), read.bad, read.notes) == (2667, (), ())
    rows = map(json.loads, path.read_text("utf-8").splitlines())
    assert [item.correct_ids for item in read.items.values()] == [
        tuple(letter for letter, is_right in zip(row["option_ids"], row["correct"], strict=True) if is_right)
        for row in rows
    ]
