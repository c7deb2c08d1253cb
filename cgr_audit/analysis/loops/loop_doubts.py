"""What else may change the variables of a loop than its own statements seem to, and what makes those do something else.

Names that look like a builtin or a container's method and are the program's own; functions that the loop calls and that
move its counters back; a second name for a container; numbers so large or so signed that a step leaves them where they
are.
"""

from __future__ import annotations

import ast
import math
from collections.abc import Callable, Iterator

from cgr_audit.analysis.calls.call_graph import CallGraph
from cgr_audit.analysis.index import Index
from cgr_audit.analysis.loops.loop_changes import Change, Changes, Move, find_changes
from cgr_audit.analysis.loops.loop_region import LoopRegion, parts_within
from cgr_audit.analysis.scopes import Binding, BindingKind, Scopes

__all__ = ["LoopDoubts", "is_from_library"]

_READ_BY_NAME = frozenset({"len", "next", "divmod", "int", "range", "enumerate", "heappop", "heappush", "reversed"})
_LIBRARIES = ("builtins.", "math.", "numpy.", "heapq.")
_OPERATING = frozenset({"__bool__", "__len__", "__lt__", "__le__", "__gt__", "__ge__", "__eq__", "__ne__", "__add__",
                        "__sub__", "__iadd__", "__isub__", "__contains__", "__getitem__", "__floordiv__",
                        "__ifloordiv__", "__rsub__", "__radd__"})  # fmt: skip
_DISPLAYS = (ast.List, ast.Dict, ast.Set, ast.Tuple, ast.Constant, ast.JoinedStr, ast.ListComp, ast.SetComp,
             ast.DictComp, ast.BinOp, ast.Subscript)  # fmt: skip
_EXACT = 2**53
"""Above so many steps from zero a float no longer tells a number from the next."""
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)


def is_from_library(function: ast.expr, scopes: Scopes) -> bool:
    """Whether a callee is a builtin or a function of a library of numbers, and not the program's own of that name."""
    name = scopes.qualified_name(function)
    if name is not None:
        return name.startswith(_LIBRARIES)
    return isinstance(function, ast.Name) and _bindings(function, scopes) is None


