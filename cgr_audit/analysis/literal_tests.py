"""What a test compares the item with: literals that the program holds, nothing but emptiness, or itself."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from enum import IntEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cgr_audit.analysis.facts import Facts
    from cgr_audit.analysis.scopes import Binding

__all__ = ["Against", "LiteralTests"]

_DEPTH = 4
_ASKING = frozenset(("__contains__", "__eq__", "count", "endswith", "find", "index", "rfind", "startswith"))
_MATCHING = frozenset(f"re.{name}" for name in ("findall", "finditer", "fullmatch", "match", "search"))
_CHOOSING = frozenset(f"builtins.{name}" for name in ("filter", "max", "min", "next", "sorted"))
_WRAPPING = frozenset(f"builtins.{name}" for name in ("all", "any", "bool", "int", "len", "list", "sum"))
_VIEWS = frozenset(("items", "keys", "values"))
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
    """Answers for the tests of one program."""

    def __init__(self, facts: Facts) -> None:
        self._facts = facts

    def against(self, node: ast.AST, depth: int = _DEPTH) -> Against:
        """What a test, a choice or a pattern compares with."""
        if depth == 0:
            return Against.NOTHING
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
                return self._container(container, node.slice)
            case ast.GeneratorExp(elt=element) | ast.ListComp(elt=element):
                tests = [element, *(test for loop in node.generators for test in loop.ifs)]
                return max(self.against(test, depth - 1) for test in tests)
            case ast.IfExp(test=test):
                return self.against(test, depth - 1)
            case ast.Lambda(body=body):
                return self.against(body, depth - 1)
            case ast.Name():
                return self._name(node, depth)
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
            if isinstance(part, ast.Lambda | ast.comprehension):
                return True
            if isinstance(part, ast.Name) and any(binding.kind == "loop" for binding in self._bindings(part)):
                return True
        return isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in ("get", "pop")

    def _pattern(self, node: ast.pattern) -> Against:
        parts = [part for part in ast.walk(node) if isinstance(part, ast.MatchValue)]
        return Against.LITERAL if parts else Against.EMPTINESS

    def _compared(self, one: ast.expr, op: ast.cmpop, other: ast.expr, depth: int) -> Against:
        for side, counterpart in ((one, other), (other, one)):
            found = self._against_value(side, op, counterpart)
            if found is not Against.NOTHING:
                return found
        return max(self._within(one, depth - 1), self._within(other, depth - 1))

    def _within(self, node: ast.expr, depth: int) -> Against:
        """``text.find("x") >= 0`` and ``sum(word in text for word in WORDS) > best`` compare inside."""
        found = self.against(node, depth) if isinstance(node, ast.Call | ast.BinOp | ast.Name) else Against.NOTHING
        return found if found is Against.LITERAL else Against.NOTHING

    def _against_value(self, side: ast.expr, op: ast.cmpop, other: ast.expr) -> Against:
        folded = self._facts.constants.fold(side)
        if folded is None:
            return Against.LITERAL if self._is_listed(side) else Against.NOTHING
        value = folded.value
        if value is None or value in ("", [], {}, ()):
            return Against.EMPTINESS
        if isinstance(value, bool):
            return Against.NOTHING
        if not isinstance(value, int | float):
            return Against.LITERAL
        if self._is_length(other):
            return Against.EMPTINESS if value <= _FEW else Against.SIZE
        if value in (0, -1):
            return Against.NOTHING if self._within(other, _DEPTH - 1) is Against.NOTHING else Against.LITERAL
        return Against.LITERAL if isinstance(op, ast.Eq | ast.NotEq) else Against.SIZE

    def _is_length(self, node: ast.expr) -> bool:
        return isinstance(node, ast.Call) and self._facts.scopes.qualified_name(node.func) == "builtins.len"

    def _is_listed(self, node: ast.expr) -> bool:
        """Whether an expression runs over literals of the program: ``for word in ANSWERS``."""
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and not node.args:
            return self._is_listed(node.func.value)
        if isinstance(node, ast.Subscript):
            return self._is_display(node.value)
        if not isinstance(node, ast.Name):
            return False
        return any(
            (binding.kind == "loop" and binding.value is not None and self._is_display(binding.value))
            or (binding.kind == "assignment" and binding.value is not None and self._is_display(binding.value))
            for binding in self._bindings(node)
        )

    def _is_display(self, node: ast.expr, depth: int = _DEPTH) -> bool:
        """Whether an expression is a container or text written down in the program."""
        if depth == 0:
            return False
        if isinstance(node, ast.Dict | ast.List | ast.Tuple | ast.Set):
            parts = node.values if isinstance(node, ast.Dict) else node.elts
            return bool(parts) and all(not isinstance(part, ast.Name | ast.Starred) for part in parts)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in _VIEWS:
            return self._is_display(node.func.value, depth - 1)
        if isinstance(node, ast.Call) and node.args:
            name = self._facts.scopes.qualified_name(node.func)
            return name in ("builtins.enumerate", "builtins.sorted") and self._is_display(node.args[0], depth - 1)
        if isinstance(node, ast.Name):
            values = [binding.value for binding in self._bindings(node) if binding.kind == "assignment"]
        else:
            values = self._stored(node.attr) if isinstance(node, ast.Attribute) else []
        return any(value is not None and self._is_display(value, depth - 1) for value in values)

    def _stored(self, name: str) -> list[ast.expr | None]:
        """What the program stores under an attribute's name, on an instance or in a class."""
        found: list[ast.expr | None] = []
        stores: list[tuple[ast.stmt, list[ast.expr], ast.expr | None]] = [
            (node, node.targets, node.value) for node in self._facts.index.of(ast.Assign)
        ]
        stores += [(node, [node.target], node.value) for node in self._facts.index.of(ast.AnnAssign)]
        for statement, targets, value in stores:
            for target in targets:
                if isinstance(target, ast.Attribute) and target.attr == name:
                    found.append(value)
                elif isinstance(target, ast.Name) and target.id == name:
                    found += [value] * isinstance(self._facts.index.parent(statement), ast.ClassDef)
        return found

    def _call(self, node: ast.Call, depth: int) -> Against:
        name = self._facts.scopes.qualified_name(node.func)
        if name in ("builtins.isinstance", "builtins.hasattr", "builtins.callable"):
            return Against.EMPTINESS
        if name in _MATCHING:
            return Against.LITERAL if node.args and self._facts.constants.fold(node.args[0]) else Against.NOTHING
        if name in _CHOOSING or name in _WRAPPING:
            parts = [*node.args, *(keyword.value for keyword in node.keywords)]
            return max((self._chosen(part, depth - 1) for part in parts), default=Against.NOTHING)
        if isinstance(node.func, ast.Attribute):
            return self._method(node, node.func)
        return max((self._in_function(body, depth) for body in self._bodies(node.func)), default=Against.NOTHING)

    def _chosen(self, node: ast.expr, depth: int) -> Against:
        found = self.against(node, depth)
        if isinstance(node, ast.Name) and found is Against.NOTHING:
            found = max((self._in_function(body, depth) for body in self._bodies(node)), default=Against.NOTHING)
        return found if found is Against.LITERAL else Against.NOTHING

    def _method(self, node: ast.Call, function: ast.Attribute) -> Against:
        if function.attr in _ASKING:
            if any(self._facts.constants.fold(part) or self._is_listed(part) for part in node.args):
                return Against.LITERAL
            return self._container(function.value, None)
        if function.attr in ("get", "pop"):
            return self._container(function.value, None)
        return Against.EMPTINESS if function.attr == "strip" else Against.NOTHING

    def _in_function(self, body: ast.AST, depth: int) -> Against:
        """A helper of the program compares with literals where any of its tests does."""
        if depth <= 1:
            return Against.NOTHING
        tests = [part for part in ast.walk(body) if isinstance(part, ast.Compare | ast.Call | ast.Subscript)]
        found = max((self.against(test, depth - 2) for test in tests[:40]), default=Against.NOTHING)
        return found if found is Against.LITERAL else Against.NOTHING

    def _bodies(self, node: ast.expr) -> Iterator[ast.AST]:
        if isinstance(node, ast.Lambda):
            yield node.body
        elif isinstance(node, ast.Name):
            for binding in self._bindings(node):
                if isinstance(binding.node, ast.FunctionDef):
                    yield binding.node
                elif isinstance(binding.value, ast.Lambda):
                    yield binding.value.body

    def _name(self, node: ast.Name, depth: int) -> Against:
        """A variable used as a test: what it was assigned; of the item itself, whether it is there."""
        values = [binding.value for binding in self._bindings(node) if binding.kind == "assignment"]
        found = max((self.against(value, depth - 1) for value in values if value is not None), default=Against.NOTHING)
        return found if found is Against.LITERAL else Against.EMPTINESS

    def _container(self, node: ast.expr, key: ast.expr | None) -> Against:
        """A table of answers by what the item says; the letters in their order are no table."""
        folded = self._facts.constants.fold(node)
        value = None if folded is None else folded.value
        if isinstance(value, str) or (folded is None and not self._is_display(node)):
            return Against.NOTHING
        if isinstance(value, list | tuple):
            plain = all(isinstance(part, str) for part in value) and list(value) == sorted(set(value))
            return Against.NOTHING if plain else Against.LITERAL
        return Against.NOTHING if key is not None and self._facts.constants.fold(key) is not None else Against.LITERAL

    def _bindings(self, node: ast.Name) -> list[Binding]:
        found = self._facts.scopes.used_in.get(node, self._facts.scopes.module).lookup(node.id)
        return [] if found is None else found[1]
