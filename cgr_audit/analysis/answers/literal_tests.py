"""What a test compares the item with: literals that the program holds, nothing but emptiness, or itself."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from enum import IntEnum
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING

from cgr_audit.analysis.answers.held_literals import HeldLiterals

if TYPE_CHECKING:
    from cgr_audit.analysis.facts import Facts

__all__ = ["Against", "LiteralTests"]

_DEPTH = 16
_ASKING = frozenset((
    "__contains__", "__eq__", "__ne__", "count", "endswith", "find", "index", "intersection", "isdisjoint", "issubset",
    "issuperset", "rfind", "rindex", "startswith",
))  # fmt: skip
_MATCHES = frozenset(("findall", "finditer", "fullmatch", "match", "search"))
_MATCHING = frozenset(f"re.{name}" for name in _MATCHES)
_COMPARING = frozenset((
    "difflib.SequenceMatcher", "difflib.get_close_matches", "fnmatch.fnmatch", "fnmatch.fnmatchcase",
    "operator.contains", "operator.countOf", "operator.eq", "operator.indexOf", "operator.ne",
))  # fmt: skip
_CHOOSING = frozenset(f"builtins.{name}" for name in ("filter", "map", "max", "min", "next", "sorted"))
_WRAPPING = frozenset(f"builtins.{name}" for name in ("all", "any", "bool", "int", "len", "list", "sum", "tuple"))
_FILLING = frozenset(("add", "append", "extend", "insert", "setdefault", "update"))
_MOST_TESTS = 200
"""Looked at in one function."""
_COMPOUND = (ast.Call, ast.BinOp, ast.Name, ast.Attribute, ast.Subscript, ast.IfExp, ast.BoolOp, ast.Compare)
_FEW = 2
"""Up to so many elements, a test of a number of elements asks whether there are enough."""


class Against(IntEnum):
    """What a test compares with; later ones say more."""

    NOTHING = 0
    """Two parts of the item, or a computed truth."""
    EMPTINESS = 1
    """Whether something is there, or of the right kind."""
    SIZE = 2
    """A number, by order or as a number of elements."""
    LITERAL = 3
    """A text, or an exact number, or the keys of a table."""


class LiteralTests:
    """What the tests of one program compare with."""

    def __init__(self, facts: Facts, *, words_only: bool = False) -> None:
        """With ``words_only``, a comparison with signs or an alphabet says nothing."""
        self._facts = facts
        self._held = HeldLiterals(facts, words_only=words_only)
        self._known: dict[ast.AST, Against] = {}
        self._bodies: dict[ast.AST, Against] = {}
        self._changed: dict[tuple[ast.AST | None, str], bool] = {}

    def against(self, node: ast.AST, depth: int = _DEPTH) -> Against:
        """What a test, a choice or a pattern compares with."""
        if depth <= 0:
            return Against.NOTHING
        if node not in self._known:
            self._known[node] = Against.NOTHING  # while it is looked at
            self._known[node] = self._look(node, depth)
        return self._known[node]

    def _look(self, node: ast.AST, depth: int) -> Against:
        match node:
            case ast.pattern():
                return self._pattern(node)
            case ast.Compare(left=left, ops=ops, comparators=comparators):
                sides = zip([left, *comparators], ops, comparators, strict=False)
                return max(self._compared(one, op, other, depth) for one, op, other in sides)
            case ast.BoolOp(values=values):
                return max(self.against(value, depth) for value in values)
            case ast.UnaryOp(operand=operand):
                return self.against(operand, depth)
            case ast.Call():
                return self._call(node, depth)
            case ast.Subscript(value=container):
                return self._subscript(container, node.slice, depth)
            case ast.GeneratorExp(elt=element) | ast.ListComp(elt=element) | ast.SetComp(elt=element):
                tests = [element, *(test for loop in node.generators for test in loop.ifs)]
                return max(self.against(test, depth - 1) for test in tests)
            case ast.DictComp(key=key, value=value):
                tests = [key, value, *(test for loop in node.generators for test in loop.ifs)]
                return max(self.against(test, depth - 1) for test in tests)
            case ast.Dict(values=parts) | ast.List(elts=parts) | ast.Tuple(elts=parts):
                return max((self._within(part, depth - 1) for part in parts), default=Against.NOTHING)
            case ast.Attribute(value=ast.Name() as holder):
                return self._within(holder, depth - 1)
            case ast.IfExp(test=test, body=body, orelse=orelse):
                return max(self.against(test, depth - 1), *(self._within(part, depth - 1) for part in (body, orelse)))
            case ast.Lambda(body=body):
                return self.against(body, depth - 1)
            case ast.Name():
                return self._name(node, depth)
            case ast.BinOp(left=left, op=ast.BitAnd(), right=right) if self._is_word_set(left, right):
                return Against.LITERAL
            case ast.BinOp(left=left, right=right):
                found = max(self.against(left, depth - 1), self.against(right, depth - 1))
                return found if found is Against.LITERAL else Against.NOTHING
            case ast.NamedExpr(value=value):
                return self.against(value, depth)
        return Against.NOTHING

    def is_positive(self, node: ast.AST, outcome: int) -> bool:
        """Whether this outcome means that what was compared is the same, or in it."""
        if isinstance(node, ast.Compare) and len(node.ops) == 1 and isinstance(node.ops[0], ast.NotEq | ast.NotIn):
            return outcome <= 0
        return outcome >= 0

    def is_about_element(self, node: ast.AST) -> bool:
        """Whether a test or choice goes through several things, options say, and not only asks of one."""
        if isinstance(node, ast.Subscript | ast.pattern):
            return True
        for part in ast.walk(node):
            if isinstance(part, ast.Lambda) or (isinstance(part, ast.comprehension) and not self._runs_over(part.iter)):
                return True
            if isinstance(part, ast.Name):
                loops = [binding.value for binding in self._held.bindings(part) if binding.kind == "loop"]
                if any(value is None or not self._runs_over(value) for value in loops):
                    return True
        return isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in ("get", "pop")

    def _runs_over(self, iterable: ast.expr) -> bool:
        """Whether a loop goes through literals of the program, and so asks several things of one."""
        return self._facts.constants.fold(iterable) is not None or bool(self._held.displays(iterable))

    def _is_word_set(self, left: ast.expr, right: ast.expr) -> bool:
        """``GAS & set(question.split())``."""
        return any(self._facts.constants.fold(side) or self._held.displays(side) for side in (left, right))

    def _subscript(self, container: ast.expr, key: ast.expr, depth: int) -> Against:
        """A lookup in a table, or in the answers by the place where a list of literals has the item."""
        found = self._container(container, key)
        is_own = self._facts.constants.fold(container) is not None or bool(self._held.displays(container))
        return max(found, self._within(key, depth - 1)) if is_own else found

    def _pattern(self, node: ast.pattern) -> Against:
        parts = [part for part in ast.walk(node) if isinstance(part, ast.MatchValue)]
        return Against.LITERAL if parts else Against.EMPTINESS

    def _compared(self, one: ast.expr, op: ast.cmpop, other: ast.expr, depth: int) -> Against:
        found = max(self._within(one, depth - 1), self._within(other, depth - 1))
        for side, counterpart in ((one, other), (other, one)):
            found = max(found, self._against_value(side, op, counterpart))
        return found

    def _within(self, node: ast.expr, depth: int) -> Against:
        """``text.find("x") >= 0`` and ``sum(word in text for word in WORDS) > best`` compare inside."""
        found = self.against(node, depth) if isinstance(node, _COMPOUND) else Against.NOTHING
        return found if found is Against.LITERAL else Against.NOTHING

    def _against_value(self, side: ast.expr, op: ast.cmpop, other: ast.expr) -> Against:
        folded = self._facts.constants.fold(side)
        if folded is None:
            return Against.LITERAL if self._held.displays(side) else Against.NOTHING
        value = folded.value
        if value is None or value in ("", [], {}, ()):
            return Against.EMPTINESS
        if isinstance(value, bool):
            return Against.NOTHING
        if not isinstance(value, int | float):
            return Against.LITERAL if self._held.says_something(value) else Against.NOTHING
        if self._is_length(other):
            is_exact = isinstance(op, ast.Eq | ast.NotEq) and value == _FEW
            return Against.EMPTINESS if value <= _FEW and not is_exact else Against.SIZE
        if value in (0, -1):
            return Against.NOTHING if self._within(other, _DEPTH - 1) is Against.NOTHING else Against.LITERAL
        return Against.LITERAL if isinstance(op, ast.Eq | ast.NotEq) else Against.SIZE

    def _is_length(self, node: ast.expr) -> bool:
        return isinstance(node, ast.Call) and self._facts.scopes.qualified_name(node.func) == "builtins.len"

    def _call(self, node: ast.Call, depth: int) -> Against:
        name = self._facts.scopes.qualified_name(node.func)
        if name in ("builtins.isinstance", "builtins.hasattr", "builtins.callable"):
            return Against.EMPTINESS
        if name in _MATCHING:
            return Against.LITERAL if node.args and self._held.is_pattern(node.args[0]) else Against.NOTHING
        if name in _COMPARING:
            return Against.LITERAL if any(map(self._held.is_text, node.args)) else Against.NOTHING
        if name in _CHOOSING or name in _WRAPPING:
            parts = [*node.args, *(keyword.value for keyword in node.keywords)]
            if isinstance(parts[0] if parts else None, ast.Attribute) and parts[0].attr in _ASKING:  # type: ignore[attr-defined]
                return Against.LITERAL if any(map(self._held.is_text, parts[1:])) else Against.NOTHING
            return max((self._chosen(part, depth - 1) for part in parts), default=Against.NOTHING)
        found = self._method(node, node.func, depth) if isinstance(node.func, ast.Attribute) else Against.NOTHING
        own = max((self._in_function(body, depth) for body in self._called_bodies(node)), default=Against.NOTHING)
        return max(found, own)

    def _chosen(self, node: ast.expr, depth: int) -> Against:
        found = self.against(node, depth)
        if isinstance(node, ast.Name) and found is Against.NOTHING:
            found = max((self._in_function(body, depth) for body in self._functions(node)), default=Against.NOTHING)
        return found if found is Against.LITERAL else Against.NOTHING

    def _method(self, node: ast.Call, function: ast.Attribute, depth: int) -> Against:
        if function.attr in _ASKING:
            if any(map(self._held.is_text, node.args)):
                return Against.LITERAL
            return self._container(function.value, None)
        if function.attr in _MATCHES:
            return Against.LITERAL if self._held.displays(function.value) else Against.NOTHING
        if function.attr in ("get", "pop"):
            return max(self._container(function.value, None), self._within(function.value, depth - 1))
        found = self._within(function.value, depth - 1)
        return max(found, Against.EMPTINESS) if function.attr == "strip" else found

    def _in_function(self, body: ast.AST, depth: int) -> Against:
        """A helper of the program compares with literals where any of its tests does."""
        if body not in self._bodies:
            self._bodies[body] = Against.NOTHING  # while it is looked at
            tests = (part for part in ast.walk(body) if isinstance(part, ast.Compare | ast.Call | ast.Subscript))
            if any(self.against(test, depth - 2) is Against.LITERAL for test in islice(tests, _MOST_TESTS)):
                self._bodies[body] = Against.LITERAL
        return self._bodies[body]

    def _called_bodies(self, call: ast.Call) -> Iterator[ast.AST]:
        """What a call may run, also where a list of tests holds it."""
        yield from self._facts.call_graph.targets(call).all_functions
        yield from self._functions(call.func)

    def _functions(self, node: ast.expr) -> Iterator[ast.AST]:
        if isinstance(node, ast.Lambda):
            yield node.body
            return
        bindings = self._held.bindings(node) if isinstance(node, ast.Name) else []
        for binding in bindings:
            if isinstance(binding.node, ast.FunctionDef):
                yield binding.node
            elif isinstance(binding.value, ast.Lambda):
                yield binding.value.body
        if not isinstance(node, ast.Attribute):
            for display in self._held.displays(node):
                yield from (part.body for part in ast.walk(display) if isinstance(part, ast.Lambda))
                names = [part for part in ast.walk(display) if isinstance(part, ast.Name)]
                yield from (one.node for name in names for one in self._held.bindings(name) if one.kind == "function")

    def _name(self, node: ast.Name, depth: int) -> Against:
        """A variable used as a test: what it was assigned, and under which tests; of the item, whether it is there."""
        values = [binding.value for binding in self._held.bindings(node) if binding.kind == "assignment"]
        found = max((self.against(value, depth - 1) for value in values if value is not None), default=Against.NOTHING)
        if found is not Against.LITERAL and self._is_changed_by_literals(node, depth):
            return Against.LITERAL
        return found if found is Against.LITERAL else Against.EMPTINESS

    def _is_changed_by_literals(self, node: ast.Name, depth: int) -> bool:
        """Whether literals decide what a variable comes to hold; looked at once for all its uses in a function."""
        key = (self._facts.index.enclosing_function(node), node.id)
        if key not in self._changed:
            self._changed[key] = False  # while it is looked at
            self._changed[key] = any(self.against(part, depth - 2) is Against.LITERAL for part in self._deciding(node))
        return self._changed[key]

    def _deciding(self, node: ast.Name) -> Iterator[ast.expr]:
        """What is added to a counter, list or table, and the tests under which a variable is set or changed."""
        scope = self._facts.index.enclosing_function(node)
        for change, parts in self._changes.get(node.id, ()):
            if self._facts.index.enclosing_function(change) is not scope:
                continue
            yield from parts
            if isinstance(change, ast.Assign) and self._facts.constants.fold(change.value) is None:
                continue  # what is computed there says more than the tests that chose to compute it
            for around in self._facts.index.ancestors(change):
                if around is scope:
                    break
                if isinstance(around, ast.If):
                    yield around.test

    def _container(self, node: ast.expr, key: ast.expr | None) -> Against:
        """A table of answers by what the item says; the letters in their order are not a table."""
        folded = self._facts.constants.fold(node)
        value = None if folded is None else folded.value
        if isinstance(value, str) or (folded is None and not self._held.displays(node)):
            return Against.NOTHING
        if isinstance(value, list | tuple):
            plain = all(isinstance(part, str) and len(part) == 1 for part in value) and list(value) == sorted(value)
            return Against.NOTHING if plain else Against.LITERAL
        return Against.NOTHING if key is not None and self._facts.constants.fold(key) is not None else Against.LITERAL

    @cached_property
    def _changes(self) -> dict[str, list[tuple[ast.AST, list[ast.expr]]]]:
        """What is put into the containers and counters of the program, by the name of the variable."""
        found: dict[str, list[tuple[ast.AST, list[ast.expr]]]] = {}
        stores: list[tuple[ast.AST, ast.expr, ast.expr]] = [
            (node, target, node.value) for node in self._facts.index.of(ast.Assign) for target in node.targets
        ]
        stores += [(node, node.target, node.value) for node in self._facts.index.of(ast.AugAssign)]
        for node, target, value in stores:
            holder = target.value if isinstance(target, ast.Subscript) else target
            if isinstance(holder, ast.Name):
                found.setdefault(holder.id, []).append((node, [value]))
        for call in self._facts.index.of(ast.Call):
            match call.func:
                case ast.Attribute(value=ast.Name(id=name), attr=method) if method in _FILLING:
                    found.setdefault(name, []).append((call, call.args))
        return found
