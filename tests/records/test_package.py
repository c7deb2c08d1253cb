from __future__ import annotations

import hashlib
import json
from typing import Any

import pytest

from cgr_audit.errors import UsageError
from cgr_audit.records.lines import RecordError
from cgr_audit.records.package import open_package
from cgr_audit.records.rows import ItemKey, RowKey, to_record
from cgr_audit.sandbox.visible_item import visible_item
from cgr_audit.source.contract import load_contract


def refusal(draft: Any) -> str:
    folder = draft.write()
    with pytest.raises(RecordError) as caught:
        open_package(folder)
    return str(caught.value).removeprefix(f"{folder}/")


def test_a_right_package_opens_with_all_it_holds(draft: Any) -> None:
    package = open_package(draft.write())
    assert package.manifest.name == "small"
    assert list(package.items) == [ItemKey("d", "i1"), ItemKey("d", "i2")]
    assert [entry.program_id for entry in package.programs] == ["g/d/i1.0.py", "g/d/i2.0.py"]
    assert [row.key for row in package.results()] == [RowKey("d", i, "s", "g", 0) for i in ("i1", "i2")]
    assert [call.response for call in package.calls()] == ["B", "B"]
    assert package.program_bytes(package.programs[0]).startswith(b"def solve")
    assert package.consistency.results_without_program == ()
    assert package.consistency.programs_without_result == ()
    assert package.consistency.unregistered_solvers == ()


def test_unknown_fields_are_kept_and_written_again(draft: Any) -> None:
    draft.lines["results.jsonl"][0]["temperature"] = 0.5
    draft.lines["items.jsonl"][0]["options"][0]["image"] = "a.png"
    package = open_package(draft.write())
    assert to_record(next(package.results()))["temperature"] == 0.5
    assert to_record(package.items["d", "i1"])["options"][0]["image"] == "a.png"


def test_programs_never_see_the_gold(draft: Any) -> None:
    draft.lines["items.jsonl"][0] |= {"answer": "B"}
    draft.lines["items.jsonl"][0]["options"][1]["correct"] = True
    package = open_package(draft.write())
    item = package.items["d", "i1"].for_sandbox()
    assert "correct_ids" not in item
    assert visible_item(item, load_contract("cgr")) == {
        "item_id": "i1",
        "dataset": "d",
        "question": "?",
        "options": [{"id": letter, "text": f"option {letter}"} for letter in "ABC"],
    }


@pytest.mark.parametrize(
    ("file", "change", "said"),
    [
        ("items.jsonl", {"correct_ids": "B"}, "items.jsonl:2: /correct_ids: a list is expected, not the text 'B'"),
        ("items.jsonl", {"correct_ids": ["D"]}, "items.jsonl:2: /correct_ids: 'D' is not an option of the item"),
        ("items.jsonl", {"item_id": "i1"}, "items.jsonl:2: /item_id: 'i1' is a duplicate of line 1"),
        (
            "results.jsonl",
            {"genLLM_ans": ""},
            "results.jsonl:2: /genLLM_ans: the text is empty; give at least one character, or null where there is none",
        ),
        ("results.jsonl", {"sample": -1}, "results.jsonl:2: /sample: -1 is too small; the smallest is 0"),
        ("results.jsonl", {"item_id": "i9"}, "results.jsonl:2: /item_id: items.jsonl has no 'i9' of 'd'"),
        (
            "results.jsonl",
            {"item_id": "i1"},
            "results.jsonl:2: /sample: ('d', 'i1', 's', 'g', 0) is a duplicate of line 1",
        ),
        (
            "results.jsonl",
            {"program_sha256": "0" * 64},
            "results.jsonl:2: /program_sha256: programs.jsonl has other bytes for this row",
        ),
        ("calls.jsonl", {"attempt": 0}, "calls.jsonl:2: /attempt: 0 is too small; the smallest is 1"),
        (
            "calls.jsonl",
            {"item_id": "i1"},
            "calls.jsonl:2: /call_index: duplicate call of this row",
        ),
        ("programs.jsonl", {"item_id": "i9"}, "programs.jsonl:2: /item_id: items.jsonl has no 'i9' of 'd'"),
        ("programs.jsonl", {"item_id": "i1"}, "programs.jsonl:2: /sample: the same dataset, item, generator"),
        (
            "programs.jsonl",
            {"program_id": "g/d/i1.0.py"},
            "programs.jsonl:2: /program_id: 'g/d/i1.0.py' is a duplicate",
        ),
        (
            "programs.jsonl",
            {"program_id": "../../x.py"},
            "programs.jsonl:2: /program_id: '../../x.py' is not a path",
        ),
        ("programs.jsonl", {"sha256": "0" * 64}, "programs/g/d/i2.0.py: not the bytes that"),
    ],
)
def test_a_bad_line_is_refused_with_its_place_and_reason(
    draft: Any, file: str, change: dict[str, Any], said: str
) -> None:
    draft.lines[file][1] |= change
    assert refusal(draft).startswith(said)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (b"{", "items.jsonl:3: not JSON at column 2: it ends before the object does"),
        (b"[]", "items.jsonl:3: /: an object is expected, not a list"),
        (b'{"a": "\xff"}', "items.jsonl:3: not JSON: byte 7 is not UTF-8; save it as UTF-8"),
        (b'{"a": NaN}', "items.jsonl:3: not JSON: NaN is not a JSON value; a missing value is null"),
        (
            b'{"a": ' + b"[" * 200_000,
            "items.jsonl:3: not JSON that can be read: lists or objects are nested too deeply",
        ),
        (b'{"a": ' + b"9" * 5000 + b"}", "items.jsonl:3: not JSON: 99999999999999999999... is a number of 5000 digits"),
    ],
    ids=["cut", "list", "bytes", "nan", "nested", "huge"],
)
def test_a_line_that_is_no_record_is_refused(draft: Any, line: bytes, said: str) -> None:
    folder = draft.write()
    with (folder / "items.jsonl").open("ab") as stream:
        stream.write(line + b"\n")
    with pytest.raises(RecordError) as caught:
        open_package(folder)
    assert str(caught.value).startswith(f"{folder}/{said}")


