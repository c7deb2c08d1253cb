"""What `cgr_audit.scorecards` offers by itself, and that every place that lists the scorecards lists the same."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks.scorecard_rows.kinds import KINDS
from cgr_audit import scorecards
from cgr_audit.cli.score import group
from cgr_audit.page.scorecards.page import _OWN_CHARTS
from cgr_audit.schema import load_schema

DOCS = Path(__file__).resolve().parent.parent.parent / "docs"
NAMES = ["codemind", "retraceqa", "clr-bench", "codesteps"]


@pytest.mark.parametrize("name", scorecards.__all__)
def test_a_name_that_is_offered_is_what_its_module_defines(name: str) -> None:
    offered = getattr(scorecards, name)
    assert name in dir(scorecards)
    if name != "SCORECARDS":
        assert offered.__name__ == name
        assert offered.__module__.startswith("cgr_audit.scorecards.")


def test_a_name_that_is_not_offered_is_said_as_for_any_module() -> None:
    with pytest.raises(AttributeError, match=r"module 'cgr_audit\.scorecards' has no attribute 'averages'"):
        _ = scorecards.averages


def test_the_library_is_light_until_something_is_asked_of_it() -> None:
    said = "import sys, cgr_audit.scorecards; print(sorted({'numpy', 'pandas', 'scipy'} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", said], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_every_place_that_lists_the_scorecards_lists_the_same() -> None:
    assert list(scorecards.SCORECARDS) == NAMES
    assert list(KINDS) == NAMES
    assert list(_OWN_CHARTS) == NAMES
    assert load_schema("scorecard")["properties"]["scorecard"]["enum"] == NAMES
    shown = [command.name for command in group.registered_commands if not command.hidden]
    assert sorted(str(name) for name in shown) == sorted([*NAMES, "traces"])
    table = re.findall(r"^\| `cgr-audit score ([\w-]+) ROWS\.\.\.`", (DOCS / "scorecards.md").read_text(), re.MULTILINE)
    assert table == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_every_scorecard_has_a_schema_of_its_rows_and_a_page_of_its_own(name: str) -> None:
    kind = scorecards.SCORECARDS[name]
    assert set(kind.key.fields) <= set(load_schema(kind.schema)["properties"])
    assert (DOCS / f"{name}.md").is_file()


@pytest.mark.parametrize("name", NAMES)
def test_a_scorecard_says_every_field_that_it_may_add_to_rows(name: str) -> None:
    given = [*KINDS[name](8, 1)]
    if name == "codemind":
        left_out = {"task", "expected"}
        given = [{key: value for key, value in one.items() if key not in left_out} for one in given]
        given.append({"id": "sr", "benchmark": "own", "model": "a", "task": "sr", "generated_program": None})
    if name == "codesteps":
        given = [{**one, "reference_code": "print(input())"} for one in given]
    rows = scorecards.Rows(given, [f"rows.jsonl:{at}" for at, _ in enumerate(given)], (), ())
    scorer = scorecards.SCORECARDS[name]()
    scored = scorer.scored(rows)
    fields = {name for record in given for name in record}
    assert {*scored.rows.columns, *scored.found_of_rows} - fields == scorer.finds - fields


def test_the_example_of_the_documents_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (example,) = re.findall(r"^```python\n(.*?)^```", (DOCS / "scorecards.md").read_text(), re.MULTILINE | re.DOTALL)
    rows = "".join(
        f'{{"id": {at}, "type": "MC", "model": "{"ab"[at % 2]}", "answer_score": {at % 3 % 2}, "rationale_score": 1}}\n'
        for at in range(24)
    )
    (tmp_path / "rows.jsonl").write_text(rows)
    monkeypatch.chdir(tmp_path)
    done = subprocess.run([sys.executable, "-c", example], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == ["a 12 0.6667 0.5417 to 0.7917", "b 12 0.6667 0.5417 to 0.7917"]
    assert (tmp_path / "out" / "clr-bench.json").is_file()
