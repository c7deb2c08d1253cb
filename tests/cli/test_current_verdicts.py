"""Verdicts that are missing, or not today's, are said in one line with the command that brings them."""

from __future__ import annotations

import json
import shlex
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
    remedy = f"run `cgr-audit gate {judged} --out {judged}/verdicts.jsonl`"
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
    by_others, under_another = said(command, "join", judged)
    assert by_others.startswith(f"{judged}/verdicts.jsonl: 2 verdicts by other rules than this version's; run ")
    assert under_another.startswith(f"{judged}/verdicts.jsonl: 2 verdicts under another contract than cgr; run ")


def test_what_it_says_to_do_makes_it_go_away_where_the_manifest_lists_the_verdicts_too(
    command: Any, judged: Path
) -> None:
    manifest = json.loads((judged / "manifest.json").read_text("utf-8"))
    count = changed(judged, 99, rules=OTHER)
    manifest["sha256"]["verdicts.jsonl"] = file_sha256(judged / "verdicts.jsonl")
    manifest["counts"]["verdicts"] = count
    (judged / "manifest.json").write_text(json.dumps(manifest), "utf-8")
    (line,) = said(command, "join", judged)
    advised = line.split("`")[1]
    assert command(*shlex.split(advised)[1:]).code == 1
    assert said(command, "join", judged) == []


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
    absent = {
        "config.json": "",
        "verdicts.jsonl": f"; run `cgr-audit gate {small_package} --out {small_package}/verdicts.jsonl`",
        "findings.jsonl": f"; run `cgr-audit pipeline {small_package} --out DIR`",
    }
    lines = [f"{small_package}/{file}: missing, and taken as empty{remedy}" for file, remedy in absent.items()]
    done = command(name, small_package, *COMMANDS[name], *FEW)
    assert done.err.splitlines()[:3] == lines
    write(small_package, [])
    done = command(name, small_package, *COMMANDS[name], *FEW)
    assert done.err.splitlines()[1:3] == [lines[0], lines[2]]


def test_the_command_that_brings_verdicts_leaves_the_contract_to_the_package_and_can_be_pasted(
    command: Any, small_package: Path, tmp_path: Path
) -> None:
    package = Path(shutil.copytree(small_package, tmp_path / "with a blank"))
    manifest = json.loads((package / "manifest.json").read_text("utf-8")) | {"contract": "function"}
    (package / "manifest.json").write_text(json.dumps(manifest), "utf-8")
    done = command("join", package, "--out", tmp_path / "out", *FEW)
    assert f"run `cgr-audit gate '{package}' --out '{package}/verdicts.jsonl'`" in done.err
