from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from cgr_audit.accuracy.intervals.interval import Resampling
from cgr_audit.accuracy.join import join_package
from cgr_audit.accuracy.missing import Missing
from cgr_audit.accuracy.settings import Settings
from cgr_audit.page.basis import digests, facts, run
from cgr_audit.records.package import open_package
from cgr_audit.source.contract import load_contract
from tests.page.conftest import write_package


def test_the_basis_names_the_choices_of_this_report(tmp_path: Path) -> None:
    package = open_package(write_package(tmp_path))
    settings = Settings(Missing.LEFT_OUT, Resampling(resamples=500, seed=7, level=0.9))
    said = dict(digests(package, join_package(package, load_contract("cgr"), settings), {}))
    assert said["missing answers"] == "missing answers are left out"
    assert said["intervals"] == "90 %, 500 resamples from seed 7"


def test_recorded_answers_are_not_said_to_have_run_in_a_sandbox(tmp_path: Path) -> None:
    package = open_package(write_package(tmp_path, judged=False))
    joined = join_package(package, load_contract("cgr"))
    assert list(run(joined, {})) == [
        "6 rows: answers that were recorded elsewhere; what ran, and in what, is not known here."
    ]


def test_a_package_of_rows_alone_counts_no_programs(tmp_path: Path) -> None:
    package = open_package(write_package(tmp_path))
    joined = join_package(package, load_contract("cgr"))
    counts = {"item": 3, "dataset": 1, "solver": 2, "row": 6}
    assert dict(facts(package, joined)) == {"program": 3, "generator": 1, **counts}
    assert dict(facts(replace(package, program_facts=()), joined)) == counts
