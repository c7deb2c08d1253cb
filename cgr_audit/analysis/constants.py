"""What an expression is worth where that does not depend on the run: exact constant folding.

Literals, operators, string building, comprehensions over constants, pure functions of the standard library, names that
are bound once, and class attributes that nothing writes to. Nothing of the program is executed, nothing is raised, and
work and results are bounded (see :mod:`cgr_audit.analysis.pure`).
"""

from __future__ import annotations

import ast
import contextlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from cgr_audit.analysis import pure, pure_calls
from cgr_audit.analysis.index import Index
from cgr_audit.analysis.pure import Unfoldable
from cgr_audit.analysis.scopes import Binding, BindingKind, Meaning, Scopes

__all__ = ["Constant", "Constants"]

_MAX_STEPS = 4_000
_NO_NAMES: Mapping[str, object] = {}
_READING_METHODS = frozenset(("copy", "count", "get", "index", "items", "join", "keys", "values"))
_CHANGING_METHODS = frozenset((
    "add", "append", "clear", "discard", "extend", "insert", "pop", "popitem", "remove", "reverse", "setdefault",
    "sort", "update",
))  # fmt: skip
_READING_FUNCTIONS = frozenset(
    ("all", "any", "dict", "enumerate", "frozenset", "len", "list", "max", "min", "print", "range", "repr", "reversed",
     "set", "sorted", "str", "sum", "tuple", "zip")
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Constant:
    """A value that is known; wrapped, because the value may be ``None``."""

    value: object


class Constants:
    """Folds the expressions of one program."""

    def __init__(self, scopes: Scopes, index: Callable[[], Index]) -> None:
        """Fold by what names mean in ``scopes``; ``index`` is asked only where a name holds something mutable."""
        self._scopes = scopes
        self._index = index
        self._bindings: dict[ast.AST, Constant | None] = {}

    def fold(self, expression: ast.expr, names: Mapping[str, object] = _NO_NAMES) -> Constant | None:
        """The exact value of an expression; ``None`` if it is not constant, or too large to compute.

        ``names`` are variables whose value is known.
        """
        try:
            return Constant(_Evaluation(self).value(expression, names))
        except (Unfoldable, RecursionError):
            return None

    def text(self, expression: ast.expr) -> str | None:
        """The value of an expression that is a constant string."""
        found = self.fold(expression)
        return found.value if found is not None and isinstance(found.value, str) else None

    def integer(self, expression: ast.expr) -> int | None:
        """The value of an expression that is a constant integer (no boolean)."""
        found = self.fold(expression)
        value = None if found is None else found.value
        return value if isinstance(value, int) and not isinstance(value, bool) else None

    def bound(self, binding: Binding, evaluation: _Evaluation) -> object:
        """The value that the only binding of a name gives it."""
        if binding.node not in self._bindings:
            self._bindings[binding.node] = None  # a name defined by itself is not constant
            with contextlib.suppress(Unfoldable):
                self._bindings[binding.node] = Constant(self._of_binding(binding, evaluation))
        found = self._bindings[binding.node]
        if found is None:
            raise Unfoldable
        return found.value

    def qualified(self, node: ast.expr) -> str | None:
        """The dotted name of a function or constant of the standard library, also as a method of a builtin type."""
        return self._scopes.qualified_name(node)

    def lookup(self, node: ast.Name) -> Meaning | None:
        """What binds a name."""
        return self._scopes.lookup(node)

    def class_attribute(self, node: ast.Attribute, evaluation: _Evaluation) -> object:
        """``Name.attribute`` where the name is a class of the program and nothing writes to such an attribute."""
        if not isinstance(node.value, ast.Name):
            raise Unfoldable
        owner = self.lookup(node.value)
        if owner is None or len(owner[1]) != 1 or not isinstance(owner[1][0].node, ast.ClassDef):
            raise Unfoldable
        definition = owner[1][0].node
        bindings = self._scopes.of_node[definition].bindings.get(node.attr, [])
        if len(bindings) != 1 or any(_writes(other, node.attr) for other in self._index().of(ast.Attribute)):
            raise Unfoldable
        value = self.bound(bindings[0], evaluation)
        if isinstance(value, list | dict | set):
            raise Unfoldable
        return value

    def _of_binding(self, binding: Binding, evaluation: _Evaluation) -> object:
        if binding.value is None:
            raise Unfoldable
        if binding.kind is BindingKind.ASSIGNMENT:
            value = evaluation.value(binding.value, _NO_NAMES)
        elif binding.kind is BindingKind.UNPACKING:
            value = self._unpacked(binding, evaluation)
        else:
            raise Unfoldable
        if isinstance(value, list | dict | set) and not self._only_read(binding):
            raise Unfoldable
        return value

    def _unpacked(self, binding: Binding, evaluation: _Evaluation) -> object:
        index = self._index()
        target = index.parent(binding.node)
        if not isinstance(target, ast.Tuple | ast.List) or not isinstance(index.parent(target), ast.Assign):
            raise Unfoldable
        if binding.value is None or any(isinstance(part, ast.Starred) for part in target.elts):
            raise Unfoldable
        parts = pure.iterate(evaluation.value(binding.value, _NO_NAMES))
        if len(parts) != len(target.elts):
            raise Unfoldable
        return parts[[part is binding.node for part in target.elts].index(True)]

    def _only_read(self, binding: Binding) -> bool:
        """Whether every use of a name leaves what it holds as it is."""
        index = self._index()
        for use in index.of(ast.Name):
            if use.id != binding.name or not isinstance(use.ctx, ast.Load):
                continue
            found = self.lookup(use)
            if found is not None and found.bindings == [binding] and not _reads(use, index.parent(use), index):
                return False
        return True


def _writes(node: ast.Attribute, name: str) -> bool:
    return node.attr == name and not isinstance(node.ctx, ast.Load)


def _reads(use: ast.AST, parent: ast.AST | None, index: Index) -> bool:
    match parent:
        case ast.Subscript(value=value, ctx=ast.Load()):
            return not _changes(parent, index) and (value is use or isinstance(value, ast.Name))
        case ast.Attribute(attr=attr):
            return attr in _READING_METHODS and isinstance(index.parent(parent), ast.Call)
        case ast.Call(func=ast.Name(id=name)):
            return name in _READING_FUNCTIONS
        case ast.Call(func=ast.Attribute(attr="join")):
            return True
        case ast.For(iter=iterable) | ast.comprehension(iter=iterable):
            return iterable is use
        case ast.Compare() | ast.FormattedValue() | ast.BoolOp() | ast.UnaryOp() | ast.BinOp():
            return not isinstance(parent, ast.BoolOp)
        case ast.If(test=test) | ast.While(test=test) | ast.IfExp(test=test):
            return test is use
    return False


def _changes(element: ast.AST, index: Index) -> bool:
    """Whether a subscripted element is changed in its place: ``TABLE[1].append(x)``, ``TABLE[1][2] = x``."""
    match index.parent(element):
        case ast.Attribute(attr=attr):
            return attr in _CHANGING_METHODS
        case ast.Subscript(value=value, ctx=ctx) as inner if value is element:
            return not isinstance(ctx, ast.Load) or _changes(inner, index)
    return False


class _Evaluation:
    """One bounded evaluation."""

    __slots__ = ("_constants", "_steps")

    def __init__(self, constants: Constants) -> None:
        self._constants = constants
        self._steps = 0

    def value(self, node: ast.expr, names: Mapping[str, object]) -> object:
        """The value of an expression; ``names`` are the variables of the comprehensions around it."""
        self._steps += 1
        if self._steps > _MAX_STEPS:
            raise Unfoldable
        match node:
            case ast.Constant(value=value):
                return value
            case ast.Name():
                return self._name(node, names)
            case ast.BinOp(left=left, op=op, right=right):
                return pure.binary(op, self.value(left, names), self.value(right, names))
            case ast.UnaryOp(op=op, operand=operand):
                return pure.unary(op, self.value(operand, names))
            case ast.BoolOp():
                return self._bool_op(node, names)
            case ast.Compare():
                return self._compare(node, names)
            case ast.IfExp(test=test, body=body, orelse=orelse):
                return self.value(body if self.value(test, names) else orelse, names)
            case ast.JoinedStr(values=values):
                return self._joined(values, names)
            case ast.FormattedValue(value=inner, conversion=conversion, format_spec=spec):
                text = self.value(spec, names) if spec is not None else ""
                return pure_calls.format_value(self.value(inner, names), conversion, str(text))
            case ast.Subscript(value=inner, slice=index):
                return pure.subscript(self.value(inner, names), self.value(index, names))
            case ast.Slice(lower=lower, upper=upper, step=step):
                return slice(*(None if part is None else self.value(part, names) for part in (lower, upper, step)))
            case ast.Attribute():
                return self._attribute(node)
            case ast.Call():
                return self._call(node, names)
            case ast.NamedExpr(value=inner):
                return self.value(inner, names)
        return pure.bounded(self._container(node, names))

    def _container(self, node: ast.expr, names: Mapping[str, object]) -> object:
        match node:
            case ast.Tuple(elts=parts):
                return tuple(self._elements(parts, names))
            case ast.List(elts=parts):
                return list(self._elements(parts, names))
            case ast.Set(elts=parts):
                return _collected(lambda: set(self._elements(parts, names)))
            case ast.Dict(keys=keys, values=values):
                return _collected(lambda: dict(self._pairs(keys, values, names)))
            case ast.ListComp(elt=elt, generators=generators) | ast.GeneratorExp(elt=elt, generators=generators):
                return [self.value(elt, bound) for bound in self._bindings(generators, names)]
            case ast.SetComp(elt=elt, generators=generators):
                return _collected(lambda: {self.value(elt, bound) for bound in self._bindings(generators, names)})
            case ast.DictComp(key=key, value=value, generators=generators):
                return _collected(lambda: {
                    self.value(key, bound): self.value(value, bound) for bound in self._bindings(generators, names)
                })  # fmt: skip
        raise Unfoldable

    def _name(self, node: ast.Name, names: Mapping[str, object]) -> object:
        if node.id in names:
            return names[node.id]
        found = self._constants.lookup(node)
        if found is None or len(found.bindings) != 1:
            raise Unfoldable
        return self._constants.bound(found.bindings[0], self)

    def _bool_op(self, node: ast.BoolOp, names: Mapping[str, object]) -> object:
        value: object = None
        for operand in node.values:
            value = self.value(operand, names)
            if bool(value) is isinstance(node.op, ast.Or):
                return value
        return value

    def _compare(self, node: ast.Compare, names: Mapping[str, object]) -> bool:
        left = self.value(node.left, names)
        for op, comparator in zip(node.ops, node.comparators, strict=True):
            right = self.value(comparator, names)
            if not pure.compare(op, left, right):
                return False
            left = right
        return True

    def _joined(self, values: list[ast.expr], names: Mapping[str, object]) -> str:
        text = "".join(str(self.value(part, names)) for part in values)
        if len(text) > pure.MAX_TEXT:
            raise Unfoldable
        return text

    def _attribute(self, node: ast.Attribute) -> object:
        dotted = self._constants.qualified(node)
        if dotted is not None:
            return pure_calls.attribute(dotted)
        return self._constants.class_attribute(node, self)

    def _call(self, node: ast.Call, names: Mapping[str, object]) -> object:
        if any(keyword.arg is None for keyword in node.keywords):
            raise Unfoldable
        dotted = self._constants.qualified(node.func)
        if dotted in ("builtins.map", "functools.reduce"):
            return self._mapped(node, names)
        if dotted is None and not isinstance(node.func, ast.Attribute):
            raise Unfoldable
        arguments = self._elements(node.args, names)
        keywords = {str(keyword.arg): self.value(keyword.value, names) for keyword in node.keywords}
        if dotted is not None:
            return pure_calls.call(dotted, arguments, keywords)
        assert isinstance(node.func, ast.Attribute)
        return pure_calls.method(self.value(node.func.value, names), node.func.attr, arguments, keywords)

    def _mapped(self, node: ast.Call, names: Mapping[str, object]) -> object:
        if len(node.args) != 2 or node.keywords:
            raise Unfoldable
        dotted = self._constants.qualified(node.args[0])
        values = pure.iterate(self.value(node.args[1], names))
        if dotted is None or self._constants.qualified(node.func) != "builtins.map":
            raise Unfoldable
        self._steps += len(values)
        return [pure_calls.call(dotted, (value,), {}) for value in values]

    def _elements(self, parts: list[ast.expr], names: Mapping[str, object]) -> list[object]:
        elements: list[object] = []
        for part in parts:
            if isinstance(part, ast.Starred):
                elements.extend(pure.iterate(self.value(part.value, names)))
            else:
                elements.append(self.value(part, names))
        return elements

    def _pairs(
        self, keys: list[ast.expr | None], values: list[ast.expr], names: Mapping[str, object]
    ) -> Iterator[tuple[object, object]]:
        for key, value in zip(keys, values, strict=True):
            if key is not None:
                yield self.value(key, names), self.value(value, names)
                continue
            inner = self.value(value, names)
            if not isinstance(inner, dict):
                raise Unfoldable
            yield from inner.items()

    def _bindings(
        self, generators: list[ast.comprehension], names: Mapping[str, object]
    ) -> Iterator[Mapping[str, object]]:
        if not generators:
            yield names
            return
        first, rest = generators[0], generators[1:]
        if first.is_async:
            raise Unfoldable
        for element in pure.iterate(self.value(first.iter, names)):
            inner = dict(names)
            _bind(first.target, element, inner)
            if all(self.value(test, inner) for test in first.ifs):
                yield from self._bindings(rest, inner)


def _bind(target: ast.expr, value: object, names: dict[str, object]) -> None:
    if isinstance(target, ast.Name):
        names[target.id] = value
        return
    if not isinstance(target, ast.Tuple | ast.List) or any(isinstance(part, ast.Starred) for part in target.elts):
        raise Unfoldable
    parts = pure.iterate(value)
    if len(parts) != len(target.elts):
        raise Unfoldable
    for part, element in zip(target.elts, parts, strict=True):
        _bind(part, element, names)


def _collected(collect: Callable[[], object]) -> object:
    """A set or dictionary, unless an element has no hash."""
    try:
        return collect()
    except TypeError:
        raise Unfoldable from None
