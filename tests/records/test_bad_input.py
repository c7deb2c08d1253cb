"""What is wrong with a package is named with file and line, refused or counted; nothing is dropped in silence."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cgr_audit.records.lines import RecordError
from cgr_audit.records.package import open_package
from cgr_audit.records.warning_kinds import WarningKind

OTHER_GOLD = "results.jsonl:2: 1 row has another correct_ans than its item: the item's counts"
ATTEMPTS = (("i2", "assisted", 2, 3), ("i1", "direct", 1, 1), ("i2", "assisted", 1, 2))


def refusals(folder: Path) -> list[str]:
    with pytest.raises(RecordError) as caught:
        open_package(folder)
    return [line.removeprefix(f"{folder}/") for line in str(caught.value).splitlines()]


def refusal(folder: Path) -> str:
    [said] = refusals(folder)
    return said


def notes(folder: Path) -> list[str]:
    return [str(note) for note in open_package(folder).consistency.notes]


@pytest.mark.parametrize(
    ("file", "change", "said"),
    [
        ("items.jsonl", {"correct_ids": ["D"]}, "items.jsonl:2: /correct_ids: 'D' is not an option of the item"),
        ("items.jsonl", {"item_id": ""}, "items.jsonl:2: /item_id: the text is empty; give at least one character"),
        ("items.jsonl", {"item_id": " \t"}, "items.jsonl:2: /item_id: ' \\t' is not a name"),
        ("items.jsonl", {"dataset": "\u3000"}, "items.jsonl:2: /dataset: '\\u3000' is not a name"),
        (
            "items.jsonl",
            {"options": [{"id": "B", "text": "b"}, {"id": "B", "text": "c"}]},
            "items.jsonl:2: /options/1/id: 'B' is a duplicate",
        ),
        ("items.jsonl", {"correct_ids": ["B", "B"]}, "items.jsonl:2: /correct_ids: 'B' is in the list twice"),
        ("results.jsonl", {"dataset": "e"}, "results.jsonl:2: /dataset: items.jsonl has no item of a dataset 'e'"),
        (
            "results.jsonl",
            {"solverLLM_baseline_ans": ""},
            "results.jsonl:2: /solverLLM_baseline_ans: the text is empty; give at least one character, or null",
        ),
        ("results.jsonl", {"solver": " "}, "results.jsonl:2: /solver: ' ' is not a name"),
        ("results.jsonl", {"generator": " "}, "results.jsonl:2: /generator: ' ' is not a name"),
        (
            "results.jsonl",
            {"sample": 2**63},
            f"results.jsonl:2: /sample: {2**63} is too large; the largest is 9223372036854775807",
        ),
        (
            "results.jsonl",
            {"fuel": 10**30},
            f"results.jsonl:2: /fuel: {10**30} is too large; the largest is 9223372036854775807",
        ),
        ("results.jsonl", {"sample": 0.5}, "results.jsonl:2: /sample: a whole number is expected, not 0.5"),
        ("results.jsonl", {"sample": True}, "results.jsonl:2: /sample: a whole number is expected, not true"),
        ("calls.jsonl", {"dataset": "e"}, "calls.jsonl:2: /item_id: items.jsonl has no 'i2' of 'e'"),
        (
            "calls.jsonl",
            {"channel": "generator"},
            "calls.jsonl:2: /channel: 'direct' or 'assisted' is expected, not the text 'generator'",
        ),
        (
            "calls.jsonl",
            {"call_index": 2**63},
            f"calls.jsonl:2: /call_index: {2**63} is too large; the largest is 9223372036854775807",
        ),
    ],
)
def test_a_bad_field_is_refused_with_its_place(draft: Any, file: str, change: dict[str, Any], said: str) -> None:
    draft.lines[file][1] |= change
    assert refusal(draft.write()).startswith(said)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ('{"sample": 0, "sample": 1}', "/: duplicate key 'sample'"),
        ('{"sample": 0, "sampl\\u0065": 1}', "/: duplicate key 'sample'"),
        ('{"extraction_failed": {"direct": null , "direct" : true}}', "/: duplicate key 'direct'"),
        ('{"wall_s": NaN}', "not JSON: NaN is not a JSON value; a missing value is null"),
        ('{"wall_s": -Infinity}', "not JSON: -Infinity is not a JSON value; a missing value is null"),
        ('{"wall_s": 1e999}', "not JSON: 1e999 is larger than any number of 64 bits"),
        ('\ufeff{"sample": 0}', "not JSON: the line begins with a byte order mark; take it out"),
        ("null", "/: an object is expected, not null"),
        (
            '{"a": 1} {"a": 2}',
            "not JSON at column 10: extra text after the end of the object; write one object to a line",
        ),
        ('{"a": "cut', "not JSON at column 7: the text that begins here has no end; is the line cut off"),
    ],
)
@pytest.mark.parametrize("file", ["items.jsonl", "programs.jsonl", "results.jsonl", "calls.jsonl"])
def test_a_line_that_is_no_record_is_refused_in_every_file(draft: Any, file: str, line: str, said: str) -> None:
    folder = draft.write()
    with (folder / file).open("a", encoding="utf-8") as stream:
        stream.write(line)
    assert refusal(folder).startswith(f"{file}:3: {said}")


@pytest.mark.parametrize("extra", ["", "\r", " \t\r"])
def test_a_key_that_is_there_twice_is_found_in_a_line_that_is_right_otherwise(draft: Any, extra: str) -> None:
    folder = draft.write()
    path = folder / "results.jsonl"
    first, second = path.read_text().splitlines()
    repeated = second.replace('"origin": "recorded"', f'"genLLM_ans"{extra}: "A", "origin": "recorded"')
    path.write_text(f"{first}\n{repeated}\n")
    assert refusal(folder) == "results.jsonl:2: /: duplicate key 'genLLM_ans'"


def test_what_only_looks_like_a_repeated_key_is_none(draft: Any) -> None:
    draft.lines["results.jsonl"][1]["error"] = 'said "sample": 1, "sample": 2'
    draft.lines["calls.jsonl"][1]["config"] = {"sample": {"sample": ":", "": ': ":'}}
    package = open_package(draft.write())
    assert [row.error for row in package.results()] == [None, 'said "sample": 1, "sample": 2']
    assert package.consistency.calls == 2


def test_a_byte_order_mark_is_named_in_the_first_line(draft: Any) -> None:
    folder = draft.write()
    for name in ("results.jsonl", "manifest.json"):
        data = (folder / name).read_bytes()
        (folder / name).write_bytes(b"\xef\xbb\xbf" + data)
        where = "manifest.json" if name == "manifest.json" else "results.jsonl:1"
        assert refusal(folder) == f"{where}: not JSON: it begins with a byte order mark; save it as UTF-8 without one"
        (folder / name).write_bytes(data)


def test_line_ends_of_windows_blank_lines_and_a_last_line_without_end_are_read(draft: Any) -> None:
    folder = draft.write()
    for name in ("items.jsonl", "programs.jsonl", "results.jsonl", "calls.jsonl"):
        lines = (folder / name).read_text().splitlines()
        (folder / name).write_bytes("\r\n  \r\n\n".join(lines).encode())
    package = open_package(folder)
    assert len(list(package.results())) == len(package.checked.results) == package.consistency.results == 2
    assert package.checked.results.lines.tolist() == [1, 4]
    assert notes(folder) == []


def test_empty_files_hold_nothing_and_say_so(draft: Any) -> None:
    folder = draft.write()
    for name in ("results.jsonl", "calls.jsonl"):
        (folder / name).write_bytes(b"")
    package = open_package(folder)
    assert (package.consistency.results, package.consistency.calls, len(package.checked.results)) == (0, 0, 0)
    assert package.consistency.programs_without_result == ("g/d/i1.0.py", "g/d/i2.0.py")
    (folder / "items.jsonl").write_bytes(b"")
    assert refusals(folder) == [
        f"programs.jsonl:{line}: /item_id: items.jsonl has no 'i{line}' of 'd'" for line in (1, 2)
    ]


@pytest.mark.parametrize(
    "name", ["items.jsonl", "programs.jsonl", "results.jsonl", "calls.jsonl", "verdicts.jsonl", "config.json"]
)
def test_a_folder_or_a_dead_link_in_place_of_a_file_is_refused(draft: Any, name: str) -> None:
    folder = draft.write()
    (folder / name).unlink(missing_ok=True)
    (folder / name).mkdir()
    assert refusal(folder) == f"{name}: not a file"
    (folder / name).rmdir()
    (folder / name).symlink_to("nowhere")
    assert refusal(folder) == f"{name}: not a file"


def test_a_whole_number_may_be_written_as_json_allows(draft: Any) -> None:
    folder = draft.write()
    path = folder / "results.jsonl"
    path.write_text(path.read_text().replace('"sample": 0', '"sample": 0.0, "fuel": 2e3'))
    results = open_package(folder).checked.results
    assert [key.sample for key in results.programs] == [0, 0]
    assert results.fields["fuel"].to_pylist() == [2000, 2000]


@pytest.mark.parametrize(
    ("file", "change", "said"),
    [
        (
            "results.jsonl",
            {"solver": "t"},
            ["results.jsonl:2: solvers.json does not have the solver 't': its 1 row is left out of every figure"],
        ),
        (
            "results.jsonl",
            {"sample": 1},
            [
                "results.jsonl:2: 1 row is about a program that the package does not hold",
                "programs.jsonl:2: 1 program has no row; first g/d/i2.0.py",
                "calls.jsonl:2: 1 call is of rows that results.jsonl does not have: counted nowhere",
            ],
        ),
        (
            "items.jsonl",
            {"correct_ids": []},
            ["items.jsonl:2: 1 item has no correct option: no answer to it is right"],
        ),
        ("results.jsonl", {"correct_ans": "A"}, [OTHER_GOLD]),
        ("results.jsonl", {"correct_ans": ["B", "A"]}, [OTHER_GOLD]),
        ("results.jsonl", {"correct_ans": ["B"]}, []),
        (
            "results.jsonl",
            {"solverLLM_assisted_ans": " b\n"},
            [
                "results.jsonl:2: 1 assisted answer is an option's id but for case or blanks around it, "
                "such as ' b\\n': counted as no option"
            ],
        ),
        (
            "results.jsonl",
            {"genLLM_ans": "D"},
            ["results.jsonl:2: 1 generator answer is not an option of the item, such as 'D': counted as wrong"],
        ),
        (
            "results.jsonl",
            {"solverLLM_baseline_ans": "   "},
            ["results.jsonl:2: 1 direct answer is not an option of the item, such as '   ': counted as wrong"],
        ),
        ("results.jsonl", {"genLLM_ans": "X"}, []),
        ("results.jsonl", {"genLLM_ans": "D", "extraction_failed": {"generator": True}}, []),
        ("items.jsonl", {"options": [], "correct_ids": ["forty-two"]}, []),
        (
            "items.jsonl",
            {"options": []},
            [
                "items.jsonl:2: 1 item has a letter as gold and no options, such as 'B', which is not an option then: "
                "every answer counts as one"
            ],
        ),
    ],
)  # fmt: skip
def test_what_is_no_reason_to_refuse_is_counted_with_its_first_line(
    draft: Any, file: str, change: dict[str, Any], said: list[str]
) -> None:
    draft.lines[file][1] |= change
    found = notes(draft.write())
    if file == "results.jsonl" and change.get("solver"):
        found = [note for note in found if "calls.jsonl" not in note]
    assert found == said


def test_each_kind_is_counted_once_with_the_first_of_its_lines(draft: Any) -> None:
    draft.lines["results.jsonl"] = [
        {**record, "solver": solver, "genLLM_ans": "b", "correct_ans": gold}
        for record, gold in zip(draft.lines["results.jsonl"], ("B", "C"), strict=True)
        for solver in ("s", "t", "u")
    ]
    draft.solvers["t"] = {"registered": False}
    package = open_package(draft.write())
    assert [(note.kind, note.file, note.line, note.count) for note in package.consistency.notes] == [
        (WarningKind.SOLVER_UNREGISTERED, "results.jsonl", 2, 2),
        (WarningKind.SOLVER_UNKNOWN, "results.jsonl", 3, 2),
        (WarningKind.GOLD_DIFFERS, "results.jsonl", 4, 3),
        (WarningKind.ANSWER_NEAR_OPTION, "results.jsonl", 1, 6),
    ]
    assert package.consistency.unregistered_solvers == ("t", "u")


def test_the_faults_of_several_rows_are_told_in_their_order(draft: Any) -> None:
    rows = draft.lines["results.jsonl"]
    draft.lines["results.jsonl"] = [*rows, {**rows[0], "sample": 7, "item_id": "i9"}, rows[1], rows[0]]
    assert refusals(draft.write()) == [
        "results.jsonl:3: /item_id: items.jsonl has no 'i9' of 'd'",
        "results.jsonl:4: /sample: ('d', 'i2', 's', 'g', 0) is a duplicate of line 2",
        "results.jsonl:5: /sample: ('d', 'i1', 's', 'g', 0) is a duplicate of line 1",
    ]


def test_calls_are_counted_by_attempt_in_the_order_of_the_rows(draft: Any) -> None:
    call = draft.lines["calls.jsonl"][0]
    draft.lines["calls.jsonl"] = [
        {**call, "item_id": item, "attempt": attempt, "call_index": number, "channel": channel}
        for item, channel, attempt, count in ATTEMPTS
        for number in range(count)
    ]  # fmt: skip
    calls = open_package(draft.write()).checked.calls
    assert calls.total == 6
    counted = zip(calls.row.tolist(), calls.channel.tolist(), calls.attempt.tolist(), calls.calls.tolist(), strict=True)
    assert sorted(counted) == [(0, 0, 1, 1), (1, 1, 1, 2), (1, 1, 2, 3)]


def test_large_attempt_and_call_numbers_stay_apart(draft: Any) -> None:
    call = draft.lines["calls.jsonl"][0]
    places = [(2**63 - 1, 2**63 - 1), (2**63 - 1, 0), (1, 2**63 - 1), (1, 0)]
    draft.lines["calls.jsonl"] = [{**call, "attempt": attempt, "call_index": index} for attempt, index in places]
    calls = open_package(draft.write()).checked.calls
    assert sorted(zip(calls.attempt.tolist(), calls.calls.tolist(), strict=True)) == [(1, 2), (2**63 - 1, 2)]
    draft.lines["calls.jsonl"].append(draft.lines["calls.jsonl"][1])
    assert refusal(draft.write()) == "calls.jsonl:5: /call_index: duplicate call of this row"


def test_records_of_many_shapes_are_read_in_order(draft: Any) -> None:
    row = draft.lines["results.jsonl"][0]
    shapes = [
        {},
        {"error": "e"},
        {"runs": None},
        {"temperature": {"a": {"b": 1}}},
        {"fuel": 3, "extraction_failed": {"direct": True}},
    ]
    draft.lines["results.jsonl"] = [{**row, "sample": n, **shapes[n % len(shapes)]} for n in range(40)]  # fmt: skip
    results = open_package(draft.write()).checked.results
    assert [results.key(place).sample for place in range(40)] == list(range(40))
    assert results.fields["error"].to_pylist() == [None, "e", None, None, None] * 8
    assert results.fields["direct_failed"].to_pylist() == [None, None, None, None, True] * 8
    assert json.loads((draft.folder / "results.jsonl").read_text().splitlines()[3])["temperature"] == {"a": {"b": 1}}


@pytest.mark.parametrize("put", [os.mkfifo, lambda path: path.symlink_to(path.name)], ids=["pipe", "loop of links"])
def test_something_else_in_the_place_of_a_program_is_not_called_missing(
    draft: Any, put: Callable[[Path], None]
) -> None:
    folder = draft.write()
    program = folder / "programs/g/d/i1.0.py"
    program.unlink()
    put(program)
    assert refusal(folder) == "programs/g/d/i1.0.py: not a file"
