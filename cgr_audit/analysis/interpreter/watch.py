"""Watching a run: where the values of chosen expressions go, and what others are computed from."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping
from types import MappingProxyType

from cgr_audit.analysis.index import Index
from cgr_audit.analysis.interpreter.heap import deep_taint
from cgr_audit.analysis.interpreter.interpreter import Frame, Interpreter, PromptRecord
from cgr_audit.analysis.interpreter.objects import Mapped, Sequence, replace
from cgr_audit.analysis.interpreter.state import State
from cgr_audit.analysis.interpreter.values import (
    FIRST_MARK,
    ITEM,
    SOLVER,
    UNKNOWN,
    AbstractValue,
    Constant,
    Reference,
    Value,
    join,
    single,
)

__all__ = ["Watch", "followed"]

_LOOKUPS = frozenset(("__getitem__", "get", "index", "pop", "setdefault"))
_FILLERS = frozenset(("append", "extend", "setdefault", "update"))
_MOST_MARKS = 120
_MARKS = (FIRST_MARK << 2 * _MOST_MARKS) - FIRST_MARK
_ENTERING = (FIRST_MARK << 2 * _MOST_MARKS) - (FIRST_MARK << _MOST_MARKS)
"""The upper half of the marks, for the places where marked values come into a text."""


class Watch:
    """Follows the values of some expressions through one run, each by a mark of its own.

    A mark stays with whatever is computed from the value, and with what the value looks up in a container. Handed to
    ``find_provenance``, whose prompts and channels then tell the marks that came there.
    """

    def __init__(self, marked: Iterable[ast.AST] = (), read: Iterable[ast.AST] = ()) -> None:
        """Follow the values of ``marked``; remember of ``read`` whether they are the item's."""
        marks = {node: FIRST_MARK << place for place, node in enumerate([*dict.fromkeys(marked)][:_MOST_MARKS])}
        self.marks: Mapping[ast.AST, int] = MappingProxyType(marks)
        self._read = frozenset(read)
        self._of_item: dict[ast.AST, bool] = {}
        self._constants: dict[ast.AST, list[object]] = {}
        self._tests: dict[ast.AST, int] = {}
        self._entries: dict[ast.AST, int] = {}
        self._of_solver: set[ast.AST] = set()

    def attach(self, interp: Interpreter) -> None:
        """Watch this run."""
        evaluate, assign = interp.evaluate, interp.assign

        def watched_evaluation(node: ast.expr, frame: Frame, state: State) -> Value:
            value = evaluate(node, frame, state)
            if node in self._read:
                self._remember(node, value, state)
            if isinstance(node, ast.Compare):
                self._tests[node] = self._tests.get(node, 0) | _marks_of(value)
            mark = self._mark(interp, node)
            if mark:
                self._note(node, value)
                value = interp.last[node] = _with(value, mark)
            if isinstance(node, ast.Call):
                self._filled(interp, node, frame, state)
                ranked = self._ranked(node)
                if ranked:
                    value = interp.last[node] = _ordered(value, ranked, state)
                    _order(node.func, ranked, frame, state)
            entered = self._entered(interp, node)
            if entered:
                value = interp.last[node] = _with(value, entered)
            return value

        def watched_assignment(target: ast.expr, value: Value, frame: Frame, state: State, node: ast.AST) -> None:
            mark = self.marks.get(target, 0)
            if mark:
                self._note(target, value)
            assign(target, _with(value, mark) if mark else value, frame, state, node)
            if isinstance(target, ast.Subscript):
                _pour(target.value, _marks_of(value), frame, state)

        interp.evaluate, interp.assign = watched_evaluation, watched_assignment

    def reached(self, found: PromptRecord | AbstractValue) -> list[ast.AST]:
        """The marked expressions from which a prompt or a value was computed, or by a comparison with which chosen."""
        taint = found.taint
        for test in found.controls:
            for part in test.values if isinstance(test, ast.BoolOp) else (test,):
                taint |= self._tests.get(part, 0) | self.marks.get(part, 0)
        return [node for node, mark in self.marks.items() if taint & mark]

    def entries(self, record: PromptRecord) -> list[ast.AST]:
        """Where marked values are put into the texts of this prompt."""
        return [node for node, mark in self._entries.items() if record.taint & mark]

    def _entered(self, interp: Interpreter, node: ast.expr) -> int:
        """Marks for the operands by which a marked value comes into the text that an expression puts together."""
        marks = 0
        for part in _operands(node):
            value = interp.last.get(part, {})
            if not _marks_of(value):
                continue
            if part not in self._entries and not _marks_of(value) & _ENTERING and len(self._entries) < _MOST_MARKS:
                self._entries[part] = FIRST_MARK << _MOST_MARKS + len(self._entries)
            marks |= self._entries.get(part, 0)
        return marks

    def is_of_item(self, node: ast.AST) -> bool:
        """Whether an expression that was read is the item, a part of it, or a copy, and nothing of the program's."""
        return self._of_item.get(node, False)

    def constants_of(self, node: ast.AST) -> list[object]:
        """The constants that a marked expression was worth."""
        return self._constants.get(node, [])

    def is_of_solver(self, node: ast.AST) -> bool:
        """Whether a marked expression was computed from a response."""
        return node in self._of_solver

    def _note(self, node: ast.AST, value: Value) -> None:
        for item in value.values():
            if item.taint & SOLVER:
                self._of_solver.add(node)
            if isinstance(item.payload, Constant):
                self._constants.setdefault(node, []).append(item.payload.constant)

    def _mark(self, interp: Interpreter, node: ast.expr) -> int:
        """The mark of an expression, with those of the key by which it takes something out of a container."""
        mark = self.marks.get(node, 0)
        if isinstance(node, ast.Subscript):
            return mark | _marks_of(interp.last.get(node.slice, {}))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in _LOOKUPS:
            for part in node.args:
                mark |= _marks_of(interp.last.get(part, {}))
        return mark

    def _ranked(self, node: ast.Call) -> int:
        """The marks of what a lambda that is handed in compares: ``sorted(options, key=lambda o: o["id"] != gen)``."""
        marks = 0
        for part in (*node.args, *(keyword.value for keyword in node.keywords)):
            if isinstance(part, ast.Call):
                marks |= self._ranked(part)
            elif isinstance(part, ast.Lambda):
                for inner in ast.walk(part.body):
                    marks |= self._tests.get(inner, 0)
        return marks

    def _filled(self, interp: Interpreter, node: ast.Call, frame: Frame, state: State) -> None:
        """``exp_config.update(hint=gen)``."""
        if isinstance(node.func, ast.Attribute) and node.func.attr in _FILLERS:
            given = [*node.args, *(keyword.value for keyword in node.keywords)]
            marks = 0
            for part in given:
                marks |= deep_taint(interp.last.get(part, {}), state) & _MARKS
            _pour(node.func.value, marks, frame, state)

    def _remember(self, node: ast.AST, value: Value, state: State) -> None:
        if any(_is_of_item(item, state) for item in value.values()):
            self._of_item[node] = True


