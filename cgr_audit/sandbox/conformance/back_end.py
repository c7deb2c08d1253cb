"""What the suite asks of a sandbox, and ours behind that interface."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from cgr_audit.sandbox.interpreter import Interpreter
from cgr_audit.sandbox.limits import Limits
from cgr_audit.sandbox.outcome import Run
from cgr_audit.sandbox.sandbox import Sandbox
from cgr_audit.solvers.interface import Solver
from cgr_audit.source.contract import Contract, parse_contract

__all__ = ["BackEnd", "ComponentBackEnd", "conformance_contract"]

_CONTRACT = """
name = "conformance"
[entry]
kind = "function"
name = "solve"
parameters = ["item", "question", "options", "exp_config"]
[solver]
functions = { llm_model = ["prompt", "exp_config"] }
[extraction]
functions = { extract_answer = ["response"] }
"""


class BackEnd(Protocol):
    """Runs programs whose entry is ``solve``; many threads may use it at once."""

    def run(self, program: bytes, item: Mapping[str, Any], solver: Solver, seed: int, limits: Limits) -> Run:
        """Run one program, whatever it does, and say how it ended."""
        ...


class ComponentBackEnd:
    """The sandbox of this package."""

    def __init__(self, interpreter: Interpreter) -> None:
        self._interpreter = interpreter
        self._contract = conformance_contract(interpreter.profile)

    def run(self, program: bytes, item: Mapping[str, Any], solver: Solver, seed: int, limits: Limits) -> Run:
        """Run one program in an instance of its own."""
        return Sandbox(self._interpreter, limits, self._contract).run(program, item, solver, seed)


def conformance_contract(profile: str = "standard") -> Contract:
    """The contract that the suite's programs are written for: ``solve`` may return anything."""
    return parse_contract(f'{_CONTRACT}[imports]\nprofile = "{profile}"\n', "conformance.toml")