class LoopDoubts:
    """Answers for one loop."""

    def __init__(
        self,
        region: LoopRegion,
        index: Index,
        scopes: Scopes,
        calls: CallGraph,
        is_positive: Callable[[ast.expr], bool],
    ) -> None:
        self._region = region
        self._index = index
        self._scopes = scopes
        self._calls = calls
        self._is_positive = is_positive

    @property
    def calls_namesake(self) -> bool:
        """Whether the loop calls a function of the program that bears the name of a builtin."""
        return any(
            isinstance(part, ast.Call)
            and isinstance(part.func, ast.Name)
            and part.func.id in _READ_BY_NAME
            and not is_from_library(part.func, self._scopes)
            for part in self._region.parts
        )

    def is_infinite(self, node: ast.expr) -> bool:
        """Whether an expression is infinity, which no counter reaches."""
        number = self._number(node)
        if number is None and isinstance(node, ast.Name):
            values = [binding.value for binding in _bindings(node, self._scopes) or ()]
            numbers = [None if value is None else self._number(value) for value in values]
            number = numbers[0] if len(set(numbers)) == 1 else None
        return number is not None and math.isinf(number)

    def changes(self, seen: Changes) -> Iterator[tuple[str, Change]]:
        """What has to be added to the changes that the loop's own statements make."""
        yield from self._by_callees()
        yield from self._of_own_objects()
        yield from self._by_other_names(seen)
        yield from self._of_numbers(seen)

    # Functions that the loop calls

    def _by_callees(self) -> Iterator[tuple[str, Change]]:
        for site in self._region.parts:
            if not isinstance(site, ast.Call | ast.Attribute):
                continue
            called: set[ast.AST] = set(self._calls.targets(site).all_functions)
            if isinstance(site, ast.Call):
                if not called and isinstance(site.func, ast.Attribute):
                    called |= self._methods_named(site.func.attr)
                handed = [held for argument in site.args for held in self._calls.callables(argument)]
                called |= {held for held in handed if isinstance(held, _FUNCTIONS)}
            for function in self._calls.reachable(called) if called else ():  # type: ignore[arg-type]
                if function is not None:
                    yield from self._by_function(function, site)

    def _methods_named(self, name: str) -> set[ast.AST]:
        """The methods that a call of an object that nobody here makes may run."""
        return {
            part
            for one in self._index.of(ast.ClassDef)
            for part in one.body
            if isinstance(part, ast.FunctionDef | ast.AsyncFunctionDef) and part.name == name
        }

    def _by_function(self, function: ast.AST, site: ast.AST) -> Iterator[tuple[str, Change]]:
        parts = parts_within([function.body] if isinstance(function, ast.Lambda) else getattr(function, "body", []))
        inside = self._scopes.of_node[function]
        parameters = {name for name, all_of in inside.bindings.items() if all_of[0].kind is BindingKind.PARAMETER}
        given = [argument for argument in site.args if isinstance(argument, ast.Name | ast.Attribute)] if isinstance(
            site, ast.Call) else []  # fmt: skip
        for key, changes in find_changes(tuple(parts), self._is_positive, lambda _: None).items():
            name = key[4:-1] if key.startswith("len(") else key
            for change in changes:
                hidden = Change(self._statement(site), change.move, is_certain=False)
                for text in self._texts_of(name, inside):
                    yield (f"len({text})" if key.startswith("len(") else text), hidden
                if key.startswith("len(") and name in parameters and _is_in_place(change.statement):
                    yield from ((f"len({ast.unparse(argument)})", hidden) for argument in given)

    def _texts_of(self, name: str, inside: object) -> set[str]:
        """What the loop calls a variable that a function outside changes: an attribute, or an outer variable."""
        found: set[str] = set()
        attribute = name.rpartition(".")[2] if "." in name else None
        for part in self._region.parts:
            if attribute is not None and isinstance(part, ast.Attribute) and part.attr == attribute:
                found.add(ast.unparse(part))
            elif isinstance(part, ast.Name) and part.id == name:
                here = self._scopes.used_in[part].lookup(name)
                there = inside.lookup(name)  # type: ignore[attr-defined]
                if here is not None and there is not None and here[0] is there[0]:
                    found.add(name)
        return found

    # Objects of the program's own classes

    def _of_own_objects(self) -> Iterator[tuple[str, Change]]:
        classes = {one.name: one for one in self._index.of(ast.ClassDef)}
        if not classes:
            return
        methods = {name: self._methods(one, classes) for name, one in classes.items()}
        for part in self._region.parts:
            if isinstance(part, ast.Name) and any(
                methods[name] & _OPERATING for name in self._classes_of(part, classes)
            ):
                yield from self._unknown(part, part)
            function = part.func if isinstance(part, ast.Call) else None
            if isinstance(function, ast.Attribute) and any(function.attr in own for own in methods.values()):
                owner = function.value
                if isinstance(owner, ast.Name) and not self._is_container(owner):
                    yield from self._unknown(owner, part)

    def _unknown(self, variable: ast.expr, where: ast.AST) -> Iterator[tuple[str, Change]]:
        change = Change(self._statement(where), Move.UNKNOWN, is_certain=False)
        yield ast.unparse(variable), change
        yield f"len({ast.unparse(variable)})", change

    def _methods(self, one: ast.ClassDef, classes: dict[str, ast.ClassDef]) -> frozenset[str]:
        found: set[str] = set()
        seen: set[ast.ClassDef] = set()
        waiting = [one]
        while waiting:
            current = waiting.pop()
            if current not in seen:
                seen.add(current)
                found |= {part.name for part in current.body if isinstance(part, ast.FunctionDef)}
                waiting += [
                    classes[base.id] for base in current.bases if isinstance(base, ast.Name) and base.id in classes
                ]
        return frozenset(found)

    def _classes_of(self, name: ast.Name, classes: dict[str, ast.ClassDef]) -> Iterator[str]:
        for binding in _bindings(name, self._scopes) or ():
            made = binding.value.func if isinstance(binding.value, ast.Call) else None
            annotation = binding.node.annotation if isinstance(binding.node, ast.arg) else None
            for named in (made, annotation):
                if isinstance(named, ast.Name) and named.id in classes:
                    yield named.id

    def _is_container(self, name: ast.Name) -> bool:
        """Whether all that a variable is set to is a builtin container, text or number."""
        return all(
            (binding.value is not None and isinstance(binding.value, _DISPLAYS))
            or (isinstance(binding.value, ast.Call) and self._makes_container(binding.value.func))
            or binding.kind is BindingKind.AUGMENTED
            for binding in _bindings(name, self._scopes) or ()
        )

    def _makes_container(self, function: ast.expr) -> bool:
        return (self._scopes.qualified_name(function) or "").startswith(("builtins.", "collections."))

    # Second names

    def _by_other_names(self, seen: Changes) -> Iterator[tuple[str, Change]]:
        shrinking = [key[4:-1] for key, several in seen.items() if _holds_move(key, several, Move.DOWN)]
        growing = [key[4:-1] for key, several in seen.items() if _holds_move(key, several, Move.UP)]
        for name in shrinking:
            for other in growing:
                for change in seen[f"len({other})"] if other != name else ():
                    is_growth = change.move is Move.UP and _is_in_place(change.statement)
                    if is_growth and self._are_one(name, other, change.statement):
                        yield f"len({name})", Change(change.statement, Move.UNKNOWN, is_certain=False)

    def _are_one(self, name: str, other: str, where: ast.AST) -> bool:
        """Whether two variables may hold one container at a statement."""
        for one, second in ((name, other), (other, name)):
            for statement in self._region.definitions(one, where):
                is_copy = isinstance(statement, ast.Assign) and ast.unparse(statement.value) == second
                if statement is not None and is_copy:
                    then, now = self._region.definitions(second, statement), self._region.definitions(second, where)
                    if then & now:
                        return True
        both = self._region.definitions(name, where) & self._region.definitions(other, where)
        return any(isinstance(statement, ast.Assign) and len(statement.targets) > 1 for statement in both)

    # Numbers that a step leaves alone

    def _of_numbers(self, seen: Changes) -> Iterator[tuple[str, Change]]:
        for name, several in seen.items():
            if name.startswith("len("):
                continue
            for change in tuple(several):
                operation = _operation(change.statement, name)
                if operation is not None and self._may_stand_still(name, *operation):
                    yield name, Change(change.statement, Move.UNKNOWN, is_certain=False)

    def _may_stand_still(self, name: str, operator: ast.operator, operand: ast.expr) -> bool:
        values = [
            statement.value
            for statement in self._region.definitions(name, self._region.loop)
            if isinstance(statement, ast.Assign) and ast.unparse(statement.targets[0]) == name
        ]
        numbers = [number for value in values if (number := self._number(value)) is not None]
        if isinstance(operator, ast.Mult | ast.LShift):
            return any(number <= 0 for number in numbers)
        if isinstance(operator, ast.Pow):
            return any(number <= 1 for number in numbers)
        if isinstance(operator, ast.FloorDiv | ast.RShift):
            return any(number < 0 for number in numbers) or any(_is_negated(value, name) for value in values)
        step = self._number(operand)
        if not isinstance(operator, ast.Add | ast.Sub) or not step:
            return False
        is_real = isinstance(step, float) or any(isinstance(number, float) for number in numbers)
        reach = max((abs(number) for number in (*numbers, *self._limits(name))), default=0)
        return is_real and reach >= _EXACT * abs(step)

    def _limits(self, name: str) -> Iterator[float]:
        """The numbers that the loop compares a variable with."""
        for part in self._region.parts:
            if isinstance(part, ast.Compare):
                sides = [part.left, *part.comparators]
                if any(ast.unparse(side) == name for side in sides):
                    yield from (number for side in sides if (number := self._number(side)) is not None)

    def _number(self, node: ast.expr) -> float | None:
        """The number that an expression says; integers stay integers."""
        match node:
            case ast.Constant(value=int() | float() as value):
                return value
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                inner = self._number(operand)
                return None if inner is None else -inner
            case ast.BinOp(left=ast.Constant(value=int(base)), op=ast.Pow(), right=ast.Constant(value=int(power))):
                return base**power if abs(base) <= _EXACT and 0 <= power <= 100 else None
            case ast.Call(func=ast.Name(id="float"), args=[ast.Constant(value=str(text))]):
                return math.inf if text.strip("+- ").lower() in ("inf", "infinity") else None
            case ast.Attribute() if self._scopes.qualified_name(node) in ("math.inf", "numpy.inf"):
                return math.inf
            case ast.Name() if self._scopes.qualified_name(node) in ("math.inf", "numpy.inf"):
                return math.inf
        return None

    def _statement(self, node: ast.AST) -> ast.stmt:
        around = (node, *self._index.ancestors(node))
        return next(part for part in around if isinstance(part, ast.stmt))