def _is_of_item(item: AbstractValue, state: State) -> bool:
    if isinstance(item.payload, Reference):
        found = state.heap[item.payload.place]
        if not isinstance(found, Mapped) or not found.other_values:
            return False
        taint = deep_taint(found.other_values, state)
    else:
        taint = item.taint
    return bool(taint & ITEM) and not taint & (SOLVER | UNKNOWN)


def _operands(node: ast.expr) -> list[ast.expr]:
    """The expressions whose values an expression puts together to a text."""
    match node:
        case ast.JoinedStr(values=values):
            return [part.value for part in values if isinstance(part, ast.FormattedValue)]
        case ast.BinOp(op=ast.Add() | ast.Mod(), left=left, right=right):
            if isinstance(node.op, ast.Mod):
                return list(right.elts) if isinstance(right, ast.Tuple) else [right]
            return [left, right]
        case ast.Call(func=ast.Attribute(attr="format" | "join" | "replace"), args=args, keywords=keywords):
            return [*args, *(keyword.value for keyword in keywords)]
    return []


def _pour(target: ast.expr, marks: int, frame: Frame, state: State) -> None:
    """Keep the marks of what is stored in something that is not an object of the program, as the configuration."""
    owner = frame.owner_of(target.id) if marks and isinstance(target, ast.Name) else None
    if owner is None or not isinstance(target, ast.Name):
        return
    value = state.cells.get((owner.number, target.id))
    if value and not any(isinstance(item.payload, Reference) for item in value.values()):
        state.cells[owner.number, target.id] = _with(value, marks)


def _order(function: ast.expr, marks: int, frame: Frame, state: State) -> None:
    """Keep the marks of what a list was put in order by."""
    if not (isinstance(function, ast.Attribute) and function.attr == "sort" and isinstance(function.value, ast.Name)):
        return
    name = function.value.id
    owner = frame.owner_of(name)
    if owner is not None and (owner.number, name) in state.cells:
        state.cells[owner.number, name] = _ordered(state.cells[owner.number, name], marks, state)


def _ordered(value: Value, marks: int, state: State) -> Value:
    """The same value, itself and its elements with the marks of what put them in order."""
    for item in value.values():
        found = state.heap[item.payload.place] if isinstance(item.payload, Reference) else None
        if isinstance(found, Sequence) and isinstance(item.payload, Reference):
            items = None if found.items is None else tuple(_with(part, marks) for part in found.items)
            state.heap[item.payload.place] = replace(found, items=items, rest=_with(found.rest, marks))
    return _with(value, marks)


def _with(value: Value, mark: int) -> Value:
    """The same value with more that it is computed from."""
    result: Value = {}
    for item in value.values():
        new = AbstractValue(item.payload, item.taint | mark, item.controls, item.origins, item.trail)
        result = join(result, single(new))
    return result


def _marks_of(value: Value) -> int:
    marks = 0
    for item in value.values():
        marks |= item.taint
    return marks & _MARKS


def followed(node: ast.expr, index: Index) -> ast.expr:
    """The expression to watch for a text: a part of an f-string has no value of its own."""
    parent = index.parent(node)
    return parent if isinstance(parent, ast.JoinedStr) else node
