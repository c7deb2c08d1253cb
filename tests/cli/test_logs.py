"""Logs of evaluations where commands take packages or programs."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Command
from tests.inspect_logs import WRITTEN_BY_INSPECT, graded, write_log

FEW = ("--resamples", "100")


@pytest.fixture
def logs(tmp_path: Path) -> tuple[Path, Path]:
    """Forty samples: both right in 10, only the first in 5, only the second in 15, neither in 10."""
    rights = {"small": [True] * 15 + [False] * 25, "large": [True] * 10 + [False] * 5 + [True] * 15 + [False] * 10}

    def log(name: str) -> Path:
        samples = [{"id": number, **graded("C" if right else "I")} for number, right in enumerate(rights[name])]
        return write_log(tmp_path / f"{name}.eval", samples, model=f"test/{name}", task=name)

    return log("small"), log("large")


def test_two_logs_are_compared_sample_by_sample(command: Command, logs: tuple[Path, Path], tmp_path: Path) -> None:
    done = command("compare", *logs, *FEW, "--out", tmp_path / "out")
    assert done.code == 0
    assert done.err.splitlines()[:2] == [
        f"{tmp_path}/small.eval: 40 graded samples of test/small",
        f"{tmp_path}/large.eval: 40 graded samples of test/large",
    ]
    assert done.err.splitlines()[-1] == (
        "40 rows compared, 0 without a partner, 0 left out; only the first is right in 5, only the second in 15"
    )
    record = json.loads((tmp_path / "out" / "comparison.json").read_text("utf-8"))
    overall = record["overall"]
    assert (record["channel"], overall["difference"], overall["only_first"], overall["only_second"]) == (
        "direct", 25.0, 5, 15,
    )  # fmt: skip
    assert overall["test"]["exact"] == pytest.approx(0.0414, abs=1e-4)
    assert overall["detectable"] == pytest.approx(100 * 2.801585 * (17.5 * 40 / 39) ** 0.5 / 40, abs=1e-4)
    assert record["warnings"] == []


def test_samples_that_differ_are_named_by_log(command: Command, logs: tuple[Path, Path], tmp_path: Path) -> None:
    samples = [{"id": number, **graded("C"), "target": "7" if number else "8"} for number in range(40)]
    other = write_log(tmp_path / "other.eval", samples, model="test/other", task="small")
    done = command("compare", logs[0], other, *FEW)
    assert f"first {logs[0]}: sample '0' and {other}: sample '0'" in done.err


def test_the_grades_of_logs_are_joined(command: Command, logs: tuple[Path, Path], tmp_path: Path) -> None:
    done = command("join", "--no-programs", *logs, *FEW, "--out", tmp_path / "out")
    assert done.code == 0
    assert "| kept | micro | 80 | 2 | 50.00 |" in done.out.decode()


def test_a_log_becomes_a_package(command: Command, tmp_path: Path) -> None:
    done = command("import", WRITTEN_BY_INSPECT, "--out", tmp_path / "package")
    assert (done.code, done.err.splitlines()) == (0, [
        "id ← id, question ← input, options ← choices, gold ← target",
        "program ← completion (2 samples), generator ← model, sample ← epoch",
        "1 of the programs were taken out of Markdown or prose; derived_from keeps the digest",
        "2 items without a program; first prose",
        "direct ← score, solver ← model, sample ← epoch",
        "contract: cgr, built in, which 1 of 2 programs fit",
        f"4 items in 1 dataset, 2 programs, 2 rows of answers · {tmp_path / 'package'}",
    ])  # fmt: skip


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("join", "LOG", "--out", "out"), "a log has answers alone: give --no-programs, or make a package of it by "
         "`cgr-audit import`"),
        (("join", "--no-programs", ".", "--out", "out"), ".: no log; --no-programs is for logs"),
        (("compare", "LOG", "."), "mixed.eval is a log, . is not; give two of a kind"),
        (("compare", ".", ".", "--score", "acc"), "--score is for logs; packages have answers, which --channel chooses "
         "from"),
        (("compare", "LOG", "LOG", "--channel", "assisted"), "of logs only the grades are compared: leave out "
         "--channel, --treatment and --contract"),
        (("import", "LOG", "--out", "out", "--shuffle"), "a log says what its samples, programs and answers are; give "
         "no more than --dataset, --contract, --score and --skip-bad"),
    ],
)  # fmt: skip
def test_what_logs_cannot_do_is_a_usage_error(
    command: Command, tmp_path: Path, monkeypatch: Any, arguments: tuple[str, ...], message: str
) -> None:
    monkeypatch.chdir(tmp_path)
    done = command(*(WRITTEN_BY_INSPECT if one == "LOG" else one for one in arguments))
    assert done.code == 2
    assert done.err.strip().endswith(message)
