"""No command imports anything out of the folder that it is started in."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

OURS = ["numpy", "pandas", "pyarrow", "libcst", "astroid", "pebble", "msgspec", "cgr_audit", "sitecustomize"]
MODULES = sorted({*sys.stdlib_module_names, *OURS} - {"__future__"})


@pytest.fixture
def hostile(tmp_path: Path) -> Path:
    """A folder of programs, each called like a module, that note that they ran."""
    folder = tmp_path / "programs"
    folder.mkdir()
    for name in MODULES:
        (folder / f"{name}.py").write_text(f"open({str(tmp_path / 'ran')!r}, 'a').write({name + ' '!r})\n")
    return folder


@pytest.mark.parametrize("arguments", [["audit", "socket.py", "--jobs", "2"], ["gate", "socket.py"], ["rules"]])
def test_programs_that_are_called_like_modules_are_read_and_not_run(
    hostile: Path, arguments: list[str], tmp_path: Path
) -> None:
    command = Path(sys.executable).with_name("cgr-audit")
    environment = {**os.environ, "CGR_AUDIT_CACHE": str(tmp_path / "cache"), "XDG_CACHE_HOME": str(tmp_path / "cache")}
    environment.pop("PYTHONSAFEPATH", None)
    done = subprocess.run([command, *arguments], cwd=hostile, env=environment, capture_output=True, check=False)
    assert not (tmp_path / "ran").exists(), (tmp_path / "ran").read_text()
    assert done.returncode in {0, 1}, done.stderr


def test_who_audits_from_a_program_of_their_own_is_as_safe(hostile: Path, tmp_path: Path) -> None:
    own = tmp_path / "own"
    own.mkdir()
    script = own / "audit_folder.py"
    script.write_text(
        "import json, os, sys\n"
        "from pathlib import Path\n"
        "from cgr_audit.audit.workers import Assignment, ProcessWorkers\n"
        "from cgr_audit.source.contract import load_contract\n"
        "from cgr_audit.source.program import Program\n"
        "before = dict(os.environ)\n"
        "programs = [Program('a', 'a', Path('socket.py').read_bytes())]\n"
        "assignment = Assignment(load_contract('pot'), ('CGR001',), None)\n"
        "audits = list(ProcessWorkers(assignment, 1, 20).map(programs))\n"
        "print(json.dumps([audit.status for audit in audits] + [dict(os.environ) == before]))\n"
    )
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONSAFEPATH"}
    done = subprocess.run(
        [sys.executable, script], cwd=hostile, env=environment, capture_output=True, text=True, check=True
    )
    assert json.loads(done.stdout) == ["analysed", True]
    assert not (tmp_path / "ran").exists()
