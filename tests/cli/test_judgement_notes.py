"""Verdicts that are missing, or not today's, are said in one line with the command that brings them."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from cgr_audit.audit.rule_sources import rules_digest
from cgr_audit.records.package import file_sha256
from cgr_audit.source.contract import load_contract

COMMANDS = {"join": ("--out", "out"), "report": ("--out", "out.md"), "compare": ()}
FEW = ("--resamples", "100")
OTHER = f"sha256:{'0' * 64}"


@pytest.fixture
def judged(small_package: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A package whose programs were judged today, as `gate` would have."""
    monkeypatch.chdir(tmp_path)
    today = {"rules": rules_digest(), "contract": load_contract("cgr").digest, "policy": OTHER}
    write(small_package, [{**verdict, **today} for verdict in unmarked(small_package)])
    return small_package


def unmarked(package: Path) -> list[dict[str, Any]]:
    programs = [json.loads(line) for line in (package / "programs.jsonl").read_text("utf-8").splitlines()]
    return [
        {"program_id": one["program_id"], "sha256": one["sha256"], "verdict": "approved", "reasons": []}
        | {"option_count": None}
        for one in programs
    ]


def write(package: Path, verdicts: list[dict[str, Any]]) -> None:
    (package / "verdicts.jsonl").write_text("".join(f"{json.dumps(one)}\n" for one in verdicts), "utf-8")


def changed(package: Path, number: int, **fields: str) -> int:
    """Change some verdicts; how many there are."""
    verdicts = [json.loads(line) for line in (package / "verdicts.jsonl").read_text("utf-8").splitlines()]
    write(package, [one | fields if place < number else one for place, one in enumerate(verdicts)])
    return len(verdicts)


def said(command: Any, name: str, package: Path, *options: str) -> list[str]:
    packages = (package, package) if name == "compare" else (package,)
    done = command(name, *packages, *COMMANDS[name], *FEW, *options)
    assert done.code == 0
    return [line for line in done.err.splitlines() if line.startswith(f"{package}/verdicts.jsonl: ")]


@pytest.mark.parametrize("name", COMMANDS)
def test_verdicts_of_today_are_nothing_to_say(command: Any, judged: Path, name: str) -> None:
    assert said(command, name, judged) == []


@pytest.mark.parametrize("name", COMMANDS)
def test_verdicts_by_other_rules_are_counted_with_what_judges_anew(command: Any, judged: Path, name: str) -> None:
    number = changed(judged, 99, rules=OTHER)
    remedy = f"`cgr-audit gate {judged} --out {judged}/verdicts.jsonl` judges anew"
    line = f"{judged}/verdicts.jsonl: {number} verdicts by other rules than this version's; {remedy}"
    assert said(command, name, judged) == [line]
    changed(judged, 99, rules=rules_digest())
    changed(judged, 1, rules=OTHER)
    assert said(command, name, judged) == [line.replace(f"{number} verdicts", "1 verdict")]


def test_what_the_line_says_to_do_makes_it_go_away(command: Any, judged: Path) -> None:
    changed(judged, 99, rules=OTHER)
    command("gate", judged, "--out", judged / "verdicts.jsonl")
    assert said(command, "join", judged) == []


def test_verdicts_under_another_contract_are_told_apart_from_those_by_other_rules(command: Any, judged: Path) -> None:
    changed(judged, 2, contract=OTHER, rules=OTHER)
    (line,) = said(command, "join", judged)
    found = "2 verdicts by other rules than this version's and 2 verdicts under another contract than cgr; "
    assert line.startswith(f"{judged}/verdicts.jsonl: {found}")


def test_a_file_that_the_manifest_lists_has_to_be_taken_out_of_it(command: Any, finished: Path, tmp_path: Path) -> None:
    package = Path(shutil.copytree(finished, tmp_path / "copy"))
    manifest = json.loads((package / "manifest.json").read_text("utf-8"))
    changed(package, 99, rules=OTHER)
    manifest["sha256"]["verdicts.jsonl"] = file_sha256(package / "verdicts.jsonl")
    (package / "manifest.json").write_text(json.dumps(manifest), "utf-8")
    done = command("join", package, "--out", tmp_path / "out", *FEW)
    assert "judges anew; then take 'verdicts.jsonl' out of /sha256 in manifest.json\n" in done.err


def test_rules_of_a_folder_are_counted_among_todays_where_they_are_given(
    command: Any, judged: Path, marking_rules: Path
) -> None:
    changed(judged, 99, rules=rules_digest(marking_rules))
    assert len(said(command, "report", judged)) == 1
    assert said(command, "report", judged, "--rules", str(marking_rules)) == []


@pytest.mark.parametrize("name", ["join", "report"])
def test_missing_verdicts_and_findings_are_said_with_what_brings_them(
    command: Any, small_package: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.chdir(tmp_path)
    verdicts = f"`cgr-audit gate {small_package} --out {small_package}/verdicts.jsonl` brings verdicts"
    findings = f"`cgr-audit pipeline {small_package} --out DIR` makes a package with findings"
    absent = f"{small_package}: config.json, verdicts.jsonl and findings.jsonl are not there, and taken as empty"
    done = command(name, small_package, *COMMANDS[name], *FEW)
    assert f"{absent}; {verdicts}; {findings}" in done.err.splitlines()
    write(small_package, [])
    done = command(name, small_package, *COMMANDS[name], *FEW)
    absent = f"{small_package}: config.json and findings.jsonl are not there, and taken as empty"
    assert f"{absent}; {findings}" in done.err.splitlines()


def test_the_command_that_brings_verdicts_names_a_contract_of_the_packages_own_and_can_be_pasted(
    command: Any, small_package: Path, tmp_path: Path
) -> None:
    package = Path(shutil.copytree(small_package, tmp_path / "with a blank"))
    manifest = json.loads((package / "manifest.json").read_text("utf-8")) | {"contract": "cgr-method"}
    (package / "manifest.json").write_text(json.dumps(manifest), "utf-8")
    done = command("join", package, "--out", tmp_path / "out", *FEW)
    assert f"`cgr-audit gate '{package}' --contract cgr-method --out '{package}/verdicts.jsonl'` brings" in done.err
