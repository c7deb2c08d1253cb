"""What ``join`` writes, and that figures never stand beside rows of an earlier run."""

from __future__ import annotations

from pathlib import Path

import pytest

from cgr_audit.accuracy.join import join_package
from cgr_audit.accuracy.join_files import write_join
from cgr_audit.records.package import open_package
from cgr_audit.source.contract import load_contract

DEMO = Path(__file__).resolve().parent.parent.parent / "corpus" / "demo"


def test_where_rows_cannot_be_written_no_figure_is(tmp_path: Path) -> None:
    package = open_package(DEMO)
    joined = join_package(package, load_contract(package.contract))
    (tmp_path / "rows.csv").mkdir()
    with pytest.raises(OSError, match=r"rows\.csv"):
        write_join(joined, tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["rows.csv"]
