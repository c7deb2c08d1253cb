"""``run`` and ``probe``: programs in the sandbox, from Python."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from cgr_audit.api.audits import audit
from cgr_audit.api.programs import WITHOUT, Source, checked_item, compiler, interpreter, sole, terms_of
from cgr_audit.errors import UsageError
from cgr_audit.execution.probe.probing import Prober, ProbeSettings
from cgr_audit.execution.probe.program_probe import ProgramProbe, probe_program
from cgr_audit.execution.probe.tasks import ProbeItems, probe_tasks
from cgr_audit.records.rows import Item, from_record
from cgr_audit.sandbox.limits import Limits, parse_limits
from cgr_audit.sandbox.outcome import Outcome
from cgr_audit.sandbox.sandbox import Sandbox
from cgr_audit.sandbox.threads import call_on_guest_thread
from cgr_audit.solvers.interface import SolverRequest
from cgr_audit.solvers.sampling import sent_parameters
from cgr_audit.source.contract import Contract

__all__ = ["probe", "run"]

Solve = Callable[[str, Mapping[str, Any]], str]
"""Answers a prompt; the mapping has the sampling parameters that the program asks for."""


def run(
    source: Source,
    item: Mapping[str, Any] | Item | None,
    solver: Solve,
    *,
    contract: Contract | str | Path = "cgr",
    seed: int = 0,
    limits: str = "",
) -> Outcome:
    r"""Run a program once in the sandbox, whose only way out is the solver. Nothing is judged before.

    >>> import cgr_audit
    >>> text = "def solve(question, exp_config):\n    a = llm_model(question, exp_config)\n    return a, a, 1\n"
    >>> item = {"question": "Is water wet?", "options": [{"id": "A", "text": "yes"}, {"id": "B", "text": "no"}]}
    >>> cgr_audit.run(text, item, lambda prompt, parameters: "A").value
    ('A', 'A', 1)

    Args:
        source: a program, as ``audit`` takes it.
        item: what the program is given: the fields of an item, as in ``items.jsonl``, or an item of a package;
            nothing for a contract that gives programs none.
        solver: answers each prompt; whatever it raises makes the run a host failure.
        contract: what the program is called by, and what must come back.
        seed: what randomness inside the program follows from.
        limits: as ``--limits`` takes them: ``"fuel=1e9,calls=20"``.

    Raises:
        UsageError: there is not exactly one program, or the item, the contract or a limit cannot be used.
        SandboxError: the sandbox cannot be started.
    """
    terms = terms_of(contract)
    record = None if item is None else checked_item(item, terms)
    sandbox = Sandbox(interpreter(terms.imports.profile), parse_limits(limits), terms)

    def answer(request: SolverRequest) -> str:
        return solver(request.prompt, sent_parameters(request))

    return sandbox.run(sole(source).data, record, answer, seed).outcome


def probe(
    source: Source,
    *,
    item: Mapping[str, Any] | Item | None = None,
    contract: Contract | str | Path = "cgr",
    thorough: bool = False,
) -> ProgramProbe:
    r"""What a program answers under solvers that differ only in what they say: whether its answer follows them.

    >>> import cgr_audit
    >>> text = "def solve(question, exp_config):\n    llm_model(question, exp_config)\n    return 'C', 'C', 1\n"
    >>> shown = cgr_audit.probe(text)
    >>> print(shown.sensitivity)
    insensitive
    >>> print(cgr_audit.gate(text, probe=shown).verdict)
    observe

    Args:
        source: a program, as ``audit`` takes it.
        item: what it is probed on; made up where there is none.
        contract: what the program is held to.
        thorough: try many more solvers and items before an answer counts as decided.

    Raises:
        UsageError: there is not exactly one program, the item or the contract cannot be used, or programs under the
            contract query no solver.
        SandboxError: the sandbox cannot be started.
    """
    terms = terms_of(contract)
    if not terms.solver.is_used:
        raise UsageError(f"programs under the contract {terms.name!r} query no solver: there is nothing to vary")
    program = sole(source)
    record = audit(program, contract=terms).sole
    items = [] if item is None else [from_record(Item, {**WITHOUT, **checked_item(item, terms)})]
    limits = Limits(calls=terms.solver.cap)
    prober = Prober(Sandbox(interpreter(terms.imports.profile), limits, terms), ProbeSettings(thorough=thorough))
    material = ProbeItems(terms, items=items, thorough=thorough)
    (task,) = probe_tasks([(program, record)], material, terms, compiler(terms.imports.profile))
    return call_on_guest_thread(lambda: probe_program(prober, task))
