"""The abstract machine: what its parts share while they run a program once, on every path."""

from __future__ import annotations

import ast
from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeVar

from cgr_audit.analysis.call_bound import counters
from cgr_audit.analysis.call_bound.arguments import Arguments
from cgr_audit.analysis.call_bound.state import State, is_cached, join_states
from cgr_audit.analysis.call_bound.values import TOP, Frame, Range, Ref, Thing, Value, few, join
from cgr_audit.analysis.calls.call_graph import CallGraph
from cgr_audit.analysis.domains.cost import Endless, Reason, ReasonKind, add
from cgr_audit.analysis.domains.polynomials import ONE, Bound
from cgr_audit.analysis.index import Index
from cgr_audit.analysis.scopes import Function, Scope, Scopes
from cgr_audit.source.contract import Contract

if TYPE_CHECKING:
    from cgr_audit.analysis.call_bound.readings import Reading

__all__ = ["ListChanged", "Machine", "Sink", "TooLarge"]

_LEAST_STEPS = 60_000
_STEPS_PER_NODE = 6
_IDLE = 64
_CHANGING_METHODS = frozenset(
    {"add", "append", "appendleft", "clear", "discard", "extend", "insert", "pop", "popitem", "popleft", "remove"}
    | {"reverse", "setdefault", "sort", "update"}
)

_Judged = TypeVar("_Judged", ast.While, ast.expr)


class TooLarge(Exception):  # noqa: N818  not an error: the analysis gives up and says so
    """The program takes more steps to analyse than the machine is allowed."""


class ListChanged(Exception):  # noqa: N818  not an error: the analysis begins again and is more careful
    """A list that was taken never to change is changed after all."""


@dataclass(slots=True)
class Sink:
    """Where states go that leave the normal order of statements."""

    returns: list[tuple[State, Value]] = field(default_factory=list)
    raised: State | None = None
    breaks: State | None = None
    continues: State | None = None
    exhausted: State | None = None
    """Where the test of a ``while`` does not hold."""
    endless: State | None = None
    """Where a loop may run for ever; nothing follows, but the calls made so far count."""

    def take(self, inner: Sink) -> None:
        """Add what leaves a function as a whole from an inner sink: returns, exceptions, and loops without end."""
        self.returns += inner.returns
        self.take_failures(inner)

    def states(self) -> Iterator[State]:
        """Every state that was put here."""
        yield from (state for state, _ in self.returns)
        for state in (self.raised, self.breaks, self.continues, self.exhausted, self.endless):
            if state is not None:
                yield state

    def merge(self, inner: Sink) -> None:
        """Add everything from an inner sink."""
        self.take(inner)
        self.breaks = join_states(self.breaks, inner.breaks)
        self.continues = join_states(self.continues, inner.continues)
        self.exhausted = join_states(self.exhausted, inner.exhausted)

    def take_failures(self, inner: Sink) -> None:
        """Add exceptions, and loops without end, from an inner sink."""
        self.raised = join_states(self.raised, inner.raised)
        self.endless = join_states(self.endless, inner.endless)


