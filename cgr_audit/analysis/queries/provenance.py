"""Provenance: where the values that a program can return come from."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING

from cgr_audit.analysis.builtin_names import BUILTINS
from cgr_audit.analysis.domains.cost import Cost, Endless, Reason, ReasonKind, larger
from cgr_audit.analysis.domains.intervals import exactly
from cgr_audit.analysis.domains.polynomials import OPTIONS, ZERO
from cgr_audit.analysis.interpreter.arguments import Arguments
from cgr_audit.analysis.interpreter.assignment import assign
from cgr_audit.analysis.interpreter.attributes import RUNNER
from cgr_audit.analysis.interpreter.call_record import CallRecord
from cgr_audit.analysis.interpreter.calls import call_value, run_function
from cgr_audit.analysis.interpreter.counters import counters_of, least_known
from cgr_audit.analysis.interpreter.expressions import evaluate
from cgr_audit.analysis.interpreter.heap import allocate, deep_controls, deep_taint
from cgr_audit.analysis.interpreter.interpreter import (
    ACTIVATED,
    Exhausted,
    Frame,
    Interpreter,
    NeverReturnsError,
    PromptRecord,
)
from cgr_audit.analysis.interpreter.library.calls import external
from cgr_audit.analysis.interpreter.library.operators import OPERATORS
from cgr_audit.analysis.interpreter.objects import HeapObject, Instance, Sequence
from cgr_audit.analysis.interpreter.resumption import resume
from cgr_audit.analysis.interpreter.state import Heap, State
from cgr_audit.analysis.interpreter.statements import execute
from cgr_audit.analysis.interpreter.symbols import instead_of_failure, settled
from cgr_audit.analysis.interpreter.values import (
    ITEM,
    NO_CONTROL,
    NOTHING,
    OPAQUE,
    RECORD,
    UNKNOWN,
    AbstractValue,
    ControlDependence,
    External,
    Function,
    Kind,
    Payload,
    Reference,
    Step,
    Value,
    join,
    join_all,
    opaque,
    single,
)
from cgr_audit.analysis.prelude import read_prelude
from cgr_audit.analysis.queries.idle_tests import idle_tests
from cgr_audit.analysis.queries.markers import Markers
from cgr_audit.analysis.queries.responses import Responses, read_responses
from cgr_audit.analysis.queries.returned import ReturnedShape, channel_value, is_nothing, misfit, shapes_of
from cgr_audit.analysis.queries.sources import Flow, Path, Source, Tests, classify, in_order
from cgr_audit.analysis.queries.straight_scripts import plain_answer
from cgr_audit.source.contract import ALL_OPTIONS, ArgumentStyle, EntryKind, Supply

if TYPE_CHECKING:
    from cgr_audit.analysis.entry import EntryPoint
    from cgr_audit.analysis.index import Index
    from cgr_audit.analysis.interpreter.executed import Executed
    from cgr_audit.analysis.interpreter.watch import Watch
    from cgr_audit.analysis.scopes import Scopes
    from cgr_audit.source.contract import Contract

__all__ = ["ChannelProvenance", "Provenance", "find_provenance"]

VALUE = ""
"""The name of the only channel where the contract has no fields."""


@dataclass(frozen=True, slots=True)
class ChannelProvenance:
    """Everything that one channel may hold."""

    flows: tuple[Flow, ...]
    """One for every alternative of every return, in the order of the text."""

    @property
    def sources(self) -> tuple[Source, ...]:
        """Where its values come from, each source once, in the order of :class:`Source`."""
        return in_order(flow.source for flow in self.flows)


@dataclass(frozen=True, slots=True)
class Provenance:
    """Where the values that a program can return come from."""

    channels: Mapping[str, ChannelProvenance]
    """By the contract's return fields; the empty name where the value has none."""
    solver: ChannelProvenance | None
    """The channel that holds the solver's answer; nothing if no path returns."""
    altered: frozenset[ast.AST] = frozenset()
    """Extractions from something else than a response as it came."""
    prompts: Mapping[ast.AST, tuple[PromptRecord, ...]] = field(default_factory=dict)
    """What is put before the solver, by solver call."""
    generator: tuple[AbstractValue, ...] = ()
    """What the generator channel may be, each under its own tests alone."""
    exhausted: bool = False
    """Whether the program was too large to follow, so that everything is unknown."""
    responses: Responses = field(default_factory=Responses)
    """What became of every response."""
    ties: frozenset[ast.AST] = frozenset()
    """Comparisons that ask whether responses, or what they count, are the same."""
    misfits: Mapping[ast.AST, str] = field(default_factory=dict)
    """By return, why what it gives is certainly not the mapping that the contract asks for."""
    shapes: tuple[ReturnedShape, ...] = ()
    """What the values that are returned look like, by return."""
    cost: Cost = ZERO
    """How many solver calls one execution makes at most."""
    growing: tuple[ast.AST, ...] = ()
    calls: CallRecord = field(default_factory=CallRecord)
    """The calls of the run."""
    argument_payloads: Mapping[ast.AST, Mapping[Payload, None]] = field(default_factory=dict)
    """By argument and key: every payload that it had."""
    never_returns: bool = False
    """Whether there is an entry and no path through it ends: each raises, or runs for ever."""
    falls_off: bool = True
    """Whether a path may reach the end of the entry's body without a ``return``."""

    @property
    def answer(self) -> tuple[str, ...]:
        """The sources of the solver channel, in the order of :class:`Source`.

        It is empty where there is no answer to speak of, and unknown where the entry is not seen to end.
        """
        if self.never_returns:
            return (Source.UNKNOWN.value,)
        return () if self.solver is None else tuple(source.value for source in self.solver.sources)


