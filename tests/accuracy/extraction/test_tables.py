from __future__ import annotations

from cgr_audit.accuracy.extraction.summary import Extraction, extraction_summary
from cgr_audit.accuracy.extraction.tables import extraction_tables
from cgr_audit.accuracy.extraction.tally import ExtractionTally, ItemOptions
from cgr_audit.extractors.registry import EXTRACTORS
from cgr_audit.records.rows import Item, ItemKey, SolverEntry
from tests.accuracy.conftest import OPTIONS, Book


def extraction(book: Book, responses: list[str]) -> Extraction:
    items = {ItemKey("d", str(n)): Item(str(n), "d", "?", OPTIONS, ("B",)) for n in range(len(responses))}
    tally = ExtractionTally({key: ItemOptions.of(item) for key, item in items.items()}, {"s": SolverEntry(True)})
    for n, response in enumerate(responses):
        for channel in ("direct", "assisted"):
            tally.add([("d", str(n), "s", "g", 0, channel, 1, 0, response, None)])
    rows = "\n".join(f"d {n} s approved A B B" for n in range(len(responses))) or "d 1 s approved A B B"
    return extraction_summary(tally.with_columns(book.table(rows)), tally, "X")


def test_each_rule_has_a_line_below_the_recorded_answers(book: Book) -> None:
    accuracy, *_ = extraction_tables(extraction(book, ["A man. Answer: B"] * 10))
    shown = [(row[0], *row[1:]) for row in accuracy.cells()]
    assert [row[0] for row in shown] == ["recorded answers", *(rule.label for rule in EXTRACTORS)]
    assert shown[1][1:] == ("10", "10", "0", "0", "0.00")
    assert shown[2][1:] == ("10", "10", "0", "10", "100.00")
    assert "On 10 of 10 responses it gives the recorded answer." in accuracy.note


def test_fewer_than_ten_rows_get_no_percentage(book: Book) -> None:
    accuracy, *_ = extraction_tables(extraction(book, ["B"] * 9))
    assert {row[-1] for row in accuracy.cells()} == {"9 rows: too few"}


def test_two_rules_are_compared_on_both_channels_and_judged_on_the_direct_one(book: Book) -> None:
    _, disagreements, _ = extraction_tables(extraction(book, ["A man. Answer: B"] * 3))
    first = disagreements.cells()[0]
    assert first == (
        *("direct", "published: first capital", "anchored: answer: X", "3", "0", "3"),
        *("0", "0", "0", "0", "3", "0", "0", "0"),
    )  # fmt: skip
    assert len(disagreements.records) == 12
    assert disagreements.cells()[6][-5:] == ("–", "–", "–", "–", "–")


def test_without_calls_the_tables_say_that_there_are_no_responses(book: Book) -> None:
    accuracy, disagreements, _ = extraction_tables(extraction(book, []))
    assert (accuracy.records, disagreements.records) == ((), ())
    assert "holds no direct responses" in accuracy.note


def test_the_tables_say_that_no_choice_about_missing_answers_has_a_part_in_them(book: Book) -> None:
    for table in extraction_tables(extraction(book, ["B"] * 3)):
        assert "whatever the choice about missing answers and the treatment of programs" in table.note
        assert {record["missing_answers"] for record in table.records} == {"not applied"}


def test_calls_are_counted_by_what_became_of_their_response(book: Book) -> None:
    answers = [("B", None), ("B", "answered"), ("B and", "truncated"), ("", "no_text"), ("", "filtered"), (None, None)]
    tally = ExtractionTally(
        {ItemKey("d", "1"): ItemOptions.of(Item("1", "d", "?", OPTIONS, ("B",)))}, {"s": SolverEntry(True)}
    )
    for solver in ("s", "unregistered"):
        for attempt, (response, status) in enumerate(answers, start=1):
            tally.add([("d", "1", solver, "g", 0, "direct", attempt, 0, response, status)])
            tally.add([("d", "1", solver, "g", 0, "assisted", 1, attempt, response, status)] * 2)
    found = extraction_summary(tally.with_columns(book.table("d 1 s approved A B B")), tally, "X")
    *_, responses = extraction_tables(found)
    assert responses.cells() == (
        ("direct", "6", "2", "1", "1", "1", "1"),
        ("assisted", "12", "4", "2", "2", "2", "2"),
    )
    assert found.to_record()["statuses"]["direct"] == {"answered": 2, "truncated": 1, "no_text": 1, "filtered": 1}
