"""What each scaffold does with each kind of reply, found by running it.

A row's reply is drawn, not asked of anybody; what the program makes of it is not drawn. The scripts are few, so that
each program text runs once for each and its rows share what came of it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from cgr_audit.execution.path_result import PathResult
from cgr_audit.execution.paths import assisted_path, direct_path
from cgr_audit.execution.provenance import executed_source, read_program
from cgr_audit.records.rows import Item, RowKey
from cgr_audit.sandbox.compile_check import GuestCompiler
from cgr_audit.sandbox.interpreter import Interpreter
from cgr_audit.sandbox.limits import Limits
from cgr_audit.sandbox.sandbox import Sandbox
from cgr_audit.sandbox.threads import map_in_order
from cgr_audit.solvers.interface import SolverFailure, SolverRequest
from cgr_audit.source.contract import Contract
from simulation.scaffolds import LETTERS, SCAFFOLDS, scaffold_text

__all__ = ["QUESTION", "REFUSED", "Manner", "Script", "ScriptedRun", "direct_runs", "program_runs"]

QUESTION = "Simulated, no real question. Item {number} of {dataset}: which option was drawn?"
REFUSED = frozenset({"forbidden_import", "file_access", "syntax_error"})
"""Scaffolds that the gate refuses; they are not run."""
MANNERS = ("steady", "one_empty", "two_empty", "vague", "wordy", "failing")
Manner = str
"""How a solver replies; letters are given as asked for, after none, one or two replies without one; or never."""
_EMPTY = {"steady": 0, "one_empty": 1, "two_empty": 2}
_JOBS = 4


@dataclass(frozen=True, slots=True)
class Script:
    """One solver's replies to one row."""

    manner: Manner
    letter: str

    def __call__(self, request: SolverRequest) -> str:
        """The reply to a request.

        Raises:
            SolverFailure: the manner is ``failing``.
        """
        match self.manner:
            case "failing":
                raise SolverFailure("the simulated solver is out of order")
            case "vague":
                return "it is hard to say"
            case "wordy":
                return "it depends, but I would need to see more"
            case _:
                before = request.call_index if request.origin.attempt == 1 else len(MANNERS)
                return f"The answer is {self.letter}." if before >= _EMPTY[self.manner] else "hm"


@dataclass(frozen=True, slots=True)
class ScriptedRun:
    """What came of one path under one script, as far as rows hold it."""

    outcome: str
    answer: str | None
    extraction_failed: bool
    attempts: int
    calls: int
    error: str | None
    provenance: str | None
    """Where the answer came from; null on the direct path and where the run did not complete."""


def program_runs(contract: Contract) -> Mapping[tuple[str, str, int, Script], ScriptedRun]:
    """Every scaffold that runs, by its name, its letter, how many options there are, and the script."""
    sandbox = Sandbox(Interpreter(contract.imports.profile), Limits(), contract)
    accepts = GuestCompiler(contract.imports.profile)
    wanted = [
        (name, letter, options, script)
        for name in SCAFFOLDS
        if name not in REFUSED
        for options in (3, 4, 5)
        for letter in LETTERS[:options]
        for script in _scripts(options)
    ]
    readings = {
        (name, letter): read_program(scaffold_text(name, letter).encode(), contract, accepts)
        for name, letter, options, _ in wanted
        if options == len(LETTERS)
    }

    def run(case: tuple[str, str, int, Script]) -> ScriptedRun:
        name, letter, options, script = case
        item = _item(options)
        result = assisted_path(sandbox, scaffold_text(name, letter).encode(), item, script, _key(item))
        source = executed_source(readings[name, letter], result, frozenset(item.option_ids))
        return _scripted_run(result, source if result.outcome == "completed" else None)

    return dict(zip(wanted, map_in_order(run, wanted, _JOBS), strict=True))


def direct_runs(contract: Contract) -> Mapping[tuple[int, Script], ScriptedRun]:
    """The direct path, by how many options there are and the script."""
    runs = {}
    for options in (3, 4, 5):
        item = _item(options)
        for script in _scripts(options):
            runs[options, script] = _scripted_run(direct_path(contract, item, script, _key(item)), None)
    return runs


def _scripts(options: int) -> list[Script]:
    lettered = [Script(manner, letter) for manner in _EMPTY for letter in LETTERS[:options]]
    return [*lettered, *(Script(manner, "A") for manner in MANNERS if manner not in _EMPTY)]


def _scripted_run(result: PathResult, provenance: str | None) -> ScriptedRun:
    calls = len(result.calls)
    failed, attempts = result.extraction_failed, result.attempts
    return ScriptedRun(result.outcome, result.answer, failed, attempts, calls, result.error, provenance)


def _item(options: int) -> Item:
    texts = tuple({"id": letter, "text": f"option {letter.lower()}"} for letter in LETTERS[:options])
    return Item("0000", "simulated", QUESTION.format(number="0000", dataset="simulated"), texts, ("A",))


def _key(item: Item) -> RowKey:
    return RowKey(item.dataset, item.item_id, "simulated", "simulated", 0)