def find_provenance(
    index: Index,
    scopes: Scopes,
    contract: Contract,
    entry: EntryPoint | None,
    watch: Watch | None = None,
    executed: Executed | None = None,
    *,
    is_weighed: bool = False,
) -> Provenance:
    """Follow every value that the entry can return back to its sources.

    ``watch`` also follows values of its own; with ``executed`` only the paths that one run can have taken are followed.
    ``is_weighed`` counts what copying many variables costs as steps too, for work that no deadline ends.
    """
    tree = index.tree
    has_entry = entry is not None or contract.entry.kind is EntryKind.SCRIPT
    if not has_entry and not contract.solver.is_used:
        return Provenance({}, None)
    if entry is None and watch is None and executed is None and not contract.solver.is_used:
        plain = _plain(tree, contract)
        if plain is not None:
            return plain
    for follows in (True, False):
        interp = _prepared(contract, scopes, index)
        interp.executed, interp.is_weighed, interp.follows_activations = executed, is_weighed, follows
        if watch is not None:
            watch.attach(interp)
        try:
            records = _records(interp, tree, entry)
            break
        except (Exhausted, RecursionError, OverflowError):  # or a number too large to write
            if not interp.has_followed:  # otherwise one activation may stand for those that are too many
                return replace(
                    _unknown(contract, entry.node if entry is not None else tree),
                    calls=interp.calls,
                    argument_payloads=interp.argument_payloads,
                )
    if not has_entry:
        return Provenance(
            {},
            None,
            cost=interp.reached,
            growing=tuple(interp.growing),
            calls=interp.calls,
            argument_payloads=interp.argument_payloads,
        )
    cost = interp.reached
    for record in records:
        cost = larger(cost, least_known(interp.counters, record.state))
    return replace(
        _provenance(interp, records, index), never_returns=entry is not None and not records, cost=cost,
        growing=tuple(interp.growing), calls=interp.calls, argument_payloads=interp.argument_payloads,
        falls_off=interp.lost or entry is None or any(record.node is entry.node for record in records),
    )  # fmt: skip


def _plain(tree: ast.Module, contract: Contract) -> Provenance | None:
    """The provenance of a script that needs no run to see that its answer is a constant."""
    prelude = read_prelude(contract.prelude.source)
    provided = frozenset() if prelude is None else prelude.names
    node = plain_answer(tree, contract.returns.variable or "", provided)
    if node is None:
        return None
    made = AbstractValue(OPAQUE, 0, NO_CONTROL, frozenset((node,)))
    channel = ChannelProvenance((Flow(Source.LITERAL, node, node, made),))
    return Provenance({VALUE: channel}, channel)


