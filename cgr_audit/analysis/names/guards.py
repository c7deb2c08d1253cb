"""Tests under which a name is read, and whether they are correlated with those under which it is bound.

``if found: use(best)`` is safe where ``best`` and ``found`` are set together; a control-flow graph does not see that.
A read whose tests mention what the binding depends on, or what is set together with it, is taken to be such a case.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from itertools import islice

from cgr_audit.analysis.index import Index, blocks_of, names_in
from cgr_audit.analysis.scopes import Binding

__all__ = ["Guards"]

_LOOPS = (ast.For, ast.AsyncFor, ast.While)
_LEAVING = (ast.Return, ast.Raise, ast.Continue, ast.Break)
_FURTHEST_BACK = 100
"""How many statements before a reading, in each block around it, are asked whether they leave early."""
_ABSENCE = frozenset({"NameError", "UnboundLocalError"})
_SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef, ast.Module)


class Guards:
    """The tests around the names that one program reads."""

    def __init__(self, index: Index) -> None:
        self._index = index
        self._known_mentions: dict[ast.AST, frozenset[str]] = {}
        self._known_names: dict[ast.AST, frozenset[str]] = {}
        self._known_stored: dict[ast.AST, frozenset[str]] = {}

    def expects_absence(self, node: ast.Name) -> bool:
        """Whether the program asks itself if the name is bound: it catches the error, or looks for the name's text."""
        child: ast.AST = node
        for parent in self._index.ancestors(node):
            if isinstance(parent, ast.Try) and any(part is child for part in parent.body) and _catches_absence(parent):
                return True
            test = parent.test if isinstance(parent, ast.If | ast.IfExp | ast.While) else None
            parts = parent.values if isinstance(parent, ast.BoolOp) else [] if test is None else [test]
            if any(_is_text_of(part, node.id) for one in parts for part in ast.walk(one)):
                return True
            child = parent
        return False

    def are_correlated(self, reading: ast.Name, bindings: Iterable[Binding]) -> bool:
        """Whether the tests around a read are correlated with what decides whether a binding ran."""
        around = list(self._index.ancestors(reading))
        tests = list(self._tests(reading))
        for binding in bindings:
            inside, shared = self._apart(binding.node, around)
            deciding = self._mentioned(inside) - {reading.id}
            holding = set(self._index.ancestors(binding.node))
            if any(self._names(test) & deciding for test, owner in tests if owner not in holding):
                return True
            loop = next((part for part in shared if isinstance(part, _LOOPS)), None)
            if loop is None:
                continue
            changing = self._stored(loop) - {reading.id}
            if any(self._names(test) & changing for test, owner in tests if self._is_inside(owner, loop)):
                return True
        return False

    def _apart(self, node: ast.AST, around: list[ast.AST]) -> tuple[ast.AST, list[ast.AST]]:
        """The outermost part that holds a binding and not the reading, and what holds both."""
        outermost = node
        for parent in self._index.ancestors(node):
            if any(parent is part for part in around):
                return outermost, around[next(i for i, part in enumerate(around) if part is parent) :]
            outermost = parent
        return outermost, []

    def _tests(self, node: ast.AST) -> Iterator[tuple[ast.expr, ast.AST]]:
        """The tests that were passed to come to a node, each with what holds it."""
        child = node
        for parent in self._index.ancestors(node):
            if isinstance(parent, ast.If | ast.IfExp | ast.While) and parent.test is not child:
                yield parent.test, parent
            elif isinstance(parent, ast.BoolOp):
                for value in parent.values:
                    if value is child:
                        break
                    yield value, parent
            elif isinstance(parent, ast.comprehension | ast.match_case):
                for test in parent.ifs if isinstance(parent, ast.comprehension) else [parent.guard]:
                    if test is not None and test is not child:
                        yield test, parent
            for block in blocks_of(parent):
                yield from _early_exits(block, child)
            if isinstance(parent, _SCOPES):
                return
            child = parent

    def _is_inside(self, node: ast.AST, outer: ast.AST) -> bool:
        return any(parent is outer for parent in self._index.ancestors(node))

    def _mentioned(self, part: ast.AST) -> frozenset[str]:
        if part not in self._known_mentions:
            self._known_mentions[part] = _mentioned(part)
        return self._known_mentions[part]

    def _stored(self, part: ast.AST) -> frozenset[str]:
        if part not in self._known_stored:
            self._known_stored[part] = _stored(part)
        return self._known_stored[part]

    def _names(self, part: ast.AST) -> frozenset[str]:
        if part not in self._known_names:
            self._known_names[part] = frozenset(names_in(part))
        return self._known_names[part]


def _catches_absence(node: ast.Try) -> bool:
    return any(names_in(handler.type) & _ABSENCE for handler in node.handlers if handler.type is not None)


def _early_exits(block: list[ast.stmt], child: ast.AST) -> Iterator[tuple[ast.expr, ast.AST]]:
    """The tests in a block that control passed to come to one of its statements, the nearest ones, backwards."""
    position = next((at for at, part in enumerate(block) if part is child), 0)
    for part in islice(reversed(block[:position]), _FURTHEST_BACK):
        if (isinstance(part, ast.If) and isinstance(part.body[-1], _LEAVING)) or isinstance(part, ast.Assert):
            yield part.test, part


def _mentioned(part: ast.AST) -> frozenset[str]:
    """The names that a statement assigns, tests or loops over."""
    found = set(_stored(part))
    for node in ast.walk(part):
        if isinstance(node, ast.If | ast.While | ast.IfExp):
            found |= names_in(node.test)
        elif isinstance(node, ast.For | ast.AsyncFor):
            found |= names_in(node.iter)
        elif isinstance(node, ast.Match):
            found |= names_in(node.subject)
    return frozenset(found) - {"len", "range", "enumerate", "zip", "sorted", "isinstance", "any", "all", "str", "int"}


def _stored(part: ast.AST) -> frozenset[str]:
    names = (node for node in ast.walk(part) if isinstance(node, ast.Name))
    return frozenset(node.id for node in names if isinstance(node.ctx, ast.Store))


def _is_text_of(part: ast.AST, name: str) -> bool:
    return isinstance(part, ast.Constant) and part.value == name
