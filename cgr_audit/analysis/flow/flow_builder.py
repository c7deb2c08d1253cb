"""Builds control-flow graphs, with the edges that exceptions take.

A loop that certainly runs at least once, because its iterable holds elements or its test holds at first, has a head of
its own for the first iteration. The last iteration of a loop over a range of known numbers, from which alone it
ends, is a copy in which the loop variable is known: ``for n in range(3): ... if n == 2: raise`` does not fall out of
the loop.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence

from cgr_audit.analysis.constants import Constants
from cgr_audit.analysis.exhaustive_tests import closing_test
from cgr_audit.analysis.flow.endless_iterators import endless_iterator
from cgr_audit.analysis.flow.exceptions import asserts_never, exits_process, may_raise, raised_by, takes_everything_of
from cgr_audit.analysis.flow.flow_exits import Exits, Finally, Frontier, Handlers, LoopFrame, Swallow, Unbind
from cgr_audit.analysis.flow.flow_graph import Block, BlockKind, Edge, FlowGraph
from cgr_audit.analysis.flow.managers import swallows
from cgr_audit.analysis.flow.nonempty import Nonempty
from cgr_audit.analysis.flow.truth import Known, constant_range, decided, is_complement, known_before, known_truth
from cgr_audit.analysis.scopes import Scopes

__all__ = ["FlowBuilder"]

_MOST_HANDLERS = 32
"""Of a ``try`` whose handlers are compared with each other."""
_MOST_LAST_ITERATIONS = 3
"""How many loops inside each other have a copy of their last iteration: each doubles what is inside."""


class FlowBuilder:
    """Builds the graph of one body.

    Args:
        never_returns: says of a call whether every function that it may reach ends by an exception alone.
        makes_endless: says of a call whether it makes a generator that never ends.
        known: the names whose value is known everywhere.
    """

    def __init__(
        self,
        scopes: Scopes,
        constants: Constants,
        nonempty: Nonempty,
        never_returns: Callable[[ast.Call], bool],
        makes_endless: Callable[[ast.Call], bool],
        known: Known,
    ) -> None:
        self._flow = FlowGraph()
        self._scopes = scopes
        self._constants = constants
        self._nonempty = nonempty
        self._never_returns = never_returns
        self._makes_endless = makes_endless
        self._exits = Exits(self._flow, scopes)
        self._known = known
        self._before: list[tuple[Sequence[ast.stmt], int]] = []
        """The blocks around, innermost last, each with how many of its statements ran; nothing from outside a loop."""
        self._names: dict[ast.stmt, dict[str, bool]] = {}
        self._closing: set[ast.If] = set()
        """The last tests of chains that leave no case over."""

    def build(self, body: Sequence[ast.stmt]) -> FlowGraph:
        """The graph of a function's, class's or module's body."""
        self._flow.join(self._block(body, [(self._flow.entry, Edge.NEXT)]), self._flow.ended)
        return self._flow

    def _block(self, body: Sequence[ast.stmt], frontier: Frontier) -> Frontier:
        for done, statement in enumerate(body):
            self._before.append((body, done))
            frontier = self._statement(statement, frontier)
            self._before.pop()
        return frontier

    def _apart(self, body: Sequence[ast.stmt], frontier: Frontier) -> Frontier:
        """A block that is not only entered from the statement before it, but from what ran in between too."""
        before, self._before = self._before, []
        left = self._block(body, frontier)
        self._before = before
        return left

    def _loop_body(self, body: Sequence[ast.stmt], frontier: Frontier, loop: LoopFrame) -> Frontier:
        self._exits.frames.append(loop)
        left = self._apart(body, frontier)
        self._exits.frames.pop()
        return left

    def _statement(self, node: ast.stmt, frontier: Frontier) -> Frontier:
        match node:
            case ast.If():
                return self._if(node, frontier)
            case ast.While():
                return self._while(node, frontier)
            case ast.For() | ast.AsyncFor():
                return self._for(node, frontier)
            case ast.Try() | ast.TryStar():
                return self._try(node, frontier)
            case ast.With() | ast.AsyncWith():
                return self._with(node, frontier)
            case ast.Match():
                return self._match(node, frontier)
            case _:
                return self._simple(node, frontier)

    def _enter(self, node: ast.AST, frontier: Frontier, raising: bool = False) -> Block:
        block = self._flow.add(BlockKind.STATEMENT, node)
        self._flow.join(frontier, block)
        if raising:
            self._exits.exception(block, None)
        return block

    def _simple(self, node: ast.stmt, frontier: Frontier) -> Frontier:
        block = self._enter(node, frontier, may_raise(node) and not isinstance(node, ast.Raise))
        if isinstance(node, ast.Raise):
            self._exits.exception(block, raised_by(node, self._scopes))
            return []
        if exits_process(node, self._scopes):
            self._exits.exception(block, SystemExit)
            return []
        if asserts_never(node, self._scopes):
            self._exits.exception(block, AssertionError)
            return []
        value = getattr(node, "value", None)
        value = value.value if isinstance(value, ast.Await) else value
        if isinstance(value, ast.Call) and self._never_returns(value):
            return []
        if isinstance(node, ast.Assert) and decided(node.test, self._known, self._constants) is False:
            self._exits.exception(block, AssertionError)
            return []
        if isinstance(node, ast.Return | ast.Break | ast.Continue):
            self._exits.jump(node, [(block, Edge.NEXT)])
            return []
        return [(block, Edge.NEXT)]

    # Compound statements

    def _if(self, node: ast.If, frontier: Frontier) -> Frontier:
        block = self._enter(node, frontier, may_raise(node.test))
        if (closing := closing_test(node)) is not None:
            self._closing.add(closing)
        truth = True if node in self._closing else decided(node.test, self._known, self._constants)
        left = self._block(node.body, [] if truth is False else [(block, Edge.TRUE)])
        other: Frontier = [] if truth is True else [(block, Edge.FALSE)]
        if node.orelse and isinstance(node.orelse[0], ast.If) and is_complement(node.test, node.orelse[0].test):
            nested = node.orelse[0]
            second = self._enter(nested, other)
            self._block(nested.orelse, [])
            return [*left, *self._block(node.orelse[1:], self._block(nested.body, [(second, Edge.TRUE)]))]
        return [*left, *self._block(node.orelse, other)]

    def _while(self, node: ast.While, frontier: Frontier) -> Frontier:
        first = self._enter(node, frontier, may_raise(node.test))
        loop = LoopFrame()
        truth = decided(node.test, self._known, self._constants)
        if truth is not None:
            left = self._loop_body(node.body, [(first, Edge.TRUE)] if truth else [], loop)
            self._flow.join([*left, *loop.continues], first)
            return [*self._apart(node.orelse, [] if truth else [(first, Edge.FALSE)]), *loop.breaks]
        before = [block[:done] for block, done in reversed(self._before)]
        holds_at_first = known_truth(node.test, known_before(node.test, before, self._mentions), self._constants)
        if holds_at_first is False:
            self._loop_body(node.body, [], loop)
            return self._apart(node.orelse, [(first, Edge.FALSE)])
        left = self._loop_body(node.body, [(first, Edge.TRUE)], loop)
        if not holds_at_first:
            self._flow.join([*left, *loop.continues], first)
            return [*self._apart(node.orelse, [(first, Edge.FALSE)]), *loop.breaks]
        if not left and not loop.continues:
            return [*self._block(node.orelse, []), *loop.breaks]
        again = self._enter(node, [*left, *loop.continues], may_raise(node.test))
        self._repeat(first, again)
        return [*self._apart(node.orelse, [(again, Edge.FALSE)]), *loop.breaks]

    def _for(self, node: ast.For | ast.AsyncFor, frontier: Frontier) -> Frontier:
        numbers = constant_range(node.iter, self._constants)
        at_least_once = bool(numbers) or self._nonempty.is_nonempty(node.iter)
        first = self._enter(node, frontier, may_raise(node.iter) and not at_least_once)
        last = numbers[-1] if numbers and len(self._known) <= _MOST_LAST_ITERATIONS and _decides(node) else None
        loop = LoopFrame()
        if self._nonempty.is_empty(node.iter):
            self._loop_body(node.body, [], loop)
            return self._apart(node.orelse, [(first, Edge.FALSE)])
        again: Block | None = None
        exhausted: Frontier = []
        if last is None or (numbers is not None and len(numbers) > 1):
            left = self._loop_body(node.body, [(first, Edge.TRUE)], loop)
            if left or loop.continues:
                again = self._enter(node, [*left, *loop.continues])
                self._repeat(first, again)
        if last is not None:
            loop.continues = []
            source = first if len(numbers or ()) == 1 else again
            known, self._known = self._known, {**self._known, node.target.id: last}  # type: ignore[attr-defined]
            left = self._loop_body(node.body, [(source, Edge.TRUE)] if source is not None else [], loop)
            self._known = known
            if left or loop.continues:
                exhausted = [(self._enter(node, [*left, *loop.continues]), Edge.FALSE)]
        else:
            exhausted = [(block, Edge.FALSE) for block in (again, None if at_least_once else first) if block]
        if self._is_endless(node.iter):
            exhausted = []
        return [*self._apart(node.orelse, exhausted), *loop.breaks]

    def _mentions(self, statement: ast.stmt) -> dict[str, bool]:
        """The names that a statement mentions, and whether it rebinds them."""
        if statement not in self._names:
            found = self._names[statement] = {}
            for part in ast.walk(statement):
                if isinstance(part, ast.Name):
                    found[part.id] = not isinstance(part.ctx, ast.Load) or found.get(part.id, False)
        return self._names[statement]

    def _repeat(self, first: Block, again: Block) -> None:
        """From the second head, the body that was built from the first is entered again."""
        for successor, kind in list(self._flow.successors(first).items()):
            if kind is Edge.TRUE:
                self._flow.connect(again, successor, Edge.TRUE)

    def _is_endless(self, iterable: ast.expr) -> bool:
        call = endless_iterator(iterable, self._scopes, self._makes_endless)
        if call is None or self._scopes.qualified_name(call.func) != "itertools.cycle":
            return call is not None
        return bool(call.args) and self._nonempty.is_nonempty(call.args[0])

    def _try(self, node: ast.Try | ast.TryStar, frontier: Frontier) -> Frontier:
        final = self._finally(node.finalbody) if node.finalbody else None
        if final is not None:
            self._exits.frames.append(final)
        starts = [(handler, self._flow.add(BlockKind.HANDLER, handler)) for handler in node.handlers]
        self._exits.frames.append(Handlers([pair for pair in starts if not self._is_shadowed(pair[0], node)]))
        left = self._block(node.body, frontier)
        self._exits.frames.pop()
        left = self._apart(node.orelse, left)
        for handler, start in starts:
            left = [*left, *self._handler(handler, start)]
        if final is None:
            return left
        self._exits.frames.pop()
        return self._exits.end(final, left)

    def _is_shadowed(self, handler: ast.ExceptHandler, node: ast.Try | ast.TryStar) -> bool:
        """Whether an earlier handler takes all that a handler could."""
        if isinstance(node, ast.TryStar) or len(node.handlers) > _MOST_HANDLERS:
            return False
        earlier = node.handlers[: node.handlers.index(handler)]
        return any(takes_everything_of(other, handler, self._scopes) for other in earlier)

    def _finally(self, body: list[ast.stmt]) -> Finally:
        known = self._known

        def build(frontier: Frontier) -> Frontier:
            """Build a copy under what is known around the ``try``, not where this copy happens to be needed first."""
            inside, self._known = self._known, known
            left = self._apart(body, frontier)
            self._known = inside
            return left

        return Finally(build)

    def _handler(self, handler: ast.ExceptHandler, start: Block) -> Frontier:
        if handler.name is None:
            return self._apart(handler.body, [(start, Edge.NEXT)])
        self._exits.frames.append(Unbind(handler))
        left = self._apart(handler.body, [(start, Edge.NEXT)])
        self._exits.frames.pop()
        return self._exits.unbind(handler, left)

    def _with(self, node: ast.With | ast.AsyncWith, frontier: Frontier) -> Frontier:
        block = self._enter(node, frontier, any(may_raise(item.context_expr) for item in node.items))
        may_swallow = any(swallows(item.context_expr, self._scopes, node.body) for item in node.items)
        swallow = Swallow() if may_swallow else None
        if swallow is not None:
            self._exits.frames.append(swallow)
        left = self._block(node.body, [(block, Edge.NEXT)])
        if swallow is None:
            return left
        self._exits.frames.pop()
        if not swallow.after:
            return left
        swallowed = self._flow.add(BlockKind.JUNCTION, node)
        self._flow.join(swallow.after, swallowed)
        return [*left, (swallowed, Edge.NEXT)]

    def _match(self, node: ast.Match, frontier: Frontier) -> Frontier:
        waiting: Frontier = [(self._enter(node, frontier, may_raise(node.subject)), Edge.NEXT)]
        left: Frontier = []
        for case in node.cases:
            block = self._enter(case, waiting, case.guard is not None and may_raise(case.guard))
            left += self._block(case.body, [(block, Edge.TRUE)])
            certain = case.guard is None and _irrefutable(case.pattern)
            waiting = [] if certain else [(block, Edge.FALSE)]
        return [*left, *waiting]


def _irrefutable(pattern: ast.pattern) -> bool:
    if isinstance(pattern, ast.MatchAs):
        return pattern.pattern is None or _irrefutable(pattern.pattern)
    return isinstance(pattern, ast.MatchOr) and any(_irrefutable(part) for part in pattern.patterns)


def _decides(node: ast.For | ast.AsyncFor) -> bool:
    """Whether a test in a loop's body reads the loop variable, which nothing in the body rebinds."""
    if not isinstance(node.target, ast.Name):
        return False
    name = node.target.id
    parts = [part for statement in node.body for part in ast.walk(statement)]
    if any(isinstance(part, ast.Name) and part.id == name and isinstance(part.ctx, ast.Store) for part in parts):
        return False
    tests = [part.test for part in parts if isinstance(part, ast.If)]
    return any(isinstance(part, ast.Name) and part.id == name for test in tests for part in ast.walk(test))
