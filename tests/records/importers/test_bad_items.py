"""Items that are wrong or can be read in two ways: what is said of each, with file and line."""

from __future__ import annotations

import json
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet
import pytest

from cgr_audit.errors import NothingCollectedError, UsageError
from cgr_audit.records.importers.items import ImportedItems, import_items
from cgr_audit.records.importers.mapping import read_mapping
from cgr_audit.records.importers.tables import Table, read_table

HEADER = "id,question,A,B,C,D,answer\n"
GOOD = "1,Which?,a,b,c,d,B\n"

_NO_OPTIONS = "its options are one text: no list in JSON or Python, no letters (A) ..), no ; or | between them"


def imported(path: Path, *mapped: str, **settings: str) -> ImportedItems:
    return import_items(read_table(path), read_mapping(mapped).items, "mine", **settings)  # type: ignore[arg-type]


def csv_file(tmp_path: Path, text: str | bytes) -> Path:
    path = tmp_path / "items.csv"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def json_file(tmp_path: Path, *rows: object, name: str = "items.jsonl") -> Path:
    path = tmp_path / name
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    return path


def said(read: ImportedItems) -> list[str]:
    return [f"{Path(one.path).name}: {one.reason}" for one in read.bad]


@pytest.mark.parametrize(
    ("row", "reason"),
    [
        ("2,Why?,a,b,c,d,E", "its gold, 'answer' = 'E', is not an option; it has A, B, C, D"),
        ("2,Why?,a,b,c,d,", "its gold, 'answer', is empty; its options are A, B, C, D"),
        ("2,Why?,a,,c,d,A", "option B is empty"),
        ("2,Why?,,,,,A", "it has no options, and an item needs two at least"),
        ("2,Why?,a,,,,A", "it has one option, and an item needs two at least"),
        ("2,,a,b,c,d,A", "its question, 'question', is empty"),
        (",Why?,a,b,c,d,A", "'id' cannot be its id: it is empty"),
        ("1,Why?,a,b,c,d,A",
         "its id '1' is that of items.csv:2 already; ids must differ "
         "(--map id=COLUMN names another column, --dataset-field tells them apart)"),
        ("2,Why?,a,b,c,d", "6 cells, and the header has 7; is a quote missing?"),
        ("2,Why?,a,b,c,d,A,", "8 cells, and the header has 7; is a quote missing?"),
        ('2,"Why?,a,b,c,d,A', "not CSV that can be read: a quote that is opened here is never closed"),
        (f"{'2' * 1001},Why?,a,b,c,d,A", "'id' cannot be its id: it has 1,001 characters; give at most 1,000"),
    ],
)  # fmt: skip
def test_a_row_that_is_no_item_is_named(tmp_path: Path, row: str, reason: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    csv_file(tmp_path, f"{HEADER}{GOOD}{row}\n")
    read = imported(Path("items.csv"))
    assert said(read) == [f"items.csv:3: {reason}"]


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"options": None}, "it has no options"),
        ({"options": 7}, "its options are neither a list nor a mapping"),
        ({"options": []}, "it has no options, and an item needs two at least"),
        ({"options": [["a"], ["b"]]}, "its options are lists of lists, or of mappings and texts"),
        ({"options": "a b"}, _NO_OPTIONS),
        ({"options": "a;; b"}, _NO_OPTIONS),
        ({"options": [{"label": "A", "text": "a"}, {"label": "A", "text": "b"}]}, "two options are labelled 'A'"),
        ({"options": {"text": ["a", "b"], "label": ["A"]}}, "it has 2 options and 1 labels"),
        ({"options": [str(number) for number in range(27)]},
         "it has 27 options, more than there are letters to name them by"),
        ({"options": ["same", "same"], "answer": "same"},
         "its gold, 'answer' = 'same', names no one option: options A and B have that text"),
        ({"answer": float("nan")}, "its gold, 'answer', is empty; its options are A, B"),
    ],
)  # fmt: skip
def test_options_that_are_none_are_named(tmp_path: Path, change: dict[str, object], reason: str) -> None:
    rows = [{"id": str(number), "question": "?", "options": ["left", "right"], "answer": "right"} for number in (1, 2)]
    read = imported(json_file(tmp_path, rows[0], {**rows[1], **change}))
    assert said(read) == [f"items.jsonl:2: {reason}"]
    assert len(read.items) == 1


def test_two_columns_of_gold_that_contradict_each_other_are_shown_as_two_readings(tmp_path: Path) -> None:
    options = ["red", "green", "blue", "grey"]
    rows = [{"question": "?", "options": options, "answer": "ABCD"[n], "label": (n + 1) % 4} for n in (0, 1, 2, 3, 0)]
    shown = r"gold ← answer makes it 'red'; gold ← label, counted from 0 makes it 'green'\. Say which"
    with pytest.raises(UsageError, match=shown):
        imported(json_file(tmp_path, *rows))