def _prepared(contract: Contract, scopes: Scopes, index: Index) -> Interpreter:
    yields = [index.enclosing_function(node) for node in index.of(ast.Yield, ast.YieldFrom)]
    generators = frozenset(node for node in yields if node is not None)
    made = index.of(ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef, ast.GeneratorExp)
    holders = frozenset(part for node in made for part in index.ancestors(node) if isinstance(part, ACTIVATED))
    interp = Interpreter(contract, scopes, generators, holders, index.size)
    interp.counters = counters_of(index)
    interp.argument_payloads = {node: {} for node in _arguments_and_keys(index) if not isinstance(node, ast.Constant)}
    interp.evaluate = partial(evaluate, interp)
    interp.execute = partial(execute, interp)
    interp.call = partial(call_value, interp)
    interp.resume = partial(resume, interp)
    interp.assign = partial(assign, interp)
    interp.operators = OPERATORS
    return interp


def _arguments_and_keys(index: Index) -> Iterator[ast.expr]:
    """What decides by its value which name, module or field is looked up."""
    for call in index.of(ast.Call):
        yield from call.args
        yield from (keyword.value for keyword in call.keywords)
        if isinstance(call.func, ast.Attribute):
            yield call.func.value
    yield from (lookup.slice for lookup in index.of(ast.Subscript))


@dataclass(frozen=True, slots=True)
class _Record:
    """One way that a run ends, with the value it gives."""

    node: ast.AST
    value: Value
    state: State


def _records(interp: Interpreter, tree: ast.Module, entry: EntryPoint | None) -> list[_Record]:
    frame = interp.frame(tree, interp.scopes.module, None, interp.context(tree, None))
    state: State | None = State({}, Heap(), NO_CONTROL)
    assert state is not None
    _provide(interp, state)
    own, contract = frame.scope.bindings.keys(), interp.contract
    for name in own & {*BUILTINS, *contract.helpers, *contract.solver.factories, *interp.provided}:
        state.cells[frame.number, name] = external(interp, name)  # until the program binds it, if it ever does
    start = state.copy()
    state = interp.execute(tree.body, frame, state)
    if state is not None:
        interp.record(state)
    if state is None:
        state = start if entry is not None else None
    if entry is None:
        return _of_script(interp, frame, state)
    assert state is not None
    state.controls = NO_CONTROL
    function = state.cells.get((frame.number, entry.name), NOTHING)
    payloads = [item.payload for item in function.values()]
    if len(payloads) == 1 and isinstance(payloads[0], Function) and payloads[0].node is entry.node:
        return _of_function(interp, payloads[0], state)
    if not function:
        return _of_function(interp, Function(entry.node, frame.number), state)
    try:
        value = interp.call(function, _given(interp, entry.node, frame, state), entry.node, frame, state)
    except NeverReturnsError:
        return []
    return [_Record(entry.node, value, state)]


def _provide(interp: Interpreter, state: State) -> None:
    """Run the contract's prelude, whose names the program sees."""
    prelude = read_prelude(interp.contract.prelude.source)
    if prelude is None:
        return
    interp.scope_of = {**interp.scopes.of_node, **prelude.scopes.of_node}
    frame = interp.frame(prelude.tree, prelude.scopes.module, None, interp.context(prelude.tree, None))
    interp.execute(prelude.tree.body, frame, state)
    interp.provided = {name: value for (number, name), value in state.cells.items() if number == frame.number}


def _of_script(interp: Interpreter, frame: Frame, state: State | None) -> list[_Record]:
    if state is None:
        return []
    variable = interp.contract.returns.variable or ""
    value = state.cells.get((frame.number, variable))
    bindings = frame.scope.bindings.get(variable)
    if value is None or not bindings:
        return []
    return [_Record(bindings[-1].node, value, state)]


