"""Files of lines are read by columns as they are read line by line, whatever their lines look like."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cgr_audit.records.blocks import read_blocks
from cgr_audit.records.lines import RecordError, read_lines

FIELDS = ("program_id", "dataset", "item_id", "generator", "sample", "sha256", "derived_from")


def line(number: int, **others: object) -> str:
    record = {
        "program_id": f"g/d/{number}.0.py", "dataset": "d", "item_id": str(number), "generator": "g", "sample": 0,
        "sha256": f"{number:064x}",
    }  # fmt: skip
    return json.dumps({**record, **others})


def by_blocks(path: Path) -> list[tuple[object, ...]]:
    return [
        (number, *values)
        for block in read_blocks(path, "program", FIELDS)
        for number, *values in zip(block.lines, *block.columns.values(), strict=True)
    ]


def by_lines(path: Path) -> list[tuple[object, ...]]:
    return [(number, *map(record.get, FIELDS)) for number, record in read_lines(path, "program")]


def outcome(path: Path, read: object) -> object:
    try:
        return read(path)  # type: ignore[operator]
    except RecordError as error:
        return str(error).partition(" at column")[0]


BROKEN = line(2, note={"a": 1}).replace("}}", "}\n}")
TWO = f"{line(3)} {line(4)}"


@pytest.mark.parametrize(
    "text",
    [
        f"{line(1)}\n{BROKEN}\n{TWO}\n",
        f"{TWO}\n{BROKEN}\n",
        f"{line(1)}\n{TWO}\n\n",
        line(1) + "\n" + line(2).replace(", ", ",\n", 1) + "\n" + TWO,
        line(1) + "\n" + line(2, note=[{}, {}]).replace("{}, {}", "{},\n{}") + "\n" + TWO,
        f"{line(1)}\n{line(2)}x\n",
        f"{line(1)}\n[{line(2)}]\n",
        f"\ufeff{line(1)}\n{line(2)}\n",
    ],
)
def test_an_object_goes_on_in_no_other_line_and_a_line_holds_no_two(tmp_path: Path, text: str) -> None:
    path = tmp_path / "programs.jsonl"
    path.write_text(text)
    found = outcome(path, by_blocks)
    assert found == outcome(path, by_lines)
    assert isinstance(found, str)


@pytest.mark.parametrize("name", ['a"b', "a\\b", "a\nb", "\x00", "\ud800", "", "é", "field_0"])
def test_a_field_that_the_schema_does_not_know_may_have_any_name(tmp_path: Path, name: str) -> None:
    path = tmp_path / "programs.jsonl"
    path.write_text("".join(f"{line(number, **{name: 1})}\n" for number in range(3)))
    assert by_blocks(path) == by_lines(path)
    assert len(by_blocks(path)) == 3


pieces = st.sampled_from(
    [
        *map(line, range(3)), line(3, derived_from=None), line(4, derived_from="}\n{"), line(5, note='":'),
        line(0, **{'"': 1}), line(1, **{"\ud800": 1}),
        " ", "", "{}",
        line(6)[:-1], "}", "{", line(7) + "\r", " " + line(8), line(9) + " ", line(1)[:-1] + ', "sample": 0}', "[]",
    ]
)  # fmt: skip


@settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(pieces, max_size=8), st.booleans())
def test_blocks_hold_what_lines_hold_or_refuse_the_same_line(tmp_path: Path, lines: list[str], ended: bool) -> None:
    path = tmp_path / "programs.jsonl"
    path.write_text("\n".join(lines) + "\n" * ended, newline="")
    assert outcome(path, by_blocks) == outcome(path, by_lines)
