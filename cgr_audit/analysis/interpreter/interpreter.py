"""One abstract run of a program: frames, budget, and what it met on the way."""

from __future__ import annotations

import ast
import math
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

from cgr_audit.analysis.domains.cost import Cost, Endless, Reason, ReasonKind, add, larger
from cgr_audit.analysis.domains.intervals import Interval
from cgr_audit.analysis.domains.polynomials import ZERO
from cgr_audit.analysis.interpreter.call_record import CallRecord
from cgr_audit.analysis.interpreter.counters import fresh, least_known, slack_of
from cgr_audit.analysis.interpreter.objects import CallContext
from cgr_audit.analysis.interpreter.state import Cell, Place, State, plain_join
from cgr_audit.analysis.interpreter.traces import Traces
from cgr_audit.analysis.interpreter.values import (
    NO_CONTROL,
    NOTHING,
    UNKNOWN,
    AbstractValue,
    ControlDependence,
    Payload,
    Value,
    join,
    opaque,
)

if TYPE_CHECKING:
    from cgr_audit.analysis.interpreter.arguments import Arguments
    from cgr_audit.analysis.interpreter.executed import Executed
    from cgr_audit.analysis.interpreter.library.declaration import Declaration
    from cgr_audit.analysis.interpreter.recursion import Activation
    from cgr_audit.analysis.interpreter.summaries import Summary
    from cgr_audit.analysis.scopes import Scope, Scopes
    from cgr_audit.source.contract import Contract

__all__ = [
    "ACTIVATED",
    "Activity",
    "Attempt",
    "Consumer",
    "Departure",
    "Exhausted",
    "Exit",
    "Frame",
    "Interpreter",
    "LeftError",
    "NeverReturnsError",
    "PromptRecord",
    "Raised",
    "ReturnRecord",
    "Yielded",
]

_MOST_APART = 24
"""So many states in which something may be raised are kept apart; where there are more, they are joined."""
LEAST_STEPS = 20_000
"""The steps that any program may take. Straight code takes less than one for every node, code in loops a few; more than
that is taken by calls that multiply, and what they give is not followed: the program is too large."""
STEPS_PER_NODE = 2
CELLS_PER_STEP = 64
"""How many variables and objects are copied in the time of a step."""
MAX_DEPTH = 30
"""How many calls deep a value is followed; beyond this, whatever is returned may also be anything else."""

