"""What the modules that every profile holds beside the pure ones give access to is found in each."""

from __future__ import annotations

import pytest

from cgr_audit.source.profiles import HELD_BESIDE
from tests.rules.finding_lines import findings_of

REACHING = {
    "ast.main()": "CGR403",
    "ast.sys.modules": "CGR404",
    "codecs.open('x')": "CGR403",
    "codecs.builtins.open('x')": "CGR403",
    "queue.threading.settrace(f)": "CGR404",
    "queue.types.FrameType": "CGR404",
    "queue.types.FunctionType(f, {})": "CGR402",
    "queue.LifoQueue().get()": "CGR406",
    "queue.Queue().get(timeout=3)": "CGR406",
    "queue.PriorityQueue().get(True)": "CGR406",
    "shlex.os.getcwd()": "CGR403",
    "shlex.shlex('x').sourcehook('y')": "CGR403",
    "sys.addaudithook(f)": "CGR404",
    "sys.argv": "CGR403",
    "sys.breakpointhook()": "CGR406",
    "sys.call_tracing(f, ())": "CGR404",
    "sys._current_exceptions()": "CGR404",
    "sys._getframe()": "CGR404",
    "sys.last_traceback": "CGR404",
    "sys.modules": "CGR404",
    "sys.path_importer_cache": "CGR404",
    "sys.settrace(f)": "CGR404",
    "sys.stdin.read()": "CGR406",
    "sys._xoptions": "CGR404",
    "tokenize._builtin_open('x')": "CGR404",
    "tokenize.open('x')": "CGR403",
    "weakref.sys.modules": "CGR404",
}
HARMLESS = [
    "ast.parse(text)", "codecs.encode(text, 'rot13')", "copyreg.pickle(C, f)", "queue.Queue().get_nowait()",
    "queue.Queue().get(False)", "queue.Queue(3).put(1)", "shlex.split(text)", "shlex.quote(text)", "sys.exit()",
    "sys.maxsize", "sys.setrecursionlimit(10_000)", "token.NAME", "tokenize.generate_tokens(f)", "weakref.ref(C)",
]  # fmt: skip


@pytest.mark.parametrize("expression", REACHING)
def test_a_dangerous_member_is_found(expression: str) -> None:
    module = expression.partition(".")[0]
    assert module in HELD_BESIDE
    assert findings_of("CGR4", f"import {module}\n{expression}\n") == [(REACHING[expression], 2)]


@pytest.mark.parametrize("expression", HARMLESS)
def test_a_harmless_member_is_left_alone(expression: str) -> None:
    module = expression.partition(".")[0]
    assert module in HELD_BESIDE
    assert findings_of("CGR4", f"import {module}\n{expression}\n") == []
