"""The rows table as files: text of unknown origin is not a formula in CSV, and exact in Parquet."""

from __future__ import annotations

import csv
import io

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cgr_audit.accuracy.comparison.packages import _csv
from cgr_audit.accuracy.rows import files
from cgr_audit.accuracy.rows.files import rows_csv, rows_parquet
from cgr_audit.control_characters import escape_control_characters
from cgr_audit.spreadsheet import no_formula

TEXTS = ["=1+1", "+a", "-a", "@a", "\ta", "\ra", "\na", '="a"', "a=1", "'=1", "", None]
NEUTRAL = ["'=1+1", "'+a", "'-a", "'@a", r"'\ta", r"'\ra", r"'\na", '\'="a"', "a=1", "'=1", "", ""]


@pytest.fixture
def table() -> pd.DataFrame:
    texts = pd.array(TEXTS, dtype=pd.StringDtype("pyarrow"))
    return pd.DataFrame({"item_id": texts, "gain": pd.array([-1.5] * len(TEXTS), dtype="Float64")})


def read(text: str) -> list[list[str]]:
    return list(csv.reader(io.StringIO(text, newline="")))[1:]


def test_no_text_of_rows_csv_is_a_formula_and_a_negative_number_stays_one(table: pd.DataFrame) -> None:
    assert read(b"".join(rows_csv(table)).decode()) == [[text, "-1.5"] for text in NEUTRAL]


def test_no_text_of_compared_rows_is_a_formula(table: pd.DataFrame) -> None:
    for typed in (table, table.astype({"item_id": "category"})):
        assert read(_csv(typed)) == [[text, "-1.5"] for text in NEUTRAL]


def test_parquet_holds_every_text_as_it_is(table: pd.DataFrame) -> None:
    stored = pd.read_parquet(io.BytesIO(b"".join(rows_parquet(table))), dtype_backend="pyarrow")
    assert [None if pd.isna(text) else text for text in stored["item_id"]] == TEXTS


@given(st.lists(st.none() | st.floats(allow_nan=False, allow_infinity=False) | st.integers(-1000, 1000), max_size=20))
def test_numbers_are_written_as_python_writes_them(numbers: list[float | None]) -> None:
    numbers += [0.0, -0.0, 1e-4, 9.999e-5, 1e10, 9999999999.5, 0.1, -2.5, 1e300, 5e-324]
    table = pd.DataFrame({"wall_s": pd.array(numbers, dtype="Float64")})
    expected = [["" if number is None else repr(float(number))] for number in numbers]
    assert [cells or [""] for cells in read(b"".join(rows_csv(table)).decode())] == expected


@pytest.mark.parametrize("rows", [0, 1, 2, 3, 7])
def test_batches_follow_each_other_in_order(monkeypatch: pytest.MonkeyPatch, rows: int) -> None:
    monkeypatch.setattr(files, "_ROWS_AT_ONCE", 1)
    table = pd.DataFrame({"sample": pd.array(range(rows), dtype="Int64")})
    assert b"".join(rows_csv(table)) == b"sample\n" + b"".join(b"%d\n" % number for number in range(rows))


@pytest.mark.parametrize("kind", ["string", "string[python]", "string[pyarrow]", "object", "category"])
def test_a_text_is_quoted_and_no_formula_however_pandas_holds_it(kind: str) -> None:
    table = pd.DataFrame({"error": pd.Series(["=1", "x,y", None], dtype=kind)})
    assert b"".join(rows_csv(table)) == b'error\n\'=1\n"x,y"\n\n'


def test_a_negative_number_is_no_formula() -> None:
    table = pd.DataFrame({"sample": pd.array([-1, None], dtype="Int64"), "wall_s": pd.array([-0.5, -2.0])})
    assert b"".join(rows_csv(table)) == b"sample,wall_s\n-1,-0.5\n,-2.0\n"


@given(st.lists(st.text("+-=.eE019infa\n ", max_size=6) | st.floats().map(repr), max_size=20))
def test_a_text_is_a_formula_to_arrow_where_it_is_one_to_python(texts: list[str]) -> None:
    table = pd.DataFrame({"error": pd.Series(texts, dtype="string")})
    assert read(b"".join(rows_csv(table)).decode()) == [
        [escape_control_characters(no_formula(text))] if text else [] for text in texts
    ]


def test_a_column_is_no_formula_either() -> None:
    assert b"".join(rows_csv(pd.DataFrame({"=1+1": ["a"]}))) == b"'=1+1\na\n"
