"""A table as Parquet: raw values under typed columns."""

from __future__ import annotations

import io
from pathlib import Path

from cgr_audit.tables.table import Kind, Table

__all__ = ["is_table", "parquet_table"]


def parquet_table(table: Table) -> bytes:
    """Texts, 64-bit integers, doubles and booleans by the columns' kinds; the same table gives the same bytes.

    Title and note are in the file's metadata, so that it can be read alone.
    """
    import pyarrow as pa  # noqa: PLC0415  it costs start-up time
    import pyarrow.parquet  # noqa: PLC0415

    types = {Kind.TEXT: pa.string(), Kind.COUNT: pa.int64(), Kind.FLAG: pa.bool_()}
    fields = table.fields()
    arrays = [
        pa.array([record.get(name) for record in table.records], types.get(kind, pa.float64()))
        for name, kind in fields.items()
    ]
    stream = io.BytesIO()
    said = {"title": table.title, "note": table.note}
    whole = pa.table(dict(zip(fields, arrays, strict=True))).replace_schema_metadata(said)
    pyarrow.parquet.write_table(whole, stream)
    return stream.getvalue()


def is_table(path: Path) -> bool:
    """Whether a file is one that ``parquet_table`` made: it says title and note of itself."""
    import pyarrow as pa  # noqa: PLC0415
    import pyarrow.parquet  # noqa: PLC0415

    try:
        said = pyarrow.parquet.read_schema(path).metadata or {}
    except (OSError, pa.ArrowInvalid):
        return False
    return set(said) == {b"title", b"note"}