_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
ACTIVATED = (*_FUNCTIONS, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
_NOTHING_WORDS = frozenset(("", "none", "unknown", "n/a", "na", "null", "error", "invalid", "?"))


class Exhausted(Exception):  # noqa: N818  no error: the budget of an analysis
    """The program is too large to follow."""


class NeverReturnsError(Exception):
    """The expression being evaluated raises or recurs without end on this path."""


class LeftError(NeverReturnsError):
    """The consumer of a generator leaves it here, in states that are kept."""


@dataclass(slots=True, eq=False)
class Loop:
    """A loop being executed: the states that leave it early or start its next iteration."""

    breaks: list[State] = field(default_factory=list)
    continues: list[State] = field(default_factory=list)
    escaped: set[ast.AST] = field(default_factory=set)
    """Tests that decide whether the whole function is left from inside the loop."""
    leaving: set[ast.AST] = field(default_factory=set)
    """Tests with an outcome that leaves the loop by ``break``."""
    inner: set[ast.AST] = field(default_factory=set)
    """Tests whose other outcome stays inside the loop or leaves it by ``break``."""


@dataclass(frozen=True, slots=True)
class ReturnRecord:
    """One way that a function gives back a value."""

    node: ast.AST
    """The ``return`` statement, lambda, or function whose end is reached."""
    value: Value
    state: State
    departure: Departure | None = None
    """How the consumer of a generator left it at a ``yield``; nothing if the function itself returns."""

    @property
    def is_pause(self) -> bool:
        """Whether a generator only waits there."""
        return self.departure is not None and self.departure.exit is Exit.PAUSE


class Exit(StrEnum):
    """How the consumer of a generator may leave it at a ``yield``."""

    PAUSE = "pause"
    """It has what it asked for, and the generator waits."""
    BREAK = "break"
    CONTINUE = "continue"
    RETURN = "return"


@dataclass(frozen=True, slots=True)
class Departure:
    """One way that the consumer of a generator leaves it while it waits."""

    exit: Exit
    record: ReturnRecord | None = None
    """What the consumer returns."""


@dataclass(frozen=True, slots=True)
class Yielded:
    """What a generator hands to its consumer."""

    value: Value
    node: ast.AST
    """The ``yield``."""
    frame: Frame
    """The frame of the generator."""


Consumer = Callable[[Yielded, State], Value]
"""Runs, on the very state at a ``yield``, what is done with the element; gives what is sent back.

It raises :class:`NeverReturnsError` where the generator never goes on.
"""


@dataclass(slots=True, eq=False)
class Activity:
    """How a generator runs at present."""

    place: Place
    consumer: Consumer
    resumes: ast.AST | None
    """The ``yield`` at which it goes on."""
    sent: Value
    interrupt: Consumer | None
    """What happens instead of that."""
    stack: list[ast.AST]
    attempts: list[Attempt] | None
    """What is around the consumer; nothing if what the consumer raises goes through the generator."""
    handled: list[Value]
    site: ast.AST | None = None
    """The call in the program that made it, where the library says what it does."""


@dataclass(slots=True, eq=False)
class Frame:
    """The variables of one module, function, class or comprehension body."""

    number: int
    scope: Scope
    parent: Frame | None
    node: ast.AST
    returns: list[ReturnRecord] = field(default_factory=list)
    loops: list[Loop] = field(default_factory=list)
    is_shared: bool = False
    """Whether it stands for several activations at once, of which functions that were made in them may live on."""
    yields: Value | None = None
    """What a generator yields; nothing in other functions."""
    paused: dict[ast.AST, State] = field(default_factory=dict)
    """By ``yield``: the state in which a generator waits there."""
    activity: Activity | None = None
    """How a generator runs here that something consumes."""
    owner: AbstractValue | None = None
    """The class whose method runs here, for ``super()``."""
    _owners: dict[str, Frame | None] = field(default_factory=dict)

    def owner_of(self, name: str) -> Frame | None:
        """The frame in which a name used here lives; nothing if no frame binds it."""
        if name not in self._owners:
            self._owners[name] = self._found(name)
        return self._owners[name]

    def _found(self, name: str) -> Frame | None:
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

    def kept_in_locals(self, name: str) -> str:
        """Where a store into ``locals()`` goes: what a function stores there never becomes its variable."""
        return name if isinstance(self.node, ast.Module | ast.ClassDef) else f"locals()[{name}]"

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
class Raised:
    """An exception that a ``raise`` or ``assert`` of the program raises."""

    value: Value
    state: State


@dataclass(slots=True, eq=False)
class Attempt:
    """What may be raised while the body of a ``try`` runs."""

    states: list[State] = field(default_factory=list)
    """Those in which anything may be."""
    depth: int = 0
    """How many loops are around it."""
    raised: list[Raised] = field(default_factory=list)
    """What the program raises by itself and nothing inside catches for certain."""

    def see(self, state: State, depth: int) -> None:
        """Something may be raised in a state, inside so many loops."""
        if len(self.states) >= _MOST_APART and self.depth == depth:
            self.states = [plain_join(self.states, state.controls)]
        self.states.append(state)


@dataclass(frozen=True, slots=True)
class PromptRecord:
    """What one evaluation of a solver call puts before the solver."""

    call: ast.AST
    arguments: tuple[Value, ...]
    taint: int
    """What the arguments are computed from, looking into objects."""
    origins: frozenset[ast.AST]
    """The literal expressions that flow into the arguments."""
    controls: ControlDependence
    """Every test that chose what is in the arguments."""


class Interpreter:
    """What the parts of the interpreter share. The parts are handed in, for each needs the others."""

    def __init__(  # noqa: PLR0915  all that is shared, in one place
        self,
        contract: Contract,
        scopes: Scopes,
        generators: frozenset[ast.AST],
        holders: frozenset[ast.AST],
        nodes: int,
    ) -> None:
        self.contract = contract
        self.scopes = scopes
        self.scope_of: Mapping[ast.AST, Scope] = scopes.of_node
        """A scope by its own node, the prelude's included."""
        self.generators = generators
        """The functions that hold a ``yield``."""
        self.holders = holders
        """The functions and comprehensions that make functions, which may live on and see their variables."""
        self.provided: Mapping[str, Value] = {}
        """What the contract's prelude binds, by name."""
        self.steps = 0
        self.most_steps = max(LEAST_STEPS, nodes * STEPS_PER_NODE)
        """The budget, which grows with the program and not with what it multiplies to."""
        self.follows_activations = True
        """Whether activations of a recursive function are followed one by one where constants tell them apart."""
        self.has_followed = False
        self.frames: dict[int, Frame] = {}
        self._numbers: dict[tuple[ast.AST, ast.AST, int, tuple[int, ...]], int] = {}
        self._entered_from: list[tuple[ast.AST, ast.AST, int, tuple[int, ...]]] = []
        self._responses = 0
        self._making = 0
        self.counters: Mapping[str, int] = {}
        """The names and attributes that the program counts with, with the direction in which it does so."""
        self.stack: list[ast.AST] = []
        self.activations: list[Activation] = []
        """What has been entered and has not returned, as :attr:`stack`."""
        self.attempts: list[Attempt] = []
        """Each ``try`` around the current statement, from the outermost, that may see what is raised there."""
        self.handled: list[Value] = []
        """The exceptions whose handlers run, the latest last."""
        self.touched = 0
        """What calls and subscripts so far depended on."""
        self.content_raised = False
        """Whether a ``raise`` so far was chosen by a response."""
        self.exits = 0
        """How many returns and raises were met."""
        self.kept: set[ast.AST] = set()
        """Tests that decide whether something is raised inside a ``try``."""
        self.lengths: list[int | None] = []
        """For each loop around the current expression, how often it runs at most, where that is known."""
        self.recorded: list[State] = []
        """The states in which a path left the innermost loop around the current point, other than by its exits."""
        self.loop_depth = 0
        self.growths = 0
        """How often something of unknown length that no object of the heap holds was made longer."""
        self.turns: tuple[int, ...] = ()
        """Which element each loop is at that is run element by element."""
        self.is_quick = False
        """Whether a loop around the current point looks for its fixpoint: those in it need not be exact yet."""
        self.met_loop = False
        """Whether the current iteration has run another loop."""
        self.reached: Cost = ZERO
        """What the most expensive path costs that ended."""
        self.sites: list[ast.AST] = []
        """Solver calls, in the order in which they were met."""
        self.growing: list[ast.AST] = []
        """Loops, calls and functions that reach the solver more often the more options there are."""
        self._loops = 0
        self.iterating = 0
        """How many loops are around the current expression."""
        self.repeated: set[ast.AST] = set()
        """Tests made inside a loop."""
        self.asked: set[ast.AST] = set()
        self.clocks: set[ast.AST] = set()
        """Tests that ask how much time has passed."""
        """The literals that texts made inside loops hold: what a solver is asked about again and again."""
        self.prompts: dict[ast.AST, list[PromptRecord]] = {}
        self.traces = Traces(contract.extraction.failure_value)
        """Which responses values come from."""
        self.calls = CallRecord()
        """The calls of the run."""
        self.argument_payloads: dict[ast.AST, dict[Payload, None]] = {}
        """By argument and key: every payload that it had so far."""
        self.last: dict[ast.AST, Value] = {}
        """What each expression was worth when it was last evaluated."""
        self.lineages: dict[int, tuple[tuple[int, AbstractValue], ...]] = {}
        """The method resolution order of each class, by the frame of its body."""
        self.bases: dict[int, list[AbstractValue]] = {}
        """The base classes of a class, by the frame of its body."""
        self.outer_bases: dict[int, list[str]] = {}
        """Those that the program does not define, by their dotted names."""
        self.metaclasses: dict[int, list[AbstractValue]] = {}
        """The metaclass of a class, by the frame of its body."""
        self.created: list[AbstractValue] = []
        """The classes whose metaclasses make them, the latest last."""
        self.special_names: set[str] = set()
        """The special methods that classes of the program define."""
        self.lowered: dict[ast.GeneratorExp, ast.FunctionDef] = {}
        """For each generator expression that is kept, the generator function that it is."""
        self.drawn: dict[ast.AST, tuple[Place, Value]] = {}
        """For each draw with a default, from which generator, and the default."""
        self.library: set[ast.AST] = set()
        """What :mod:`~cgr_audit.analysis.interpreter.library.lazy` is made of."""
        self.on_the_spot: set[ast.AST] = set()
        """Calls whose result is consumed at once and as a whole."""
        self.awaited: set[ast.AST] = set()
        """Calls whose coroutine is run at once: what they raise is raised there."""
        self.guarded: dict[ast.AST, ast.Try] = {}
        """For each ``with`` that swallows exceptions, the ``try`` that it is."""
        self.raise_sites: dict[Hashable, ast.Raise] = {}
        """For each ``raise`` of one of several classes, where the exception of one of them is made."""
        self.rewritten: dict[ast.AST, ast.expr] = {}
        """For each call of a function of ``operator``, the comparison that it is."""
        self.summaries: dict[Hashable, Summary] = {}
        """What calls gave, where they are too many to follow one by one."""
        self.caching: set[ast.AST] = set()
        """The functions that ``functools`` calls once for the same arguments."""
        self.cached: dict[Hashable, CallContext] = {}
        """From where a function that keeps what it gave was first called with some arguments."""
        self.inline_cache: dict[tuple[ast.AST, ast.AST], ast.expr] = {}
        """The expressions by which properties and methods in tests are replaced."""
        self.entered: dict[ast.AST, Frame] = {}
        """The frame in which each function ran last."""
        self.has_instances = False
        """Whether an instance of a class of the program was made."""
        self.has_descriptors = False
        """Whether a class defines ``__get__`` or ``__set__``, or ``property`` was called."""
        self.executed: Executed | None = None
        """What a run of the program did, where only that is followed."""
        self.is_weighed = False
        """Whether steps also count how many variables and objects they may copy."""
        self.altered: set[ast.AST] = set()
        """Extractions from something else than a response as it came."""
        self.effects: dict[ast.AST, bool] = {}
        """Which expressions may change anything when they are evaluated."""
        self.patched = False
        """Whether an attribute of something outside the program was set."""
        self.lost = False
        """Whether something that cannot be followed may have changed any variable."""
        self.escaped: dict[Payload, AbstractValue] = {}
        """The objects and callables that outside code holds, and may change and call whenever it runs."""
        self.in_outside_code = False
        """Whether what escaped is being called."""
        self.evaluate: Callable[[ast.expr, Frame, State], Value]
        self.execute: Callable[[list[ast.stmt], Frame, State], State | None]
        self.call: Callable[[Value, Arguments, ast.AST, Frame, State], Value]
        self.operators: Mapping[str, Declaration]
        self.resume: Callable[[list[ast.stmt], ast.AST, Frame, State], State | None]
        self.assign: Callable[[ast.expr, Value, Frame, State, ast.AST], None]

    def is_missing(self, constant: object) -> bool:
        """Whether a constant is what stands for nothing extracted."""
        return constant is None or (
            isinstance(constant, str)
            and (constant == self.contract.extraction.failure_value or constant.strip().lower() in _NOTHING_WORDS)
        )

    def put_together(self, parts: Iterable[Value]) -> None:
        """Keep which literals a text made inside a loop holds, for a text that also holds responses forgets them."""
        if self.iterating:
            for part in parts:
                for item in part.values():
                    self.asked |= item.origins

    @contextmanager
    def repeating(self, times: int | None) -> Iterator[None]:
        """Run something that a loop repeats so often at most."""
        self.lengths.append(times)
        try:
            yield
        finally:
            self.lengths.pop()

    @property
    def repetitions(self) -> int | None:
        """How often the current expression is evaluated at most, seen from outside all loops."""
        return None if None in self.lengths else math.prod(length for length in self.lengths if length is not None)

    def next_loop(self) -> int:
        """A number of its own for a loop being analysed."""
        self._loops += 1
        return self._loops

    def record(self, state: State) -> None:
        """Remember what a path costs that ends here, or leaves the loops around it."""
        if self.loop_depth:
            self.recorded.append(state)
        else:
            self.reached = larger(self.reached, least_known(self.counters, state))

    def raises(self, error: NeverReturnsError, state: State) -> None:
        """The path ends here, unless the consumer of a generator leaves it, in states that are kept."""
        if isinstance(error, LeftError):
            return
        self.record(state)
        for attempt in self.attempts:
            attempt.see(state, self.loop_depth)

    def caught(self, run: Callable[[State], Value], state: State) -> Value:
        """What the program gives to outside code, which may catch what it raises; nothing if it never returns."""
        attempts, attempt = self.attempts, Attempt(depth=self.loop_depth)
        inner, result = state.copy(), NOTHING
        self.attempts = [*attempts, attempt]
        try:
            result = run(inner)
        except NeverReturnsError:
            self.exits += 1
        finally:
            self.attempts = attempts
        if attempts:
            attempts[-1].raised.extend(attempt.raised)
        ends = [inner, *attempt.states, *(one.state for one in attempt.raised)]
        state.become(plain_join(ends, state.controls))
        return result

    def may_be_empty(self, length: Interval, state: State) -> None:
        """Something takes an element out: where there may be none, the path may end here."""
        if not length.is_positive:
            self.record(state.copy())

    def give_up(self, state: State, node: ast.AST, message: str) -> None:
        """From here on nothing bounds how often the solver is called."""
        state.cost = add(state.cost, Endless(frozenset({Reason(ReasonKind.NOT_FOLLOWED, node, message)})))

    def lose(self, state: State, node: ast.AST) -> None:
        """Something that cannot be followed may have changed any variable."""
        self.lost = True
        self.give_up(state, node, "cannot tell what this changes")

    def place_of(self, site: ast.AST, frame: Frame | None) -> ast.AST | None:
        """Where something happens in the program: for what a model of the library does, the call that it models."""
        if site not in self.library:
            return site
        activity = None if frame is None else frame.function.activity
        return None if activity is None else activity.site

    def enter(self, function: ast.AST, site: ast.AST | None = None) -> None:
        """Record that a function runs, because of a place in the program."""
        if function not in self.library:
            caller = next((node for node in reversed(self.stack) if node not in self.library), None)
            self.calls.enter(function, caller, site)

    def next_number(self) -> int:
        """A number of its own for a response; 0 in a loop, where an expression stands for many."""
        if self.iterating:
            return 0
        self._responses += 1
        return self._responses

    def raised(self, value: Value, state: State) -> None:
        """An exception goes to the innermost ``try`` around."""
        self.exits += 1
        self.record(state)
        self.traces.leaving.update(state.controls)
        if self.attempts:
            self.traces.failing |= self.traces.has_failed(state.controls)
            self.kept.update(state.controls)
            self.content_raised |= any(kind.of_solver for _, kind in state.controls.values())
            self.attempts[-1].raised.append(Raised(value, state))

    def in_turn(self, makers: Iterable[Callable[[], Value]], frame: int, state: State) -> list[Value]:
        """Evaluate values in order, each kept in a variable: evaluating the next one may rename what it refers to.

        The variables have the same names in every iteration: what is raised in between leaves them behind.
        """
        cells: list[Cell] = []
        self._making += 1
        try:
            for make in makers:
                value, cell = make(), (frame, f"<made {self._making} {len(cells)}>")
                state.cells[cell] = value
                cells.append(cell)
        finally:
            self._making -= 1
        return [state.cells.pop(cell) for cell in cells]

    def step(self, cost: int = 1) -> None:
        """Count one step of work, or one that costs as much as several."""
        self.steps += cost
        if self.steps > self.most_steps:
            raise Exhausted

    def weigh(self, state: State) -> None:
        """Count what copying a state costs, where that is counted."""
        if self.is_weighed:
            self.step((len(state.cells) + len(state.heap)) // CELLS_PER_STEP)

    def context(self, site: ast.AST, caller: Frame | None) -> CallContext:
        """What distinguishes the activations of a function."""
        return site, -1 if caller is None else caller.number, self.turns

    def frame(self, node: ast.AST, scope: Scope, parent: Frame | None, context: CallContext) -> Frame:
        """The frame of a body, the same whenever it is entered from the same place."""
        key = (node, *context)
        number = self._numbers.setdefault(key, len(self._numbers))
        if number == len(self._entered_from):
            self._entered_from.append(key)
        frame = Frame(number, scope, parent, node, is_shared=number in self.frames and node in self.holders)
        self.frames[number] = frame
        return frame

    def leave(self, frame: Frame, state: State) -> None:
        """Drop the variables of a frame that nothing can see any more."""
        if frame.node not in self.holders:
            for name in frame.scope.bindings:
                state.cells.pop((frame.number, name), None)
                if name in self.counters:
                    state.cells.pop((frame.number, slack_of(name)), None)

    def bind(self, frame: Frame, name: str, value: Value, state: State) -> None:
        """Bind a name; in a frame that stands for several activations, its old value stays possible."""
        cell = (frame.number, name)
        if frame.is_shared and cell in state.cells:
            value = join(state.cells[cell], value)
        state.cells[cell] = value
        if name in self.counters:
            self.bind(frame, slack_of(name), fresh(self.counters[name], value, self.calls_so_far(state)), state)

    def calls_so_far(self, state: State) -> Cost | None:
        """How many solver calls lead to a state; nothing inside a loop, where only those of one iteration are known."""
        return None if self.loop_depth else state.cost

    def way(self, number: int) -> tuple[tuple[ast.AST, ast.AST], ...]:
        """The functions that lead to a frame, and the calls that entered them, innermost first."""
        found_way: list[tuple[ast.AST, ast.AST]] = []
        while 0 <= number < len(self._entered_from):
            node, site, number, _ = self._entered_from[number]
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
                found_way.append((node, site))
        return tuple(found_way)

    def unknown(self, taint: int = 0, controls: ControlDependence = NO_CONTROL) -> Value:
        """Something that cannot be followed, computed from what is given."""
        return opaque(taint | UNKNOWN, controls)
