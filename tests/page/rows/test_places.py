from __future__ import annotations

import json
from pathlib import Path

import pytest

from cgr_audit.page.rows.places import Places, find_places, line_ranges, open_places, read_places
from cgr_audit.records.rows import RowKey

KEYS = [RowKey("d", str(number), "s", "g", 0) for number in range(3)]


def line(key: RowKey, text: str) -> str:
    return json.dumps({**key._asdict(), "response": text})


def test_lines_are_found_whatever_their_order_and_read_back(tmp_path: Path) -> None:
    path = tmp_path / "calls.jsonl"
    texts = [line(KEYS[0], "é"), "", line(KEYS[1], "b"), line(KEYS[0], "c"), line(KEYS[2], "d")]
    path.write_text("\n".join(texts) + "\n", "utf-8")
    places = find_places(path, set(KEYS[:2]))
    assert {key: found.lines for key, found in places.items()} == {KEYS[0]: (1, 4), KEYS[1]: (3,)}
    with open_places(path) as lines:
        assert [record["response"] for record in read_places(lines, places[KEYS[0]])] == ["é", "c"]


def test_the_key_of_a_line_with_a_lone_surrogate_is_found(tmp_path: Path) -> None:
    path = tmp_path / "calls.jsonl"
    key = RowKey("d", "é", "s", "g", 0)
    path.write_text(line(key, "\ud800") + "\n", "utf-8")
    assert find_places(path, {key}) == {key: Places((1,), (0,))}


def test_a_file_that_is_not_there_has_no_lines(tmp_path: Path) -> None:
    assert find_places(tmp_path / "calls.jsonl", set(KEYS)) == {}
    with open_places(tmp_path / "calls.jsonl") as lines:
        assert read_places(lines, None) == []


@pytest.mark.parametrize(("lines", "said"), [((), ""), ((4,), "4"), ((3, 4, 5), "3–5"), ((1, 3, 4, 9), "1, 3–4, 9")])
def test_runs_of_lines_are_joined(lines: tuple[int, ...], said: str) -> None:
    assert line_ranges(lines) == said
