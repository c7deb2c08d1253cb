"""Answers read out of recorded calls: columns, agreement of the rules, and a recount of everything in plain Python."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cgr_audit.accuracy.extraction.summary import Extraction, extraction_summary
from cgr_audit.accuracy.extraction.tally import ExtractionTally, ItemOptions, answer_column, correct_column, tally_of
from cgr_audit.accuracy.intervals.interval import Resampling
from cgr_audit.accuracy.join import join_package
from cgr_audit.accuracy.rows.table import with_texts
from cgr_audit.accuracy.settings import Settings
from cgr_audit.extractors.interface import Extractor
from cgr_audit.extractors.registry import EXTRACTORS
from cgr_audit.records.package import open_package
from cgr_audit.records.rows import CallRow, Item, ItemKey, RowKey, SolverEntry
from cgr_audit.source.contract import load_contract

OPTIONS = ({"id": "A", "text": "oil"}, {"id": "B", "text": "water"}, {"id": "C", "text": "sand"})
NAMES = ("1", "2", "3", "4", "é", *(f"{number}{suffix}" for number in "1234" for suffix in "abc"))
ITEMS = {ItemKey("d", name): Item(name, "d", "?", OPTIONS, ("B",)) for name in NAMES}
SOLVERS = {"s": SolverEntry(True), "unknown": SolverEntry(False)}


def call(
    item_id: str, response: str | None, *, solver: str = "s", channel: str = "direct", at: tuple[int, int] = (1, 0)
) -> CallRow:
    return CallRow("d", item_id, solver, "g", 0, channel, *at, prompt="?", config={}, response=response)


def tally_of_calls(*calls: CallRow) -> ExtractionTally:
    tally = ExtractionTally({key: ItemOptions.of(item) for key, item in ITEMS.items()}, SOLVERS)
    for one in calls:
        tally.add([values_of(one)])
    return tally


def values_of(one: CallRow) -> tuple[Any, ...]:
    return (*one.key, one.channel, one.attempt, one.call_index, one.response, one.status)


def columns_of(row: pd.Series[Any]) -> list[tuple[str | None, bool | None]]:
    values = [(row[answer_column(rule.name)], row[correct_column(rule.name)]) for rule in EXTRACTORS]
    return [tuple(None if pd.isna(value) else value for value in pair) for pair in values]  # type: ignore[misc]


def test_a_row_gets_an_answer_and_its_correctness_by_each_rule(book: Any) -> None:
    table = tally_of_calls(call("1", "A man drinks water. Answer: B or C")).with_columns(
        book.table("d 1 s approved A B B")
    )
    assert columns_of(table.iloc[0]) == [("A", False), (None, False), ("C", False), ("B", True)]
    assert table["direct_correct"].tolist() == [False]


def test_the_columns_stand_last_and_are_null_where_there_is_no_response(book: Any) -> None:
    table = tally_of_calls().with_columns(book.table("d 1 s approved B B B"))
    assert list(table.columns)[-8:] == [
        "direct_ans_published", "direct_correct_published", "direct_ans_anchored", "direct_correct_anchored",
        "direct_ans_last_letter", "direct_correct_last_letter", "direct_ans_option_text", "direct_correct_option_text",
    ]  # fmt: skip
    assert columns_of(table.iloc[0]) == [(None, None)] * 4
    assert {str(with_texts(table)[answer_column(rule.name)].dtype) for rule in EXTRACTORS} == {"string"}
    assert {str(table[correct_column(rule.name)].dtype) for rule in EXTRACTORS} == {"boolean"}


def test_the_direct_path_took_the_last_call_of_the_last_attempt_whatever_their_order(book: Any) -> None:
    calls = [call("1", "C", at=(2, 1)), call("1", "B", at=(1, 9)), call("1", "A", at=(2, 0))]
    table = tally_of_calls(*calls).with_columns(book.table("d 1 s approved B B B"))
    assert table[answer_column("published")].tolist() == ["C"]


def test_a_call_that_failed_leaves_no_response_rather_than_an_earlier_one(book: Any) -> None:
    tally = tally_of_calls(call("1", "B", at=(1, 0)), call("1", None, at=(2, 0)))
    table = tally.with_columns(book.table("d 1 s approved B B B"))
    assert columns_of(table.iloc[0]) == [(None, None)] * 4
    summary = extraction_summary(table, tally, "X")
    assert summary.failed_calls == {"direct": 1, "assisted": 0}
    assert summary.direct_responses == 0


@pytest.mark.parametrize("status", ["truncated", "no_text", "filtered"])
def test_no_rule_finds_an_answer_in_a_response_that_is_not_whole(book: Any, status: str) -> None:
    tally = tally_of_calls(replace(call("1", "The answer is B because"), status=status))
    table = tally.with_columns(book.table("d 1 s approved B B B"))
    assert columns_of(table.iloc[0]) == [(None, False)] * 4
    assert extraction_summary(table, tally, "X").direct_responses == 1


def test_rows_that_never_count_are_left_out_of_the_comparison(book: Any) -> None:
    tally = tally_of_calls(
        call("1", "B"), call("2", "B"), call("1", "B", solver="unknown"),
        call("1", "B", channel="assisted"), call("1", "B", channel="assisted", solver="unknown"),
    )  # fmt: skip
    text = "d 1 s approved B B B\nd 2 s approved B B B outcome=host_failure\nd 1 unknown approved B B B"
    summary = extraction_summary(tally.with_columns(book.table(text)), tally, "X")
    assert (summary.direct_responses, summary.assisted_responses) == (1, 1)


def summary_of(book: Any, responses: dict[str, str], recorded: dict[str, str], failure: str | None = "X") -> Extraction:
    tally = tally_of_calls(*(call(name, response) for name, response in responses.items()))
    text = "\n".join(f"d {name} s approved {recorded[name]} B B" for name in responses)
    return extraction_summary(tally.with_columns(book.table(text)), tally, failure)


def test_each_rule_is_right_so_often_of_the_rows_with_a_response(book: Any) -> None:
    responses = {"1": "A man. Answer: B", "2": "b", "3": "It is water", "4": "E"}
    recorded = {"1": "A", "2": "X", "3": "I", "4": "E"}
    thrice = [f"{number}{suffix}" for number in responses for suffix in "abc"]
    summary = summary_of(book, {one: responses[one[0]] for one in thrice}, {one: recorded[one[0]] for one in thrice})
    assert [(rule.rule, rule.responses, rule.found, rule.correct, rule.accuracy) for rule in summary.rules] == [
        ("recorded", 12, 9, 0, 0.0),
        ("published", 12, 6, 0, 0.0),
        ("anchored", 12, 3, 3, 25.0),
        ("last_letter", 12, 3, 3, 25.0),
        ("option_text", 12, 3, 3, 25.0),
    ]


def test_a_rule_has_no_percentage_of_fewer_than_ten_responses(book: Any) -> None:
    summary = summary_of(book, {"1": "B", "2": "A"}, {"1": "B", "2": "A"})
    assert [(rule.correct, rule.accuracy, rule.too_few) for rule in summary.rules][:2] == [(1, None, True)] * 2


def test_it_is_said_how_often_the_published_rule_gives_the_recorded_answer(book: Any) -> None:
    responses = {"1": "B", "2": "nothing", "3": "C", "4": "A"}
    check = summary_of(book, responses, {"1": "B", "2": "X", "3": "A", "4": "-"}).published
    assert (check.responses, check.same, check.other, check.missing) == (4, 2, 1, 1)
    assert check.first_other == ("d", "3", "s", "g", "0")
    without = summary_of(book, responses, {"1": "B", "2": "-", "3": "C", "4": "A"}, None).published
    assert (without.same, without.other, without.missing, without.first_other) == (4, 0, 0, None)


WORDS = ["A", "B", "C", "E", "answer:", "oil", "water", "sand", "or", "man", "."]
texts = st.lists(st.sampled_from(WORDS), max_size=6).map(" ".join)


def answer(rule: Extractor, text: str) -> str | None:
    return rule.extract(text, ("A", "B", "C"), ("oil", "water", "sand"))


@given(direct=st.lists(texts, min_size=1, max_size=5), assisted=st.lists(texts, max_size=8))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
def test_every_count_is_that_of_a_plain_recount(book: Any, direct: list[str], assisted: list[str]) -> None:
    names = list("1234é")[: len(direct)]
    tally = tally_of_calls(
        *(call(name, text) for name, text in zip(names, direct, strict=True)),
        *(call("1", text, channel="assisted", at=(1, n)) for n, text in enumerate(assisted)),
    )
    text = "\n".join(f"d {name} s approved B B B" for name in names)
    summary = extraction_summary(tally.with_columns(book.table(text)), tally, "X")
    record = json.loads(json.dumps(summary.to_record(), allow_nan=False))
    expected = []
    for channel, responses in (("direct", direct), ("assisted", assisted)):
        for one, other in combinations(EXTRACTORS, 2):
            pairs = [(answer(one, text), answer(other, text)) for text in responses]
            differ = [(a, b) for a, b in pairs if a and b and a != b]
            firsts, seconds = [a for a, b in pairs if a and not b], [b for a, b in pairs if b and not a]
            judged = channel == "direct"
            expected.append(
                {
                    "channel": channel, "first": one.name, "second": other.name, "responses": len(pairs),
                    "same": sum(a == b is not None for a, b in pairs), "differ": len(differ),
                    "only_first": len(firsts), "only_second": len(seconds),
                    "neither": sum(a is None and b is None for a, b in pairs),
                    "differ_first_correct": sum(a == "B" for a, _ in differ) if judged else None,
                    "differ_second_correct": sum(b == "B" for _, b in differ) if judged else None,
                    "differ_both_correct": 0 if judged else None,
                    "differ_neither_correct": sum("B" not in pair for pair in differ) if judged else None,
                    "only_first_correct": firsts.count("B") if judged else None,
                    "only_second_correct": seconds.count("B") if judged else None,
                }
            )  # fmt: skip
    assert record["disagreements"] == expected
    for line in record["disagreements"]:
        parts = ("same", "differ", "only_first", "only_second", "neither")
        assert sum(line[part] for part in parts) == line["responses"]


@pytest.mark.parametrize("rule", EXTRACTORS, ids=lambda rule: rule.name)
def test_a_package_without_calls_has_no_accuracy_by_any_rule(book: Any, rule: Any) -> None:
    tally = tally_of_calls()
    summary = extraction_summary(tally.with_columns(book.table("d 1 s approved B B B")), tally, "X")
    line = next(line for line in summary.rules if line.rule == rule.name)
    assert (line.responses, line.accuracy) == (0, None)


def test_the_calls_of_a_package_are_read_by_columns_as_one_by_one() -> None:
    package = open_package(Path(__file__).resolve().parents[3] / "corpus" / "demo")
    items = {key: ItemOptions.of(item) for key, item in package.items.items()}
    by_columns, one_by_one = tally_of(package), ExtractionTally(items, package.solvers)
    for one in package.calls():
        one_by_one.add([values_of(one)])
    assert by_columns.assisted == one_by_one.assisted
    assert by_columns.statuses == one_by_one.statuses
    keys = [row.key for row in package.results()]
    rows = pd.DataFrame.from_records(keys, columns=list(RowKey._fields))
    table = by_columns.with_columns(rows)
    pd.testing.assert_frame_equal(table, one_by_one.with_columns(rows))
    assert table[answer_column("published")].notna().sum() > 100


def test_on_the_demo_the_published_rule_gives_every_recorded_direct_answer() -> None:
    package = open_package(Path(__file__).resolve().parents[3] / "corpus" / "demo")
    check = join_package(
        package, load_contract(package.contract), Settings(resampling=Resampling(2))
    ).extraction.published
    assert (check.same, check.other, check.missing) == (check.responses, 0, 0)
    assert check.responses == 284
