"""One abstract run of a program: frames, budget, and what it met on the way."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from cgr_audit.analysis.provenance.state import State
from cgr_audit.analysis.provenance.values import NO_CONTROLS, UNKNOWN, Alternative, Controls, Value, opaque

if TYPE_CHECKING:
    from cgr_audit.analysis.provenance.arguments import Arguments
    from cgr_audit.analysis.scopes import Scope, Scopes
    from cgr_audit.source.contract import Contract

__all__ = ["Exhausted", "Frame", "NeverReturnsError", "PromptRecord", "ReturnRecord", "Run"]

MAX_STEPS = 20_000
MAX_DEPTH = 14
MAX_RECURSION = 3


class Exhausted(Exception):  # noqa: N818  no error: the budget of an analysis
    """The program is too large to follow."""


class NeverReturnsError(Exception):
    """The expression being evaluated raises or recurs without end on this path."""


@dataclass(slots=True, eq=False)
class Loop:
    """A loop being executed: the states that leave it early or start its next iteration."""

    breaks: list[State] = field(default_factory=list)
    continues: list[State] = field(default_factory=list)
    inner: set[ast.AST] = field(default_factory=set)
    """Tests whose other outcome stays inside the loop or leaves it by ``break``."""


@dataclass(frozen=True, slots=True)
class ReturnRecord:
    """One way that a function gives back a value."""

    node: ast.AST
    """The ``return`` statement, lambda, or function whose end is reached."""
    value: Value
    state: State


@dataclass(slots=True, eq=False)
class Frame:
    """The variables of one module, function, class or comprehension body."""

    number: int
    scope: Scope
    parent: Frame | None
    node: ast.AST
    returns: list[ReturnRecord] = field(default_factory=list)
    loops: list[Loop] = field(default_factory=list)
    yields: Value | None = None
    """What a generator yields; nothing in other functions."""
    owner: Alternative | None = None
    """The class whose method runs here, for ``super()``."""

    def owner_of(self, name: str) -> Frame | None:
        """The frame in which a name used here lives; nothing where no frame binds it."""
        frame: Frame | None = self
        first = True
        while frame is not None:
            declared = frame.scope.outer.get(name)
            if declared is True:
                module = frame.module
                return module if name in module.scope.bindings else None
            if declared is None and name in frame.scope.bindings and (first or not frame.scope.is_class):
                return frame
            first = False
            frame = frame.parent
        return None

    @property
    def module(self) -> Frame:
        """The outermost frame."""
        frame = self
        while frame.parent is not None:
            frame = frame.parent
        return frame

    @property
    def function(self) -> Frame:
        """The frame that a ``return`` or a ``yield`` here belongs to."""
        frame = self
        while isinstance(frame.node, ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp):
            assert frame.parent is not None
            frame = frame.parent
        return frame


@dataclass(frozen=True, slots=True)
class PromptRecord:
    """What one evaluation of a solver call puts before the solver."""

    call: ast.AST
    arguments: tuple[Value, ...]
    dependences: int
    """What the arguments are computed from, looking into objects."""
    origins: frozenset[ast.AST]
    """The literal expressions that flow into the arguments."""
    controls: Controls
    """Every test that chose what is in the arguments."""


class Run:
    """What the parts of the interpreter share. The parts are handed in, for each needs the others."""

    def __init__(self, contract: Contract, scopes: Scopes, generators: frozenset[ast.AST]) -> None:
        self.contract = contract
        self.scopes = scopes
        self.scope_of: Mapping[ast.AST, Scope] = scopes.of_node
        """A scope by its own node, the prelude's included."""
        self.generators = generators
        """The functions that hold a ``yield``."""
        self.literals: dict[ast.Constant, Value] = {}
        """The values of literals met so far."""
        self.provided: Mapping[str, Value] = {}
        """What the contract's prelude binds, by name."""
        self.steps = 0
        self.frames: dict[int, Frame] = {}
        self._numbers: dict[tuple[ast.AST, int], int] = {}
        self.stack: list[ast.AST] = []
        self.watchers: list[list[State]] = []
        """For each ``try`` around the current statement, the states in which something may be raised."""
        self.touched = 0
        """What calls and subscripts so far depended on."""
        self.content_raised = False
        """Whether a ``raise`` so far was chosen by a response."""
        self.exits = 0
        """How many returns and raises were met."""
        self.kept: set[ast.AST] = set()
        """Tests that decide whether something is raised inside a ``try``."""
        self.iterating = 0
        """How many loops are around the current expression."""
        self.repeated: set[ast.AST] = set()
        """Tests made inside a loop."""
        self.prompts: dict[ast.AST, list[PromptRecord]] = {}
        self.last: dict[ast.AST, Value] = {}
        """What each expression was worth when it was last evaluated."""
        self.bases: dict[int, list[Alternative]] = {}
        """The base classes of a class, by the frame of its body."""
        self.guarded: dict[ast.AST, ast.Try] = {}
        """For each ``with`` that swallows exceptions, the ``try`` that it is."""
        self.entered: dict[ast.AST, Frame] = {}
        """The frame in which each function ran last."""
        self.lost = False
        """Whether something that cannot be followed may have changed any variable."""
        self.evaluate: Callable[[ast.expr, Frame, State], Value]
        self.execute: Callable[[list[ast.stmt], Frame, State], State | None]
        self.call: Callable[[Value, Arguments, ast.AST, Frame, State], Value]
        self.assign: Callable[[ast.expr, Value, Frame, State, ast.AST], None]

    def step(self) -> None:
        """Count one step of work."""
        self.steps += 1
        if self.steps > MAX_STEPS:
            raise Exhausted

    def frame(self, node: ast.AST, scope: Scope, parent: Frame | None, context: tuple[ast.AST, int]) -> Frame:
        """The frame of a body, the same whenever it is entered from the same place."""
        key = (node, *context)
        number = self._numbers.setdefault(key, len(self._numbers))  # type: ignore[arg-type]
        frame = Frame(number, scope, parent, node)
        self.frames[number] = frame
        return frame

    def unknown(self, dependences: int = 0, controls: Controls = NO_CONTROLS) -> Value:
        """Something that cannot be followed, computed from what is given."""
        return opaque(dependences | UNKNOWN, controls)
