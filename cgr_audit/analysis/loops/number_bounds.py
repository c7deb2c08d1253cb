"""Between which numbers the value of an expression lies, where a loop uses it as a step."""

from __future__ import annotations

import ast
import math
from collections.abc import Callable, Iterator

from cgr_audit.analysis.index import Index
from cgr_audit.analysis.scopes import Binding, BindingKind, Scope, Scopes

__all__ = ["UNBOUNDED", "Bounds", "NumberBounds"]

Bounds = tuple[float, float]
"""The least and the greatest number that a value can be."""

UNBOUNDED: Bounds = (-math.inf, math.inf)

_BARELY_POSITIVE = math.ulp(0.0)
_DEPTH = 6
"""How many assignments are followed, one behind the other."""


class NumberBounds:
    """Answers for the expressions of one loop."""

    def __init__(
        self, loop: ast.stmt, index: Index, scopes: Scopes, changes: Callable[[str], bool], grows: Callable[[str], bool]
    ) -> None:
        """Set up.

        Args:
            loop: the loop in which the expressions stand.
            index: the nodes around the loop.
            scopes: what binds a name.
            changes: whether the loop changes the variable of this name.
            grows: whether every round of the loop makes the variable of this name larger.
        """
        self._loop = loop
        self._index = index
        self._scopes = scopes
        self._changes = changes
        self._grows = grows
        self._known: dict[tuple[Scope, str, int], Bounds] = {}

    def of(self, node: ast.expr, depth: int = _DEPTH) -> Bounds:
        """The bounds of an expression; both infinite where nothing is known."""
        match node:
            case ast.Constant(value=int() | float() as value):
                return (value, value)
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                low, high = self.of(operand, depth)
                return (-high, -low)
            case ast.BinOp(left=left, op=operator, right=right):
                return _combined(self.of(left, depth), operator, self.of(right, depth))
            case ast.Call(func=ast.Name(id="len")):
                return (0, math.inf)
            case ast.Name():
                return self._of_name(node, depth)
        return UNBOUNDED

    def _of_name(self, name: ast.Name, depth: int) -> Bounds:
        found = self._scopes.used_in[name].lookup(name.id) if name in self._scopes.used_in else None
        if found is None or depth == 0:
            return UNBOUNDED
        key = (found[0], name.id, depth)
        if key not in self._known:
            low, high = self._of_bindings(found[1], name.id, depth)
            low = max(low, self._required(name.id))
            if low == 0 and self._grows(name.id):
                low = _BARELY_POSITIVE
            self._known[key] = (low, high)
        return self._known[key]

    def _of_bindings(self, bindings: list[Binding], name: str, depth: int) -> Bounds:
        """The hull of all that a variable is set to; steps that only make it larger leave its least value alone."""
        low, high = math.inf, -math.inf
        for binding in bindings:
            step = self._step(binding, name)
            if step is not None:
                least, greatest = self.of(step, depth - 1)
                low, high = (low, math.inf) if least >= 0 else (-math.inf, high if greatest <= 0 else math.inf)
            elif binding.kind is BindingKind.ASSIGNMENT and binding.value is not None:
                least, greatest = self.of(binding.value, depth - 1)
                low, high = min(low, least), max(high, greatest)
            else:
                return UNBOUNDED
        return (low, high) if low <= high else UNBOUNDED

    def _step(self, binding: Binding, name: str) -> ast.expr | None:
        """What an assignment adds to the variable itself."""
        if binding.kind is BindingKind.AUGMENTED:
            statement = self._index.parent(binding.node)
            is_sum = isinstance(statement, ast.AugAssign) and isinstance(statement.op, ast.Add)
            return statement.value if is_sum else None  # type: ignore[union-attr]
        match binding.value:
            case ast.BinOp(left=ast.Name(id=left), op=ast.Add(), right=step) if left == name:
                return step
        return None

    def _required(self, name: str) -> float:
        """What a test around the loop, or its own, asks of a variable that the loop leaves alone."""
        if self._changes(name):
            return -math.inf
        return max((_least(test, name) for test in self._tests(name)), default=-math.inf)

    def _tests(self, name: str) -> Iterator[ast.expr]:
        inner: ast.AST = self._loop
        if isinstance(self._loop, ast.While):
            yield self._loop.test
        for around in self._index.ancestors(self._loop):
            if isinstance(around, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
                return
            if isinstance(around, ast.While | ast.If) and inner in around.body:
                before = around.body[: around.body.index(inner)]
                if not any(_binds(statement, name) for statement in before):
                    yield around.test
            inner = around


def _combined(one: Bounds, operator: ast.operator, other: Bounds) -> Bounds:
    match operator:
        case ast.Add():
            return (one[0] + other[0], one[1] + other[1])
        case ast.Sub():
            return (one[0] - other[1], one[1] - other[0])
        case ast.Mult():
            products = [_product(left, right) for left in one for right in other]
            return (min(products), max(products))
    return UNBOUNDED


def _product(one: float, other: float) -> float:
    return 0 if one == 0 or other == 0 else one * other


def _least(test: ast.expr, name: str) -> float:
    """The least number that a variable is where a test holds."""
    match test:
        case ast.BoolOp(op=ast.And(), values=values):
            return max(_least(value, name) for value in values)
        case ast.Compare(left=ast.Name(id=left), ops=[ast.Gt()], comparators=[ast.Constant(value=int(value))]):
            return value + _BARELY_POSITIVE if left == name else -math.inf
        case ast.Compare(left=ast.Name(id=left), ops=[ast.GtE()], comparators=[ast.Constant(value=int(value))]):
            return value if left == name else -math.inf
    return -math.inf


def _binds(statement: ast.stmt, name: str) -> bool:
    return any(
        isinstance(part, ast.Name) and part.id == name and not isinstance(part.ctx, ast.Load)
        for part in ast.walk(statement)
    )