def test_rows_of_two_layouts_are_shown_as_two_readings(tmp_path: Path) -> None:
    path = json_file(
        tmp_path,
        {"question": "?", "options": ["a", "b"], "answer": "A"},
        {"question": "?", "choices": ["a", "b"], "answer": "A"},
    )
    with pytest.raises(UsageError, match=r"two readings are possible: options ← options or options ← choices\. Say"):
        imported(path)
    assert said(imported(path, "options=options")) == ["items.jsonl:2: it has no options"]


def test_places_that_may_count_from_0_or_from_1_are_refused_with_both_readings(tmp_path: Path) -> None:
    rows = [{"question": "?", "options": ["left", "middle", "right"], "answer": place} for place in (1, 2)]
    path = json_file(tmp_path, *rows)
    with pytest.raises(UsageError) as refused:
        imported(path)
    assert str(refused.value) == (
        f"{path}:1: two readings are possible: gold ← answer, counted from 0 makes it 'middle'; gold ← answer, counted "
        "from 1 makes it 'left'. Say which: --map 'gold=answer:index0' or --map 'gold=answer:index1'"
    )
    assert [item.correct_ids for item in imported(path, "gold=answer:index1").items.values()] == [("A",), ("B",)]


@pytest.mark.parametrize(("third", "gold"), [(0, "A"), (3, "C")])
def test_a_place_that_fits_one_reading_alone_decides(tmp_path: Path, third: int, gold: str) -> None:
    rows = [{"question": "?", "options": ["left", "middle", "right"], "answer": place} for place in (1, 2, third)]
    assert list(imported(json_file(tmp_path, *rows)).items.values())[2].correct_ids == (gold,)


def test_a_column_beside_it_decides_how_places_count(tmp_path: Path) -> None:
    rows = [{"question": "?", "options": ["x", "y", "z"], "answer_index": place, "answer": text}
            for place, text in ((1, "y"), (2, "z"))]  # fmt: skip
    assert [item.correct_ids for item in imported(json_file(tmp_path, *rows)).items.values()] == [("B",), ("C",)]


def test_columns_that_name_different_options_are_refused_with_both_readings(tmp_path: Path) -> None:
    path = json_file(tmp_path, {"question": "?", "options": ["x", "y"], "answer": "A", "label": "B"})
    with pytest.raises(UsageError, match="two readings are possible: gold ← answer makes it 'x'; gold ← label makes"):
        imported(path)
    assert next(iter(imported(path, "gold=label").items.values())).correct_ids == ("B",)


def test_texts_that_read_as_places_are_refused_with_both_readings(tmp_path: Path) -> None:
    path = json_file(tmp_path, {"question": "2 + 1?", "options": ["1", "3", "2"], "answer": "2"})
    with pytest.raises(UsageError, match="gold ← answer, by text makes it '2'; gold ← answer, counted from"):
        imported(path)


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("question,A,B\n?,a,b\n", "no column is known to hold the gold; it has 'question', 'A', 'B'"),
        ("text,A,B,answer\n?,a,b,A\n", "no column is known to hold the question"),
        ("question,first,second,answer\n?,a,b,A\n", "no column is known to hold the options"),
        ("question,question_text,A,B,answer\n?,!,a,b,A\n", "question ← question or question ← question_text. Say"),
        ("question,A,B,choices,answer\n?,a,b,\"[1, 2]\",A\n", "options ← choices or options ← A B"),
        ("question,A,A,answer\n?,a,b,A\n", "items.csv:1: two columns are named 'A'; rename one"),
        ("question,A,B,answer\n?,a,b,no idea\n", "answer = 'no idea': no row's gold names one option; the options"),
        (b"question,A,B,answer\n?,a,b,A\n?,\xff,b,A\n", "items.csv:3: byte 0xff is not UTF-8; save the file as UTF-8"),
        ("question,A,B,answer\n?,,,A\n", "no row of .* has options. Recognised: id ← number of the row, question"),
    ],
)  # fmt: skip
def test_a_file_that_cannot_be_read_says_why_in_one_line(tmp_path: Path, text: str | bytes, error: str) -> None:
    path = csv_file(tmp_path, text)
    with pytest.raises(UsageError, match=error) as refused:
        imported(path)
    assert str(refused.value).startswith(str(path))
    assert "\n" not in str(refused.value)


def test_a_trace_package_is_no_table(tmp_path: Path) -> None:
    (tmp_path / "manifest.json").write_text("{}")
    (tmp_path / "programs.jsonl").write_text("")
    with pytest.raises(UsageError, match=r"a trace package already; to import its items again give .*items.jsonl"):
        read_table(tmp_path)


@pytest.mark.parametrize(("file", "name"), [("a.v2.CSV", "a.v2"), ("rows.jsonl.gz", "rows"), ("b.parquet", "b")])
def test_a_data_set_is_named_after_its_file(tmp_path: Path, file: str, name: str) -> None:
    assert Table(tmp_path / file, (), (), ()).name == name