def test_a_file_that_changed_since_the_manifest_is_refused(draft: Any) -> None:
    folder = draft.write()
    draft.manifest["sha256"] = {"items.jsonl": hashlib.sha256((folder / "items.jsonl").read_bytes()).hexdigest()}
    open_package(draft.write())
    draft.lines["items.jsonl"][0]["question"] = "another?"
    assert refusal(draft) == (
        "items.jsonl: changed since manifest.json was written (its sha256 is another); if that was meant, take "
        "'items.jsonl' out of /sha256 in manifest.json"
    )


def test_a_file_that_was_changed_and_taken_out_of_the_manifest_is_read_as_it_is_now(draft: Any) -> None:
    for name in ("items.jsonl", "calls.jsonl", "solvers.json"):
        digest = hashlib.sha256((draft.write() / name).read_bytes()).hexdigest()
        draft.manifest["sha256"] = {name: digest}
        open_package(draft.write())
        (draft.folder / name).write_bytes((draft.folder / name).read_bytes() + b"\n")
        with pytest.raises(RecordError, match=f"{name}: changed .* take '{name}' out of /sha256 in manifest.json$"):
            open_package(draft.folder)
        del draft.manifest["sha256"][name]
        (draft.folder / "manifest.json").write_text(json.dumps(draft.manifest))
        assert name in open_package(draft.folder).unlisted


def test_a_file_that_the_manifest_lists_must_be_there(draft: Any) -> None:
    draft.manifest["sha256"] = {"more.jsonl": "0" * 64}
    assert refusal(draft).startswith("more.jsonl: missing, but listed in manifest.json")


def test_files_that_the_manifest_has_no_digest_of_are_listed(draft: Any) -> None:
    folder = draft.write()
    names = [path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()]
    names.remove("manifest.json")
    assert open_package(folder).unlisted == tuple(sorted(names))
    digests = {name: hashlib.sha256((folder / name).read_bytes()).hexdigest() for name in names}
    draft.manifest["sha256"] = digests
    assert open_package(draft.write()).unlisted == ()
    (folder / "report.html").write_text("no part of a package")
    (folder / "programs" / "g" / "stray.py").write_bytes(b"")
    (folder / "programs" / "g" / "link.py").symlink_to("nowhere")
    (folder / "config.json").write_text("{}")
    del digests["calls.jsonl"]
    expected = ("calls.jsonl", "config.json", "programs/g/link.py", "programs/g/stray.py")
    assert open_package(draft.write()).unlisted == expected


def test_a_link_does_not_lead_out_of_the_package(draft: Any) -> None:
    folder = draft.write()
    (folder / "programs/g/d/i1.0.py").unlink()
    (folder.parent / "outside.py").write_bytes((folder / "programs/g/d/i2.0.py").read_bytes())
    (folder / "programs/g/d/i1.0.py").symlink_to(folder.parent / "outside.py")
    with pytest.raises(RecordError, match="a link that leads out of the package"):
        open_package(folder)


def test_what_does_not_match_is_listed(draft: Any) -> None:
    del draft.lines["programs.jsonl"][0]
    draft.lines["results.jsonl"][1] |= {"item_id": "i1", "solver": "t"}
    consistency = open_package(draft.write()).consistency
    assert consistency.results == 2
    assert consistency.results_without_program == (
        RowKey("d", "i1", "s", "g", 0),
        RowKey("d", "i1", "t", "g", 0),
    )
    assert consistency.programs_without_result == ("g/d/i2.0.py",)
    assert consistency.unregistered_solvers == ("t",)


def test_a_folder_that_is_no_package_is_wrong_usage(draft: Any) -> None:
    with pytest.raises(UsageError, match="no such folder"):
        open_package(draft.folder)
    draft.folder.mkdir()
    with pytest.raises(UsageError, match=r"not a trace package: it has no manifest\.json"):
        open_package(draft.folder)


@pytest.mark.parametrize("contract", ["../own.toml", "/tmp/own.toml", "a/../../own.toml"])
def test_a_contract_outside_of_the_package_is_refused(draft: Any, contract: str) -> None:
    draft.manifest["contract"] = contract
    assert refusal(draft) == f"manifest.json: /contract: {contract!r} is not a path inside the package"
