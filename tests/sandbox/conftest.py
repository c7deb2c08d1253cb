"""What the sandbox's tests share: one interpreter, and a short way to run a program in it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Protocol

import pytest

from cgr_audit.sandbox.interpreter import Interpreter
from cgr_audit.sandbox.limits import Limits
from cgr_audit.sandbox.outcome import Run
from cgr_audit.sandbox.sandbox import Sandbox
from cgr_audit.solvers.constant import ConstantSolver
from cgr_audit.source.contract import Contract, load_contract, parse_contract

ITEM: Mapping[str, Any] = {
    "item_id": "q1",
    "dataset": "tests",
    "question": "Which one?",
    "options": [{"id": "A", "text": "one"}, {"id": "B", "text": "two"}],
}

ANSWER_B = ConstantSolver("B")
DEFAULTS = Limits()
ANY_VALUE = """
name = "any"
[entry]
kind = "function"
name = "solve"
parameters = ["item", "question", "options", "exp_config"]
[solver]
functions = { llm_model = ["prompt", "exp_config"] }
modules = ["helpers.llm"]
cap = 10
[extraction]
functions = { extract_answer = ["response"] }
"""


class RunProgram(Protocol):
    """Runs one program."""

    def __call__(
        self,
        source: str | bytes,
        *,
        solver: Callable[[Any], Any] = ...,
        contract: Contract | str | None = None,
        limits: Limits = ...,
        item: Mapping[str, Any] | None = ...,
        seed: int = 0,
        arguments: str | None = None,
        entry: str | None = None,
    ) -> Run: ...


@pytest.fixture(scope="session")
def any_value() -> Contract:
    """A contract under which `solve` may return anything."""
    return parse_contract(ANY_VALUE, "any.toml")


@pytest.fixture(scope="session")
def run(interpreter: Interpreter, any_value: Contract) -> RunProgram:
    def run_program(
        source: str | bytes,
        *,
        solver: Callable[[Any], Any] = ANSWER_B,
        contract: Contract | str | None = None,
        limits: Limits = DEFAULTS,
        item: Mapping[str, Any] | None = ITEM,
        seed: int = 0,
        arguments: str | None = None,
        entry: str | None = None,
    ) -> Run:
        rules = load_contract(contract) if isinstance(contract, str) else contract or any_value
        data = source.encode() if isinstance(source, str) else source
        sandbox = Sandbox(interpreter, limits, rules)
        return sandbox.run(data, item, solver, seed, arguments=arguments, entry=entry)

    return run_program
