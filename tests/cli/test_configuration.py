"""``cgr-audit.toml``: what commands use where nothing else is said, and what it can never do."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.main import get_command

from cgr_audit.cli.app import app
from cgr_audit.cli.audit_session import Work
from cgr_audit.cli.configuration import CONFIGURED, KEYS, find_configuration
from cgr_audit.cli.contract_choice import choose_contract
from cgr_audit.errors import UsageError
from cgr_audit.schema import load_schema
from cgr_audit.source.collected import ignore_skipped
from cgr_audit.source.contract import load_contract
from cgr_audit.source.program import Program

LITERAL = "def solve(question, options):\n    return 'B', 'B', 1\n"
SCRIPT = "def add(a, b):\n    return a + b\n"


@pytest.fixture
def write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Path]:
    """Writes files below a new working folder."""
    monkeypatch.chdir(tmp_path)

    def write(**texts: str) -> Path:
        for name, text in texts.items():
            path = tmp_path / name.replace("__", "/").replace("_toml", ".toml").replace("_py", ".py").replace("_", "-")
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        return tmp_path

    return write


class TestWhichFileHolds:
    def test_the_nearest_one_upwards(self, write: Any, monkeypatch: pytest.MonkeyPatch) -> None:
        folder = write(cgr_audit_toml="jobs = 1", inner__pyproject_toml="[tool.cgr-audit]\njobs = 2", inner__x_py="")
        assert find_configuration().values == {"jobs": 1}
        monkeypatch.chdir(folder / "inner")
        assert (find_configuration().origin, find_configuration().values) == ("pyproject.toml", {"jobs": 2})
        write(inner__cgr_audit_toml="jobs = 3")
        assert find_configuration().values == {"jobs": 3}

    def test_none_below_the_working_folder_and_none_beside_programs(self, write: Any) -> None:
        write(programs__cgr_audit_toml="policy = 'lenient.toml'", programs__a_py=LITERAL)
        found = find_configuration()
        assert (found.origin, found.values, found.folder) == (None, {}, Path.cwd())

    def test_no_file_if_asked(self, write: Any, command: Any, monkeypatch: pytest.MonkeyPatch) -> None:
        write(cgr_audit_toml="ignore = ['CGR2*']", a_py=LITERAL)
        assert "CGR201" not in command("audit", "a.py").out.decode()
        assert "CGR201" in command("--no-config", "audit", "a.py").out.decode()
        monkeypatch.setenv("CGR_AUDIT_CONFIG", os.devnull)
        assert "CGR201" in command("audit", "a.py").out.decode()

    @pytest.mark.parametrize("text", ["[tool.other]", "this is not TOML", "[project]\nname = 'cgr-audit'", "tool = 1"])
    def test_a_project_that_says_nothing_of_this_tool_is_passed_over(self, write: Any, text: str) -> None:
        write(cgr_audit_toml="jobs = 1", inner__pyproject_toml=text)
        os.chdir("inner")
        assert find_configuration().origin == str(Path("..") / "cgr-audit.toml")

    @pytest.mark.parametrize(
        ("name", "text", "said"),
        [
            (
                "cgr_audit_toml",
                "contrakt = 'cgr'",
                "cgr-audit.toml: /: the field 'contrakt' is unknown here; did you mean",
            ),
            ("cgr_audit_toml", "jobs = 'all'", "cgr-audit.toml: /jobs: a whole number is expected, not the text 'all'"),
            ("cgr_audit_toml", "jobs =", "cgr-audit.toml: not valid TOML: "),
            (
                "pyproject_toml",
                "[tool.cgr-audit]\nfail_on = 'info'",
                "pyproject.toml: [tool.cgr-audit] /: the field 'fail_on'",
            ),
            ("pyproject_toml", "[tool]\ncgr-audit = 1", "pyproject.toml: [tool.cgr-audit] /: an object is expected"),
        ],
    )
    def test_what_is_no_configuration_is_refused_in_one_line(self, write: Any, name: str, text: str, said: str) -> None:
        write(**{name: text})
        with pytest.raises(UsageError) as caught:
            find_configuration()
        assert str(caught.value).startswith(said)
        assert "\n" not in str(caught.value)

    def test_every_key_is_one_of_the_schema(self) -> None:
        assert {*KEYS, "contract", "contracts"} == set(load_schema("configuration")["properties"])
        assert "gate" in CONFIGURED

    def test_every_key_is_an_option_of_its_commands(self) -> None:
        commands: Any = get_command(app)
        for key, names in KEYS.items():
            for name in names:
                assert key.replace("-", "_") in {one.name for one in commands.commands[name].params}, (key, name)


def test_options_go_before_the_file_and_the_file_before_their_defaults(command: Any, write: Any) -> None:
    write(
        cgr_audit_toml="select = ['201', 'CGR108']\nignore = ['CGR108']\nexclude = ['old']\nfail-on = 'never'\n",
        programs__a_py=LITERAL,
        programs__old__b_py=LITERAL,
    )
    done = command("audit", "programs", "--format", "json")
    findings = json.loads(done.out)["findings"]
    assert (done.code, [(one["program_id"], one["code"]) for one in findings]) == (0, [("programs/a.py", "CGR201")])
    assert "1 file or folder excluded, first programs/old\n" in done.err
    done = command("audit", "programs", "--ignore", "CGR201", "--exclude", "none", "--fail-on", "error", "--statistics")
    assert (done.code, done.out) == (1, b"2  CGR108  no-solver-call\n")
    assert command("audit", "programs", "-q", "--statistics").err == "1 file or folder excluded, first programs/old\n"
    assert b"\x1b[1m" in command("audit", "programs", "--color", "always").out
    assert not {"NO_COLOR", "FORCE_COLOR", "CGR_AUDIT_QUIET", "CGR_AUDIT_CONFIG"} & set(os.environ)
    assert command("audit", "programs", "--color", "blue").err == (
        "cgr-audit: --color 'blue': give auto, always or never\n"
    )
    assert "programs/a.py: analysed, 1 finding\n" in command("audit", "programs", "-v").err
    done = command("audit", ".")
    assert "cgr-audit.toml, which lies inside ., says how it is audited\n" in done.err


def test_the_gate_is_not_loosened_by_a_file_of_the_programs_author(command: Any, write: Any) -> None:
    folder = write(
        cgr_audit_toml="policy = 'lenient.toml'\nselect = ['CGR001']\n",
        lenient_toml="name = 'lenient'\ndefault = 'approved'\n",
        programs__a_py=LITERAL,
    )
    refused = command("gate", ".")
    said = "cgr-audit: cgr-audit.toml: it lies inside ., so that whoever wrote the programs may have written it; "
    assert (refused.code, refused.out) == (2, b"")
    assert refused.err.startswith(said)
    named = command("--config", folder / "cgr-audit.toml", "gate", ".")
    assert (named.code, json.loads(named.out)["verdict"]) == (0, "approved")
    outside = command("gate", "programs")
    assert "judged by cgr-audit.toml: policy\n" in outside.err
    assert json.loads(outside.out)["verdict"] == "approved"
    os.chdir("programs")
    Path("cgr-audit.toml").write_text("ignore = ['CGR*']")
    judged = command("gate", "a.py")
    assert (judged.code, json.loads(judged.out)["reasons"]) == (1, ["CGR108", "CGR201"])


def test_programs_are_held_to_the_contract_of_their_path(command: Any, write: Any) -> None:
    write(
        cgr_audit_toml="contract = 'cgr'\n[contracts]\n'programs/scripts' = 'cgr'\n'programs/*.x.py' = 'function'\n",
        programs__a_py=LITERAL,
        programs__b=SCRIPT,
    )
    Path("programs/b").rename("programs/b.x.py")
    Path("programs/c.py").write_text(LITERAL)
    verdicts = [json.loads(line) for line in command("gate", "programs").out.splitlines()]
    cgr, function = (load_contract(name).digest for name in ("cgr", "function"))
    assert [(one["contract"], one["verdict"]) for one in verdicts] == [
        (cgr, "observe"),
        (function, "approved"),
        (cgr, "observe"),
    ]
    with pytest.raises(UsageError, match="/contracts: contracts differ by path, and this command takes one"):
        choose_contract(["programs"], "", override=False)
    assert choose_contract(["programs"], "adas", override=False, takes_several=True).by_path == ()


def test_ids_count_from_the_file_wherever_one_works_and_two_roots_never_share_one(
    write: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = write(cgr_audit_toml="", programs__a_py=LITERAL, other__a_py=LITERAL)

    def ids(*paths: str) -> list[tuple[str, str]]:
        work = Work(paths, load_contract("cgr"), None, 1, 1.0)
        found = work.collect(ignore_skipped)
        return [(one.program_id, one.path) for one in found if isinstance(one, Program)]

    assert ids("programs", "other") == [("programs/a.py", "programs/a.py"), ("other/a.py", "other/a.py")]
    monkeypatch.chdir(folder / "programs")
    assert ids(".", "../other") == [("programs/a.py", "a.py"), ("other/a.py", "../other/a.py")]


def test_config_prints_what_holds_and_from_where(command: Any, write: Any) -> None:
    folder = write(cgr_audit_toml="contract = 'own.toml'\npolicy = 'p.toml'\njobs = 2\n", inner__x_py="")
    os.chdir("inner")
    done = command("config")
    assert (done.code, done.err) == (0, "")
    lines = done.out.decode().splitlines()
    assert lines[:3] == [
        f"# ../cgr-audit.toml; program ids count from {folder}",
        'contract = "../own.toml"  # every command that takes --contract',
        "# contracts: not set  (every command that takes --contract)",
    ]
    assert 'policy = "../p.toml"  # gate, run, pipeline, replay, verify' in lines
    assert "# select: not set  (audit)" in lines
