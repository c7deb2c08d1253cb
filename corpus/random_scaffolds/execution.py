"""What a program does in the sandbox: many runs of one program, under scripted solvers, in one instance.

The driver that runs inside gives the program a solver that answers by a script, counts the calls and ends a run that
makes too many. The program is instrumented: every loop ticks, so that none goes on for ever, and every return of the
entry says where it stands.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from cgr_audit.sandbox.interpreter import Interpreter
from cgr_audit.sandbox.limits import Limits
from cgr_audit.sandbox.outcome import Completed
from cgr_audit.sandbox.sandbox import Sandbox
from cgr_audit.solvers.interface import SolverFailure, SolverRequest
from cgr_audit.source.contract import load_contract

__all__ = ["CALL_CAP", "Case", "Executor", "Observation"]

CALL_CAP = 60
"""Calls after which a run is ended."""
_TICKS = 20_000
_LIMITS = Limits(fuel=8 * 10**8, wall=20.0)

_DRIVER = """
import re, sys, types, warnings

class Stopped(BaseException):
    pass

def run_cases():
    warnings.simplefilter("ignore")
    code = compile(PROGRAM, "<scaffold>", "exec", dont_inherit=True)
    return [run_case(code, *case) for case in CASES]

def run_case(code, script, item):
    calls, ticks, left = [0], [0], [None]

    def llm_model(prompt, exp_config):
        if calls[0] >= CALL_CAP or ticks[0] > TICKS:  # nothing runs in a program that was stopped
            raise Stopped
        calls[0] += 1
        if not isinstance(prompt, str):
            raise TypeError("the prompt must be a str")
        told = script[(calls[0] - 1) % len(script)]
        if told is None:
            raise RuntimeError("the solver failed")
        return told

    def extract_answer(response):
        found = re.search(r"\\b([A-Z])\\b", response)
        return found.group(1) if found else "X"

    def oracle_tick():
        ticks[0] += 1
        if ticks[0] > TICKS:
            raise Stopped

    def oracle_left(line, value):
        left[0] = line
        return value

    module = types.ModuleType("program")
    sys.modules["program"] = module
    space = module.__dict__
    space.update(llm_model=llm_model, extract_answer=extract_answer, oracle_tick=oracle_tick, oracle_left=oracle_left)
    offered = {"item": item, "question": item["question"], "options": item["options"], "exp_config": {}}
    ended, answer = "completed", None
    try:
        exec(code, space)
        entry = space[ENTRY]
        value = entry(**{name: offered[name] for name in PARAMETERS})
        answer = [repr(part) for part in value]
    except Stopped:
        ended = "stopped"
    except BaseException as error:
        ended = type(error).__name__ + ": " + str(error)
    return [calls[0], ended, answer, left[0]]
"""


@dataclass(frozen=True, slots=True)
class Case:
    """One run: what the solver answers, and which item it is about."""

    script: tuple[str | None, ...]
    """The replies in turn, from the first again; nothing is a call that fails."""
    question: str
    options: tuple[str, ...]
    """The texts of the options, which are lettered from A."""

    @property
    def fails(self) -> bool:
        """Whether the solver fails sometimes."""
        return None in self.script

    @property
    def item(self) -> dict[str, Any]:
        """The item as a program sees it."""
        options = [{"id": "ABCDEF"[place], "text": text} for place, text in enumerate(self.options)]
        return {"item_id": "i", "dataset": "d", "question": self.question, "options": options}


@dataclass(frozen=True, slots=True)
class Observation:
    """What a run did."""

    case: Case
    calls: int
    ended: str
    """``completed``, ``stopped``, or what was raised."""
    channels: tuple[str, ...] | None
    """The representations of what came back, where it was a sequence of three."""
    line: int | None
    """Where the return stands that was evaluated last."""

    @property
    def answer(self) -> str | None:
        """The representation of the first channel's value, where there is one."""
        return self.channels[0] if self.channels is not None else None


class Executor:
    """Runs programs in a sandbox of its own, which it makes when it is first asked to."""

    @cached_property
    def _sandbox(self) -> Sandbox:
        return Sandbox(Interpreter(), _LIMITS, load_contract("cgr"))

    def observe(self, tree: ast.Module, entry: ast.FunctionDef, cases: Sequence[Case]) -> list[Observation]:
        """What a program does in every case; fewer where the sandbox had to end it."""
        observed = self._batch(tree, entry, cases)
        if observed is None and len(cases) > 1:
            observed = [found for case in cases for found in self._batch(tree, entry, [case]) or ()]
        return observed or []

    def _batch(self, tree: ast.Module, entry: ast.FunctionDef, cases: Sequence[Case]) -> list[Observation] | None:
        program = {
            "PROGRAM": _instrumented(tree, entry),
            "ENTRY": entry.name,
            "PARAMETERS": [part.arg for part in (*entry.args.args, *entry.args.kwonlyargs)],
            "CASES": [(case.script, case.item) for case in cases],
            "CALL_CAP": CALL_CAP,
            "TICKS": _TICKS,
        }
        text = _DRIVER + "".join(f"{name} = {value!r}\n" for name, value in program.items())
        run = self._sandbox.run(text.encode(), None, _never_asked, 0, entry="run_cases")
        if not isinstance(run.outcome, Completed):
            return None
        return [
            Observation(case, calls, ended, _three(channels), line)
            for case, (calls, ended, channels, line) in zip(cases, run.outcome.value, strict=True)
        ]


def _never_asked(request: SolverRequest) -> str:
    raise SolverFailure(f"the driver asks nothing, but this: {request.prompt}")


def _three(channels: list[str] | None) -> tuple[str, ...] | None:
    return tuple(channels) if channels is not None and len(channels) == 3 else None


def _instrumented(tree: ast.Module, entry: ast.FunctionDef) -> str:
    """The program's text with ticks in its loops, and with returns of the entry that say where they stand."""
    copy = ast.parse(ast.unparse(tree))
    twin = next(found for found, original in zip(ast.walk(copy), ast.walk(tree), strict=True) if original is entry)
    lines = iter([node.lineno for node in _own_returns(entry)])
    for left in _own_returns(twin):
        left.value = _call("oracle_left", ast.Constant(next(lines)), left.value or ast.Constant(None))
    for node in ast.walk(copy):
        if isinstance(node, ast.While | ast.For):
            node.body.insert(0, ast.Expr(_call("oracle_tick")))
    return ast.unparse(ast.fix_missing_locations(copy))


def _own_returns(function: ast.AST) -> list[ast.Return]:
    """The returns of a function that are not those of a function inside it."""
    found: list[ast.Return] = []
    for child in ast.iter_child_nodes(function):
        if isinstance(child, ast.Return):
            found.append(child)
        elif not isinstance(child, ast.FunctionDef | ast.Lambda | ast.ClassDef):
            found += _own_returns(child)
    return found


def _call(name: str, *arguments: ast.expr) -> ast.Call:
    return ast.Call(ast.Name(name, ast.Load()), list(arguments), [])
