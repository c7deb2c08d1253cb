"""A sandbox in which every solver call is made, answered, and then raises inside the program."""

from __future__ import annotations

from dataclasses import replace

from cgr_audit.sandbox.sandbox import Sandbox
from cgr_audit.source.contract import Prelude

__all__ = ["raising_sandbox"]

_RAISING_HELPERS = """

def _raising(ask):
    def raising(*arguments, **named):
        ask(*arguments, **named)
        raise RuntimeError("the solver failed")
    return raising

{assignments}
del _raising
"""


def raising_sandbox(sandbox: Sandbox) -> Sandbox | None:
    """The same sandbox under a contract whose prelude wraps the helpers; nothing if there are none to wrap.

    A solver that fails is a service or internal error, whatever the program makes of it; so that can be seen only if
    the exception is raised inside. The program's bytes stay what they are.
    """
    contract = sandbox.contract
    if not contract.solver.functions or contract.solver.modules:
        return None
    assignments = "\n".join(f"{name} = _raising({name})" for name in contract.solver.functions)
    prelude = Prelude(contract.prelude.source + _RAISING_HELPERS.format(assignments=assignments))
    return Sandbox(sandbox.interpreter, sandbox.limits, replace(contract, prelude=prelude))
