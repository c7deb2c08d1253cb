"""Counting combinations by numbers gives what grouping the rows themselves gives."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

import pandas as pd
import pytest
from hypothesis import HealthCheck, given, settings

from cgr_audit.accuracy import contingency as module
from cgr_audit.accuracy.contingency import contingency
from cgr_audit.accuracy.join import coded_table_of
from cgr_audit.accuracy.pair_counts import PAIR
from cgr_audit.accuracy.population import registered_rows
from cgr_audit.accuracy.rows.files import rows_csv, rows_parquet
from cgr_audit.accuracy.rows.table import with_texts
from cgr_audit.records.package import open_package
from cgr_audit.source.contract import load_contract
from tests.accuracy.random_packages import Package, packages, write_package

BY = ("assisted_calls", "codes", "audited")


def grouped(rows: pd.DataFrame, by: list[str]) -> pd.DataFrame:
    keys = [*PAIR, *by, "left_out", *module._FLAGS]
    return rows.groupby(keys, sort=True, observed=True, dropna=False).size().rename("rows").reset_index()


@settings(max_examples=5, deadline=None, suppress_health_check=list(HealthCheck))
@given(packages())
def test_rows_held_once_say_what_texts_say(package: Package) -> None:
    with TemporaryDirectory() as folder:
        opened = open_package(write_package(Path(folder), package))
        coded = coded_table_of(opened, load_contract("cgr"))
    texts = with_texts(coded)
    assert not (texts.dtypes == "category").any()
    assert b"".join(rows_csv(coded)) == b"".join(rows_csv(texts))
    assert b"".join(rows_parquet(coded)) == b"".join(rows_parquet(texts))
    rows = registered_rows(coded)
    pd.testing.assert_frame_equal(rows, registered_rows(texts))
    rows = rows.assign(left_out=rows["sample"] == 1)
    for by in ([], list(BY)):
        for most in (1 << 20, 1):
            with pytest.MonkeyPatch.context() as patch:
                patch.setattr(module, "_COUNTED_AT_ONCE", most)
                pd.testing.assert_frame_equal(contingency(rows, by), grouped(rows, by))
