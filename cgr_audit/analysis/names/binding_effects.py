"""What running one block of a control-flow graph does to names: which it reads, and which are bound afterwards."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from cgr_audit.analysis.flow.flow_graph import Block, BlockKind, Edge
from cgr_audit.source.lowering.grammar import NODE_FIELDS
from cgr_audit.source.lowering.syntax import TypeAlias

__all__ = ["Bound", "Effects", "join"]

_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


class Bound(NamedTuple):
    """The names that are bound at one point, as bits."""

    every: int
    """Bound on every path that leads here."""
    some: int
    """Bound on some path that leads here."""


def join(one: Bound, other: Bound) -> Bound:
    """Where two paths come together."""
    return one if one is other else Bound(one.every & other.every, one.some | other.some)


@dataclass(slots=True)
class Effects:
    """Follows the evaluation of blocks, in Python's order."""

    bits: Mapping[str, int]
    """The names to follow."""
    is_own: Callable[[ast.Name], bool]
    """Whether a name in the text means one of them, and no other variable of that name."""
    never_fails: Callable[[ast.stmt], bool]
    """Whether an import is certain to succeed."""
    is_nonempty: Callable[[ast.expr], bool]
    """Whether an iterable certainly holds an element."""
    on_read: Callable[[ast.Name, Bound], None] | None = None
    """Called with every read of one of the names and what is bound at that point."""
    on_call: Callable[[ast.Call, Bound], None] | None = None
    """Called with every call and what is bound at that point."""

    def leave(self, block: Block, before: Bound) -> Mapping[Edge, Bound]:
        """What is bound when a block is left, by the way it is left."""
        node = block.node
        if block.kind is BlockKind.UNBINDING and isinstance(node, ast.ExceptHandler) and node.name is not None:
            return dict.fromkeys(Edge, self._unbound(node.name, before))
        if block.kind is BlockKind.HANDLER and isinstance(node, ast.ExceptHandler):
            caught = before if node.type is None else self.expression(node.type, before)
            return dict.fromkeys(Edge, caught if node.name is None else self._bound(node.name, caught))
        if block.kind is not BlockKind.STATEMENT or node is None:
            return dict.fromkeys(Edge, before)
        held, failed = self._branches(node, before)
        raised = join(before, join(held, failed))  # at some point between its beginning and its end
        if isinstance(node, ast.Import | ast.ImportFrom) and self.never_fails(node):
            raised = held
        return {Edge.NEXT: held, Edge.TRUE: held, Edge.FALSE: failed, Edge.EXCEPTION: raised}

    def _branches(self, node: ast.AST, before: Bound) -> tuple[Bound, Bound]:
        match node:
            case ast.If(test=test) | ast.While(test=test):
                return self.condition(test, before)
            case ast.Assert(test=test, msg=message):
                held, failed = self.condition(test, before)
                return held, failed if message is None else self.expression(message, failed)
            case ast.For(target=target, iter=iterable) | ast.AsyncFor(target=target, iter=iterable):
                after = self.expression(iterable, before)
                return self.expression(target, after), after
            case ast.Match(subject=subject):
                after = self.expression(subject, before)
                return after, after
            case ast.match_case():
                return self._case(node, before)
            case ast.stmt():
                after = self._statement(node, before)
                return after, after
        return before, before

    def _case(self, node: ast.match_case, before: Bound) -> tuple[Bound, Bound]:
        matched = before
        for part in ast.walk(node.pattern):
            name = part.rest if isinstance(part, ast.MatchMapping) else getattr(part, "name", None)
            if name is not None:
                matched = self._bound(name, matched)
        held, failed = (matched, matched) if node.guard is None else self.condition(node.guard, matched)
        return held, join(before, failed)

    def _statement(self, node: ast.stmt, state: Bound) -> Bound:
        match node:
            case ast.Assign(targets=targets, value=value):
                return self._all(targets, self.expression(value, state))
            case ast.AugAssign(target=target, value=value):
                if isinstance(target, ast.Name):
                    state = self._read(target, state)
                return self.expression(target, self.expression(value, state))
            case ast.AnnAssign(value=value):
                return state if value is None else self.expression(node.target, self.expression(value, state))
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                state = self._all((*node.decorator_list, *_defaults(node.args)), state)
                return self._bound(node.name, state)
            case ast.ClassDef():
                outer = (*node.decorator_list, *node.bases, *(keyword.value for keyword in node.keywords))
                return self._bound(node.name, self._class_body(node, self._all(outer, state)))
            case ast.Import(names=names) | ast.ImportFrom(names=names):
                for alias in names:
                    state = self._bound(alias.asname or alias.name.partition(".")[0], state)
                return state
            case ast.Delete(targets=deleted):
                for part in deleted:
                    if isinstance(part, ast.Name):
                        state = self._read(part, state)
                        state = self._unbound(part.id, state) if self.is_own(part) else state
                    else:
                        state = self.expression(part, state)
                return state
            case ast.With(items=items) | ast.AsyncWith(items=items):
                for item in items:
                    state = self.expression(item.context_expr, state)
                    state = state if item.optional_vars is None else self.expression(item.optional_vars, state)
                return state
            case TypeAlias(name=name):
                return self.expression(name, state)
        return self._all(_expressions(node), state)

    def _class_body(self, node: ast.ClassDef, state: Bound) -> Bound:
        """What a class body reads of the names around it; it runs once, where the class stands."""
        waiting: list[ast.AST] = list(reversed(node.body))
        while waiting:
            part = waiting.pop()
            if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Load):
                state = self._read(part, state)
            if isinstance(part, ast.FunctionDef | ast.AsyncFunctionDef):
                waiting.extend((*part.decorator_list, *_defaults(part.args)))
            elif isinstance(part, ast.AnnAssign):
                waiting.extend([] if part.value is None else [part.value])
            elif not isinstance(part, ast.Lambda):
                waiting.extend(reversed(list(ast.iter_child_nodes(part))))
        return state

    def expression(self, node: ast.expr, state: Bound) -> Bound:
        """What is bound after an expression, or a target, was evaluated."""
        match node:
            case ast.Constant():
                return state
            case ast.Name(id=name) if name not in self.bits:
                return state
            case ast.Name(ctx=ast.Load()):
                return self._read(node, state)
            case ast.Name(ctx=ast.Store()):
                return self._bound(node.id, state) if self.is_own(node) else state
            case ast.Attribute(value=value):
                return self.expression(value, state)
            case ast.BoolOp() | ast.UnaryOp(op=ast.Not()):
                return join(*self.condition(node, state))
            case ast.IfExp(test=test, body=body, orelse=other):
                held, failed = self.condition(test, state)
                return join(self.expression(body, held), self.expression(other, failed))
            case ast.Lambda(args=arguments):
                return self._all(_defaults(arguments), state)
            case ast.NamedExpr(target=target, value=value):
                return self.expression(target, self.expression(value, state))
            case ast.Call():
                state = self._all(_expressions(node), state)
                if self.on_call is not None:
                    self.on_call(node, state)
                return state
        if isinstance(node, _COMPREHENSIONS):
            return self._comprehension(node, state)
        return self._all(_expressions(node), state)

    def condition(self, node: ast.expr, state: Bound) -> tuple[Bound, Bound]:
        """What is bound where a test holds, and where it does not."""
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            held, failed = self.condition(node.operand, state)
            return failed, held
        if not isinstance(node, ast.BoolOp):
            after = self.expression(node, state)
            return after, after
        goes_on_held = isinstance(node.op, ast.And)
        left: Bound | None = None
        for value in node.values:
            held, failed = self.condition(value, state)
            state, leaving = (held, failed) if goes_on_held else (failed, held)
            left = leaving if left is None else join(left, leaving)
        assert left is not None
        return (state, left) if goes_on_held else (left, state)

    def _comprehension(self, node: ast.expr, state: Bound) -> Bound:
        generators: list[ast.comprehension] = node.generators  # type: ignore[attr-defined]
        inner = self.expression(generators[0].iter, state)
        left: Bound | None = None
        binds = any(isinstance(part, ast.NamedExpr) for part in ast.walk(node))
        for position, generator in enumerate(generators):
            inner = inner if position == 0 else self.expression(generator.iter, inner)
            runs = binds and not isinstance(node, ast.GeneratorExp) and self.is_nonempty(generator.iter)
            left = left if runs else inner if left is None else join(left, inner)
            for test in generator.ifs:
                inner, failed = self.condition(test, inner)
                left = failed if left is None else join(left, failed)
        parts = [getattr(node, name, None) for name in ("key", "value", "elt")]
        evaluated = self._all([part for part in parts if part is not None], inner)
        return evaluated if left is None else join(left, evaluated)

    def _all(self, nodes: Iterator[ast.expr] | tuple[ast.expr, ...] | list[ast.expr], state: Bound) -> Bound:
        for node in nodes:
            state = self.expression(node, state)
        return state

    def _read(self, node: ast.Name, state: Bound) -> Bound:
        """Read a name: whatever comes after this is only reached where it is bound."""
        if node.id not in self.bits or not self.is_own(node):
            return state
        if self.on_read is not None:
            self.on_read(node, state)
        return self._bound(node.id, state)

    def _bound(self, name: str, state: Bound) -> Bound:
        bit = self.bits.get(name, 0)
        return Bound(state.every | bit, state.some | bit) if bit & ~(state.every & state.some) else state

    def _unbound(self, name: str, state: Bound) -> Bound:
        bit = self.bits.get(name, 0)
        return Bound(state.every & ~bit, state.some & ~bit)


def _defaults(arguments: ast.arguments) -> tuple[ast.expr, ...]:
    return (*arguments.defaults, *(default for default in arguments.kw_defaults if default is not None))


def _expressions(node: ast.AST) -> Iterator[ast.expr]:
    """The expressions directly under a node, in the order of their evaluation."""
    for name in NODE_FIELDS[type(node)]:
        part = getattr(node, name, None)
        for child in part if isinstance(part, list) else (part,):
            if isinstance(child, ast.expr):
                yield child
            elif isinstance(child, ast.keyword):
                yield child.value
