from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cgr_audit.records.lines import encode_record, write_atomically, write_lines

values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)


@given(st.dictionaries(st.text(), values))
def test_a_record_is_one_line_and_reads_back_the_same(record: dict[str, object]) -> None:
    line = encode_record(record)
    assert b"\n" not in line
    assert json.loads(line) == record


def test_lone_surrogates_are_written_in_escapes() -> None:
    assert encode_record({"a": "\ud800é"}) == b'{"a": "\\ud800\\u00e9"}'
    assert encode_record({"a": "é"}) == '{"a": "é"}'.encode()


def test_a_number_that_is_none_is_refused() -> None:
    with pytest.raises(ValueError, match="not JSON compliant"):
        encode_record({"a": float("nan")})


def test_a_write_that_fails_leaves_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    assert write_lines(path, [{"a": 1}, {"a": 2}]) == 2

    def pieces():  # type: ignore[no-untyped-def]
        yield b"half"
        raise OSError(28, "No space left on device")

    with pytest.raises(OSError, match="No space left") as caught:
        write_atomically(path, pieces())
    assert caught.value.filename == str(path)
    assert path.read_bytes() == b'{"a": 1}\n{"a": 2}\n'
    assert list(tmp_path.iterdir()) == [path]
