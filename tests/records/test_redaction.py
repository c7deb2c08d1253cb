"""A package to pass on: what is left out of it, and that every figure stays."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from cgr_audit.accuracy.extraction.tally import tally_of
from cgr_audit.accuracy.join import join_package
from cgr_audit.accuracy.settings import Settings
from cgr_audit.errors import UsageError
from cgr_audit.records.package import open_package
from cgr_audit.records.redaction import export_package
from cgr_audit.source.contract import load_contract

SECRET = "Which gas makes yeast dough rise"


def lines(folder: Path, name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (folder / name).read_text().splitlines()]


def filled(draft: Any) -> Path:
    """A package whose every text is a secret; the second item may be passed on."""
    items, calls, results = (draft.lines[name] for name in ("items.jsonl", "calls.jsonl", "results.jsonl"))
    for one in items:
        one.update(question=SECRET, hint=SECRET)
        one["options"][0]["text"] = SECRET
    items[1]["redistributable"] = True
    for one in calls:
        one.update(prompt=SECRET, response=SECRET, config={"system": SECRET}, note=SECRET, status="answered")
    run = {"outcome": "guest_error", "limit": None, "error": f"line 3: KeyError: {SECRET!r}", "fuel": 1, "lines": [1]}
    for one in results:
        one.update(outcome="guest_error", error=run["error"], runs=[run], value_literal=repr(SECRET))
    results[0]["solverLLM_assisted_ans"] = SECRET
    folder: Path = draft.write()
    (folder / "ledger.jsonl").write_text(json.dumps({"response": SECRET}))
    return folder


def test_a_redacted_package_holds_no_text_of_its_items_and_models(draft: Any, tmp_path: Path) -> None:
    draft.lines["items.jsonl"] = draft.lines["items.jsonl"][:2]
    source = open_package(filled(draft))
    done = export_package(source, tmp_path / "out", redact=True)
    assert done.redacted == 1
    items, calls, results = (lines(tmp_path / "out", f"{name}.jsonl") for name in ("items", "calls", "results"))
    assert SECRET not in json.dumps([items[0], calls[0], results[0]])
    assert [option["id"] for option in items[0]["options"]] == ["A", "B", "C"]
    assert (results[0]["error"], results[0]["runs"][0]["error"]) == ("line 3: KeyError", "line 3: KeyError")
    assert (items[1], calls[1], results[1]) == tuple(
        lines(source.folder, f"{name}.jsonl")[1] for name in ("items", "calls", "results")
    )
    assert not (tmp_path / "out" / "ledger.jsonl").exists()
    manifest = json.loads((tmp_path / "out" / "manifest.json").read_text())
    assert manifest["derived_from"] == {"name": "small", "manifest_sha256": source.manifest.digest}


def test_figures_are_those_of_the_whole_package(draft: Any, tmp_path: Path) -> None:
    source = open_package(filled(draft))
    settings, contract = Settings(), load_contract("cgr")
    whole = join_package(source, contract, settings)
    exported = export_package(source, tmp_path / "out", redact=True).package
    redacted = join_package(exported, contract, settings)
    assert redacted.summary.headlines == whole.summary.headlines
    assert redacted.summary.population == whole.summary.population
    assert tally_of(exported).statuses == tally_of(source).statuses  # a response that was left out is not a failed call


def test_without_redaction_the_package_is_copied_as_it_is_and_never_over_files(draft: Any, tmp_path: Path) -> None:
    source = open_package(filled(draft))
    export_package(source, tmp_path / "out", redact=False)
    for name in ("items.jsonl", "calls.jsonl", "results.jsonl", "solvers.json"):
        assert (tmp_path / "out" / name).read_bytes() == (source.folder / name).read_bytes()
    with pytest.raises(UsageError, match="it holds files already; export into a new folder"):
        export_package(source, tmp_path / "out", redact=False)
