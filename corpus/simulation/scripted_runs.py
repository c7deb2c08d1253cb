"""What each scaffold does with each kind of reply, found by running it.

A row's reply is drawn, not asked of anybody; what the program makes of it is not drawn. The scripts are few: a program
runs once for each that some row needs, and the rows share what came of it. So do the texts of a scaffold that differ
only in the letter that they hand back as the generator's.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from cgr_audit.execution.path_result import PathResult
from cgr_audit.execution.paths import assisted_path, direct_path
from cgr_audit.execution.provenance import Reading, executed_source, read_program
from cgr_audit.records.rows import Item, RowKey
from cgr_audit.sandbox.compile_check import GuestCompiler
from cgr_audit.sandbox.interpreter import Interpreter
from cgr_audit.sandbox.limits import Limits
from cgr_audit.sandbox.sandbox import Sandbox
from cgr_audit.solvers.interface import SolverFailure, SolverRequest
from cgr_audit.source.contract import Contract
from simulation.scaffolds import LETTERS, answers_with_own_letter, scaffold_text

__all__ = ["QUESTION", "REFUSED", "Manner", "Script", "ScriptedRun", "ScriptedRuns", "scripts"]

QUESTION = "Simulated, no real question. Item {number} of {dataset}: which option was drawn?"
REFUSED = frozenset({"forbidden_import", "file_access", "syntax_error"})
"""Scaffolds that the gate refuses; they are not run."""
MANNERS = ("steady", "one_empty", "two_empty", "vague", "wordy", "failing")
Manner = str
"""How a solver replies; letters are given as asked for, after none, one or two replies without one; or never."""
_EMPTY = {"steady": 0, "one_empty": 1, "two_empty": 2}


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


class ScriptedRuns:
    """Both paths under any script; each is run when a row first needs it."""

    def __init__(self, contract: Contract) -> None:
        """Start the sandbox.

        Args:
            contract: what programs are held to, and how they and the direct path extract and retry.
        """
        self._contract = contract
        self._sandbox = Sandbox(Interpreter(contract.imports.profile), Limits(), contract)
        self._accepts = GuestCompiler(contract.imports.profile)
        self._program = cache(self._run_program)
        self._reading = cache(self._read)
        self._direct = cache(self._ask_directly)

    def program(self, scaffold: str, letter: str, options: int, script: Script) -> ScriptedRun:
        """What a scaffold does that is not refused.

        Args:
            scaffold: its name.
            letter: the generator's own answer.
            options: how many options the item has.
            script: what the solver replies.
        """
        return self._program(scaffold, letter if answers_with_own_letter(scaffold) else LETTERS[0], options, script)

    def direct(self, options: int, script: Script) -> ScriptedRun:
        """What the direct path gives for an item with so many options."""
        return self._direct(options, script)

    def _run_program(self, scaffold: str, letter: str, options: int, script: Script) -> ScriptedRun:
        item, text = _item(options), scaffold_text(scaffold, letter).encode()
        result = assisted_path(self._sandbox, text, item, script, _key(item))
        source = executed_source(self._reading(text), result)
        return _scripted_run(result, source if result.outcome == "completed" else None)

    def _read(self, text: bytes) -> Reading | None:
        return read_program(text, self._contract, self._accepts)

    def _ask_directly(self, options: int, script: Script) -> ScriptedRun:
        item = _item(options)
        return _scripted_run(direct_path(self._contract, item, script, _key(item)), None)


def scripts(manner: Manner, letters: Sequence[str]) -> list[Script]:
    """The scripts of a manner for these options; one where no reply names a letter."""
    return [Script(manner, letter) for letter in (letters if manner in _EMPTY else LETTERS[0])]


def _scripted_run(result: PathResult, provenance: str | None) -> ScriptedRun:
    calls = len(result.calls)
    failed, attempts = result.extraction_failed, result.attempts
    return ScriptedRun(result.outcome, result.answer, failed, attempts, calls, result.error, provenance)


def _item(options: int) -> Item:
    texts = tuple({"id": letter, "text": f"option {letter.lower()}"} for letter in LETTERS[:options])
    return Item("0000", "simulated", QUESTION.format(number="0000", dataset="simulated"), texts, ("A",))


def _key(item: Item) -> RowKey:
    return RowKey(item.dataset, item.item_id, "simulated", "simulated", 0)
