"""Of a file with several faults ten are told, each with its line, and how many more there are."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from cgr_audit.errors import UsageError
from cgr_audit.records.lines import RecordError
from cgr_audit.records.package import open_package
from cgr_audit.records.warning_kinds import WarningKind
from tests.records.conftest import call, item, program, result

CUT = "not JSON at column 2: it ends before the object does; is it cut off, or is the object split over several lines?"
EMPTY = "/dataset: the text is empty; give at least one character"


def refusals(folder: Path) -> list[str]:
    with pytest.raises(RecordError) as caught:
        open_package(folder)
    return [line.removeprefix(f"{folder}/") for line in str(caught.value).splitlines()]


def verdict(item_id: str, **changes: Any) -> dict[str, Any]:
    digests = dict.fromkeys(("rules", "contract", "policy"), f"sha256:{'0' * 64}")
    found = program(item_id)
    about = {"program_id": found["program_id"], "sha256": found["sha256"]}
    return {**about, "verdict": "approved", "reasons": [], "option_count": 3, **digests, **changes}


RECORDS = {
    "items.jsonl": item("i1"),
    "programs.jsonl": program("i1"),
    "results.jsonl": result("i1"),
    "calls.jsonl": call("i1"),
    "verdicts.jsonl": verdict("i1"),
}


@pytest.mark.parametrize("file", RECORDS)
def test_every_bad_line_of_a_file_is_told_with_the_good_ones_between(draft: Any, file: str) -> None:
    folder, good = draft.write(), json.dumps(RECORDS[file])
    (folder / file).write_text("\n".join([good, "{", "", good, "[]", "{", good]))
    [first, second, third] = [line for line in refusals(folder) if not re.search("already|a duplicate of", line)]
    assert (first, third) == (f"{file}:2: {CUT}", f"{file}:6: {CUT}")
    assert second == f"{file}:5: /: an object is expected, not a list"


@pytest.mark.parametrize("file", ["items.jsonl", "results.jsonl"])
@pytest.mark.parametrize(("bad", "said"), [(10, []), (11, ["and 1 more"]), (999, ["and 989 more"])])
def test_after_ten_the_others_are_counted(draft: Any, file: str, bad: int, said: list[str]) -> None:
    folder = draft.write()
    (folder / file).write_text("{\n" * bad)
    told = [f"{file}:{number}: {CUT}" for number in range(1, 11)]
    assert refusals(folder) == [*told, *(f"{file}: {more}" for more in said)]


def test_a_thousand_are_enough(draft: Any) -> None:
    folder = draft.write()
    (folder / "results.jsonl").write_text("{\n" * 5_000)
    assert refusals(folder)[10:] == ["results.jsonl: and at least 990 more"]


def test_a_file_that_is_no_text_is_one_fault(draft: Any) -> None:
    folder = draft.write()
    for file in ("items.jsonl", "results.jsonl", "calls.jsonl"):
        text = (folder / file).read_text()
        (folder / file).write_bytes(text.encode("utf-16"))
        assert refusals(folder) == [f"{file}:1: not JSON: it is UTF-16, or UTF-32; save it as UTF-8"]
        (folder / file).write_text(text)


@pytest.mark.parametrize("file", ["items.jsonl", "results.jsonl", "calls.jsonl"])
@pytest.mark.parametrize(
    ("broken", "said"),
    [
        (b"\xff\xfe", "byte 0 is not UTF-8; save it as UTF-8"),
        (b"\xff\xfe\0", "byte 2 is NUL, which no JSON holds; is the file damaged?"),
    ],
)
def test_a_broken_line_among_others_tells_of_itself_and_the_lines_after_it_are_told_too(
    draft: Any, file: str, broken: bytes, said: str
) -> None:
    folder = draft.write()
    lines = (folder / file).read_bytes()
    number = lines.count(b"\n") + 1
    (folder / file).write_bytes(lines + broken + b"\n[]\n")
    assert refusals(folder) == [
        f"{file}:{number}: not JSON: {said}",
        f"{file}:{number + 1}: /: an object is expected, not a list",
    ]


def test_faults_of_different_kinds_are_told_in_the_order_of_the_lines(draft: Any) -> None:
    draft.lines["items.jsonl"] += [item("i1"), item("i3", correct_ids=["Q"]), item("i4", dataset="")]
    assert refusals(draft.write()) == [
        "items.jsonl:3: /item_id: 'i1' is a duplicate of line 1",
        "items.jsonl:4: /correct_ids: 'Q' is not an option of the item; its options are 'A', 'B', 'C'",
        f"items.jsonl:5: {EMPTY}",
    ]


def test_rows_that_contradict_the_package_are_counted_beyond_ten(draft: Any) -> None:
    draft.lines["results.jsonl"] = [result("i9", sample=number) for number in range(15)]
    told = [f"results.jsonl:{line}: /item_id: items.jsonl has no 'i9' of 'd'" for line in range(1, 11)]
    assert refusals(draft.write()) == [*told, "results.jsonl: and 5 more"]


def test_verdicts_that_contradict_the_package_are_all_told(draft: Any) -> None:
    folder = draft.write()
    verdicts = [verdict("i1"), verdict("i7"), verdict("i1"), verdict("i2", sha256="0" * 64)]
    (folder / "verdicts.jsonl").write_text("".join(f"{json.dumps(one)}\n" for one in verdicts))
    assert refusals(folder) == [
        "verdicts.jsonl:2: /program_id: programs.jsonl has no 'g/d/i7.0.py'",
        "verdicts.jsonl:3: /program_id: already judged in line 1",
        "verdicts.jsonl:4: /sha256: programs.jsonl has other bytes for 'g/d/i2.0.py'; regenerate verdicts.jsonl",
    ]


def test_the_faults_of_a_document_are_told_with_their_pointers(draft: Any) -> None:
    draft.solvers = {"s": {"registered": "yes"}, "t": {}}
    assert refusals(draft.write()) == [
        "solvers.json: /s/registered: true or false is expected, not the text 'yes'",
        "solvers.json: /t: the field 'registered' is missing; add it",
    ]
    draft.solvers = {f"s{number:02}": {} for number in range(12)}
    found = refusals(draft.write())
    assert (len(found), found[10]) == (11, "solvers.json: and 2 more")


@pytest.mark.parametrize(
    ("file", "holds"),
    [
        ("items.jsonl", "the questions with their options and gold answers, one to a line"),
        ("solvers.json", "each solver's name, and whether it is registered"),
        ("programs.jsonl", "the programs, one to a line; empty where there are only result rows"),
    ],
)
def test_a_file_that_every_package_needs_is_wrong_usage_where_it_is_missing(draft: Any, file: str, holds: str) -> None:
    folder = draft.write()
    (folder / file).unlink()
    with pytest.raises(UsageError) as caught:
        open_package(folder)
    assert str(caught.value) == f"{folder / file}: no such file, which every trace package needs: {holds}"


def test_files_that_a_package_may_lack_are_empty_and_listed(draft: Any) -> None:
    folder = draft.write()
    assert open_package(folder).absent == ("config.json", "verdicts.jsonl", "findings.jsonl")
    for name in ("results.jsonl", "calls.jsonl"):
        (folder / name).unlink()
    package = open_package(folder)
    assert package.absent == ("config.json", "results.jsonl", "calls.jsonl", "verdicts.jsonl", "findings.jsonl")
    assert (package.consistency.results, package.consistency.calls, list(package.verdicts())) == (0, 0, [])


def test_counts_of_the_manifest_that_are_not_those_of_the_files_are_noted(draft: Any) -> None:
    draft.manifest["counts"] = {"items": 2, "programs.jsonl": 2, "results": 2, "calls": 2}
    folder = draft.write()
    assert open_package(folder).consistency.notes == ()
    draft.manifest["counts"] = {"items": 3, "programs": 1, "results.jsonl": 0, "calls": 2, "verdicts": 5, "labels": 1}
    notes = open_package(draft.write()).consistency.notes
    assert [str(note) for note in notes] == [
        "items.jsonl: holds 2 records, but manifest.json says 3 records",
        "programs.jsonl: holds 2 records, but manifest.json says 1 record",
        "results.jsonl: holds 2 records, but manifest.json says 0 records",
        "verdicts.jsonl: is not there, but manifest.json says 5 records",
        "manifest.json: /counts/labels: no file of a package is called 'labels.jsonl', so this count was not checked",
    ]
    assert [(note.kind, note.line, note.count) for note in notes[:1]] == [(WarningKind.COUNT_DIFFERS, None, 2)]
    assert notes[-1].kind is WarningKind.COUNT_UNKNOWN
