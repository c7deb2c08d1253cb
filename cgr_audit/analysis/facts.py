"""Everything the analyses can say about one program, each computed when first asked for."""

from __future__ import annotations

import ast
from functools import cached_property, lru_cache

from cgr_audit.analysis.calls.call_graph import CallGraph
from cgr_audit.analysis.calls.solver_calls import SolverCalls
from cgr_audit.analysis.capabilities import Capability, capability
from cgr_audit.analysis.capability_chains import CapabilityChains
from cgr_audit.analysis.computed_access import ComputedAccess
from cgr_audit.analysis.constants import Constants
from cgr_audit.analysis.coroutines import Coroutines
from cgr_audit.analysis.domains.polynomials import ZERO
from cgr_audit.analysis.dotted_names import DottedNames, Use
from cgr_audit.analysis.entry import EntryPoint, find_entry
from cgr_audit.analysis.flow.complexity import Complexity
from cgr_audit.analysis.flow.constructs import Construct, find_constructs
from cgr_audit.analysis.flow.control_flow import ControlFlow
from cgr_audit.analysis.flow.nonempty import Nonempty
from cgr_audit.analysis.flow.unreachable import DeadCode, UnreachableCode
from cgr_audit.analysis.import_work import ImportWork
from cgr_audit.analysis.index import Index, build_index
from cgr_audit.analysis.module_values import ModuleValues
from cgr_audit.analysis.names.undefined_names import UndefinedName, UndefinedNames
from cgr_audit.analysis.namespace_stores import NamespaceStore, find_namespace_stores
from cgr_audit.analysis.prelude import read_prelude
from cgr_audit.analysis.provided_helpers import ProvidedHelpers
from cgr_audit.analysis.queries.call_bound import CallBound, call_bound_of
from cgr_audit.analysis.queries.possible_values import PossibleValues
from cgr_audit.analysis.queries.provenance import Provenance, find_provenance
from cgr_audit.analysis.queries.termination import EndlessLoop, find_endless_loops
from cgr_audit.analysis.scopes import Scopes, build_scopes
from cgr_audit.analysis.skipped_branches import is_skipped
from cgr_audit.analysis.swallowed_failures import SwallowedFailures
from cgr_audit.analysis.unknown_calls import find_unknown_calls
from cgr_audit.source.contract import ALL_OPTIONS, Contract, EntryKind

__all__ = ["Facts"]