@pytest.mark.parametrize("text", ["", HEADER, "\ufeff\n\n"])
def test_a_file_without_rows_is_nothing_collected(tmp_path: Path, text: str) -> None:
    with pytest.raises(NothingCollectedError, match="it holds no rows"):
        read_table(csv_file(tmp_path, text))


def test_what_spreadsheets_write_is_read(tmp_path: Path) -> None:
    text = '\ufeffid;Question;A;B;C;Answer\r\n007;"Which; and\r\nwhy?";one;two;three;b\r\n\r\n008;Who?;ja;nein;;(A)\r\n'
    read = imported(csv_file(tmp_path, text))
    first, second = read.items.values()
    assert (first.item_id, first.question, first.correct_ids) == ("007", "Which; and\r\nwhy?", ("B",))
    assert ([option["text"] for option in second.options], second.correct_ids) == (["ja", "nein"], ("A",))


def test_a_row_after_quoted_lines_is_named_by_the_line_on_which_it_begins(tmp_path: Path) -> None:
    read = imported(csv_file(tmp_path, f'{HEADER}1,"one\ntwo\nthree",a,b,c,d,B\n2,?,a,b,c,d,Z\n'))
    assert said(read)[0].startswith("items.csv:5: ")


def test_duplicate_texts_are_said_and_kept_where_the_gold_is_a_letter(tmp_path: Path) -> None:
    read = imported(csv_file(tmp_path, f"{HEADER}{GOOD}2,Why?,a,a,c,d,A\n"))
    assert read.notes == (f"1 item has two options that read the same; first {tmp_path / 'items.csv'}:3 ('a')",)
    assert len(read.items) == 2


def test_a_gold_that_always_stands_first_is_said_and_shuffling_mends_it(tmp_path: Path) -> None:
    path = csv_file(tmp_path, HEADER + "".join(f"{number},?,right,b,c,d,A\n" for number in range(12)))
    assert "the right option of every item is A" in imported(path).notes[0]
    shuffled = import_items(read_table(path), {}, "mine", shuffle=True)
    assert len({item.correct_ids for item in shuffled.items.values()}) > 1
    for item in shuffled.items.values():
        assert {option["text"] for option in item.options if option["id"] in item.correct_ids} == {"right"}
    assert import_items(read_table(path), {}, "mine", shuffle=True).items == shuffled.items


def test_a_json_list_and_folders_of_shards_name_the_lines_of_their_own_files(tmp_path: Path) -> None:
    shards = tmp_path / "shards"
    (shards / ".cache").mkdir(parents=True)
    good = {"id": 1, "question": "?", "options": ["a", "b"], "answer": "A"}
    (shards / "a.json").write_text(json.dumps([good, {**good, "id": 2, "answer": "Z"}], indent=1), "utf-8")
    json_file(shards, {**good, "id": 3}, {**good, "id": 3}, name="b.jsonl")
    pa.parquet.write_table(pa.Table.from_pylist([{**good, "id": 4.0}, {**good, "id": None}]), shards / "c.parquet")
    (shards / "README.md").write_text("words")
    (shards / ".cache" / "x.csv").write_text("junk")
    table = read_table(shards)
    assert table.left_out == ((shards / "README.md").as_posix(),)
    read = import_items(table, {}, "mine")
    assert [item.item_id for item in read.items.values()] == ["1", "3", "4"]
    assert [one.partition(": ")[0] for one in said(read)] == ["a.json:11", "b.jsonl:2", "c.parquet:2"]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ('[{"id": 1}, {"id": 2}', "items.json:1: the list has no end; is the file cut off?"),
        ('[{"id": 1},\n 7]', "items.json:2: a JSON object is needed for each row of the list"),
        ('[{"id": 1},\n {"id": nope}]', "items.json:2: not JSON: Expecting value"),
        ('{"id": 1}\n{"id"', "items.json:2: not JSON at column 6: "),
    ],
)
def test_json_that_is_broken_is_named_by_its_line(tmp_path: Path, text: str, reason: str) -> None:
    path = tmp_path / "items.json"
    path.write_text(text, "utf-8")
    [bad] = read_table(path).bad
    assert f"{Path(bad.path).name}: {bad.reason}".startswith(reason)


@pytest.mark.parametrize(
    ("mapped", "error"),
    [
        ("question", "--map question: write FIELD=COLUMN, such as question=question_text"),
        ("programs.letter=x", "programs have no field 'letter'; there are id, dataset, source"),
        ("item_id=id", "--map item_id=id: the name is taken in an item's record; write id=id"),
        ("question=missing", "question: no column 'missing'; it has 'id', 'question', 'A'"),
        ("options=A,Z", "options: no column 'Z'; it has 'id', 'question', 'A'"),
    ],
)
def test_a_mapping_that_names_nothing_is_refused(tmp_path: Path, mapped: str, error: str) -> None:
    with pytest.raises(UsageError, match=error):
        imported(csv_file(tmp_path, HEADER + GOOD), mapped)
