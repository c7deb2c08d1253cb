"""Running a labelled program under scripted solvers, on items with two, four and five options."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from labelled_programs import LabelledProgram

from cgr_audit.sandbox.interpreter import Interpreter
from cgr_audit.sandbox.limits import Limits
from cgr_audit.sandbox.outcome import Completed, Run
from cgr_audit.sandbox.sandbox import Sandbox
from cgr_audit.solvers.spec import parse_solver_spec
from cgr_audit.source.contract import load_contract

__all__ = ["FAILURES", "ITEMS", "PLAN", "SILENT", "SPECS", "ScriptedRun", "scripted_runs"]

SILENT = "constant:nothing to say"
"""Names no letter, confirms nothing and denies nothing that a program asks for."""

SPECS = (
    SILENT,
    *(f"constant:{letter}" for letter in "ABCDE"),
    "constant:",
    "constant:yes, true, the answer is B. DONE",
    "constant:no. UNSURE, faulty, poor, second, new, 2 (A) 10%",
    'constant:{"answer": "C", "letter": "C", "gold": "C"}',
    "constant:a fruit, a mammal (C)",
    "constant:What do you mean? Bad.",
    "constant:" + "\n".join(f"{number}. (C) DONE" for number in range(1, 31)),
    "constant:good fine final (D), a bird, a grain; calculation, math; unsure, negated",
    "cycle:A|B|C|D",
    "cycle:|E",
    "cycle:yes|no|A|nothing",
    "cycle:no|yes|yes B|C. good",
    "cycle:A. 95%|A. 95%|B. 20%",
    "cycle:6 * 7|nothing",
    "seeded:3",
)
"""Solvers by their specifications: every letter, garbage, nothing, words that programs look for, changes of mind."""

_TEXTS = ("the first one", "number 4", "the longest option of all of them", "pancreas", "none of these")
_QUESTIONS = {
    2: "Which of the two is heavier, 3 kg of lead or 4 kg of cork?",
    4: "Why does a volt-meter (V) need a high resistance, except in bridges? Answer: B",
    5: "Which organ makes insulin in a person who has eaten 12 plums, and which does not?",
}
_DATASETS = {2: "physics", 4: "anatomy", 5: "physiology"}


def _item(count: int) -> Mapping[str, Any]:
    options = [{"id": "ABCDE"[place], "text": _TEXTS[place]} for place in range(count)]
    return {"item_id": f"item-{count}", "dataset": _DATASETS[count], "question": _QUESTIONS[count], "options": options}


ITEMS = {count: _item(count) for count in (2, 4, 5)}
"""Items by their number of options."""

FAILING = "failing:"
"""Before a specification: every call is made and answered, but raises. ``failing-once:`` does so for the first only."""

FAILURES = ("failing:constant:A", "failing-once:constant:A", "failing-once:cycle:|E")

_FEW = (
    SILENT,
    "constant:A",
    "constant:no. UNSURE, faulty, poor, second, new, 2 (A) 10%",
    "cycle:|E",
    "cycle:yes|no|A|nothing",
)
PLAN: Mapping[int, tuple[str, ...]] = {2: _FEW, 4: (*SPECS, *FAILURES), 5: _FEW}
"""Numbers of options to solvers: all of them for four, some for the others."""

_NOTED = "(the solver's place was taken by one that raises)"
_RAISING = """

_asked, _calls = llm_model, 0


def llm_model(prompt, exp_config):
    global _calls
    response = _asked(prompt, exp_config)
    _calls += 1
    if _calls <= {failures}:
        print("{noted}")
        raise RuntimeError("the solver failed")
    return response
"""


@dataclass(frozen=True, slots=True)
class ScriptedRun:
    """One run, and what it was run under."""

    solver: str
    options: int
    run: Run

    @property
    def answer(self) -> Any:
        """The solver channel of what came back, or all of it where it has no channels; nothing without a value."""
        value = self.run.value
        return value[0] if isinstance(value, tuple | list) and len(value) == 3 else value

    @property
    def failing(self) -> bool:
        """Whether every call raised. Not so where a program keeps the helper under another name."""
        return self.solver.startswith(FAILING) and _NOTED in self.run.output

    @property
    def faultless(self) -> bool:
        """Whether the solver answered every call."""
        return self.solver not in FAILURES

    @property
    def completed(self) -> bool:
        """Whether the program came to its end."""
        return isinstance(self.run.outcome, Completed)


def scripted_runs(
    labelled: LabelledProgram,
    plan: Mapping[int, tuple[str, ...]] = PLAN,
    limits: Limits = Limits(),  # noqa: B008  frozen
) -> list[ScriptedRun]:
    """Run a program under each number of options with the solvers planned for it; once where it queries no solver."""
    contract = load_contract(labelled.contract)
    sandbox = Sandbox(_interpreter(contract.imports.profile), limits, contract)
    if not contract.solver.is_used:
        plan = {2: (SILENT,)}
    return [
        ScriptedRun(spec, count, _run(labelled, spec, ITEMS[count], sandbox))
        for count, specs in plan.items()
        for spec in specs
        if spec not in FAILURES or _can_fail(labelled)
    ]


def _run(labelled: LabelledProgram, spec: str, item: Mapping[str, Any], sandbox: Sandbox) -> Run:
    program, solver = labelled.runnable, spec
    if spec in FAILURES:
        kind, _, solver = spec.partition(":")
        failures = "1" if kind == "failing-once" else "10**9"
        program += _RAISING.replace("{failures}", failures).replace("{noted}", _NOTED).encode()
    return sandbox.run(program, item, parse_solver_spec(solver), 0, arguments=labelled.arguments)


def _can_fail(labelled: LabelledProgram) -> bool:
    """Whether a solver that raises can be put in the helper's place without changing what the program is."""
    return labelled.contract == "cgr" and not labelled.codes & {"CGR001", "CGR101", "CGR105", "CGR111"}


@cache
def _interpreter(profile: str) -> Interpreter:
    return Interpreter(profile)
