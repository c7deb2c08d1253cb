"""One interpreter per process: what it imports, and what it refuses to be."""

from __future__ import annotations

import gc
import time
import weakref
from dataclasses import replace
from pathlib import Path

import pytest

from cgr_audit.errors import UsageError
from cgr_audit.sandbox.component import SandboxError
from cgr_audit.sandbox.interpreter import Interpreter
from cgr_audit.sandbox.limits import Limits
from cgr_audit.sandbox.outcome import Completed
from cgr_audit.sandbox.sandbox import Sandbox
from cgr_audit.solvers.constant import ConstantSolver
from cgr_audit.source.contract import Imports, load_contract


def test_the_component_imports_exactly_one_function(interpreter: Interpreter) -> None:
    assert interpreter.imports() == ("solver-call",)
    assert sorted(interpreter.component.type.exports(interpreter.engine)) == ["accepts", "exports", "run"]


def test_a_component_that_is_missing_or_broken_says_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(SandboxError, match=r"run: cgr-audit sandbox build --profile standard"):
        Interpreter(component_folder=tmp_path, cache_folder=tmp_path)
    (tmp_path / "standard.wasm").write_bytes(b"\0asm junk")
    with pytest.raises(SandboxError, match=r"standard\.wasm: not a usable component"):
        Interpreter(component_folder=tmp_path, cache_folder=tmp_path)
    with pytest.raises(UsageError, match="no interpreter profile 'other'; there are science, standard"):
        Interpreter("other")


def test_two_interpreters_of_one_process_do_not_disturb_each_other(interpreter: Interpreter) -> None:
    other = Interpreter()
    for one in (interpreter, other, interpreter):
        sandbox = Sandbox(one, Limits(), load_contract("function"))
        assert sandbox.run(b"def f(): return 1", None, lambda _request: "", 0).outcome == Completed(1)


def test_a_contract_runs_under_its_own_profile_only(interpreter: Interpreter) -> None:
    contract = replace(load_contract("function"), imports=Imports(profile="science"))
    with pytest.raises(SandboxError, match="wants the profile 'science', the interpreter has 'standard'"):
        Sandbox(interpreter, Limits(), contract)


def test_an_interpreter_that_nothing_holds_is_given_back_with_its_mappings() -> None:
    interpreter = Interpreter(guests=1)
    sandbox = Sandbox(interpreter, Limits(), load_contract("cgr"))
    sandbox.run(b"def solve():\n    return 'A', 'A', 1\n", None, ConstantSolver("A"), 0)
    engine = weakref.ref(interpreter.engine)
    del interpreter, sandbox
    until = time.monotonic() + 5
    while engine() is not None and time.monotonic() < until:
        gc.collect()
        time.sleep(0.01)
    assert engine() is None
