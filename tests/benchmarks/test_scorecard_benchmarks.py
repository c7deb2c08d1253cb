"""The benchmarks of scorecards over made-up data in the layout of the real: what they print, and when they fail."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from benchmarks import codemind_cruxeval, codemind_ier, codesteps_cruxeval, scorecard_running

PROGRAMS = [
    {
        "id": "sample_0",
        "source": "def f(x):\n    for i in range(x):\n        x += i\n    return x",
        "input": "3",
        "output": "6",
    },
    {"id": "sample_1", "source": "def f(x):\n    return [x, x]", "input": "'a'", "output": "['a', 'a']"},
    {"id": "sample_2", "source": "def f(x):\n    return x or None", "input": "0", "output": "None"},
]
PASSES = {
    "model": "made up",
    "passed": {"sample_0": [True, True], "sample_1": [True, False], "sample_2": [False, False]},
    "published": {"pass_at_1": 50.0},
}


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., int]:
    """Run a benchmark over the made-up data."""
    folder = tmp_path / "cruxeval"
    folder.mkdir()
    lines(folder / "programs.jsonl", PROGRAMS)
    for task in ("input", "output"):
        (folder / f"passes_{task}.json").write_text(json.dumps(PASSES), "utf-8")

    def benchmark(main: Callable[[], int]) -> int:
        monkeypatch.setattr(sys, "argv", ["benchmark", "--data", str(tmp_path)])
        return main()

    return benchmark


def lines(path: Path, records: list[dict[str, Any]]) -> None:
    path.write_text("".join(json.dumps(record) + "\n" for record in records), "utf-8")


def test_outputs_constructs_and_rates_of_cruxeval_are_printed(
    run: Callable[..., int], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(codemind_cruxeval.main) == 0
    said = capsys.readouterr().out
    assert "3 of 3 outputs computed by the sandbox equal the published ones" in said
    assert "3 of 3 programs have constructs, 3 a complexity" in said
    assert "programs by construct: basic 2, for 1" in said
    assert "1 program with loops whose rounds were counted" in said
    assert "| CRR | 6 | 3 | 50.00 |" in said


def test_another_output_than_the_published_fails_the_benchmark(
    run: Callable[..., int], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines(tmp_path / "cruxeval" / "programs.jsonl", [{**PROGRAMS[0], "output": "7"}, *PROGRAMS[1:]])
    assert run(codemind_cruxeval.main) == 1
    assert "sample_0: published 7, computed 6" in capsys.readouterr().out


def test_published_pass_rates_are_found_or_the_benchmark_fails(
    run: Callable[..., int], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(codesteps_cruxeval.main) == 0
    assert "largest difference 0.0e+00" in capsys.readouterr().out
    (tmp_path / "cruxeval" / "passes_input.json").write_text(json.dumps({**PASSES, "published": {"pass_at_1": 51.0}}))
    assert run(codesteps_cruxeval.main) == 1


def test_programs_pass_with_their_own_outputs_alone(
    run: Callable[..., int], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(scorecard_running.main) == 0
    assert "3 of 3" in capsys.readouterr().out


@pytest.mark.parametrize(("authors", "code"), [(True, 0), (False, 1)])
def test_rows_that_the_authors_judge_otherwise_fail_the_benchmark(
    run: Callable[..., int], tmp_path: Path, capsys: pytest.CaptureFixture[str], *, authors: bool, code: int
) -> None:
    (tmp_path / "codemind_ier").mkdir()
    row = {"id": "1", "predicted": '["a"]', "expected": "['a']", "authors_correct": authors}
    lines(tmp_path / "codemind_ier" / "made__up.jsonl", [row])
    assert run(codemind_ier.main) == code
    assert capsys.readouterr().out.splitlines()[1].split() == [
        "made__up.jsonl", "1", str(int(authors)), "1", str(int(not authors)), "100.00",
    ]  # fmt: skip