def _of_function(interp: Interpreter, function: Function, state: State) -> list[_Record]:
    """The returns of the entry, each by itself."""
    frame = interp.frames[function.frame]
    given = _given(interp, function.node, frame, state)
    interp.entered.clear()
    try:
        run_function(interp, function, given, function.node, frame, state)
    except NeverReturnsError:
        return []
    own = interp.entered[function.node]
    if function.node in interp.generators:
        return [_Record(function.node, opaque(UNKNOWN), state)]
    return [_Record(record.node, record.value, record.state) for record in own.returns]


def _given(interp: Interpreter, node: ast.AST, frame: Frame, state: State) -> Arguments:
    """What the runner hands to the entry."""
    contract, given = interp.contract, Arguments()
    supplied = contract.entry.supplied
    arguments: ast.arguments = node.args  # type: ignore[attr-defined]
    parameters = [*arguments.posonlyargs, *arguments.args]
    if contract.entry.kind is EntryKind.METHOD and parameters:
        of = AbstractValue(External(RUNNER))
        given.positional.append(allocate(Instance(of, {}), parameters[0], frame.number, state))
        parameters = parameters[1:]
    for parameter in (*parameters, *arguments.kwonlyargs):
        if contract.entry.arguments is ArgumentStyle.EXPRESSION:
            given.named[parameter.arg] = opaque(ITEM)
        elif parameter.arg in supplied:
            supply = supplied[parameter.arg]
            size = exactly(OPTIONS) if supply in ALL_OPTIONS else None
            payload = RECORD if supply is Supply.ITEM else OPAQUE
            taint = 0 if supply is Supply.CONFIGURATION else ITEM
            given.named[parameter.arg] = opaque(taint, payload=payload, size=size)
    positional = [given.named.pop(part.arg) for part in arguments.posonlyargs if part.arg in given.named]
    given.positional.extend(positional)
    if arguments.vararg is not None:
        given.star = opaque(ITEM) if contract.entry.arguments is ArgumentStyle.EXPRESSION else NOTHING
    if arguments.kwarg is not None:
        given.double_star = opaque(ITEM)
    return given


def _unknown(contract: Contract, node: ast.AST) -> Provenance:
    flow = Flow(Source.UNKNOWN, node, node, AbstractValue(OPAQUE, UNKNOWN))
    channel = ChannelProvenance((flow,))
    reason = Reason(ReasonKind.NOT_FOLLOWED, node, "too many paths to follow")
    return Provenance(
        dict.fromkeys(contract.returns.channels or (VALUE,), channel), channel, exhausted=True,
        cost=Endless(frozenset({reason})),
    )  # fmt: skip