def _bindings(name: ast.Name, scopes: Scopes) -> list[Binding] | None:
    found = scopes.used_in.get(name, scopes.module).lookup(name.id)
    return None if found is None else found[1]


def _holds_move(key: str, changes: list[Change], move: Move) -> bool:
    return key.startswith("len(") and any(change.move is move for change in changes)


def _is_in_place(statement: ast.stmt) -> bool:
    """Whether a statement changes a container and does not put another in its place."""
    return not isinstance(statement, ast.Assign) or any(
        isinstance(part, ast.Call) for part in ast.walk(statement.value)
    )


def _operation(statement: ast.stmt, name: str) -> tuple[ast.operator, ast.expr] | None:
    """What a statement combines a variable with, to set it."""
    match statement:
        case ast.AugAssign(op=operator, value=value):
            return operator, value
        case ast.Assign(value=ast.BinOp(left=left, op=operator, right=right)) if ast.unparse(left) == name:
            return operator, right
        case ast.Assign(value=ast.Call(func=ast.Name(id="divmod"), args=[left, right])) if ast.unparse(left) == name:
            return ast.FloorDiv(), right
    return None


def _is_negated(value: ast.expr, name: str) -> bool:
    """``-len(x)``, and not ``n = -n``, which is written to make a number positive."""
    is_minus = isinstance(value, ast.UnaryOp) and isinstance(value.op, ast.USub)
    return is_minus and isinstance(value, ast.UnaryOp) and ast.unparse(value.operand) != name
