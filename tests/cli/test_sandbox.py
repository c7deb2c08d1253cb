"""`cgr-audit sandbox`: what is installed, built, and held by the conformance suite."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from cgr_audit.cli import sandbox_check
from cgr_audit.sandbox import build
from cgr_audit.sandbox.component import COMPONENT_FOLDER, SandboxError
from cgr_audit.sandbox.conformance.case_files import read_cases
from cgr_audit.sandbox.conformance.suite import load_suite
from cgr_audit.sandbox.interpreter import Interpreter
from cgr_audit.schema import check_record
from cgr_audit.source.profiles import PROFILES

from .conftest import Command


def test_info_names_components_imports_modules_limits_and_cache(
    command: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("CGR_AUDIT_CACHE", str(tmp_path / "none"))
    done = command("sandbox", "info")
    lines = done.out.decode().splitlines()
    assert done.code == 0
    assert done.err == "2 profiles: 2 usable, 0 compiled for this machine\n"
    assert [line for line in lines if line.startswith("profile ")] == ["profile standard", "profile science"]
    assert lines.count("  imports   solver-call (function)") == 2
    assert lines.count("  compiled  absent") == 2
    assert f"  cache     {tmp_path / 'none' / 'sandbox'}" in lines
    assert any(
        line.startswith("  limits    fuel 10,000,000,000, memory 256 MiB, wall 10.0 s, calls ") for line in lines
    )
    assert not (tmp_path / "none").exists()


def test_info_as_json_fits_its_schema(command: Command) -> None:
    done = command("sandbox", "info", "--format", "json")
    record = json.loads(done.out)
    assert done.code == 0
    assert check_record("sandbox", record) is None
    assert [profile["name"] for profile in record["profiles"]] == list(PROFILES)
    assert {len(profile["component"]["imports"]) for profile in record["profiles"]} == {1}


def test_info_of_an_installation_that_lacks_a_component_is_incomplete(
    command: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "standard.wasm").symlink_to(COMPONENT_FOLDER / "standard.wasm")
    monkeypatch.setattr("cgr_audit.sandbox.installation.installation_record.__defaults__", (tmp_path, None))
    done = command("sandbox", "info")
    assert done.code == 4
    assert "  fault     " in done.out.decode()
    assert done.err.startswith("2 profiles: 1 usable, ")


@pytest.fixture
def builds(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, bool]]:
    """Stands in for the build tool and notes what was asked of it."""
    asked: list[tuple[str, bool]] = []
    monkeypatch.setattr(build, "can_build", lambda: True)
    monkeypatch.setattr(build, "build_component", lambda profile, force: asked.append((profile, force)))
    return asked


def test_build_builds_and_compiles_what_is_asked_for(
    command: Command, builds: list[tuple[str, bool]], interpreter: Interpreter
) -> None:
    done = command("sandbox", "build", "--profile", "standard")
    assert (done.code, done.out.decode()) == (0, f"standard  {interpreter.digest}\n")
    assert done.err.startswith("1 profile: 1 ready, 0 failed · ")
    assert command("sandbox", "build", "--profile", "standard", "--force").code == 0
    assert builds == [("standard", False), ("standard", True)]


def test_build_without_the_build_tool_says_so_and_compiles_what_is_there(
    command: Command, monkeypatch: pytest.MonkeyPatch, interpreter: Interpreter
) -> None:
    monkeypatch.setattr(build, "can_build", lambda: False)
    done = command("sandbox", "build", "--profile", "standard")
    assert (done.code, done.out.decode()) == (0, f"standard  {interpreter.digest}\n")
    assert done.err.splitlines()[0] == (
        "componentize-py is not installed: components stay as they are (pip install componentize-py==0.25.1)"
    )


def test_build_that_needs_the_build_tool_fails_in_one_line_without_it(
    command: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(build, "can_build", lambda: False)
    forced = command("sandbox", "build", "--force")
    assert (forced.code, forced.out) == (4, b"")
    assert forced.err == "cgr-audit: componentize-py is not installed; pip install componentize-py==0.25.1\n"
    monkeypatch.setattr("cgr_audit.sandbox.component.COMPONENT_FOLDER", tmp_path)
    missing = command("sandbox", "build", "--profile", "standard")
    assert missing.code == 4
    assert missing.err.splitlines()[1:2] == [
        "profile standard: componentize-py is not installed; pip install componentize-py==0.25.1"
    ]


def test_a_profile_that_fails_does_not_keep_the_others_from_being_built(
    command: Command, monkeypatch: pytest.MonkeyPatch, builds: list[tuple[str, bool]], interpreter: Interpreter
) -> None:
    def fail_science(profile: str, force: bool) -> None:
        if profile == "science":
            raise SandboxError("no such package")

    monkeypatch.setattr(build, "build_component", fail_science)
    done = command("sandbox", "build", "--profile", "science", "--profile", "standard")
    assert (done.code, done.out.decode()) == (4, f"standard  {interpreter.digest}\n")
    said = done.err.splitlines()
    assert said[0] == "profile science: no such package"
    assert said[-1].startswith("2 profiles: 1 ready, 1 failed")


def test_an_unknown_profile_is_wrong_usage(command: Command) -> None:
    done = command("sandbox", "build", "--profile", "other")
    assert (done.code, done.err) == (2, "cgr-audit: --profile 'other': there are science, standard\n")


def test_a_quick_check_holds_and_has_every_class(command: Command) -> None:
    done = command("sandbox", "check", "--quick", "--jobs", "2")
    assert done.code == 0
    rows = [line.split(" | ") for line in done.out.decode().splitlines() if line.startswith("| ")][1:]
    groups = Counter(case.group for case in load_suite())
    assert {row[0].removeprefix("| ") for row in rows} == set(groups)
    chosen = sum(-(-count // 6) for count in groups.values())
    said = f"{chosen} programs (a sample of {groups.total()}): {chosen} ended as they have to, 0 faults"
    assert said in done.err


@pytest.mark.slow
@pytest.mark.parametrize("profile", PROFILES)
def test_the_whole_check_holds(command: Command, profile: str) -> None:
    done = command("sandbox", "check", "--jobs", "2", "--profile", profile)
    assert done.code == 0
    assert f" programs: {len(load_suite())} ended as they have to, 0 faults · " in done.err


def test_a_check_that_does_not_hold_says_what_and_is_incomplete(
    command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    written = "== wrong\n-- returns 'A'\nreturn 'B'\n\n== right\n-- returns 'A'\nreturn 'A'\n"
    monkeypatch.setattr(
        "cgr_audit.sandbox.conformance.suite.load_suite", lambda _profile: tuple(read_cases("group", written))
    )
    done = command("sandbox", "check")
    assert done.code == 4
    assert done.out.decode().splitlines()[-1] == "group: wrong: returns 'A', but: returns 'B'"
    assert "| group | 2 | 1 |" in done.out.decode()
    assert done.err.startswith("2 programs: 1 ended as they have to, 1 fault · ")


def test_a_component_that_imports_more_than_the_solver_call_does_not_hold() -> None:
    assert sandbox_check._import_faults(("solver-call",)) == []
    assert sandbox_check._import_faults(("solver-call", "wasi:cli/environment")) == [
        "the component imports solver-call, wasi:cli/environment, not solver-call alone"
    ]
    assert len(sandbox_check._import_faults(())) == 1
