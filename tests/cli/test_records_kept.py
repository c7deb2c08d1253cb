"""``audit`` and ``gate`` a second time: the same bytes, without a child, and never a record made under other terms."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

from cgr_audit.audit.cache import FILE
from cgr_audit.source.contract import built_in_text

PROGRAM = 'def solve(question):\n    flag("warning", "said")\n    return llm_model(question, {}), "A", 3\n'

QUIET = '''
from cgr_audit.audit.finding import Confidence, Severity
from cgr_audit.audit.rule import Meta, Rule

class Quiet(Rule):
    """A rule."""
    meta = Meta("Q001", "quiet", Severity.INFO, Confidence.LOW, since="1.0")
    def check(self, context):
        yield context.finding(self, context.tree.body[0], "said quietly")
'''


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "programs").mkdir()
    (tmp_path / "programs" / "a.py").write_text(PROGRAM)
    (tmp_path / "programs" / "b.py").write_text('import os\ndef solve(question):\n    return "B", "B", 3\n')
    (tmp_path / "programs" / "c.py").write_text("```python\nx = (\n```\n")
    return tmp_path


@pytest.fixture
def no_children(monkeypatch: pytest.MonkeyPatch) -> Any:
    def forbid() -> None:
        monkeypatch.setattr("cgr_audit.audit.child_pool.children_context", None)
        monkeypatch.setattr("cgr_audit.audit.children.start_server", None)
        monkeypatch.setattr("cgr_audit.audit.registry.load_rules", None)

    return forbid


@pytest.mark.parametrize("shape", ["terminal", "json", "sarif", "csv"])
def test_a_second_audit_prints_the_same_bytes_and_starts_no_child(
    command: Any, folder: Path, no_children: Any, shape: str
) -> None:
    cold = command("audit", "programs", "--format", shape)
    no_children()
    warm = command("audit", "programs", "--format", shape)
    assert (warm.code, warm.out) == (cold.code, cold.out) == (1, cold.out)


def test_the_same_bytes_under_another_name_are_known_too(command: Any, folder: Path, no_children: Any) -> None:
    shutil.copytree(folder / "programs", folder / "others")
    (folder / "others" / "a.py").rename(folder / "others" / "z.py")
    expected = command("audit", "others", "--format", "json", "--no-cache").out
    command("audit", "programs")
    no_children()
    assert command("audit", "others", "--format", "json").out == expected


def test_a_second_gate_prints_the_same_verdicts_and_starts_no_child(
    command: Any, folder: Path, no_children: Any
) -> None:
    cold = command("gate", "programs")
    no_children()
    assert command("gate", "programs").out == cold.out


def codes(command: Any, *options: str | Path) -> list[str]:
    lines = command("audit", "programs", "--format", "csv", *options).out.decode().splitlines()
    header = lines[0].split(",")
    return sorted({line.split(",")[header.index("code")] for line in lines[1:]})


def test_another_selection_contract_or_folder_of_rules_is_audited_anew(
    command: Any, folder: Path, marking_rules: Path
) -> None:
    everything = codes(command)
    assert {"CGR001", "CGR201", "CGR401"} <= set(everything)
    assert codes(command, "--select", "CGR401") == ["CGR401"]
    lenient = folder / "lenient.toml"
    lenient.write_text(built_in_text("cgr") + '\n[imports]\nallowed = ["os"]\n')
    assert "CGR401" not in codes(command, "--contract", lenient)
    rules = folder / "rules"
    shutil.copytree(marking_rules, rules)
    assert "quietly" not in command("audit", "programs", "--rules", rules).out.decode()
    (rules / "quiet.py").write_text(QUIET)
    assert "said quietly" in command("audit", "programs", "--rules", rules).out.decode()
    assert codes(command) == everything


def test_no_cache_keeps_nothing(command: Any, folder: Path, own_records: Path) -> None:
    command("audit", "programs", "--no-cache")
    assert list(own_records.iterdir()) == []


def test_a_damaged_file_costs_one_line_and_changes_nothing(command: Any, folder: Path, own_records: Path) -> None:
    cold = command("audit", "programs")
    (own_records / FILE).write_bytes(b"?" * 10_000)
    again = command("audit", "programs")
    assert (again.code, again.out) == (cold.code, cold.out)
    assert again.err.splitlines()[0] == f"{own_records / FILE}: corrupt audit cache was reset"
