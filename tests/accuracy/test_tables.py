"""Every table can be read alone: what it rests on is in its note, and in columns of its files."""

from __future__ import annotations

import io
from collections.abc import Mapping
from functools import cache
from typing import Any

import pandas as pd
import pyarrow.parquet
import pytest

from cgr_audit.accuracy.intervals.estimates import Resampling
from cgr_audit.accuracy.long_table import long_table
from cgr_audit.accuracy.missing import Missing
from cgr_audit.accuracy.settings import Settings
from cgr_audit.accuracy.splits.budgets import calls_by_attempt
from cgr_audit.accuracy.summary import AccuracySummary, summarise
from cgr_audit.accuracy.tables import headline_table, printed_tables, tables
from cgr_audit.tables.csv_table import csv_table
from cgr_audit.tables.parquet import parquet_table
from cgr_audit.tables.table import Table
from tests.accuracy.conftest import Book

BEFORE_THE_CHOICE = {"answers", "budgets", "coverage", "rules"}
WITHOUT_KINDS = {*BEFORE_THE_CHOICE, "violation-differences"}
SETTINGS = Settings(Missing.WRONG, Resampling(60, 7, 0.9), budget=3)
FINDINGS = [{"program_id": f"g/d/{number}.0.py", "code": "CGR201"} for number in range(12)]


def package(book: Book, missing: Missing = Missing.WRONG) -> AccuracySummary:
    """Every test only reads the summary, and a book holds nothing."""
    return summary_of(missing)


@cache
def summary_of(missing: Missing) -> AccuracySummary:
    """Twelve rows with a finding and twelve without, of 3 datasets and 3 solvers; some lack an answer."""
    lines = [f"d {number} s observe B A B" for number in range(12)]
    lines += [f"d {number} s approved A B B" for number in range(12, 24)]
    lines += ["d 30 s approved - B B", "d 31 s approved A X B", "d 32 s refused A - - outcome=refused"]
    lines += [f"{dataset} {number} {solver} approved A B B" for dataset in "ef" for number in (1, 2) for solver in "st"]
    settings = Settings(missing, Resampling(60, 7, 0.9), budget=3)
    return summarise(Book().table("\n".join(lines), findings=FINDINGS), calls_by_attempt([]), settings)


def named(summary: AccuracySummary) -> dict[str, Table]:
    return {table.name: table for table in tables(summary)}


def stored(table: Table) -> list[dict[str, str]]:
    return pd.read_csv(io.StringIO(csv_table(table)), dtype=str).fillna("").to_dict("records")


@pytest.mark.parametrize(
    ("choice", "said"),
    [(Missing.WRONG, "missing answers count as wrong"), (Missing.LEFT_OUT, "missing answers are left out")],
)
def test_every_table_names_the_choice_about_missing_answers_or_that_it_comes_before(
    book: Book, choice: Missing, said: str
) -> None:
    for name, table in named(package(book, missing=choice)).items():
        before = name in BEFORE_THE_CHOICE
        sentence = "Counted before the choice about missing answers." if before else f"Rows without an answer: {said}."
        assert sentence in table.note, name
        assert (said in table.note) is not before, name
        assert {line["missing_answers"] for line in stored(table)} <= {"not applied" if before else choice.value}, name


def test_level_resamples_and_seed_stand_beside_every_interval(book: Book) -> None:
    with_intervals = set()
    for name, table in named(package(book)).items():
        if any(column.kind.is_range for column in table.columns):
            with_intervals.add(name)
            assert "Intervals at 90 %; bootstraps: percentile, 60 resamples, seed 7." in table.note
            sampling = {(line["level"], line["resamples"], line["seed"]) for line in stored(table)}
            assert sampling == {("0.9", "60", "7")}, name
    assert with_intervals == {
        "headline", "non-zero-baseline", "gain-intervals", "violations", "violation-differences",
    }  # fmt: skip


def test_zero_baseline_pairs_are_a_number_in_their_column_and_names_below(book: Book) -> None:
    pairs = [("d", "s", "B"), ("e", "s", "A"), ("f\u202e", "t", "A")]
    text = "\n".join(f"{d} {n} {solver} approved {direct} B B" for d, solver, direct in pairs for n in range(10))
    table = named(summarise(book.table(text), calls_by_attempt([]), SETTINGS))["non-zero-baseline"]
    assert {row[-1] for row in table.cells()} == {"2"}
    assert " are diagnostic only: e / s; f\\u202e / t. Rows without" in table.note
    assert {(line["zero_pairs"], line["zero"]) for line in stored(table)} == {("2", "e / s; f\\u202e / t")}


