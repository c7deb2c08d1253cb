"""A signal at any moment: one line, the exit code that a shell expects, and no traceback of any process."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals as POSIX has them")

SIGNALS = [(signal.SIGINT, 130), (signal.SIGTERM, 143)]
AT_IMPORT = """
import os, signal, sys
seen = []
def watch(event, arguments):
    if event == "import" and arguments[0] == {module!r} and not seen:
        seen.append(1)
        os.kill(os.getpid(), {number})
sys.addaudithook(watch)
from cgr_audit.cli.main import main
main()
"""
IN_A_FINALIZER = """
import os, signal
from cgr_audit.cli import app, main
class Finalized:
    def __del__(self):
        os.kill(os.getpid(), {number})
        for _ in range(1000): pass
app.command_line = Finalized
main.main()
"""
TWICE = """
import os, signal
from cgr_audit.cli import app, main
def command_line():
    try:
        os.kill(os.getpid(), {number})
        signal.pause()
    finally:
        os.kill(os.getpid(), {number})
        signal.pause()
app.command_line = command_line
main.main()
"""
AS_THE_SERVER_STARTS = """
import os, signal, threading
from multiprocessing import forkserver
from cgr_audit.cli.main import main
ensure = forkserver._forkserver.ensure_running
def ensure_running():
    ensure()
    threading.Event().wait(0.3)
    os.killpg(0, {number})
forkserver.ensure_running = forkserver._forkserver.ensure_running = ensure_running
main()
"""
AS_A_CHILD_STARTS = """
import os, signal, threading
from multiprocessing import forkserver
from cgr_audit.audit import children
from cgr_audit.cli.main import main
connect = forkserver._forkserver.connect_to_new_process
def connect_to_new_process(fds):
    found = connect(fds)
    os.kill(os.getpid(), {number})
    threading.Event().wait(0.3)
    return found
forkserver.connect_to_new_process = connect_to_new_process
main()
"""


def stopped(text: str, *arguments: object) -> tuple[int, str, str]:
    """How a process with a group of its own ended, and what it and its children wrote."""
    command = [sys.executable, "-c", text, *map(str, arguments)]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    ) as process:
        out, said = process.communicate(timeout=60)
    return process.returncode, out, said


@pytest.fixture
def program(tmp_path: Path) -> Path:
    path = tmp_path / "p.py"
    path.write_text("def solve(question):\n    return 'A', 'A', 1\n")
    return path


@pytest.mark.parametrize(
    ("module", "number", "code"),
    [
        ("typer", signal.SIGINT, 130),
        ("cgr_audit.cli.verify", signal.SIGTERM, 143),
        ("cgr_audit.source.collect", signal.SIGINT, 130),
        ("pebble", signal.SIGTERM, 143),
    ],
)
def test_while_modules_are_imported(module: str, number: int, code: int, program: Path) -> None:
    text = AT_IMPORT.format(module=module, number=int(number))
    assert stopped(text, "audit", program, "--no-cache") == (code, "", "cgr-audit: stopped\n")


@pytest.mark.parametrize(("number", "code"), [SIGNALS[0], pytest.param(*SIGNALS[1], marks=pytest.mark.slow)])
@pytest.mark.parametrize("text", [AS_THE_SERVER_STARTS, AS_A_CHILD_STARTS], ids=["server", "child"])
def test_while_children_start(
    text: str, number: int, code: int, program: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CGR_AUDIT_CACHE", str(program.parent / "empty"))
    assert stopped(text.format(number=int(number)), "audit", program) == (code, "", "cgr-audit: stopped\n")


@pytest.mark.parametrize(("number", "code"), SIGNALS)
@pytest.mark.parametrize("text", [IN_A_FINALIZER, TWICE], ids=["in a finalizer", "twice"])
def test_where_nothing_can_be_raised_and_again_while_it_is_cleaned_up(text: str, number: int, code: int) -> None:
    assert stopped(text.format(number=int(number))) == (code, "", "cgr-audit: stopped\n")


def test_with_standard_error_closed() -> None:
    text = TWICE.format(number=int(signal.SIGTERM))
    done = subprocess.run(["sh", "-c", 'exec "$0" -c "$1" 2>&-', sys.executable, text], check=False, timeout=60)
    assert done.returncode == 143


def test_the_installed_command_and_the_module_handle_signals_from_their_first_line() -> None:
    root = Path(__file__).resolve().parents[2]
    assert 'cgr-audit = "cgr_audit.cli.main:main"' in (root / "pyproject.toml").read_text("utf-8")
    text = "import sys, cgr_audit.__main__; print('typer' in sys.modules)"
    shown = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, check=True, env=os.environ)
    assert shown.stdout == "False\n"
