"""What ``pipeline`` and ``join`` write down agrees with a recount in plain Python."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "accuracy"))

from agreement import disagreements

from tests.accuracy.recount import recount


@pytest.fixture
def told(finished: Path) -> dict[str, Any]:
    record: dict[str, Any] = json.loads((finished / "accuracy.json").read_text("utf-8"))
    return record


def test_the_figures_of_a_run_can_be_counted_by_hand(told: dict[str, Any], finished: Path) -> None:
    assert disagreements(told, recount(finished)) == []


def test_a_figure_that_is_wrong_is_noticed(told: dict[str, Any], finished: Path) -> None:
    told["headline"][0]["micro"]["assisted_correct"] += 1
    right = told["headline"][0]["micro"]["assisted_correct"] - 1
    assert disagreements(told, recount(finished)) == [
        f"headline[0].micro.assisted_correct: {right + 1} instead of {right}"
    ]
