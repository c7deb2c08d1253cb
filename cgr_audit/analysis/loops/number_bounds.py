"""Between which numbers the value of an expression lies, where a loop uses it as a step."""

from __future__ import annotations

import ast
import math
from collections.abc import Callable, Iterator

from cgr_audit.analysis.index import Index
from cgr_audit.analysis.loops.intervals import (
    NOTHING,
    UNBOUNDED,
    Bounds,
    hull,
    negated,
    product,
    quotient,
    total,
    widened,
)
from cgr_audit.analysis.loops.step_values import StepValues
from cgr_audit.analysis.scopes import Binding, BindingKind, Scope, Scopes

__all__ = ["NumberBounds"]

_BARELY_POSITIVE = math.ulp(0.0)
_PASSES = 3
"""How often all variables are looked at before one that still changes is taken to have no bound on that side."""
_MOST_VARIABLES = 60
"""How many variables that depend on each other are followed."""

_Variable = tuple[Scope, str]


class NumberBounds:
    """Answers for the expressions of one loop."""

    def __init__(
        self,
        loop: ast.stmt,
        index: Index,
        scopes: Scopes,
        changes: Callable[[str], bool],
        is_set_in_every_round: Callable[[str], bool],
    ) -> None:
        """Set up.

        Args:
            loop: the loop in which the expressions stand.
            index: the nodes around the loop.
            scopes: what binds a name.
            changes: whether the loop changes the variable of this name.
            is_set_in_every_round: whether every round of the loop sets the variable of this name.
        """
        self._loop = loop
        self._index = index
        self._scopes = scopes
        self._steps = StepValues(scopes)
        self._changes = changes
        self._is_set_in_every_round = is_set_in_every_round
        self._known: dict[_Variable, Bounds] = {}
        self._later: dict[_Variable, Bounds] = {}

    def of(self, node: ast.expr) -> Bounds:
        """The bounds of an expression from the second round on; both infinite where nothing is known."""
        variables = self._variables_in(node)
        self._find(variables)
        for variable in variables:
            if variable not in self._later:
                self._later[variable] = self._from_the_second_round_on(variable)
        return self._value(node, self._later)

    def _value(self, node: ast.expr, known: dict[_Variable, Bounds]) -> Bounds:
        match node:
            case ast.Constant(value=int() | float() as value):
                return (value, value)
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                return negated(self._value(operand, known))
            case ast.BinOp(left=left, op=ast.Add(), right=right):
                return total(self._value(left, known), self._value(right, known))
            case ast.BinOp(left=left, op=ast.Sub(), right=right):
                return total(self._value(left, known), negated(self._value(right, known)))
            case ast.BinOp(left=left, op=ast.Mult(), right=right):
                return product(self._value(left, known), self._value(right, known))
            case ast.BinOp(left=left, op=ast.Div(), right=right):
                return quotient(self._value(left, known), self._value(right, known))
            case ast.IfExp(body=body, orelse=other):
                return hull(self._value(body, known), self._value(other, known))
            case ast.Call(func=ast.Name(id="len")):
                return (0, math.inf)
            case ast.Call(func=ast.Name(id="max" | "min" as name), args=[_, _, *_] as parts, keywords=[]):
                bounds = [self._value(part, known) for part in parts]
                choose = max if name == "max" else min
                return (choose(low for low, _ in bounds), choose(high for _, high in bounds))
            case ast.Call() if self._steps.is_positive(node):
                return (_BARELY_POSITIVE, math.inf)
            case ast.Name():
                variable = self._variable(node)
                return known.get(variable, UNBOUNDED) if variable is not None else UNBOUNDED
        return UNBOUNDED

    def _find(self, asked: list[_Variable]) -> None:
        """Look at all variables that these depend on, again and again, until nothing changes."""
        new = self._depended_on(asked)
        if len(new) > _MOST_VARIABLES:
            self._known.update(dict.fromkeys(new, UNBOUNDED))
            return
        known = self._known
        known.update(dict.fromkeys(new, NOTHING))
        rounds, is_done = 0, False
        while not is_done:
            is_done = True
            for variable in new:
                found = hull(known[variable], self._set_to(variable, known, lambda _: True))
                if found != known[variable]:
                    known[variable] = found if rounds < _PASSES else widened(known[variable], found)
                    is_done = False
            rounds += 1
        for variable in new:
            low, high = known[variable]
            known[variable] = (max(low, self._required(variable[1])), high)

    def _depended_on(self, asked: list[_Variable]) -> list[_Variable]:
        found: dict[_Variable, None] = {}
        waiting = [variable for variable in asked if variable not in self._known]
        while waiting and len(found) <= _MOST_VARIABLES:
            variable = waiting.pop()
            if variable in found or variable in self._known:
                continue
            found[variable] = None
            for binding in variable[0].bindings.get(variable[1], ()):
                if binding.value is not None:
                    waiting += self._variables_in(binding.value)
        return list(found)

    def _from_the_second_round_on(self, variable: _Variable) -> Bounds:
        """What the loop itself sets a variable to, if it does so in every round."""
        if not self._is_set_in_every_round(variable[1]):
            return self._known[variable]
        later = self._set_to(variable, self._known, self._is_in_loop)
        return self._known[variable] if later == NOTHING else later

    def _set_to(self, variable: _Variable, known: dict[_Variable, Bounds], counts: Callable[[Binding], bool]) -> Bounds:
        """The hull of all that bindings of a variable give to it."""
        found = NOTHING
        for binding in variable[0].bindings.get(variable[1], ()):
            if counts(binding):
                found = hull(found, self._bound_to(binding, known.get(variable, UNBOUNDED), known))
        return found

    def _bound_to(self, binding: Binding, before: Bounds, known: dict[_Variable, Bounds]) -> Bounds:
        if binding.value is None:
            return UNBOUNDED
        match binding.kind:
            case BindingKind.ASSIGNMENT:
                return self._value(binding.value, known)
            case BindingKind.UNPACKING:
                part = self._unpacked(binding)
                return UNBOUNDED if part is None else self._value(part, known)
            case BindingKind.AUGMENTED:
                statement = self._index.parent(binding.node)
                operator = statement.op if isinstance(statement, ast.AugAssign) else None
                step = self._value(binding.value, known)
                if isinstance(operator, ast.Add | ast.Sub):
                    return total(before, step if isinstance(operator, ast.Add) else negated(step))
                return product(before, step) if isinstance(operator, ast.Mult) else UNBOUNDED
            case BindingKind.LOOP:
                return self._element_of(binding, known)
        return UNBOUNDED

    def _unpacked(self, binding: Binding) -> ast.expr | None:
        """What one of several targets is given."""
        target = self._index.parent(binding.node)
        if isinstance(target, ast.Tuple | ast.List) and isinstance(binding.value, ast.Tuple | ast.List):
            targets, values = target.elts, binding.value.elts
            if len(targets) == len(values) and not any(isinstance(part, ast.Starred) for part in (*targets, *values)):
                return next((value for one, value in zip(targets, values, strict=True) if one is binding.node), None)
        return None

    def _element_of(self, binding: Binding, known: dict[_Variable, Bounds]) -> Bounds:
        """What a loop over a range, or over a sequence that is written out, gives to its variable."""
        match binding.value:
            case ast.Call(func=ast.Name(id="range"), args=[_]):
                return (0, math.inf)
            case ast.Call(func=ast.Name(id="range"), args=[first, _]):
                return (self._value(first, known)[0], math.inf)
            case ast.Name() | ast.Tuple() | ast.List() as iterable:
                written = self._written(iterable)
            case _:
                written = None
        target = self._index.parent(binding.node)
        place = target.elts.index(binding.node) if isinstance(target, ast.Tuple) else None  # type: ignore[arg-type]
        found = NOTHING
        for element in written or ():
            part = element
            if place is not None:
                if not isinstance(element, ast.Tuple | ast.List) or len(element.elts) <= place:
                    return UNBOUNDED
                part = element.elts[place]
            found = hull(found, self._value(part, known))
        return UNBOUNDED if found == NOTHING else found

    def _written(self, iterable: ast.expr) -> list[ast.expr] | None:
        if isinstance(iterable, ast.Name):
            bindings = self._scopes.bindings_of(iterable)
            value = bindings[0].value if len(bindings) == 1 else None
            return self._written(value) if isinstance(value, ast.Tuple | ast.List) else None
        return iterable.elts if isinstance(iterable, ast.Tuple | ast.List) else None

    def _is_in_loop(self, binding: Binding) -> bool:
        return any(parent is self._loop for parent in self._index.ancestors(binding.node))

    def _variables_in(self, node: ast.expr) -> list[_Variable]:
        names = (part for part in ast.walk(node) if isinstance(part, ast.Name))
        return [variable for name in names if (variable := self._variable(name)) is not None]

    def _variable(self, name: ast.Name) -> _Variable | None:
        found = self._scopes.lookup(name) if name in self._scopes.used_in else None
        return None if found is None else (found.scope, name.id)

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