def _provenance(interp: Interpreter, records: list[_Record], index: Index) -> Provenance:
    returns = interp.contract.returns
    fields = returns.channels
    paths: dict[str, list[Path]] = {name: [] for name in fields or (VALUE,)}
    own: dict[str, list[AbstractValue]] = {name: [] for name in paths}
    idle = frozenset(idle_tests(index))
    for record in records:
        whole = _returned_expression(record.node)
        controls = _without(record.state.controls, idle)
        for name, found in paths.items():
            value, position = (record.value, whole)
            if fields:
                value, position = channel_value(record.value, whole, name, returns, record.state)
            if interp.lost:
                value = {**value, **opaque(UNKNOWN)}
            value = _with_replaced(
                interp, settled(_flat(value, record.state), interp.contract.extraction.failure_value)
            )
            if idle:
                value = join_all(single(item.chosen_by(_without(item.controls, idle))) for item in value.values())
            own[name].extend(value.values())
            found.extend(Path(record.node, position, item.under(controls), item.controls) for item in value.values())
            found.extend(
                Path(record.node, position, item.under(controls), item.controls, answers=False)
                for item in record.value.values()
                if fields and is_nothing(item)
            )
    generator = own.get(returns.generator_field or "", []) if returns.generator_field else []
    kept, repeated, asked = frozenset(interp.kept), frozenset(interp.repeated), frozenset(interp.asked)
    ties = frozenset(interp.traces.ties)
    records_taken = interp.contract.entry.taking(Supply.ITEM, Supply.QUESTION, Supply.TASK)
    clocks = frozenset(interp.clocks)
    tests = Tests(kept, repeated, asked, clocks, ties, Markers(index), records_taken, interp.contract.solver.is_used)
    failure = interp.contract.extraction.failure_value
    channels = {
        name: ChannelProvenance(
            tuple(classify(found, generator if name == returns.solver_field else (), tests, failure))
        )
        for name, found in paths.items()
    }
    solver = channels.get(returns.solver_field or VALUE) if fields else channels[VALUE]
    if solver is None and fields:
        solver = channels[fields[0]]
    prompts = {node: tuple(found) for node, found in interp.prompts.items()}
    for record in records:
        interp.traces.leaving.update(record.state.controls)
        interp.traces.escaped |= deep_taint(record.value, record.state)
    flows = {name: channel.flows for name, channel in channels.items()}
    responses = read_responses(interp, flows, solver.flows if solver is not None else ())
    solver = solver if solver is not None and solver.flows else None
    altered = frozenset(interp.altered)
    misfits = {
        record.node: misfit(record.value, _returned_expression(record.node), returns, record.state)
        for record in (() if interp.lost else records)
    }
    return Provenance(
        channels,
        solver,
        altered,
        prompts,
        tuple(generator),
        responses=responses,
        ties=tests.ties,
        misfits={node: fault for node, fault in misfits.items() if fault is not None},
        shapes=tuple(shape for record in records for shape in shapes_of(record.value, record.state)),
    )


def _without(controls: ControlDependence, idle: frozenset[ast.AST]) -> ControlDependence:
    """The tests that decide anything."""
    if idle.isdisjoint(controls):
        return controls
    return {node: control for node, control in controls.items() if node not in idle}


def _returned_expression(node: ast.AST) -> ast.AST:
    """The expression that a return gives, where one stands there."""
    if isinstance(node, ast.Return) and node.value is not None:
        return node.value
    return node.body if isinstance(node, ast.Lambda) else node


def _with_replaced(interp: Interpreter, value: Value) -> Value:
    """The same value, and the letters that replace the failure value where nothing could be extracted."""
    failure, result = interp.contract.extraction.failure_value, value
    for item in value.values():
        made = instead_of_failure(item, failure)
        if made is None or any(kind.of_solver for _, kind in item.controls.values()):
            continue
        interp.traces.check(item.taint)
        constant, node = made
        trail = Step(node, "made of the failure value here")
        letter = AbstractValue(constant, 0, {**item.controls, node: (-1, Kind.FAILURE)}, frozenset((node,)), trail)
        result = join({**result, item.key: item.under({node: (1, Kind.SUCCESS)})}, single(letter))
    return result


def _flat(value: Value, state: State) -> Value:
    """The same value with every object replaced by what it is computed from."""
    if not any(isinstance(item.payload, Reference) for item in value.values()):
        return value
    result: Value = {}
    for item in value.values():
        new = item
        if isinstance(item.payload, Reference):
            parts = _field_values(state.heap[item.payload.place])
            if parts:
                result = join(result, {part.key: part.under(item.controls) for part in parts})
                continue
            whole = single(item)
            taint, controls = deep_taint(whole, state), deep_controls(whole, state)
            new = AbstractValue(OPAQUE, taint, controls, frozenset(), item.trail)
        result = join(result, single(new))
    return result


def _field_values(found: HeapObject) -> list[AbstractValue]:
    """What the one field of a record may be that is not always the same, each under its own tests.

    ``Info("answer", name, letter, 0)`` is what ``letter`` is.
    """
    if not isinstance(found, Sequence) or not found.fields or found.items is None:
        return []
    several = [value for value in found.items if len(value) > 1]
    rest = [item for value in found.items if len(value) == 1 for item in value.values()]
    if len(several) != 1 or not all(item.is_constant and not (item.taint or item.controls) for item in rest):
        return []
    parts = list(several[0].values())
    return [] if any(isinstance(part.payload, Reference) for part in parts) else parts
