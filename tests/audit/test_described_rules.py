"""What rules say of themselves: asked of a child, whatever the rules do when they are loaded."""

from __future__ import annotations

import multiprocessing
from pathlib import Path

import pytest

from cgr_audit.audit.described_rules import described_by_child, known_registry
from cgr_audit.audit.registry import load_registry
from cgr_audit.errors import IncompleteError, UsageError

RULE = '''
from cgr_audit.audit.finding import Confidence, Severity
from cgr_audit.audit.rule import Meta, Rule

print("printed where data goes")

class Some(Rule):
    """Docstring of a rule."""
    meta = Meta("X001", "some", Severity.INFO, Confidence.LOW, since="1.0")
    def check(self, context):
        return iter(())
'''


@pytest.mark.parametrize("methods", [multiprocessing.get_all_start_methods(), ["spawn"]])
def test_they_are_those_of_the_loaded_rules(monkeypatch: pytest.MonkeyPatch, methods: list[str]) -> None:
    monkeypatch.setattr(multiprocessing, "get_all_start_methods", lambda: methods)
    known, loaded = known_registry(None, None), load_registry()
    assert [(rule.meta, rule.__doc__) for rule in known.rules] == [(rule.meta, rule.__doc__) for rule in loaded.rules]
    assert known.digest == loaded.digest


def test_a_folders_rules_are_among_them_and_what_they_print_goes_nowhere(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "some.py").write_text(RULE)
    assert described_by_child(tmp_path)[-1] == ("X001", "some", "info", "low", "1.0", "Docstring of a rule.")
    assert capfd.readouterr() == ("", "")
    assert multiprocessing.active_children() == []


def test_a_rule_that_cannot_be_loaded_is_named(tmp_path: Path) -> None:
    (tmp_path / "broken.py").write_text("1 / 0\n")
    with pytest.raises(UsageError, match=r"broken\.py: cannot load the rule: ZeroDivisionError: division by zero"):
        described_by_child(tmp_path)


def test_a_rule_that_ends_the_process_is_an_error_of_the_run(tmp_path: Path) -> None:
    (tmp_path / "deadly.py").write_text("import os\nos._exit(3)\n")
    with pytest.raises(
        IncompleteError, match="the process that loads the rules ended before it could say what they are"
    ):
        described_by_child(tmp_path)
