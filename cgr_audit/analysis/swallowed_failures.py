"""Which handlers hide that a solver call failed."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from cgr_audit.analysis.calls.call_graph import CallGraph
from cgr_audit.analysis.calls.solver_calls import SolverCalls
from cgr_audit.analysis.expression_text import text_of
from cgr_audit.analysis.flow.control_flow import ControlFlow, own_nodes
from cgr_audit.analysis.flow.flow_graph import Block, BlockKind, Edge, FlowGraph
from cgr_audit.analysis.flow.managers import kept_back
from cgr_audit.analysis.index import Index, blocks_of, names_in
from cgr_audit.analysis.limits import TooLargeError
from cgr_audit.analysis.scopes import Function, Scopes

__all__ = ["SwallowedFailure", "SwallowedFailures"]

_BROAD = frozenset({"builtins.Exception", "builtins.BaseException"})
_SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)
_LOOPS = (ast.For, ast.AsyncFor, ast.While)
_Try = ast.Try | ast.TryStar
_Jump = ast.Return | ast.Break | ast.Continue
_With = ast.With | ast.AsyncWith
_MOST_STEPS = 300_000
"""The most blocks that are gone through from all handlers together."""


@dataclass(frozen=True, slots=True)
class SwallowedFailure:
    """One place where failures of solver calls end."""

    node: ast.ExceptHandler | ast.With | ast.AsyncWith | _Jump
    """The handler or the ``with`` that hides them, or the statement that leaves a ``finally`` and so drops them."""
    calls: tuple[ast.Call, ...]
    """The calls, of the solver or of what calls it, whose failures it hides."""


class SwallowedFailures:
    """Finds what lets a program go on, as if nothing had happened, after a solver call failed: broad handlers mostly.

    A handler hides nothing if, were the protected calls to fail again and again, an exception would leave the function
    in the end: it raises again, asks again without protection, or is retried by a loop that at last raises.
    """

    def __init__(
        self, index: Index, scopes: Scopes, calls: CallGraph, solver_calls: SolverCalls, flow: ControlFlow
    ) -> None:
        self._index = index
        self._scopes = scopes
        self._calls = calls
        self._solver_calls = solver_calls
        self._flow = flow
        self._hidden: dict[ast.AST, SwallowedFailure | None] = {}
        self._leaking: dict[Function, bool] = {}
        self._worded: dict[ast.AST, dict[str, list[ast.Call]]] = {}
        """The calls of each function by their text."""
        self._steps = 0

    def find(self) -> Iterator[SwallowedFailure]:
        """Every such place that a run may reach, in the order of the text.

        Raises:
            TooLargeError: there are too many handlers in functions that are too long.
        """
        for node in self._index.of(ast.Try, ast.TryStar, ast.With, ast.AsyncWith):
            if isinstance(node, _With) and not self._is_broad_manager(node):
                continue
            if self._index.enclosing_function(node) in self._solver_calls.reachable:
                found = self._of(node)  # type: ignore[arg-type]
                if found is not None:
                    yield found

    def _of(self, node: _Try | _With) -> SwallowedFailure | None:
        if node not in self._hidden:
            self._hidden[node] = None  # while it is looked at
            self._hidden[node] = self._look(node)
        return self._hidden[node]

    def _look(self, node: _Try | _With) -> SwallowedFailure | None:
        calls = tuple(self._leaking_calls(node.body))
        if not calls:
            return None
        if isinstance(node, _With):
            return SwallowedFailure(node, calls) if self._goes_on(node, node.body, calls) else None
        handler = next((one for one in node.handlers if self._is_broad(one.type)), None)
        if handler is not None:
            again = tuple(self._leaking_calls(handler.body))
            if self._goes_on(handler, node.body, (*calls, *again)):
                dropped = self._dropped(node) if isinstance(handler.body[-1], ast.Raise) else None
                return dropped or SwallowedFailure(handler, calls)
        return self._dropped(node)

    def _dropped(self, node: _Try) -> SwallowedFailure | None:
        """What a ``return``, ``break`` or ``continue`` in the ``finally`` drops."""
        jumps = list(_jumps(node.finalbody))
        if not jumps:
            return None
        protected = [*node.body, *(part for handler in node.handlers for part in handler.body), *node.orelse]
        calls = tuple(self._leaking_calls(protected))
        found = (jump for jump in jumps if calls and self._goes_on(jump, protected, calls))
        return next((SwallowedFailure(jump, calls) for jump in found), None)

    def _leaking_calls(self, body: Iterable[ast.stmt]) -> Iterator[ast.Call]:
        """The calls in these statements through which a failure of the solver can come to them."""
        waiting: list[ast.AST] = [*body]
        waiting.reverse()
        while waiting:
            node = waiting.pop()
            if isinstance(node, ast.Call) and self._may_fail(node):
                yield node
            children: list[ast.AST] = list(ast.iter_child_nodes(node))
            if isinstance(node, ast.Try | ast.TryStar) and (found := self._of(node)) is not None:
                children = [*node.handlers, *node.orelse] if isinstance(found.node, ast.ExceptHandler) else []
                children += node.finalbody
            if isinstance(node, _With) and self._is_broad_manager(node) and self._of(node) is not None:
                children = list(node.items)
            if not isinstance(node, _SCOPES):
                waiting.extend(reversed(children))

    def _may_fail(self, call: ast.Call) -> bool:
        targets = self._calls.targets(call)
        return targets.is_solver or any(self._leaks(function) for function in targets.all_functions)

    def _leaks(self, function: Function) -> bool:
        """Whether the failure of a solver call may leave a function."""
        if function not in self._solver_calls.reaching:
            return False
        if function not in self._leaking:
            self._leaking[function] = True  # while it is looked at
            body = [ast.Expr(function.body)] if isinstance(function, ast.Lambda) else function.body
            self._leaking[function] = any(True for _ in self._leaking_calls(body))
        return self._leaking[function]

    def _goes_on(self, start: ast.AST, body: list[ast.stmt], calls: tuple[ast.Call, ...]) -> bool:
        """Whether the function can still end without an exception if these calls fail whenever they are made."""
        owner = self._index.enclosing_function(start) or self._index.tree
        if isinstance(owner, ast.Lambda):
            return True
        graph = self._flow.graph(owner)
        failing = {self._index.statement(call) for call in self._repeated(owner, calls)}
        again = {self._index.statement(call) for call in calls if owner in self._calls.targets(call).all_functions}
        written_names = _bound_names(body) | _bound_names(getattr(start, "body", [])) | self._counted(start)
        if isinstance(start, _With):
            waiting = _after(graph, start)
        elif isinstance(start, _Jump):
            waiting = [block for block in graph.blocks if block.node is start]
        else:
            waiting = [block for block in graph.blocks if block.node is start and block.kind is BlockKind.HANDLER]
        seen: set[Block] = set()
        while waiting:
            block = waiting.pop()
            if block in seen:
                continue
            seen.add(block)
            self._step()
            if block in (graph.returned, graph.ended):
                return True
            if block.node in again:
                waiting.append(graph.entry)
            waiting.extend(self._next(graph, block, block.node in failing, written_names))
        return graph.raised not in seen

    def _repeated(self, owner: ast.AST, calls: tuple[ast.Call, ...]) -> list[ast.Call]:
        """These calls, and those of the same words in the same function: they ask again."""
        if owner not in self._worded:
            found = self._worded[owner] = defaultdict(list)
            for node in own_nodes(owner.body):  # type: ignore[attr-defined]
                if isinstance(node, ast.Call):
                    found[text_of(node)].append(node)
        return [*calls, *(one for words in set(map(text_of, calls)) for one in self._worded[owner].get(words, ()))]

    def _step(self) -> None:
        self._steps += 1
        if self._steps > _MOST_STEPS:
            raise TooLargeError

    def _counted(self, node: ast.AST) -> set[str]:
        """The variables of the loops around a node, and those that count their iterations."""
        names: set[str] = set()
        for around in self._index.ancestors(node):
            if isinstance(around, ast.FunctionDef | ast.AsyncFunctionDef):
                break
            if isinstance(around, ast.For | ast.AsyncFor):
                names |= names_in(around.target)
            if isinstance(around, _LOOPS):
                steps = [part.target for part in ast.walk(around) if isinstance(part, ast.AugAssign)]
                names |= {target.id for target in steps if isinstance(target, ast.Name)}
        return names

    def _next(self, graph: FlowGraph, block: Block, fails: bool, written_names: set[str]) -> Iterator[Block]:
        required = _raising_branch(graph, block, written_names)
        for target, edge in graph.successors(block).items():
            if fails and edge is not Edge.EXCEPTION:
                continue
            if fails and isinstance(target.node, ast.ExceptHandler) and not self._is_broad(target.node.type):
                continue
            if required is None or edge in (required, Edge.EXCEPTION):
                yield target

    def _is_broad(self, caught: ast.expr | None) -> bool:
        if caught is None:
            return True
        parts = caught.elts if isinstance(caught, ast.Tuple) else [caught]
        return any(self._scopes.qualified_name(part) in _BROAD for part in parts)

    def _is_broad_manager(self, node: _With) -> bool:
        kinds = (kind for item in node.items for kind in kept_back(item.context_expr, self._scopes, node.body))
        return any(map(self._is_broad, kinds))


def _jumps(body: Iterable[ast.stmt]) -> Iterator[_Jump]:
    """What leaves these statements for a place after or around them; an exception that was on its way is lost there."""
    for statement in body:
        if isinstance(statement, _Jump):
            yield statement
        elif not isinstance(statement, _SCOPES):
            is_loop = isinstance(statement, _LOOPS)
            for jump in (one for block in blocks_of(statement) for one in _jumps(block)):
                if isinstance(jump, ast.Return) or not is_loop:
                    yield jump


def _bound_names(body: list[ast.stmt]) -> set[str]:
    """The names that statements assign to, or whose objects they may change."""
    names: set[str] = set()
    for node in own_nodes(body):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            names.add(node.id)
        elif isinstance(node, ast.Attribute | ast.Subscript) and isinstance(node.value, ast.Name):
            is_change = isinstance(node.ctx, ast.Store) or isinstance(node, ast.Attribute)
            names |= {node.value.id} if is_change else set()
    return names


def _raising_branch(graph: FlowGraph, block: Block, written_names: set[str]) -> Edge | None:
    """The branch of a test that raises, where the test asks what the failure left behind, or counts iterations."""
    node = block.node
    if not isinstance(node, ast.If) or not any(
        isinstance(part, ast.Name) and part.id in written_names for part in ast.walk(node.test)
    ):
        return None
    loops = frozenset(other for other in graph.blocks if isinstance(other.node, ast.For | ast.AsyncFor | ast.While))
    raising = [
        edge
        for target, edge in graph.successors(block).items()
        if edge is not Edge.EXCEPTION and _only_raises(graph, graph.reached_from([target], without=loops))
    ]
    return raising[0] if len(raising) == 1 else None


def _only_raises(graph: FlowGraph, reached: frozenset[Block]) -> bool:
    return graph.raised in reached and graph.returned not in reached and graph.ended not in reached


def _after(graph: FlowGraph, node: ast.AST) -> list[Block]:
    """Where control goes on when a ``with`` has swallowed an exception."""
    return [block for block in graph.blocks if block.node is node and block.kind is BlockKind.JUNCTION]