def test_zero_baseline_pairs_that_treatments_do_not_share_are_named_for_each(book: Book) -> None:
    text = "\n".join(
        [f"d {n} s approved B B B" for n in range(10)]
        + [f"e {n} s approved A B B" for n in range(10)]
        + [f"e {n} s observe B B B" for n in range(10, 12)]
    )
    note = named(summarise(book.table(text), calls_by_attempt([]), SETTINGS))["non-zero-baseline"].note
    said = "diagnostic only: dropped – e / s. direct answer instead, counted wrong, kept – none. Rows without"
    assert said in note


def test_the_four_kinds_of_answers_are_columns_of_every_table_of_accuracies(book: Book) -> None:
    shown = {"assisted_missing", "assisted_extraction_failed", "assisted_refused", "assisted_not_run"}
    read = {f"{channel}_{kind}" for channel in ("direct", "generator") for kind in ("missing", "refused", "answered")}
    for name, table in named(package(book)).items():
        if name not in {*WITHOUT_KINDS, "gain-intervals"}:
            assert shown <= {column.key for column in table.columns}, name
        if name not in WITHOUT_KINDS:
            assert shown | read <= set(table.fields()), name


def test_a_difference_says_of_both_groups_what_their_answers_are(book: Book) -> None:
    table = named(package(book))["violation-differences"]
    assert "missing / extraction failed / refused / not run" in table.note
    (line,) = stored(table)
    assert (line["rows_with"], line["rows_without"], line["pairs_with"], line["pairs_without"]) == (
        "12",
        "23",
        "1",
        "5",
    )
    assert (line["answers_with"], line["answers_without"]) == ("0 / 0 / 0 / 0", "0 / 1 / 1 / 0")
    assert (line["unrecorded_with"], line["unrecorded_without"]) == ("0", "1")
    assert (line["treatment"], line["missing_answers"]) == ("kept", "wrong")


def test_a_headline_row_shows_the_papers_interval_and_the_one_to_quote(book: Book) -> None:
    summary = package(book)
    labels = [column.label for column in headline_table(summary).columns]
    assert "90 %, bootstrap over pairs" in labels
    assert "90 %, crossed effects, t" in labels
    narrow = [column.label for column in printed_tables(summary)[0].columns]
    assert narrow == [
        "treatment", "average", "rows", "pairs", "direct %", "assisted %", "generator %", "gain pp",
        "90 %, bootstrap over pairs", "closure %",
    ]  # fmt: skip


def three_solvers(book: Book) -> AccuracySummary:
    """Three datasets and three solvers, all of whose programs were executed."""
    rows = [
        f"{dataset} {dataset}{item} {solver} approved A B B" for dataset in "abc" for solver in "st" for item in "12"
    ]
    table = book.table("\n".join(rows))
    third = table[table["solver"] == "s"].assign(solver="u")
    every = pd.concat([table, third], ignore_index=True)
    return summarise(every, calls_by_attempt([]), Settings(resampling=Resampling(20)))


def test_a_terminal_shows_the_interval_to_quote_where_there_is_one(book: Book) -> None:
    rows = [
        f"{dataset} {dataset}{item} {solver} approved A B B" for dataset in "abc" for solver in "st" for item in "12"
    ]
    summary = summarise(book.table("\n".join(rows)), calls_by_attempt([]), Settings(resampling=Resampling(20)))
    assert "95 %, bootstrap over pairs" in [column.label for column in printed_tables(summary)[0].columns]
    labels = [column.label for column in printed_tables(three_solvers(book))[0].columns]
    assert "95 %, crossed effects, t" in labels
    assert "95 %, bootstrap over pairs" not in labels


def test_the_note_of_the_printed_headline_speaks_of_its_own_columns(book: Book) -> None:
    summary = package(book)
    whole, printed = headline_table(summary), printed_tables(summary)[0]
    kinds = "The kinds of answers are the assisted channel's."
    assert kinds in whole.note
    assert "the last column says how many." in whole.note
    assert whole.columns[-1].label == "generator: not executed"
    assert kinds not in printed.note
    assert "last column" not in printed.note
    assert "under every treatment that does not drop it (1 row)." in printed.note
    summary = three_solvers(book)
    whole, printed = headline_table(summary), printed_tables(summary)[0]
    assert "bootstrap over pairs" in whole.note
    assert "bootstrap over pairs" not in printed.note
    assert "Generator, and so closure" not in printed.note


def test_where_no_interval_holds_for_other_datasets_and_solvers_every_table_says_so(book: Book) -> None:
    summary = package(book)
    none = "No interval supports a claim for other datasets and solvers (2 solvers: fewer than 3)."
    pairs = "The bootstrap over pairs is there to compare with the paper, and takes pairs as unrelated: no claim rests"
    by_name = named(summary)
    for table in (by_name["headline"], by_name["gain-intervals"], *printed_tables(summary)[:2]):
        assert none in table.note
        assert pairs in table.note
        assert "quote the interval of crossed effects" not in table.note


