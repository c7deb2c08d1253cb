"""Telling in an assertion what the program has to give from what is claimed of it."""

from __future__ import annotations

import ast
from collections.abc import Set
from dataclasses import dataclass

__all__ = ["ATTEMPT", "Claim", "EvaluatedInside", "split_claim"]

ATTEMPT = "__attempt__"
"""The function that tests call for a part that may not be evaluated at all: a list of its value, empty if it raises."""

_BOUND_TO_PLACE = frozenset(
    {"eval", "exec", "compile", "globals", "locals", "vars", "dir", "id", "input", "open", "next", "super", "hash",
     "__import__"}
)  # fmt: skip
"""Builtins that mean something else where the program is not."""
_CONSUMING = frozenset({"all", "any", "list", "tuple", "set", "frozenset", "sorted", "sum", "min", "max"})
"""Builtins that only go through their one argument: its items say everything, whatever gives them."""
_SHOWING = frozenset(
    {"abs", "bool", "bytes", "complex", "dict", "enumerate", "float", "int", "len", "repr", "reversed", "round", "str"}
)
"""Builtins that ask an object for a value and tell it nothing of what is expected."""
_APPLYING = frozenset({"map", "filter", "reduce", "starmap"})
"""Functions that call their first argument."""
_WALKING = frozenset({"chain", "enumerate", "islice", "map", "reversed", "zip"})
"""Functions that go through iterators and compare nothing."""
_CHOOSING = frozenset({"sorted", "min", "max"})
"""Builtins that call their key."""
_BINDING = (ast.NamedExpr, ast.Await, ast.Yield, ast.YieldFrom)


class EvaluatedInside(Exception):  # noqa: N818  no error: a way out of the recursion
    """What is asked cannot be told from the claim: the program's own instance has to decide."""


@dataclass(frozen=True, slots=True)
class Claim:
    """An assertion, taken apart."""

    claim: ast.expr
    """What has to be true, with ``_0``, ``_1``, ... for the values of what is asked."""
    asked: tuple[ast.expr, ...]


def split_claim(test: ast.expr, trusted: Set[str], *, is_fine: bool = False) -> Claim:
    """Take an assertion apart.

    What begins with a name that is not trusted is asked of the program, with all attributes, subscripts and calls on
    it; the rest is the claim. Parts are asked in the order in which they are evaluated. A part that may not be
    evaluated, as in ``a or b``, is attempted; of a comprehension the parts are asked for each of its rounds.

    Args:
        test: what is asserted; it is not changed.
        trusted: names that mean the same without the program.
        is_fine: whether objects are asked for what builtins show of them, ``len(f(1))``, instead of for themselves.

    Raises:
        EvaluatedInside: a part binds a name where that cannot be done elsewhere, or a function that is written in the
            assertion calls the program.
    """
    splitting = _Splitting(trusted, is_fine=is_fine)
    claim = splitting.visit(_copy(test), is_certain=True)
    return Claim(claim, tuple(splitting.asked))


def _copy(test: ast.expr) -> ast.expr:
    return ast.parse(ast.unparse(test), mode="eval").body