class Machine:
    """Shared tables, the step budget, and the small operations on states."""

    def __init__(
        self,
        index: Index,
        scopes: Scopes,
        graph: CallGraph,
        contract: Contract,
        reaching: frozenset[Function | None],
        counting: dict[str, str],
    ) -> None:
        self.index, self.scopes = index, scopes
        self.graph, self.contract = graph, contract
        self.reaching = reaching
        """The functions that may call the solver."""
        self.counters = counting
        """The names, attributes and keys that the program counts with, each with the name of its slack."""
        self.moving: int | None = None
        """By how much the assignment that is being made moves its target; nothing where it sets it anew."""
        self.limits: dict[Hashable, set[Bound]] = {}
        """What each of these counters is compared with."""
        self.begun: list[counters.Cell] = []
        """Where the slack of each counter is kept that began to count, in order."""
        self.is_careful = False
        """Whether slices are lists like any other, which may be changed: their sizes are followed less closely."""
        self.root = Frame(0, scopes.module.node, None)
        self.sink = Sink()
        self.catching = 0
        """How many ``try`` blocks are open around the current point, over all activations."""
        self.active: list[Function] = []
        """The functions that are running, outermost first."""
        self.activations: list[Arguments] = []
        """What each of them was called with."""
        self.studied: dict[Function, object] = {}
        """Recursive functions whose one activation is being studied by itself."""
        self.metered: set[object] = set()
        """The activations of generators, and generator expressions, whose elements are counted one by one."""
        self.readings: dict[Hashable, Reading] = {}
        """What iterators read, by where they were made, as it was then."""
        self.operated: set[ast.ClassDef] = set()
        """The classes whose operators are run where they are written."""
        self.tested: set[int] = set()
        """The activations whose results are tested where they were called."""
        self.frames_of: dict[ast.AST, set[Frame]] = {}
        """The frames in which each inner function was defined."""
        self.shared_frames: set[int] = set()
        """Frames that stand for several activations at once."""
        self.sites_seen: list[ast.AST] = []
        """Solver calls, in the order they were met."""
        self.growing: list[ast.AST] = []
        """Loops, calls and functions that reach the solver more often the more options there are."""
        self._judged: dict[Hashable, bool] = {}
        self._places: dict[ast.AST, tuple[Scope, Hashable] | None] = {}
        self._frames: dict[Hashable, Frame] = {}
        self.shared_names = _shared_names(index)
        """The names that functions bind in the functions around them."""
        self.changing = _changing(index, scopes)
        """The functions that change something outside themselves by a statement of theirs."""
        self._generators, self._holders = _generators(index), _holders(index)
        self._most_steps = max(_LEAST_STEPS, _STEPS_PER_NODE * index.size)
        self._steps = self._idle = self._tokens = 0

    def step(self, cost: int = 1) -> None:
        """Count one step, or one that costs as much as several.

        Raises:
            TooLarge: the budget is used up.
        """
        self._steps += cost
        if self._steps > self._most_steps:
            raise TooLarge

    def token(self) -> int:
        """A number that stands for one loop being analysed."""
        self._tokens += 1
        return self._tokens

    def frame(self, function: Function, parent: Frame | None, caller: Frame, site: ast.AST) -> Frame:
        """The frame of a function called from a place in another frame."""
        identity = (function, parent, caller.key, site)
        if identity not in self._frames:
            self._frames[identity] = Frame(len(self._frames) + 1, function, parent)
        return self._frames[identity]

    def is_idle(self) -> bool:
        """Whether recursions that never reach the solver have been followed for long enough."""
        self._idle += 1
        return self._idle > _IDLE

    def traits(self, function: Function) -> tuple[bool, bool]:
        """Whether a function is a generator, and whether it holds functions that may outlive its activations."""
        return function in self._generators, function in self._holders

    def judged(self, node: _Judged, judge: Callable[[Machine, _Judged], bool]) -> bool:
        """What ``judge`` says of a part of the program, which each judge is asked once."""
        if (node, judge) not in self._judged:
            self._judged[node, judge] = judge(self, node)
        return self._judged[node, judge]

    # Names

    def variable(self, name: str, node: ast.AST, frame: Frame) -> tuple[int, Hashable] | None:
        """Where the value of a name used at a node is kept; nothing for names that the program does not bind."""
        if node in self._places:
            place = self._places[node]
        else:
            found = self.scopes.used_in.get(node, self.scopes.module).lookup(name)
            place = self._places[node] = None if found is None else _place(found.scope, name)
        return None if place is None else _kept(place, frame)

    def variable_in(self, scope: Scope, name: str, frame: Frame) -> tuple[int, Hashable] | None:
        """Where a name of a scope is kept."""
        return _kept(_place(scope, name), frame)

    def assign(self, state: State, variable: tuple[int, Hashable] | None, value: Value) -> None:
        """Bind a variable; in a frame that stands for several, its old value stays possible."""
        if variable is None:
            return
        is_shared = variable[0] in self.shared_frames and variable in state.variables
        if self.counters and (slack := counters.slack_of(self.counters, variable[1])) is not None:
            place = (variable[0], slack)
            old = state.variables.get(place)
            state.variables[place] = TOP if is_shared else self.slack(place, value, old)
        state.variables[variable] = join(state.variables[variable], value) if is_shared else value

    def slack(self, place: counters.Cell, value: Value, old: Value | None) -> Value:
        """The slack of a counter that is given a value."""
        if old is None or old.number is None:
            self.begun.append(place)
        if self.moving is None or old is None:
            return counters.fresh(place[1], value)
        return counters.advanced(place[1], old, self.moving)

    # Things

    def make(self, state: State, node: ast.AST, frame: Frame, thing: Thing) -> Value:
        """Make a new mutable thing."""
        ref = Ref(node, frame.key)
        state.age(ref)
        state.things[ref] = thing.limited()
        return Value(refs=frozenset({ref}))

    def make_list(
        self,
        state: State,
        node: ast.AST,
        frame: Frame,
        size: Range,
        each: Value | None,
        parts: tuple[Value, ...] | None = None,
    ) -> Value:
        """A list that a program seldom changes: a slice, or the pieces of a text."""
        if self.is_careful:
            return self.make(state, node, frame, Thing("list", size, each, parts=parts))
        return Value(size=size, element=each, parts=few(parts), is_list=True)

    def only(self, value: Value) -> Ref | None:
        """The one thing that a value is, if it can be replaced as a whole when it changes."""
        if value.unknown or value.mixed or len(value.refs) != 1:
            return None
        ref = next(iter(value.refs))
        return ref if ref.is_latest and ref.frame not in self.shared_frames else None

    def things(self, state: State, value: Value) -> list[tuple[Ref, Thing]]:
        """The things that a value may be."""
        return [(ref, state.things[ref]) for ref in value.refs if ref in state.things] if value.refs else []

    def change(self, state: State, value: Value, changed: dict[Ref, Thing]) -> None:
        """Replace the things that a value may be by what they become; where it may be another, both stay possible."""
        from cgr_audit.analysis.call_bound.state import join_things  # noqa: PLC0415

        certain = self.only(value)
        for ref, thing in changed.items():
            state.things[ref] = thing.limited() if ref == certain else join_things(state.things[ref], thing)

    def forget_things(self, state: State, value: Value) -> None:
        """Something unknown may have changed what a value is."""
        for ref, thing in self.things(state, value):
            fields = None if thing.fields is None else {name: TOP for name in thing.fields if not is_cached(name)}
            size = thing.size._replace(high=None, tag=None)
            state.things[ref] = thing._replace(
                size=size, element=TOP, keys=TOP, parts=None, fields=fields, is_complete=False
            )

    # Leaving and counting

    def raises(self, state: State) -> None:
        """An exception may leave from here."""
        self.step(len(state.variables) + len(state.things) >> 5)
        self.sink.raised = join_states(self.sink.raised, state.copy())

    def may_raise(self, state: State) -> None:
        """An exception may leave from here; it matters only where something may catch it."""
        if self.catching:
            self.raises(state)

    def takes(self, state: State, sizes: list[Range]) -> None:
        """One element is taken out: an exception leaves where there is none, whoever catches it.

        The number of elements may be all that bounds a loop, which then ends with that exception.
        """
        if all(size.low is not None and (size.low - ONE).is_certainly_never_negative for size in sizes):
            return
        self.raises(state)
        if all(size.integer == 0 for size in sizes):
            state.is_dead = True

    def call_solver(self, state: State, site: ast.AST) -> None:
        """One solver call."""
        self.sites_seen.append(site)
        if self.counters:
            counters.charge(state)
        state.cost = add(state.cost, ONE)

    def give_up(self, state: State, node: ast.AST, message: str, kind: ReasonKind = ReasonKind.NOT_FOLLOWED) -> None:
        """From here on there is no bound."""
        state.cost = add(state.cost, Endless(frozenset({Reason(kind, node, message)})))


