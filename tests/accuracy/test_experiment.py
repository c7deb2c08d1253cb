"""What a package records of its experiment: difficulty, the roster, and how programs were generated."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pandas as pd

from cgr_audit.accuracy.experiment.experiment import Experiment
from cgr_audit.accuracy.splits.generators import difficulty_levels
from cgr_audit.accuracy.tables import tables
from cgr_audit.records.lines import write_lines
from cgr_audit.records.package import open_package
from cgr_audit.records.writing import write_manifest, write_programs
from tests.accuracy.test_controls import SOURCE, joined_of, rows, write_package


def levels(stated: list[str | None]) -> list[Any]:
    found = difficulty_levels(pd.Series(stated, dtype="category"))
    return [None if text is None else found[text] for text in stated]


def test_numbers_that_are_the_same_are_one_difficulty() -> None:
    assert levels(["3", "3.0", "hard", None, "nan"]) == [3.0, 3.0, "hard", None, "nan"]


def test_of_many_numbers_fifths_of_the_rows_are_made() -> None:
    found = levels([str(number / 10) for number in range(50)])
    assert list(dict.fromkeys(found)) == [(0.0, 0.9), (1.0, 1.9), (2.0, 2.9), (3.0, 3.9), (4.0, 4.9)]
    assert [found.count(level) for level in dict.fromkeys(found)] == [10] * 5


def test_of_many_texts_the_rarest_are_taken_together() -> None:
    found = levels([*("often" for _ in range(3)), *(f"text {number:02}" for number in range(25))])
    assert found[:4] == ["often"] * 3 + ["text 00"]
    assert (len(set(found)), found.count("other")) == (20, 7)


def test_difficulties_stand_in_the_order_of_numbers(tmp_path: Path) -> None:
    summary = joined_of(write_package(tmp_path, [])).summary
    assert [(line["difficulty"], line["rows"]) for line in summary.by_difficulty] == [("0", 27), ("1", 27), ("2", 18)]
    table = next(table for table in tables(summary) if table.name == "by-difficulty")
    assert [record["difficulty"] for record in table.records] == ["0", "1", "2"]
    assert [(line["generator_name"], line["rows"]) for line in summary.by_generator] == [("g", 72)]


def generation(item_id: str, attempt: int, status: str, **said: Any) -> dict[str, Any]:
    key = {"dataset": "d", "item_id": item_id, "generator": "g", "sample": 0, "attempt": attempt}
    return {**key, "prompt": "?", "response": "!", "status": status, "feedback": "contract", "findings": [], **said}


def experiment(folder: Path) -> Experiment:
    """Items 0 to 3 of ``d`` took one attempt, 4 took two; of the others nothing is known."""
    write_package(folder, [])
    found = {"code": "CGR102", "severity": "error", "line": 1, "message": "no program"}
    taken = {str(number): 1 + number // 4 for number in range(5)}
    programs = []
    for program in open_package(folder).programs:
        attempt = taken.get(program.item_id) if program.dataset == "d" else None
        programs.append((replace(program, extra={"attempt": attempt} if attempt else {}), SOURCE))
    write_programs(folder, programs)
    attempts = [generation(str(number), 1, "program", sha256=programs[0][0].sha256) for number in range(4)]
    said = {"findings": [found], "model": "big-1", "sha256": programs[0][0].sha256}
    attempts += [generation("4", 1, "no_program"), generation("4", 2, "program", **said)]
    write_lines(folder / "generations.jsonl", attempts)
    write_manifest(folder, name="controls", contract="cgr", created=None)
    return joined_of(folder).experiment


def test_accuracy_by_number_of_attempts_and_what_became_of_them(tmp_path: Path) -> None:
    one = experiment(tmp_path)
    right = [row.solverLLM_assisted_ans == "B" for row in rows() if row.dataset == "d" and int(row.item_id) < 4]
    first, second, rest = one.by_attempts
    assert (first["attempts"], first["rows"], first["assisted_correct"]) == (1, 12, sum(right))
    assert (second["attempts"], second["rows"], second["assisted"]) == (2, 3, None)
    assert (rest["attempts"], rest["rows"]) == (None, 57)
    counts = [(line["attempt"], line["status"], line["count"], line["with_feedback"]) for line in one.attempts]
    assert counts == [(1, "no_program", 1, 0), (1, "program", 4, 0), (2, "program", 1, 1)]


def test_the_roster_names_solvers_then_generators(tmp_path: Path) -> None:
    roster = experiment(tmp_path).roster
    assert [(one["role"], one["name"], one["model_id"], one["rows"]) for one in roster] == [
        ("solver", "s", "m-s", 24), ("solver", "t", "m-t", 24), ("solver", "u", "m-u", 24),
        ("generator", "g", "big-1", 72),
    ]  # fmt: skip
    assert (roster[-1]["programs"], roster[0]["provider"], roster[0]["registered"]) == (24, "p", True)