class _Splitting:
    """Puts placeholders where something is asked."""

    def __init__(self, trusted: Set[str], *, is_fine: bool, prefix: str = "_") -> None:
        self.asked: list[ast.expr] = []
        self._trusted = trusted - _BOUND_TO_PLACE
        self._is_fine = is_fine
        self._prefix = prefix

    def visit(self, node: ast.expr, *, is_certain: bool) -> ast.expr:
        if self._is_asked(node):
            return self._placeholder(node, is_certain=is_certain)
        match node:
            case ast.NamedExpr():
                return self._placeholder(node, is_certain=is_certain)
            case ast.Await() | ast.Yield() | ast.YieldFrom():
                raise EvaluatedInside
            case ast.Lambda() | ast.ListComp() | ast.SetComp() | ast.DictComp() | ast.GeneratorExp():
                return node if self._is_closed(node) else self._rounds(node, is_certain=is_certain)
            case ast.Call(args=[argument]) if _goes_through(node) and self._is_asked(argument):
                node.args = [self._placeholder(_items(argument), is_certain=is_certain)]
                for keyword in node.keywords:
                    keyword.value = self.visit(keyword.value, is_certain=is_certain)
                return node
            case ast.Call(args=[ast.GeneratorExp() as rounds], keywords=[]) if _goes_through(node):
                if not self._is_closed(rounds):
                    node.args = [self._rounds(rounds, is_certain=is_certain)]
                    return node
            case ast.Starred(value=iterable) if self._is_asked(iterable):
                node.value = self._placeholder(_items(iterable), is_certain=is_certain)
                return node
            case ast.BoolOp(values=[first, *others]):
                node.values = [self.visit(first, is_certain=is_certain)]
                node.values += [self.visit(value, is_certain=False) for value in others]
                return node
            case ast.IfExp(test=test):
                node.test = self.visit(test, is_certain=is_certain)
                node.body = self.visit(node.body, is_certain=False)
                node.orelse = self.visit(node.orelse, is_certain=False)
                return node
            case ast.Compare():
                return self._compare(node, is_certain=is_certain)
        self._children(node, is_certain=is_certain)
        return node

    def _placeholder(self, asked: ast.expr, *, is_certain: bool) -> ast.expr:
        bound = [part for part in ast.walk(asked) if isinstance(part, _BINDING)]
        if any(not isinstance(part, ast.NamedExpr) for part in bound) or (bound and not is_certain):
            raise EvaluatedInside
        name = ast.Name(f"{self._prefix}{len(self.asked)}", ast.Load())
        if is_certain:
            self.asked.append(asked)
            return name
        nothing = ast.arguments(posonlyargs=[], args=[], kwonlyargs=[], kw_defaults=[], defaults=[])
        self.asked.append(ast.Call(ast.Name(ATTEMPT, ast.Load()), [ast.Lambda(nothing, asked)], []))
        return ast.Subscript(name, ast.Constant(0), ast.Load())

    def _rounds(self, node: ast.expr, *, is_certain: bool) -> ast.expr:
        """A comprehension that asks the program something: what it asks in each round is one row of a list.

        The rows are asked together, and the claim goes through them with what the comprehension makes of them.
        """
        if isinstance(node, ast.Lambda) or any(isinstance(part, _BINDING) for part in ast.walk(node)):
            raise EvaluatedInside
        assert isinstance(node, ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp)
        inner = _Splitting(self._trusted - _bound_in(node), is_fine=self._is_fine, prefix=f"{self._prefix}_")
        *outer, last = node.generators
        if any(generator.ifs for generator in outer) or any(generator.is_async for generator in node.generators):
            raise EvaluatedInside
        conditions = [inner.visit(test, is_certain=place == 0) for place, test in enumerate(last.ifs)]
        for field in ("elt", "key", "value"):
            if hasattr(node, field):
                setattr(node, field, inner.visit(getattr(node, field), is_certain=not conditions))
        row = ast.Tuple(inner.asked, ast.Load())
        through = [*outer, ast.comprehension(last.target, last.iter, [], 0)]
        rows = self._placeholder(ast.ListComp(row, through), is_certain=is_certain)
        names: list[ast.expr] = [ast.Name(f"{self._prefix}_{place}", ast.Store()) for place in range(len(inner.asked))]
        target = ast.Tuple(names, ast.Store()) if names else ast.Name(f"{self._prefix}_", ast.Store())
        node.generators = [ast.comprehension(target, rows, conditions, 0)]
        return node

    def _is_asked(self, node: ast.expr) -> bool:
        """Whether the program gives it: what begins with one of its names, and what only calls such a function."""
        root = _root(node)
        if root is not None:
            return root not in self._trusted or self._calls_back(node) or (self._is_fine and self._shows(node))
        return isinstance(node, ast.Call) and isinstance(node.func, ast.Lambda) and not self._is_closed(node.func)

    def _calls_back(self, node: ast.expr) -> bool:
        """Whether it is ``map(f, [1, 2])`` or ``sorted([1, 2], key=f)``, with a function ``f`` of the program."""
        match node:
            case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name), args=[function, *_], keywords=[]) if (
                name in _APPLYING
            ):
                return self._is_function(function)
            case ast.Call(func=ast.Name(id=name), args=[_], keywords=keywords) if name in _CHOOSING:
                return any(word.arg == "key" and self._is_function(word.value) for word in keywords)
            case _:
                return False

    def _shows(self, node: ast.expr) -> bool:
        """Whether it is what a function of Python's own shows of an object, or goes through it."""
        match node:
            case ast.Call(func=ast.Name(id=name), args=[argument], keywords=[]) if name in _SHOWING:
                return self._is_asked(argument)
            case ast.Attribute(value=ast.Call(func=ast.Name(id="type"), args=[argument]), attr="__name__"):
                return self._is_asked(argument)
            case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name), args=arguments) if name in _WALKING:
                return any(map(self._is_asked, arguments)) and not any(isinstance(one, ast.Lambda) for one in arguments)
            case _:
                return False

    def _is_function(self, node: ast.expr) -> bool:
        if isinstance(node, ast.Lambda):
            return not self._is_closed(node)
        return isinstance(node, ast.Name | ast.Attribute) and self._is_asked(node)

    def _compare(self, node: ast.Compare, *, is_certain: bool) -> ast.expr:
        match node:
            case ast.Compare(left=left, ops=[ast.Is() | ast.IsNot()], comparators=[right]):
                if not any(map(self._is_one_object, (left, right))) and all(map(self._is_asked, (left, right))):
                    # No type can say what it is identical with.
                    return self._placeholder(node, is_certain=is_certain)
        node.left = self.visit(node.left, is_certain=is_certain)
        for place, (operator, operand) in enumerate(zip(node.ops, node.comparators, strict=True)):
            may_be_skipped = not is_certain or place > 0
            if self._is_fine and isinstance(operator, ast.In | ast.NotIn) and self._is_asked(operand):
                node.comparators[place] = self._placeholder(_items(operand), is_certain=not may_be_skipped)
            else:
                node.comparators[place] = self.visit(operand, is_certain=not may_be_skipped)
        return node

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

    def _is_closed(self, node: ast.expr) -> bool:
        """Whether it asks nothing: names that a comprehension or a lambda binds live in there alone."""
        if any(isinstance(part, _BINDING) for part in ast.walk(node)):
            return False
        names = {part.id for part in ast.walk(node) if isinstance(part, ast.Name)}
        return names <= self._trusted | _bound_in(node)


def _bound_in(node: ast.expr) -> set[str]:
    parts = list(ast.walk(node))
    stored = {part.id for part in parts if isinstance(part, ast.Name) and not isinstance(part.ctx, ast.Load)}
    return stored | {part.arg for part in parts if isinstance(part, ast.arg)}


def _goes_through(call: ast.Call) -> bool:
    """Whether a call, of one argument, does nothing but go through that."""
    match call.func:
        case ast.Name(id=name):
            return name in _CONSUMING
        case ast.Attribute(value=ast.Constant(value=str() | bytes()), attr="join"):
            return True
        case _:
            return False


def _items(iterable: ast.expr) -> ast.expr:
    return ast.List([ast.Starred(iterable, ast.Load())], ast.Load())


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
