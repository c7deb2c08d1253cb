"""A rows table as CSV and as Parquet."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["rows_csv", "rows_parquet"]


def rows_csv(table: pd.DataFrame) -> bytes:
    """A header, then a line per row; null is an empty field, and there are no empty texts."""
    return table.to_csv(index=False, lineterminator="\n").encode()


def rows_parquet(table: pd.DataFrame) -> bytes:
    """The same columns with their types; the same rows give the same bytes."""
    import pyarrow  # noqa: PLC0415  it costs start-up time
    import pyarrow.parquet  # noqa: PLC0415

    arrow = pyarrow.Table.from_pandas(table, preserve_index=False).replace_schema_metadata(None)
    stream = io.BytesIO()
    pyarrow.parquet.write_table(arrow, stream)
    return stream.getvalue()
