"""Which expressions stand for literals that the program holds: tables, lists of words, patterns, and their elements."""

from __future__ import annotations

import ast
import re
import string
from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from cgr_audit.analysis.expression_text import last_name
from cgr_audit.analysis.scopes import BindingKind

if TYPE_CHECKING:
    from cgr_audit.analysis.facts import Facts
    from cgr_audit.analysis.scopes import Binding

__all__ = ["HeldLiterals"]

_DEPTH = 12
_MOST = 8
"""Displays that one expression may stand for; more say nothing new."""
_TAKING = frozenset(("copy", "get", "items", "keys", "lower", "pop", "split", "strip", "upper", "values"))
_PASSING = frozenset((
    "builtins.dict", "builtins.enumerate", "builtins.frozenset", "builtins.iter", "builtins.list", "builtins.reversed",
    "builtins.set", "builtins.sorted", "builtins.tuple", "itertools.chain", "re.escape", "types.MappingProxyType",
))  # fmt: skip
_NO_WORDS = re.compile(r"\\.|\[\^?\]?[^\]]*\]|\{[\d,]*\}|\(\?(?:P?<[^>]*>|[a-zA-Z:=!]+)")
"""What stands in a pattern for any of several signs, or says how often or under which name."""
_VALUED = (BindingKind.ASSIGNMENT, BindingKind.LOOP, BindingKind.UNPACKING)