def test_an_interval_on_few_units_says_on_how_many(book: Book) -> None:
    table = headline_table(package(book))
    place = [column.label for column in table.columns].index("90 %, bootstrap over pairs")
    kept = table.cells()[-2]
    assert kept[:4] == ("kept", "micro", "35", "5")
    assert kept[place].endswith(" (5)")
    assert "In brackets: on how few units an interval rests, where fewer than 10." in table.note
    line = stored(table)[-2]
    assert (line["gain_pairs_units"], line["gain_pairs_remark"]) == ("5", "based on only 5 pairs")
    assert (line["gain_crossed_low"], line["gain_crossed_remark"]) == ("", "2 solvers: fewer than 3")


def test_the_headline_says_how_many_generators_answers_the_gate_took(book: Book) -> None:
    table = headline_table(package(book))
    assert "a row whose program was not executed has no generator's answer and counts as wrong there" in table.note
    lines = [(line["treatment"], line["generator_not_executed"]) for line in stored(table)[::2]]
    assert lines == [("dropped", "0"), ("direct answer instead", "1"), ("counted wrong", "1"), ("kept", "1")]


def test_without_verdicts_nothing_is_said_of_treatments(book: Book) -> None:
    summary = summarise(book.table("d 1 s - A B B"), calls_by_attempt([]), Settings(Missing.LEFT_OUT, Resampling(20)))
    table = headline_table(summary)
    assert table.title == "Accuracy of all rows"
    assert "between treatments" not in table.note
    assert "different rows" not in table.note


def test_left_out_says_that_treatments_rest_on_different_rows(book: Book) -> None:
    said = "A treatment decides which answer counts, so that the treatments rest on different rows."
    counts = "1 under dropped, 1 under direct answer instead, 1 under counted wrong, 1 under kept."
    assert (
        f"Rows left out because an answer is missing: {counts} {said}"
        in headline_table(package(book, missing=Missing.LEFT_OUT)).note
    )
    assert said not in headline_table(package(book)).note


def test_a_pair_without_any_direct_answer_is_named_apart(book: Book) -> None:
    text = "\n".join([*(f"d {n} s approved - B B" for n in range(10)), *(f"e {n} s approved B B B" for n in range(10))])
    table = headline_table(summarise(book.table(text), calls_by_attempt([]), Settings(resampling=Resampling(20))))
    treatments = "dropped, direct answer instead, counted wrong, kept"
    assert (
        f"d / s has no direct answer at all ({treatments}): its 0 % there is an absence, not a failure." in table.note
    )


def test_findings_in_all_are_counted_for_themselves(book: Book) -> None:
    table = named(package(book))["rules"]
    lines = {(line["dataset"], line["solver"]): (line["rows"], line["of_rows"]) for line in stored(table)}
    assert lines["all", "all"] == ("12", "35")
    assert lines["d", "all"] == ("12", "27")
    assert "programs do not add up over solvers" in table.note


def test_parquet_carries_title_and_note(book: Book) -> None:
    table = headline_table(package(book))
    metadata = pyarrow.parquet.read_schema(io.BytesIO(parquet_table(table))).metadata
    assert (metadata[b"title"].decode(), metadata[b"note"].decode()) == (table.title, table.note)


def lines_of(summary: AccuracySummary, **wanted: str) -> list[Mapping[str, Any]]:
    records = long_table(summary).records
    return [record for record in records if all(record.get(name) == value for name, value in wanted.items())]


def test_every_line_of_the_long_table_says_level_resamples_seed_and_choice(book: Book) -> None:
    summary = package(book)
    chosen = {(line["level"], line["resamples"], line["seed"], line["missing_answers"]) for line in lines_of(summary)}
    assert chosen == {(0.9, 60, 7, "wrong")}
    (gain,) = lines_of(summary, section="headline", treatment="kept", partition="all", average="micro", measure="gain")
    assert (gain["pairs_units"], gain["pairs_note"]) == (5, "based on only 5 pairs")
    assert (gain["direct_missing"], gain["assisted_refused"], gain["generator_not_executed"]) == (1, 1, 1)


def test_rows_of_the_long_table_are_always_what_a_value_is_a_share_of(book: Book) -> None:
    summary = package(book)
    assert {line["rows"] for line in lines_of(summary, section="overlap", treatment="kept", partition="all")} == {35}
    assert {line["treatment"] for line in lines_of(summary, section="fallback_share")} == {"kept"}
    (gain,) = lines_of(summary, section="violations", group="difference", measure="gain")
    assert (gain["rows"], gain["pairs"], gain["rows_without"], gain["pairs_without"]) == (12, 1, 23, 5)
