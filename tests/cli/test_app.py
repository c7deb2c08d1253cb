"""The frame of the command line: one line for usage error, and outputs that are written where they point."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest

PROGRAM = "def solve(question):\n    return extract_answer(llm_model(question, {})), 'A', 1\n"


def cgr_audit(*arguments: object, stdin: str | None = None) -> subprocess.CompletedProcess[str]:
    program = "import sys; sys.argv[0] = 'cgr-audit'; from cgr_audit.cli.main import main; main()"
    command = [sys.executable, "-c", program, *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, input=stdin, timeout=120, check=False)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("audit",), "Missing argument 'PATH...'. (see `cgr-audit audit --help`)"),
        (("audit", "--jobs", "-1", "x.py"), "Invalid value for '--jobs'"),
        (("audit", "--fail-on", "bogus", "x.py"), "Invalid value for '--fail-on': 'bogus' is not one of"),
        (("exec", "x.py"), "Missing option '--solver'"),
        (("bogus",), "No such command 'bogus'"),
        (("exec", "x.py", "--solver", "fail", "--args", "1, ("), "--args '1, (': not a list of Python expressions"),
    ],
)
def test_wrong_usage_is_one_line_and_exit_code_2(arguments: tuple[str, ...], said: str) -> None:
    done = cgr_audit(*arguments)
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert done.stderr.startswith(f"cgr-audit: {said}")
    assert done.stdout == ""


def test_a_shell_completes_commands_options_and_values(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("_CGR_AUDIT_COMPLETE", "complete_bash")
    monkeypatch.setenv("COMP_WORDS", "cgr-audit gate --fail-on r")
    monkeypatch.setenv("COMP_CWORD", "3")
    assert cgr_audit().stdout.split() == ["refused"]


def test_the_version_is_printed_by_command_and_by_option() -> None:
    assert cgr_audit("--version").stdout == cgr_audit("-V").stdout == cgr_audit("version").stdout != ""


@pytest.mark.parametrize(
    ("arguments", "meant"),
    [
        (("schema", "verdct"), "verdict"),
        (("audit", ".", "--format", "jsn"), "json"),
        (("gate", ".", "--format", "jsnl"), "jsonl"),
        (("exec", ".", "--solver", "contsant:B"), "constant"),
    ],
)
def test_the_closest_known_name_is_suggested(command: Any, arguments: tuple[str, ...], meant: str) -> None:
    done = command(*arguments)
    assert done.code == 2
    assert f"did you mean '{meant}'? there are" in done.err


def test_completion_is_installed_by_one_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in {"HOME": tmp_path, "_TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION": 1}.items():
        monkeypatch.setenv(name, str(value))
    done = cgr_audit("--install-completion", "bash")
    assert (done.returncode, done.stderr) == (0, "")
    (installed,) = (tmp_path / ".bash_completions").iterdir()
    assert "-F _cgr_audit_completion cgr-audit" in installed.read_text()
    for name, value in {"_CGR_AUDIT_COMPLETE": "complete_bash", "COMP_WORDS": "cgr-audit ga", "COMP_CWORD": 1}.items():
        monkeypatch.setenv(name, str(value))
    assert cgr_audit().stdout.split() == ["gate"]


def test_the_package_runs_as_a_module() -> None:
    ran = subprocess.run([sys.executable, "-m", "cgr_audit", "version"], capture_output=True, text=True, check=True)
    assert ran.stdout == cgr_audit("version").stdout


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes on this system")
def test_an_output_that_is_a_pipe_is_written_through(tmp_path: Path) -> None:
    program, pipe = tmp_path / "a.py", tmp_path / "pipe"
    program.write_text(PROGRAM)
    os.mkfifo(pipe)
    read: list[str] = []
    reader = threading.Thread(target=lambda: read.append(pipe.read_text()), daemon=True)
    reader.start()
    assert cgr_audit("audit", program, "--format", "csv", "--out", pipe).returncode == 0
    reader.join(10)
    assert read[0].startswith("program_id,")
    assert pipe.is_fifo()


def test_an_output_that_is_a_link_stays_one_and_its_target_keeps_its_mode(tmp_path: Path) -> None:
    program, target, link = tmp_path / "a.py", tmp_path / "target.csv", tmp_path / "link.csv"
    program.write_text(PROGRAM)
    target.write_text("before")
    target.chmod(0o600)
    link.symlink_to(target)
    assert cgr_audit("audit", program, "--format", "csv", "--out", link).returncode == 0
    assert link.is_symlink()
    assert target.read_text().startswith("program_id,")
    assert target.stat().st_mode & 0o777 == 0o600


def test_what_a_program_says_cannot_steer_the_terminal(tmp_path: Path) -> None:
    program = tmp_path / "a.py"
    program.write_text("def solve(question):\n    raise ValueError('\\x1b[31mred\\nb.py  completed')\n")
    shown = cgr_audit("exec", program, "--solver", "fail").stdout
    assert "\x1b" not in shown
    assert "\\x1b[31mred\\nb.py  completed" in shown


def test_rows_without_arguments_are_named_and_the_others_run(tmp_path: Path) -> None:
    rows = tmp_path / "rows.jsonl"
    rows.write_text(
        '{"id": "a", "source": "def f(x): return x", "args": "1"}\n{"id": "b", "source": "def f(x): return x"}\n'
    )
    done = cgr_audit(
        "exec", rows, "--contract", "function", "--args-field", "args", "--solver", "fail", "--format", "json"
    )
    assert done.returncode == 4
    assert done.stdout.count("\n") == 1
    assert "rows.jsonl:2: no text in the field 'args', which --args-field names" in done.stderr


def test_a_mistyped_id_field_is_said_and_a_link_to_nothing_is_no_clean_run(tmp_path: Path) -> None:
    rows = tmp_path / "rows.jsonl"
    rows.write_text('{"id": "a", "source": "x = 1"}\n')
    done = cgr_audit("audit", rows, "--contract", "pot", "--id-field", "nope")
    assert done.returncode == 4
    assert "no field 'nope'; it has 'id', 'source': see --id-field" in done.stderr + done.stdout
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / "a.py").write_text(PROGRAM)
    (folder / "b.py").symlink_to("/nowhere/at/all.py")
    done = cgr_audit("audit", folder)
    assert done.returncode == 4
    assert "the link leads nowhere" in done.stderr + done.stdout
