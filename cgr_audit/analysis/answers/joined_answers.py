"""Answers that join several letters or responses into one text, from which a lenient reader takes one."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from functools import cached_property
from typing import TYPE_CHECKING

from cgr_audit.analysis.scopes import BindingKind
from cgr_audit.source.contract import AnswerKind

if TYPE_CHECKING:
    from cgr_audit.analysis.facts import Facts

__all__ = ["find_joined_answers"]

_DEPTH = 40
"""Nesting of expressions; deeper ones are not followed."""
_KEEPING = frozenset(("lower", "lstrip", "rstrip", "strip", "title", "upper"))
_FILLING = frozenset(("add", "append", "appendleft", "insert"))
_COPYING = frozenset(("deque", "frozenset", "list", "reversed", "set", "sorted", "tuple"))
_NAMING = frozenset(("id", "key", "label", "letter", "name"))
_FIELD = re.compile(r"\{[^{}]*\}|%[-\d.]*[sr]")
_LOOPS = (ast.For, ast.AsyncFor, ast.While)


def find_joined_answers(facts: Facts) -> frozenset[ast.AST]:
    """The returned expressions that stand in the solver channel and join answers."""
    channel = facts.provenance.solver
    if channel is None or not facts.contract.solver.is_used or facts.contract.returns.answer is not AnswerKind.LETTER:
        return frozenset()
    shapes = _Shapes(facts)
    # a text in place of all fields is CGR103
    wholes = {getattr(flow.returned, "value", None) for flow in channel.flows if facts.contract.returns.fields}
    positions = [flow.position for flow in channel.flows if flow.position not in wholes]
    return frozenset(node for node in positions if isinstance(node, ast.expr) and shapes.is_joined(node))


class _Shapes:
    """The shapes of expressions: an answer, several answers, or a text that joins several."""

    def __init__(self, facts: Facts) -> None:
        self._facts = facts
        self._known: dict[tuple[str, ast.AST], bool] = {}
        self._depth = 0

    def is_joined(self, node: ast.expr) -> bool:
        """Whether a text is put together of several answers."""
        return self._once(self._look_joined, node)

    def _is_answer(self, node: ast.expr) -> bool:
        """Whether an expression is a letter, or what the solver said."""
        return self._once(self._look_answer, node)

    def _holds_answers(self, node: ast.expr) -> bool:
        """Whether a container, or what is drawn one by one, holds answers."""
        return self._once(self._look_answers, node)

    def _once(self, look: Callable[[ast.expr], bool], node: ast.expr) -> bool:
        """Evaluate a question about a node once; False while it is evaluated, or where it is nested too deeply."""
        key = (look.__name__, node)
        if key not in self._known and self._depth < _DEPTH:
            self._known[key] = False
            self._depth += 1
            self._known[key] = look(node)
            self._depth -= 1
        return self._known.get(key, False)

    def _look_joined(self, node: ast.expr) -> bool:
        match node:
            case ast.Call(func=ast.Attribute(value=ast.Constant(value=str(text)), attr="format"), args=given):
                return len(_FIELD.findall(text)) > 1 and self._are_several(given)
            case ast.Call(func=ast.Attribute(attr="join"), args=[joined]):
                return self._holds_answers(joined)
            case ast.Call(func=ast.Name(id="str" | "repr"), args=[value]) | ast.FormattedValue(value=value):
                return self._holds_answers(value) and not isinstance(value, ast.Constant)
            case ast.Call(func=ast.Attribute(value=value, attr=method)) if method in _KEEPING:
                return self.is_joined(value)
            case ast.JoinedStr(values=values):
                parts = [part.value for part in values if isinstance(part, ast.FormattedValue)]
                return self._are_several(parts) or any(self.is_joined(part) for part in values)
            case ast.BinOp(left=ast.Constant(value=str()), op=ast.Mod(), right=ast.Tuple(elts=given)):
                return self._are_several(given)
            case ast.BinOp(op=ast.Add()):
                parts = list(_summed(node))
                return self._are_several(parts) or any(self.is_joined(part) for part in parts)
            case ast.IfExp(body=body, orelse=orelse):
                return self.is_joined(body) or self.is_joined(orelse)
            case ast.BoolOp(values=values):
                return any(self.is_joined(value) for value in values)
            case ast.Name():
                return self._is_added_up(node) or any(map(self.is_joined, self._bound(node)))
        return any(self.is_joined(value) for value in self._given_back(node))

    def _are_several(self, parts: list[ast.expr]) -> bool:
        return sum(self._is_answer(part) for part in parts) > 1

    def _is_added_up(self, node: ast.Name) -> bool:
        """``answer += letter`` in a loop, behind an answer, or twice in a row."""
        added = [one for one in self._added.get(node.id, ()) if self._is_answer(one.value)]
        scope = self._facts.index.enclosing_function(node)
        added = [one for one in added if self._facts.index.enclosing_function(one) is scope]
        blocks = [(parent := self._facts.index.parent(one), one in getattr(parent, "orelse", ())) for one in added]
        if not added:
            return False
        is_repeated = any(isinstance(around, _LOOPS) for one in added for around in self._facts.index.ancestors(one))
        has_begun = any(self._is_answer(value) for value in self._bound(node))
        return is_repeated or has_begun or len(set(blocks)) < len(blocks)

    def _look_answer(self, node: ast.expr) -> bool:
        match node:
            case ast.Constant(value=str(text)):
                return len(text.strip()) == 1 and text.strip().isalpha()
            case ast.Call(func=ast.Attribute(value=value, attr=method)) if method in _KEEPING:
                return self._is_answer(value)
            case ast.Call(func=function) if self._facts.provided_helpers.resolve(function) is not None:
                return True
            case ast.Call(func=ast.Attribute(attr="get"), args=[ast.Constant(value=key), *_]):
                return key in _NAMING
            case ast.Subscript(slice=ast.Constant(value=str(key))):
                return key in _NAMING
            case ast.Subscript(value=holder, slice=place):
                return not isinstance(place, ast.Slice) and self._holds_answers(holder)
            case ast.IfExp(body=body, orelse=orelse):
                return self._is_answer(body) or self._is_answer(orelse)
            case ast.Name():
                bindings = self._facts.scopes.bindings_of(node)
                looped = [one.value for one in bindings if one.kind is BindingKind.LOOP and one.value is not None]
                return any(self._is_answer(value) for value in self._bound(node)) or any(
                    self._holds_answers(value) for value in looped
                )
        return any(self._is_answer(value) for value in self._given_back(node))

    def _look_answers(self, node: ast.expr) -> bool:
        match node:
            case ast.ListComp(elt=element) | ast.SetComp(elt=element) | ast.GeneratorExp(elt=element):
                return self._is_answer(element)
            case ast.List(elts=parts) | ast.Tuple(elts=parts) | ast.Set(elts=parts):
                return self._are_several(parts)
            case ast.Constant(value=str(text)):
                return len(text) > 1 and text.isalpha() and text.isupper()
            case ast.Call(func=ast.Name(id=name), args=[value, *_]) if name in _COPYING:
                return self._holds_answers(value)
            case ast.Call(func=ast.Name(id="map"), args=[function, *_]):
                return self._facts.provided_helpers.resolve(function) is not None
            case ast.Name():
                filled = [value for value in self._filled.get(node.id, ()) if self._is_answer(value)]
                return bool(filled) or any(self._holds_answers(value) for value in self._bound(node))
        return False

    def _bound(self, node: ast.Name) -> list[ast.expr]:
        """What a name was assigned, or given by calls of the function whose parameter it is."""
        found = []
        for binding in self._facts.scopes.bindings_of(node):
            if binding.kind is BindingKind.ASSIGNMENT and binding.value is not None:
                found.append(binding.value)
            elif binding.kind is BindingKind.PARAMETER:
                found += self._handed_in(binding.node)
        return found

    def _handed_in(self, parameter: ast.AST) -> Iterator[ast.expr]:
        function = self._facts.index.enclosing_function(parameter)
        if not isinstance(function, ast.FunctionDef) or not isinstance(parameter, ast.arg):
            return
        names = [one.arg for one in (*function.args.posonlyargs, *function.args.args)]
        for call in self._facts.index.of(ast.Call):
            if isinstance(call.func, ast.Name) and call.func.id == function.name and parameter.arg in names:
                yield from call.args[names.index(parameter.arg) :][:1]
                yield from (one.value for one in call.keywords if one.arg == parameter.arg)

    def _given_back(self, node: ast.expr) -> Iterator[ast.expr]:
        """What a function of the program that is called returns."""
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
            return
        for binding in self._facts.scopes.bindings_of(node.func):
            if isinstance(binding.node, ast.FunctionDef):
                for part in self._facts.index.of(ast.Return):
                    if part.value is not None and self._facts.index.enclosing_function(part) is binding.node:
                        yield part.value

    @cached_property
    def _added(self) -> dict[str, list[ast.AugAssign]]:
        found: dict[str, list[ast.AugAssign]] = {}
        for node in self._facts.index.of(ast.AugAssign):
            if isinstance(node.op, ast.Add) and isinstance(node.target, ast.Name):
                found.setdefault(node.target.id, []).append(node)
        return found

    @cached_property
    def _filled(self) -> dict[str, list[ast.expr]]:
        found: dict[str, list[ast.expr]] = {}
        for call in self._facts.index.of(ast.Call):
            match call:
                case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr=method), args=[*_, value]):
                    found.setdefault(name, []).extend([value] if method in _FILLING else [])
        return found


def _summed(node: ast.expr) -> Iterator[ast.expr]:
    """The parts of a sum, without recursion: they may be thousands."""
    while isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        yield node.right
        node = node.left
    yield node