class Facts:
    """The analyses of one program under one contract."""

    def __init__(self, tree: ast.Module, contract: Contract) -> None:
        self.tree = tree
        self.contract = contract

    @cached_property
    def index(self) -> Index:
        """The nodes by kind, with their parents."""
        return build_index(self.tree)

    @cached_property
    def scopes(self) -> Scopes:
        """What each name means."""
        return build_scopes(self.tree)

    @cached_property
    def constants(self) -> Constants:
        """The expressions whose value does not depend on the run."""
        return Constants(self.scopes, lambda: self.index)

    @cached_property
    def dotted_names(self) -> DottedNames:
        """The modules and builtins that the program touches, by dotted name."""
        return DottedNames(self.index, self.scopes, self._texts)

    def _texts(self, expression: ast.expr) -> tuple[str, ...]:
        """The constant texts that an expression certainly is one of."""
        text = self.constants.text(expression)
        if text is not None:
            return (text,)
        possible = self.possible_values.of(expression)
        return possible.texts if possible.is_complete else ()

    @cached_property
    def possible_values(self) -> PossibleValues:
        """Which constants an expression may be."""
        return PossibleValues(self.scopes, self.constants, self.provenance.argument_payloads)

    @cached_property
    def capability_chains(self) -> CapabilityChains:
        """Which of those uses, and which imports, only lead to another use."""
        return CapabilityChains(self.index, self.dotted_names)

    def capability_uses(self, kind: Capability) -> tuple[Use, ...]:
        """Every use of a name that gives the program this capability."""
        return tuple(use for use in self.dotted_names.uses if capability(use.name) is kind)

    @cached_property
    def module_values(self) -> ModuleValues:
        """The places where the program uses a module as a value, or takes one from another."""
        allowed = (*self.contract.imports.allowed, *self.contract.solver.modules)
        return ModuleValues(self.index, self.dotted_names, self.capability_chains.annotations.are_unread_at, allowed)

    @cached_property
    def computed_access(self) -> ComputedAccess:
        """The places where the program takes members by computed names."""
        return ComputedAccess(self.index, self.scopes, self.dotted_names, self._texts)

    def is_skipped(self, node: ast.AST) -> bool:
        """Whether the runner never reaches a node: it stands under ``if __name__ == "__main__":`` and the like."""
        return is_skipped(node, self.index, self.constants, self._module_name)

    @cached_property
    def namespace_stores(self) -> tuple[NamespaceStore, ...]:
        """Where the program binds its own module's names through a dictionary of them."""
        return find_namespace_stores(self.index, self.scopes, self.dotted_names, self.constants.text)

    @cached_property
    def entry(self) -> EntryPoint | None:
        """The function that the runner calls; nothing for scripts, and where there is none."""
        return resolve_entry(self.tree, self.contract)

    @cached_property
    def call_graph(self) -> CallGraph:
        """Which functions each call may reach."""
        return CallGraph(self.index, self.scopes, self.provided_helpers, self.provenance.calls)

    @cached_property
    def provided_helpers(self) -> ProvidedHelpers:
        """Which expressions stand for a helper of the runner."""
        return ProvidedHelpers(self.scopes, self.contract)

    @cached_property
    def nonempty(self) -> Nonempty:
        """Which iterables certainly hold at least one element."""
        return Nonempty(self.scopes, self.constants, lambda: self.index, frozenset())

    @cached_property
    def control_flow(self) -> ControlFlow:
        """The control flow of each function."""
        return self._control_flow(self.nonempty)

    def _control_flow(self, nonempty: Nonempty) -> ControlFlow:
        return ControlFlow(
            self.index, self.scopes, self.constants, lambda: self.call_graph, nonempty, self._module_name
        )

    @cached_property
    def _module_name(self) -> str | None:
        """What ``__name__`` is when the program runs; nothing if the program binds it itself."""
        is_bound = any("__name__" in scope.bindings for scope in self.scopes.of_node.values())
        if is_bound or any(store.name in {"__name__", None} for store in self.namespace_stores):
            return None
        return "__main__" if self.contract.entry.kind is EntryKind.SCRIPT else "program"

    @cached_property
    def endless_loops(self) -> tuple[EndlessLoop, ...]:
        """The loops that certainly never end, but for those that reach the solver."""
        asks = self.solver_calls.are_reached_in
        return tuple(find_endless_loops(self.index, self.scopes, self.control_flow, lambda loop: not asks(loop)))

    @cached_property
    def import_work(self) -> ImportWork:
        """What the program does when it is imported."""
        return ImportWork(
            self.index, self.scopes, self.constants, self.control_flow, self.call_graph, self.solver_calls
        )

    @cached_property
    def complexity(self) -> Complexity:
        """The cyclomatic complexity of the program and of its functions."""
        return Complexity(self.index, self.control_flow)

    @cached_property
    def constructs(self) -> frozenset[Construct]:
        """What the program is made of."""
        return find_constructs(self.index)

    @cached_property
    def coroutines(self) -> Coroutines:
        """What becomes of the coroutines that the program makes."""
        entry = None if self.entry is None or self.entry.is_wrapped else self.entry.node
        return Coroutines(self.index, self.scopes, self.call_graph, entry)

    @cached_property
    def unreachable_code(self) -> tuple[DeadCode, ...]:
        """The statements that no path reaches."""
        return tuple(UnreachableCode(self.index, self.scopes, self.control_flow).find())

    @cached_property
    def name_flow(self) -> UndefinedNames:
        """Which names are bound where they are read."""
        provided = frozenset(self.contract.helpers) | frozenset(self.contract.solver.factories)
        prelude = read_prelude(self.contract.prelude.source)
        provided |= frozenset() if prelude is None else prelude.names
        importable = _packages_of(self.contract.imports.allowed)
        items = self.contract.entry.taking(*ALL_OPTIONS)  # every item has at least one
        nonempty = Nonempty(self.scopes, self.constants, lambda: self.index, items)
        flow = self._control_flow(nonempty) if items else self.control_flow
        return UndefinedNames(self.index, self.scopes, flow, provided, importable)

    @cached_property
    def undefined_names(self) -> tuple[UndefinedName, ...]:
        """The names that are read where not every path has bound them."""
        return tuple(self.name_flow.find())

    @cached_property
    def unknown_calls(self) -> tuple[str, ...]:
        """The functions that are called and nobody provides, such as the solver of another contract."""
        provided = _packages_of((*self.contract.imports.allowed, *self.contract.solver.modules))
        return tuple(find_unknown_calls(self.index, self.undefined_names, self.dotted_names, provided))

    @cached_property
    def provenance(self) -> Provenance:
        """Where the values that the entry can return come from."""
        return find_provenance(self.index, self.scopes, self.contract, self.entry)

    @cached_property
    def solver_calls(self) -> SolverCalls:
        """The calls of the solver, and who reaches them."""
        return SolverCalls(self.call_graph, self.entry)

    @cached_property
    def swallowed_failures(self) -> SwallowedFailures:
        """The handlers that hide failed solver calls."""
        return SwallowedFailures(self.index, self.scopes, self.call_graph, self.solver_calls, self.control_flow)

    @cached_property
    def call_bound(self) -> CallBound:
        """The largest number of solver calls that one execution can make."""
        if not self.contract.solver.is_used:
            return call_bound_of(ZERO, ())
        return call_bound_of(self.provenance.cost, self.provenance.growing)


@lru_cache(maxsize=16)
def _packages_of(modules: tuple[str, ...]) -> frozenset[str]:
    return frozenset(name.partition(".")[0] for name in modules)


def resolve_entry(tree: ast.Module, contract: Contract) -> EntryPoint | None:
    """The entry of a program as its contract names it; nothing for scripts, and where there is none."""
    if contract.entry.kind is EntryKind.SCRIPT:
        return None
    return find_entry(
        tree,
        contract.entry.matches,
        is_pattern=contract.entry.is_pattern,
        helpers=frozenset(contract.helpers) | frozenset(contract.solver.factories),
    )
