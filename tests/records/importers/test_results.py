"""People's own answers: which columns hold them, and what becomes of each."""

from __future__ import annotations

from pathlib import Path

import pytest

from cgr_audit.errors import UsageError
from cgr_audit.records.importers.items import import_items
from cgr_audit.records.importers.results import ImportedResults, import_results
from cgr_audit.records.importers.tables import read_table

ITEMS = "id,question,A,B,C,answer\nq1,?,one,two,three,B\nq2,?,four,five,six,C\n"


def imported(tmp_path: Path, text: str, **mapped: str) -> ImportedResults:
    (tmp_path / "items.csv").write_text(ITEMS)
    (tmp_path / "small.csv").write_text(text)
    items = import_items(read_table(tmp_path / "items.csv"), {}, "d")
    return import_results(read_table(tmp_path / "small.csv"), mapped, items, [], "gen")


@pytest.mark.parametrize(
    ("answer", "row"),
    [("B", "B"), ("b", "B"), (" B ", "B"), ("two", "B"), ("X", "X"), ("I cannot say", "I cannot say"), ("", None)],
)
def test_an_answer_becomes_the_letter_that_it_names_or_stays_as_it_is(
    tmp_path: Path, answer: str, row: str | None
) -> None:
    [one] = imported(tmp_path, f"id,direct,assisted\nq1,{answer},A\n").rows
    assert (one.solverLLM_baseline_ans, one.solverLLM_assisted_ans, one.genLLM_ans) == (row, "A", None)
    assert (one.solver, one.generator, one.sample, one.correct_ans, one.origin) == ("small", "gen", 0, "B", "recorded")


def test_the_fields_of_published_rows_are_recognised(tmp_path: Path) -> None:
    header = "dataset,item_id,solver,generator,sample,solverLLM_baseline_ans,solverLLM_assisted_ans,genLLM_ans"
    [one] = imported(tmp_path, f"{header},genLLM_difficulty\nd,q2,m,g,3,A,B,C,2.5\n").rows
    assert one.key == ("d", "q2", "m", "g", 3)
    answers = one.solverLLM_baseline_ans, one.solverLLM_assisted_ans, one.genLLM_ans, one.genLLM_difficulty
    assert answers == ("A", "B", "C", 2.5)


@pytest.mark.parametrize(
    ("text", "mapped", "error"),
    [
        ("id,said\nq1,A\n", {}, "no column is known to hold an answer (direct, assisted or generator_answer); it has"),
        ("name,direct\nq1,A\n", {}, "no column is known to hold the item's id; it has name, direct. Say which does: "
                                    "--map results.id=COLUMN"),
        ("id,direct,baseline\nq1,A,B\n", {}, "two readings are possible: results.direct ← direct or results.direct ← "
                                             "baseline. Say which: --map 'results.direct=direct'"),
        ("id,direct\nq1,A\n", {"assisted": "x"}, "results.assisted: no column 'x'; it has id, direct"),
    ],
)  # fmt: skip
def test_columns_that_are_unknown_or_ambiguous_are_refused(
    tmp_path: Path, text: str, mapped: dict[str, str], error: str
) -> None:
    with pytest.raises(UsageError) as refused:
        imported(tmp_path, text, **mapped)
    assert str(refused.value).startswith(f"{tmp_path / 'small.csv'}: {error}")


def test_a_second_row_of_one_key_and_a_name_that_is_none_are_named(tmp_path: Path) -> None:
    read = imported(tmp_path, f"id,model,direct\nq1,m,A\nq1,m,B\nq2,{'m' * 1001},A\nq9,m,A\n")
    assert [f"{Path(one.path).name}: {one.reason}" for one in read.bad] == [
        "small.csv:3: a second row of solver 'm' for sample 0 of item 'q1'",
        "small.csv:4: its solver or generator has a name that cannot be one: it has 1,001 characters; give at most "
        "1,000",
    ]
    assert [Path(place).name for place in read.without_item] == ["small.csv:5"]
