"""A table that is kept as a folder of Parquet files, its shards."""

from __future__ import annotations

from pathlib import Path

__all__ = ["parquet_shards"]


def parquet_shards(folder: Path) -> tuple[Path, ...]:
    """The shards of a folder, sorted by name; none if it is not such a table.

    A folder that holds Python files is a folder of programs, whatever else is in it. A link that leads nowhere is a
    shard, which cannot be read: it must not be missed.
    """
    if not folder.is_dir():
        return ()
    names = sorted(one.name for one in folder.iterdir() if not one.name.startswith(".") and not one.is_dir())
    if any(name.endswith(".py") for name in names):
        return ()
    return tuple(folder / name for name in names if name.lower().endswith(".parquet"))
