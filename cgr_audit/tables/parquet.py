"""A table as Parquet: raw values under typed columns."""

from __future__ import annotations

import io

from cgr_audit.tables.table import Kind, Table

__all__ = ["parquet_table"]


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
