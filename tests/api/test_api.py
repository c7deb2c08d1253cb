"""``import cgr_audit``: programs are read, judged and run from Python, in the process that asks."""

from __future__ import annotations

import doctest
import re
import sys
import tomllib
from importlib import resources
from pathlib import Path
from typing import Any

import pytest

import cgr_audit
from cgr_audit.api import audits, packages, running
from cgr_audit.audit.report import Audit
from cgr_audit.errors import UsageError
from cgr_audit.records.rows import Item
from cgr_audit.source.concrete import concrete_tree

ROOT = Path(__file__).resolve().parents[2]
DEMO = ROOT / "corpus" / "demo" / "programs" / "gen-large"
LITERAL = "def solve(question, options):\n    return 'B', 'B', 1\n"
HONEST = """\
def solve(question, exp_config):
    answer = extract_answer(llm_model(question, exp_config))
    return answer, answer, 1
"""
ITEM = {"question": "Which?", "options": [{"id": "A", "text": "this"}, {"id": "B", "text": "that"}]}


def test_the_document_describes_exactly_what_is_exported() -> None:
    table = (ROOT / "docs" / "api.md").read_text("utf-8").partition("## Everything that is exported")[2]
    assert sorted(re.findall(r"^\| `(\w+)` \|", table, re.MULTILINE)) == sorted(cgr_audit.__all__)
    for name in cgr_audit.__all__:
        assert getattr(cgr_audit, name) is not None, name
    assert set(cgr_audit.__all__) <= set(dir(cgr_audit))