class HeldLiterals:
    """The literals that the expressions of one program stand for."""

    def __init__(self, facts: Facts, *, words_only: bool = False) -> None:
        """With ``words_only``, signs and alphabets are none: with them a text is taken apart, and not recognised."""
        self._facts = facts
        self._words_only = words_only
        self._known: dict[ast.expr, list[ast.expr]] = {}

    def displays(self, node: ast.expr, depth: int = _DEPTH) -> list[ast.expr]:
        """The containers of literals that an expression is, or is taken from: ``word`` for ``for word in WORDS``."""
        if depth == 0:
            return []
        if node not in self._known:
            self._known[node] = []  # while it is looked at
            self._known[node] = self._of(node, depth)[:_MOST]
        return self._known[node]

    def is_text(self, node: ast.expr) -> bool:
        """Whether an expression is a text of the program, one of several, or a pattern made of one."""
        folded = self._facts.constants.fold(node)
        return self.says_something(folded.value) if folded is not None else bool(self.displays(node))

    def is_pattern(self, node: ast.expr) -> bool:
        """Whether an expression is a pattern of the program: with ``words_only``, one that holds more than classes."""
        folded = self._facts.constants.fold(node)
        if folded is None or not self._words_only or not isinstance(folded.value, str):
            return self.is_text(node)
        return self.says_something(_NO_WORDS.sub("", folded.value))

    def says_something(self, constant: object) -> bool:
        """Whether a constant that something is compared with tells it from others."""
        if constant is None or constant == "":
            return False
        if not self._words_only or not isinstance(constant, str):
            return True
        return any(sign.isalnum() for sign in constant) and not _holds_alphabet(constant)

    def bindings(self, node: ast.Name) -> list[Binding]:
        """What binds the variable that a name stands for."""
        return self._facts.scopes.bindings_of(node)

    def _of(self, node: ast.expr, depth: int) -> list[ast.expr]:
        match node:
            case ast.Dict(keys=keys, values=parts):
                return [node] if self._is_written_down(parts, [*keys, *parts]) else []
            case ast.List(elts=parts) | ast.Tuple(elts=parts) | ast.Set(elts=parts):
                return [node] if self._is_written_down(parts, parts) else []
            case ast.Subscript(value=container):
                return self.displays(container, depth - 1)
            case ast.Attribute():
                return self._all(self._stored(node.attr), depth)
            case ast.Call():
                return self._called(node, depth)
            case ast.ListComp() | ast.SetComp() | ast.DictComp() | ast.GeneratorExp():
                return self.displays(node.generators[0].iter, depth - 1)
            case ast.Name():
                values = [self._bound(one) for one in self.bindings(node) if one.kind in _VALUED]
                return self._all([*(one for one in values if one is not None), *self._handed_in(node)], depth)
            case ast.BinOp(left=left, op=ast.Add() | ast.BitOr(), right=right):
                return self._all([left, right], depth)
        return []

    def _bound(self, binding: Binding) -> ast.expr | None:
        """What gives a variable its value; of ``best, size = 0, -1``, its own part alone."""
        value, targets = binding.value, self._facts.index.parent(binding.node)
        if not isinstance(value, ast.Tuple | ast.List) or not isinstance(targets, ast.Tuple | ast.List):
            return value
        if binding.kind is not BindingKind.UNPACKING or len(targets.elts) != len(value.elts):
            return value
        if any(isinstance(part, ast.Starred) for part in (*targets.elts, *value.elts)):
            return value
        return value.elts[[target is binding.node for target in targets.elts].index(True)]

    def _all(self, nodes: Iterable[ast.expr], depth: int) -> list[ast.expr]:
        return [display for node in nodes for display in self.displays(node, depth - 1)]

    def _is_written_down(self, parts: Sequence[ast.expr], said: Sequence[ast.expr | None]) -> bool:
        """A list of letters is the item's alphabet and no knowledge; one that names variables is made of them."""
        if not parts or any(isinstance(part, ast.Starred) or self._is_variable(part) for part in parts):
            return False
        return not all(isinstance(part, ast.Constant) and len(str(part.value)) == 1 for part in said)

    def _is_variable(self, part: ast.expr) -> bool:
        if not isinstance(part, ast.Name) or self._facts.constants.fold(part) is not None:
            return False
        return not any(isinstance(binding.node, ast.FunctionDef) or binding.value for binding in self.bindings(part))

    def _called(self, call: ast.Call, depth: int) -> list[ast.expr]:
        name = self._facts.scopes.qualified_name(call.func)
        if name == "re.compile" and call.args:
            return [call] if self.is_pattern(call.args[0]) else []
        if name == "builtins.zip":
            given = [self.displays(part, depth - 1) for part in call.args]
            is_own = [bool(found) or self.is_text(part) for found, part in zip(given, call.args, strict=True)]
            return [display for found in given for display in found] if all(is_own) else []
        if name in _PASSING and call.args:
            return self.displays(call.args[0], depth - 1)
        if isinstance(call.func, ast.Attribute) and call.func.attr in _TAKING:
            return self.displays(call.func.value, depth - 1)
        return []

    def _handed_in(self, node: ast.Name) -> list[ast.expr]:
        """What calls by name give to a parameter of a helper."""
        found = self._facts.scopes.lookup(node)
        function = None if found is None else found.scope.node
        if not isinstance(function, ast.FunctionDef):
            return []
        names = [one.arg for one in (*function.args.posonlyargs, *function.args.args)]
        given: list[ast.expr] = []
        for call in self._calls_by_name.get(function.name, ()):
            place = names.index(node.id) if node.id in names else None
            place = place - 1 if place and names[0] in ("self", "cls") else place
            given += [keyword.value for keyword in call.keywords if keyword.arg == node.id]
            given += call.args[place : place + 1] if place is not None else []
        return given

    @cached_property
    def _calls_by_name(self) -> dict[str, list[ast.Call]]:
        found: dict[str, list[ast.Call]] = {}
        for call in self._facts.index.of(ast.Call):
            found.setdefault(last_name(call.func), []).append(call)
        return found

    def _stored(self, name: str) -> list[ast.expr]:
        """What the program stores under an attribute's name, on an instance or in a class."""
        found: list[ast.expr] = []
        stores: list[tuple[ast.stmt, list[ast.expr], ast.expr | None]] = [
            (node, node.targets, node.value) for node in self._facts.index.of(ast.Assign)
        ]
        stores += [(node, [node.target], node.value) for node in self._facts.index.of(ast.AnnAssign)]
        for statement, targets, value in stores:
            for target in targets if value is not None else ():
                is_own = isinstance(target, ast.Attribute) and target.attr == name
                is_name = isinstance(target, ast.Name) and target.id == name
                if is_own or (is_name and isinstance(self._facts.index.parent(statement), ast.ClassDef)):
                    found.append(value)  # type: ignore[arg-type]
        return found


def _holds_alphabet(text: str) -> bool:
    signs = set(text.lower())
    return signs.issuperset(string.digits) or signs.issuperset(string.ascii_lowercase)
