"""What kind of value an expression certainly gives: enough to tell whether a return fits the contract."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from cgr_audit.analysis.call_graph import CallGraph
from cgr_audit.analysis.control_flow import own_nodes
from cgr_audit.analysis.provided_helpers import ProvidedHelpers
from cgr_audit.analysis.scopes import Binding, BindingKind, Scopes

__all__ = ["Form", "ReturnForms", "returned_expressions"]

_TEXT_METHODS = frozenset({
    "capitalize", "format", "join", "lower", "lstrip", "removeprefix", "removesuffix", "replace", "rstrip", "strip",
    "title", "upper", "zfill",
})  # fmt: skip
_TYPES = {
    "text": ("builtins.str", "builtins.repr", "builtins.chr", "builtins.input", "json.dumps"),
    "a number": ("builtins.int", "builtins.float", "builtins.len"),
    "a boolean": ("builtins.bool", "builtins.isinstance", "builtins.any", "builtins.all"),
    "a dictionary": ("builtins.dict", "collections.defaultdict", "collections.Counter", "collections.OrderedDict"),
    "a set": ("builtins.set", "builtins.frozenset"),
}
_KIND_OF_CALL = {name: kind for kind, names in _TYPES.items() for name in names}
_DEPTH = 12


@dataclass(frozen=True, slots=True)
class Form:
    """One kind of value that an expression may give."""

    node: ast.expr
    """The expression that gives it, where the choice between kinds is made."""
    kind: str
    """``a dictionary``, ``text``, ``None``, ...; empty for a sequence, and for what is not known."""
    length: int | None = None
    """How many elements, for a sequence whose length is certain."""
    elements: tuple[ast.expr, ...] = ()
    """The elements, in the same case."""
    through: tuple[ast.AST, ...] = ()
    """The assignments and returns that lead from the expression to the value."""


class ReturnForms:
    """Tells what expressions give, through variables, conditional expressions and the returns of local functions."""

    def __init__(self, scopes: Scopes, calls: CallGraph, helpers: ProvidedHelpers) -> None:
        self._scopes = scopes
        self._calls = calls
        self._helpers = helpers

    def of(self, expression: ast.expr) -> list[Form]:
        """The kinds of value that an expression may give; what is uncertain has an empty ``kind`` and no length."""
        return list(self._forms(expression, 0))

    def _forms(self, expression: ast.expr, depth: int) -> Iterator[Form]:
        if depth > _DEPTH:
            yield Form(expression, "")
            return
        match expression:
            case ast.IfExp(body=body, orelse=orelse):
                yield from self._forms(body, depth + 1)
                yield from self._forms(orelse, depth + 1)
            case ast.NamedExpr(value=value):
                yield from self._forms(value, depth + 1)
            case ast.Name():
                yield from self._variable(expression, depth)
            case ast.Call():
                yield from self._call(expression, depth)
            case _:
                yield self._plain(expression)

    def _plain(self, expression: ast.expr) -> Form:
        match expression:
            case ast.Tuple(elts=elements) | ast.List(elts=elements):
                if any(isinstance(element, ast.Starred) for element in elements):
                    return Form(expression, "")
                return Form(expression, "", len(elements), tuple(elements))
            case ast.Constant(value=value):
                return Form(expression, _constant(value))
            case ast.Dict() | ast.DictComp():
                return Form(expression, "a dictionary")
            case ast.Set() | ast.SetComp():
                return Form(expression, "a set")
            case (
                ast.JoinedStr() | ast.BinOp(left=ast.JoinedStr() | ast.Constant(value=str()), op=ast.Add() | ast.Mod())
            ):
                return Form(expression, "text")
            case ast.Compare() | ast.UnaryOp(op=ast.Not()):
                return Form(expression, "a boolean")
            case ast.GeneratorExp():
                return Form(expression, "a generator")
            case ast.Lambda():
                return Form(expression, "a function")
        return Form(expression, "")

    def _variable(self, name: ast.Name, depth: int) -> Iterator[Form]:
        """A variable's kinds where all that binds it is certain; else nothing is known.

        Which of several assignments reaches the return is not followed: a variable that is first ``None`` and later
        a tuple may always be the tuple.
        """
        found = self._scopes.used_in.get(name, self._scopes.module).lookup(name.id)
        bindings = found[1] if found is not None else []
        forms = [form for binding in bindings for form in self._bound(binding, depth)]
        kinds = {(form.kind, form.length) for form in forms}
        if len(bindings) == 1:
            for form in forms:
                yield Form(name, form.kind, form.length, form.elements, (bindings[0].node, *form.through))
        elif len(kinds) == 1:
            ((kind, length),) = kinds
            yield Form(name, kind, length, (), tuple(binding.node for binding in bindings))
        elif forms and all(form.kind for form in forms):
            several = " or ".join(sorted({form.kind for form in forms}))
            yield Form(name, several, None, (), tuple(binding.node for binding in bindings))
        else:
            yield Form(name, "")

    def _bound(self, binding: Binding, depth: int) -> Iterator[Form]:
        if binding.kind is not BindingKind.ASSIGNMENT or binding.value is None:
            yield Form(ast.Name(binding.name), "")
            return
        for form in self._forms(binding.value, depth + 1):
            # A list or dictionary may grow after it is bound: only that it is one remains certain.
            grows = isinstance(form.node, ast.List)
            yield Form(form.node, form.kind) if grows else form

    def _call(self, call: ast.Call, depth: int) -> Iterator[Form]:
        if self._helpers.resolve(call.func) in self._helpers.names:
            yield Form(call, "text")
            return
        kind = _KIND_OF_CALL.get(self._scopes.qualified_name(call.func) or "", "")
        is_text = isinstance(call.func, ast.Attribute) and call.func.attr in _TEXT_METHODS
        if kind or (is_text and isinstance(call.func, ast.Attribute) and self._is_text(call.func.value, depth)):
            yield Form(call, kind or "text")
            return
        targets = self._calls.targets(call)
        if targets.unknown or targets.is_solver or len(targets.functions) != 1:
            yield Form(call, "")
            return
        (function,) = targets.functions
        is_plain = isinstance(function, ast.FunctionDef) and not function.decorator_list and function.name != "__init__"
        for value in returned_expressions(function) if is_plain and isinstance(function, ast.FunctionDef) else ():
            for form in self._forms(value, depth + 1):
                yield Form(call, form.kind, form.length, (), (value, *form.through))
        if not is_plain:
            yield Form(call, "")

    def _is_text(self, expression: ast.expr, depth: int) -> bool:
        forms = list(self._forms(expression, depth + 1))
        return bool(forms) and all(form.kind == "text" for form in forms)


def returned_expressions(function: ast.FunctionDef | ast.AsyncFunctionDef) -> list[ast.expr]:
    """What the ``return`` statements of a function give, in the order of the text; nothing for a generator."""
    nodes = own_nodes(function)
    if any(isinstance(node, ast.Yield | ast.YieldFrom) for node in nodes):
        return []
    values = [node.value for node in nodes if isinstance(node, ast.Return) and node.value is not None]
    return sorted(values, key=lambda value: (value.lineno, value.col_offset))


def _constant(value: object) -> str:
    match value:
        case None:
            return "None"
        case bool():
            return "a boolean"
        case str():
            return "text"
        case bytes():
            return "bytes"
        case int() | float() | complex():
            return "a number"
        case _:
            return "..."
