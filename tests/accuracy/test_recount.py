"""Every figure that rests on counting agrees with a recount in plain Python."""

from __future__ import annotations

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import HealthCheck, given, settings

from cgr_audit.accuracy.intervals.interval import Resampling
from cgr_audit.accuracy.join import join_package
from cgr_audit.accuracy.missing import Missing
from cgr_audit.accuracy.settings import Settings
from cgr_audit.records.package import open_package
from cgr_audit.source.contract import load_contract

sys.path.insert(0, str(Path(__file__).parent))

from agreement import disagreements
from random_packages import Package, packages, write_package

from tests.accuracy.recount import recount

DEMO = Path(__file__).resolve().parent.parent.parent / "corpus" / "demo"
FEW = Resampling(resamples=2)


def differences(folder: Path, missing: Missing) -> list[str]:
    """Where a package's figures and their recount differ."""
    joined = join_package(open_package(folder), load_contract("cgr"), Settings(missing, FEW))
    return disagreements(joined.to_record(), recount(folder, missing=missing.value))


@pytest.mark.parametrize("missing", [Missing.WRONG, Missing.LEFT_OUT])
def test_every_figure_of_the_demo_can_be_counted_by_hand(missing: Missing) -> None:
    assert differences(DEMO, missing) == []


@given(package=packages())
@settings(max_examples=5, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
def test_every_figure_of_a_random_package_can_be_counted_by_hand(package: Package) -> None:
    with TemporaryDirectory() as folder:
        write_package(Path(folder), package)
        for missing in Missing:
            assert differences(Path(folder), missing) == []
