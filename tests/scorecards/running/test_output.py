"""What functions return and scripts print."""

from __future__ import annotations

import pytest

from cgr_audit.sandbox.outcome import HostFailure, Run
from cgr_audit.scorecards.running.output import FunctionCall, Output, ScriptRun, Unknown, outputs
from cgr_audit.scorecards.running.sandboxes import Sandboxes


@pytest.mark.parametrize(
    ("call", "output"),
    [
        (
            FunctionCall("def f(x):\n    return x, {3, 1}, 'a', None, 1.5\n", "[1]"),
            Output("([1], {1, 3}, 'a', None, 1.5)"),
        ),
        (FunctionCall("def g(x):\n    return x\ndef h(x):\n    return -x\n", "1", "g"), Output("1")),
        (FunctionCall("def g(x=input):\n    return 5\n", ""), Output("5")),
        (FunctionCall("class Solution:\n    def go(self, x):\n        return x\n", "true"), Output("True")),
        (ScriptRun("print(input() + '!')\n", "hi\n"), Output("hi!\n")),
        (ScriptRun("print(1)\nexit_code = 0\nraise SystemExit\n", ""), Output("1\n")),
        (
            FunctionCall("def f():\n    return 1 / 0\n", ""),
            Output(failure="line 2: ZeroDivisionError: division by zero"),
        ),
        (
            FunctionCall("def f():\n    return f\n", ""),
            Output(failure="it returned an object of type function, which has no literal"),
        ),
        (FunctionCall("def f(:\n", ""), Output(failure="line 1: SyntaxError: invalid syntax")),
        (FunctionCall("x =", ""), Output(failure="line 1: SyntaxError: invalid syntax")),
        (
            FunctionCall("def f(x):\n    return x\n", "(1"),
            Output(unknown=Unknown.INPUT_UNUSABLE, reason="the input is no argument list: '(' was never closed"),
        ),
        (
            FunctionCall("def f(x):\n    return x\n", "y"),
            Output(failure="NameError: the arguments use an unknown name: name 'y' is not defined"),
        ),
        (ScriptRun("print(1 / 0)\n", ""), Output(failure="line 1: ZeroDivisionError: division by zero")),
    ],
)
def test_an_output_is_a_literal_or_why_there_is_none(call: FunctionCall | ScriptRun, output: Output) -> None:
    assert outputs([call], jobs=1) == [output]


def test_a_fault_of_the_sandbox_is_no_output_and_no_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    broken = Run(HostFailure("no more file descriptors"), (), 0, (), "", 0.0, "")
    monkeypatch.setattr(Sandboxes, "call", lambda *_: broken)
    (output,) = outputs([FunctionCall("def f():\n    return 1\n", "")], jobs=1)
    assert output == Output(unknown=Unknown.SANDBOX_FAILED, reason="no more file descriptors")
