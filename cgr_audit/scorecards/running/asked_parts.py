"""Telling in an assertion what the program has to give from what is claimed of it."""

from __future__ import annotations

import ast
from collections.abc import Set
from dataclasses import dataclass

__all__ = ["Claim", "EvaluatedInside", "split_claim"]

_BOUND_TO_PLACE = frozenset(
    {"eval", "exec", "compile", "globals", "locals", "vars", "dir", "id", "input", "open", "next", "super", "hash",
     "__import__"}
)  # fmt: skip
"""Builtins that mean something else where the program is not."""
_CONSUMING = frozenset({"list", "tuple", "set", "frozenset", "sorted", "sum", "min", "max"})
"""Builtins that only go through their one argument: its items say everything, whatever gives them."""


class EvaluatedInside(Exception):  # noqa: N818  no error: a way out of the recursion
    """What is asked cannot be told from the claim: the program's own instance has to decide."""


@dataclass(frozen=True, slots=True)
class Claim:
    """An assertion, taken apart."""

    claim: ast.expr
    """What has to be true, with ``_0``, ``_1``, ... for the values of what is asked."""
    asked: tuple[ast.expr, ...]


def split_claim(test: ast.expr, trusted: Set[str]) -> Claim:
    """Take an assertion apart.

    What begins with a name that is not trusted is asked of the program, with all attributes, subscripts and calls on
    it; the rest is the claim. Parts are asked in the order in which they are evaluated.

    Args:
        test: what is asserted; it is not changed.
        trusted: names that mean the same without the program.

    Raises:
        EvaluatedInside: a part may not be evaluated at all, or depends on a name that the assertion itself binds, or
            is compared by identity.
    """
    splitting = _Splitting(trusted)
    claim = splitting.visit(_copy(test), is_certain=True)
    return Claim(claim, tuple(splitting.asked))


def _copy(test: ast.expr) -> ast.expr:
    return ast.parse(ast.unparse(test), mode="eval").body


class _Splitting:
    """Puts placeholders where something is asked."""

    def __init__(self, trusted: Set[str]) -> None:
        self.asked: list[ast.expr] = []
        self._trusted = trusted

    def visit(self, node: ast.expr, *, is_certain: bool) -> ast.expr:
        root = _root(node)
        if root is not None and (root in _BOUND_TO_PLACE or root not in self._trusted):
            if root in _BOUND_TO_PLACE or not is_certain:
                raise EvaluatedInside
            return self._placeholder(node)
        match node:
            case ast.NamedExpr() | ast.Await() | ast.Yield() | ast.YieldFrom():
                raise EvaluatedInside
            case ast.Lambda() | ast.ListComp() | ast.SetComp() | ast.DictComp() | ast.GeneratorExp():
                self._check_scope(node)
                return node
            case ast.Call(func=ast.Name(id=name), args=[argument], keywords=[]) if (
                name in _CONSUMING and is_certain and self._is_asked(argument)
            ):
                node.args = [self._placeholder(ast.List([ast.Starred(argument, ast.Load())], ast.Load()))]
                return node
            case ast.BoolOp(values=[first, *others]):
                node.values = [self.visit(first, is_certain=is_certain)]
                node.values += [self.visit(value, is_certain=False) for value in others]
            case ast.IfExp(test=test):
                node.test = self.visit(test, is_certain=is_certain)
                node.body = self.visit(node.body, is_certain=False)
                node.orelse = self.visit(node.orelse, is_certain=False)
            case ast.Compare():
                self._compare(node, is_certain=is_certain)
            case _:
                self._children(node, is_certain=is_certain)
        return node

    def _placeholder(self, asked: ast.expr) -> ast.expr:
        if any(isinstance(part, ast.NamedExpr | ast.Await | ast.Yield | ast.YieldFrom) for part in ast.walk(asked)):
            raise EvaluatedInside
        self.asked.append(asked)
        return ast.Name(f"_{len(self.asked) - 1}", ast.Load())

    def _is_asked(self, node: ast.expr) -> bool:
        root = _root(node)
        return root is not None and root not in self._trusted and root not in _BOUND_TO_PLACE

    def _compare(self, node: ast.Compare, *, is_certain: bool) -> None:
        operands = [node.left, *node.comparators]
        for operator, left, right in zip(node.ops, operands, operands[1:], strict=False):
            if isinstance(operator, ast.Is | ast.IsNot) and not any(map(self._is_one_object, (left, right))):
                raise EvaluatedInside
        node.left = self.visit(node.left, is_certain=is_certain)
        node.comparators = [
            self.visit(operand, is_certain=is_certain and place == 0) for place, operand in enumerate(node.comparators)
        ]

    def _is_one_object(self, node: ast.expr) -> bool:
        """Whether a value stays the same object wherever it is: ``None``, ``True``, a type."""
        if isinstance(node, ast.Constant):
            return node.value is None or isinstance(node.value, bool)
        return isinstance(node, ast.Name) and node.id in self._trusted

    def _children(self, node: ast.AST, *, is_certain: bool) -> None:
        for name, value in ast.iter_fields(node):
            if isinstance(value, ast.expr):
                setattr(node, name, self.visit(value, is_certain=is_certain))
            elif isinstance(value, list):
                changed = [
                    self.visit(part, is_certain=is_certain) if isinstance(part, ast.expr) else part for part in value
                ]
                for part in changed:
                    if isinstance(part, ast.AST) and not isinstance(part, ast.expr):
                        self._children(part, is_certain=is_certain)
                setattr(node, name, changed)

    def _check_scope(self, node: ast.expr) -> None:
        """Names that a comprehension or a lambda binds live in there alone; anything else has to be trusted."""
        names = [part for part in ast.walk(node) if isinstance(part, ast.Name)]
        bound = {name.id for name in names if not isinstance(name.ctx, ast.Load)}
        bound |= {part.arg for part in ast.walk(node) if isinstance(part, ast.arg)}
        if any(name.id not in bound and (name.id not in self._trusted or name.id in _BOUND_TO_PLACE) for name in names):
            raise EvaluatedInside
        if any(isinstance(part, ast.NamedExpr | ast.Await) for part in ast.walk(node)):
            raise EvaluatedInside


def _root(node: ast.expr) -> str | None:
    """The name that a chain of attributes, subscripts and calls begins with."""
    while True:
        match node:
            case ast.Name(id=name):
                return name
            case ast.Attribute(value=inner) | ast.Subscript(value=inner) | ast.Call(func=inner):
                node = inner
            case _:
                return None