@pytest.mark.parametrize("module", [cgr_audit, audits, running, packages], ids=lambda module: module.__name__)
def test_examples_in_docstrings_hold(module: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    assert doctest.testmod(module).failed == 0


def test_examples_in_the_document_hold(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    done = doctest.testfile(str(ROOT / "docs" / "api.md"), module_relative=False)
    assert done.attempted > 20
    assert done.failed == 0


def test_the_package_is_shipped_as_typed() -> None:
    assert resources.files("cgr_audit").joinpath("py.typed").is_file()
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    assert "py.typed" in project["tool"]["setuptools"]["package-data"]["cgr_audit"]


def test_a_loop_of_audits_starts_no_process(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_arguments: object) -> None:
        raise AssertionError("a process was to be started")

    monkeypatch.setattr("cgr_audit.audit.workers.ChildPool", fail)
    before = sys.getrecursionlimit()
    assert [cgr_audit.audit(LITERAL).sole.status for _ in range(3)] == ["analysed"] * 3
    assert sys.getrecursionlimit() == before


def test_this_process_finds_what_children_find() -> None:
    sources = [
        *sorted(DEMO.rglob("*.py"))[:4],
        b"\xff\xfe",
        "x = " + "(" * 5_000,
        "x = " + "-" * 5_000 + "1",
        "type X = int",
        "",
    ]
    here = [list(one) for one in cgr_audit.audit_many(sources)]
    assert here == [list(one) for one in cgr_audit.audit_many(sources, jobs=1)]
    assert [len(one) for one in here] == [1] * len(sources)


def test_a_chain_that_only_the_parser_nests_is_kept_from_it() -> None:
    """One of 20,000 links overflows its stack, which ends the process."""
    assert concrete_tree("x = 1" + " and 2" * 1_500 + "\n") == "nests too deeply"
    long = cgr_audit.audit("x = 1" + " and 2" * 20_000 + "\n").sole
    assert long.status == "analysed"


def test_audits_come_in_the_order_of_their_sources(tmp_path: Path) -> None:
    folder = tmp_path / "programs"
    folder.mkdir()
    (folder / "a.py").write_text(LITERAL)
    (folder / "b.py").write_text("x = 1\n")
    (tmp_path / "c.zip").write_bytes(b"no archive")
    (tmp_path / "empty").mkdir()
    for jobs in (None, 1):
        sources = [LITERAL, tmp_path / "c.zip", folder, tmp_path / "empty", b"x = 1"]
        found = list(cgr_audit.audit_many(sources, jobs=jobs))
        assert [one.summary.programs for one in found] == [1, 0, 2, 0, 1]
        assert [len(one.unreadable) for one in found] == [0, 1, 0, 0, 0]
        assert [found[0].sole.program_id, found[4].sole.program_id] == ["1", "5"]
        with pytest.raises(UsageError, match="one program is needed, and there are 2; give one at a time"):
            _ = found[2].sole
        with pytest.raises(UsageError, match=r"c\.zip: "):
            _ = found[1].sole


def test_a_text_is_never_taken_for_a_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("other.py").write_text(HONEST)
    said = r"'other.py' is a path, and a str is a program's text; give pathlib.Path\('other.py'\)"
    for call in (cgr_audit.audit, cgr_audit.gate, lambda text: cgr_audit.run(text, ITEM, lambda *_: "A")):
        with pytest.raises(UsageError, match=said):
            call("other.py")
    assert next(cgr_audit.audit_many(["other.py"])).sole.sha256 == cgr_audit.audit(b"other.py").sole.sha256
    assert cgr_audit.audit(Path("other.py")).sole.program_id == "other.py"


def test_the_functions_are_there_whatever_was_imported_before() -> None:
    import cgr_audit.audit.engine
    import cgr_audit.gate.policy

    assert cgr_audit.audit.engine.__name__ == "cgr_audit.audit.engine"  # type: ignore[attr-defined]
    assert isinstance(cgr_audit.audit(LITERAL), Audit)
    assert cgr_audit.gate(LITERAL).reasons == ("CGR108", "CGR201")
    with pytest.raises(AttributeError, match="has no attribute 'audits'"):
        _ = cgr_audit.audits  # type: ignore[attr-defined]


def test_an_audit_is_judged_by_its_own_contract() -> None:
    done = cgr_audit.audit(LITERAL)
    assert cgr_audit.gate(done) == cgr_audit.gate(LITERAL)
    with pytest.raises(UsageError, match="the audit was made under the contract 'cgr'; leave out contract"):
        cgr_audit.gate(done, contract="adas")
    done.rules = done.rules[1:]
    with pytest.raises(UsageError, match="the audit was not made with every rule"):
        cgr_audit.gate(done)
    with pytest.raises(UsageError, match="the probe is of another program, 'text'; probe the one to be judged"):
        cgr_audit.gate(LITERAL, probe=cgr_audit.probe("def solve(question, exp_config): return 'A', 'A', 1"))


def test_a_solver_is_a_function_of_prompt_and_parameters() -> None:
    asked = []

    def solver(prompt: str, parameters: Any) -> str:
        asked.append((prompt, dict(parameters)))
        return "B"

    text = HONEST.replace("exp_config))", "{'temperature': 0.5, 'note': 'x'}))")
    assert cgr_audit.run(text, ITEM, solver) == cgr_audit.Completed(("B", "B", 1))
    assert asked == [("Which?", {"temperature": 0.5, "max_tokens": 2000})]
    known = Item("q1", "d", ITEM["question"], tuple(ITEM["options"]), ("A",))  # type: ignore[arg-type]
    assert cgr_audit.run(HONEST, known, solver).value == ("B", "B", 1)  # type: ignore[union-attr]
    outcome = cgr_audit.run(HONEST, ITEM, lambda prompt, parameters: str(1 / 0))
    assert isinstance(outcome, cgr_audit.HostFailure)
    assert "division by zero" in outcome.message
    with pytest.raises(UsageError, match="item: the item has no 'question' or 'options'"):
        cgr_audit.run(HONEST, {"text": "Which?"}, solver)


def test_a_notebook_shows_what_the_page_shows_and_nothing_of_it_is_markup_of_the_program() -> None:
    hostile = "def solve(question, options):\n    return '<script>alert(1)</script>', 'B', 1\n"
    audit = cgr_audit.audit(hostile)
    shown = audit._repr_html_()
    assert "<b>CGR201 literal-answer</b>" in shown
    assert "&lt;script&gt;alert(1)" in shown
    assert "<script" not in shown
    assert shown.startswith("<style>.cgr-audit {\n& {\n  color-scheme: light dark;")
    assert "body {" not in shown
    verdict = cgr_audit.gate(audit)._repr_html_()
    assert '<span class="badge observe">observe</span>' in verdict
    assert "Not probed." in verdict
    joined = cgr_audit.join(ROOT / "corpus" / "demo")
    assert "<h3>Accuracy of all rows</h3>" in joined._repr_html_()
    assert "No verdicts" in joined._repr_html_()
