"""The call bound of a program: its module body once, then its entry, on every path."""

from __future__ import annotations

import ast

from cgr_audit.analysis.call_bound import activations, statements
from cgr_audit.analysis.call_bound.arguments import Arguments
from cgr_audit.analysis.call_bound.counters import counters_of
from cgr_audit.analysis.call_bound.machine import ListChanged, Machine, Sink, TooLarge
from cgr_audit.analysis.call_bound.state import State, join_states
from cgr_audit.analysis.call_bound.values import TOP, Closure, Range, Thing, Value, text
from cgr_audit.analysis.calls.call_graph import CallGraph
from cgr_audit.analysis.calls.solver_calls import SolverCalls
from cgr_audit.analysis.domains.cost import Cost, Reason, ReasonKind, larger
from cgr_audit.analysis.domains.polynomials import OPTIONS, constant
from cgr_audit.analysis.entry import EntryPoint
from cgr_audit.analysis.index import Index
from cgr_audit.analysis.queries.call_bound import BoundKind, CallBound, call_bound_of
from cgr_audit.analysis.scopes import Scopes
from cgr_audit.source.contract import Contract, EntryKind, Supply

__all__ = ["BoundKind", "CallBound", "compute_call_bound"]


def compute_call_bound(
    index: Index,
    contract: Contract,
    scopes: Scopes,
    graph: CallGraph,
    solver: SolverCalls,
    entry: EntryPoint | None,
) -> CallBound:
    """Bound the solver calls of one execution: of the module's body, and of the entry that is called after it."""
    if not contract.solver.is_used or not (solver.sites or solver.may_reach_unknown):
        return call_bound_of(constant(0), [])
    tree = index.tree
    machine = Machine(index, scopes, graph, contract, solver.reaching, counters_of(index))
    try:
        try:
            return call_bound_of(_execute(machine, tree, entry), machine.growing)
        except ListChanged:
            machine = Machine(index, scopes, graph, contract, solver.reaching, machine.counters)
            machine.is_careful = True
            return call_bound_of(_execute(machine, tree, entry), machine.growing)
    except (TooLarge, RecursionError, OverflowError):
        node = entry.node if entry is not None else tree
        return CallBound(
            BoundKind.UNKNOWN,
            None,
            "unknown",
            None,
            (Reason(ReasonKind.NOT_FOLLOWED, node, "too many paths to follow"),),
        )


def _execute(machine: Machine, tree: ast.Module, entry: EntryPoint | None) -> Cost:
    state = statements.run(machine, State(), tree.body, machine.root)
    sink, machine.sink = machine.sink, Sink()
    stopped = join_states(sink.raised, sink.endless)
    if state is None or entry is None:
        ended = join_states(state, stopped)
        return constant(0) if ended is None else ended.cost
    variable = machine.variable(entry.name, entry.node, machine.root)
    held = state.variables.get(variable, TOP) if variable is not None else TOP
    others = [one for one in held.callables if not isinstance(one, Closure)]
    if (others or held.refs) and not held.unknown:
        machine.give_up(state, entry.node, "the entry's name means something else at the end")
    closures = [one for one in held.callables if isinstance(one, Closure) and not held.unknown]
    if not closures:
        closures = [Closure(entry.node, machine.root)]
    cost: Cost = constant(0) if stopped is None else stopped.cost
    for closure in closures:
        way = state.copy()
        arguments = _arguments(machine, way, closure)
        activations.enter(
            machine, way, closure, arguments.after(closure.given, closure.named), entry.node, machine.root
        )
        sink = machine.sink
        ended = join_states(None if way.is_dead else way, join_states(sink.raised, sink.endless))
        cost = cost if ended is None else larger(cost, ended.cost)
        machine.sink = Sink()
    return cost


def _arguments(machine: Machine, state: State, closure: Closure) -> Arguments:
    """What the runner supplies: any of the contract's parameters that the entry takes."""
    entry, known = machine.contract.entry, dict[str, Value]()
    if entry.kind is EntryKind.FUNCTION and machine.contract.solver.is_used:
        made = machine.make(state, closure.node.args, machine.root, Thing("list", Range(OPTIONS, OPTIONS), TOP))
        recorded = {"options": made, "question": text(), "item_id": text(), "dataset": text()}
        fields = {name: value for source, value in recorded.items() for name in machine.contract.item.names_of(source)}
        # An item may have fields of its own besides, as many as it likes.
        held = Thing("dict", Range(constant(len(fields))), TOP, text(), fields=fields, is_complete=False)
        item = machine.make(state, closure.node, machine.root, held)
        given = {Supply.OPTIONS: made, Supply.QUESTION: text(), Supply.ITEM: item, Supply.TASK: text()}
        known = {name: given[supply] for name, supply in entry.supplied.items() if supply in given}
    taken = list(known)
    spec = closure.node.args
    names = {part.arg for part in (*spec.posonlyargs, *spec.args, *spec.kwonlyargs)}
    if spec.kwarg is None:
        taken = [name for name in taken if name in names]
    others = [(name, TOP) for name in names - set(taken)]
    defaults = dict(closure.defaults)
    others = [(name, value) for name, value in others if name in entry.supplied or name not in defaults]
    return Arguments((), (*((name, known[name]) for name in taken), *others))
