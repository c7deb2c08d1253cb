"""Standard streams that are closed or full end a command in one line with exit code 4, never as an internal error."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

START = f'"{sys.executable}" -c "from cgr_audit.cli.main import main; main()"'
PROGRAM = "def solve(question):\n    return extract_answer(llm_model(question, {})), None, 3\n"


def shell(arguments: str, folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(["sh", "-c", f"{START} {arguments}"], cwd=folder, capture_output=True, text=True, check=False)


@pytest.mark.parametrize(
    ("redirection", "said"), [("1>&-", "Bad file descriptor"), ("1>/dev/full", "No space left on device")]
)
@pytest.mark.parametrize("arguments", ["version", "--help", "gate a.py", "audit a.py --format json", "rules"])
def test_an_output_that_takes_nothing_is_one_line_and_exit_code_4(
    tmp_path: Path, arguments: str, redirection: str, said: str
) -> None:
    (tmp_path / "a.py").write_text(PROGRAM)
    done = shell(f"{arguments} {redirection}", tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (4, "", f"cgr-audit: standard output: {said}\n")


def test_a_closed_output_is_nothing_to_a_command_that_writes_a_file(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text(PROGRAM)
    done = shell("gate a.py --out v.jsonl 1>&-", tmp_path)
    assert (done.returncode, (tmp_path / "v.jsonl").read_text().count("\n")) == (0, 1)


def test_a_closed_input_cannot_be_read(tmp_path: Path) -> None:
    done = shell("audit - 0<&-", tmp_path)
    assert (done.returncode, "internal error" in done.stderr) == (4, False)
    assert " · 1 could not be read · " in done.stderr


@pytest.mark.parametrize("redirection", ["2>&-", "2>/dev/full"])
def test_an_error_that_nobody_can_be_told_keeps_its_exit_code(tmp_path: Path, redirection: str) -> None:
    done = shell(f"audit nowhere {redirection}", tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