def _place(scope: Scope, name: str) -> tuple[Scope, Hashable]:
    """The scope that has activations of its own in which a name is kept, and what it is called there."""
    label: Hashable = name
    while not isinstance(scope.node, ast.Module | ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
        label = (name, scope.node)
        scope = scope.parent  # type: ignore[assignment]
    return scope, label


def _kept(place: tuple[Scope, Hashable], frame: Frame) -> tuple[int, Hashable] | None:
    scope, label = place
    holder: Frame | None = frame
    while holder is not None and holder.node is not scope.node:
        holder = holder.parent
    if holder is None:
        return (0, label) if scope.is_module else None
    return holder.key, label


def _shared_names(index: Index) -> frozenset[str]:
    declared: list[ast.Global | ast.Nonlocal] = [*index.of(ast.Global), *index.of(ast.Nonlocal)]
    return frozenset(name for node in declared for name in node.names)


def _generators(index: Index) -> frozenset[ast.AST | None]:
    """The functions that yield."""
    return frozenset(index.enclosing_function(node) for node in index.of(ast.Yield, ast.YieldFrom))


def _holders(index: Index) -> frozenset[ast.AST]:
    """What holds functions or classes."""
    found: set[ast.AST] = set()
    for node in index.of(ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef):
        for around in index.ancestors(node):
            if around in found:
                break
            found.add(around)
    return frozenset(found)


def _changing(index: Index, scopes: Scopes) -> frozenset[ast.AST | None]:
    places: list[ast.AST] = [*index.of(ast.Global), *index.of(ast.Nonlocal)]
    places += [place for place in index.of(ast.Attribute) if not isinstance(place.ctx, ast.Load)]
    places += [
        place
        for place in index.of(ast.Subscript)
        if not isinstance(place.ctx, ast.Load) and not _is_made_here(place.value, scopes)
    ]
    places += [
        call
        for call in index.of(ast.Call)
        if isinstance(call.func, ast.Attribute)
        and call.func.attr in _CHANGING_METHODS
        and not _is_made_here(call.func.value, scopes)
    ]
    return frozenset(index.enclosing_function(place) for place in places)


def _is_made_here(holder: ast.expr, scopes: Scopes) -> bool:
    """Whether a container is a local variable's own, written as a display where it is bound."""
    if not isinstance(holder, ast.Name):
        return False
    scope = scopes.used_in.get(holder, scopes.module)
    found = scope.lookup(holder.id)
    displays = (ast.List, ast.Dict, ast.Set, ast.ListComp, ast.DictComp, ast.SetComp)
    return (
        found is not None and found.scope is scope and all(isinstance(part.value, displays) for part in found.bindings)
    )
