"""What kind of value an expression certainly gives: enough to tell whether a return fits the contract."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from cgr_audit.analysis.calls.call_graph import CallGraph
from cgr_audit.analysis.flow.control_flow import ControlFlow, own_nodes
from cgr_audit.analysis.forms import KIND_OF_CALL, TEXT_METHODS, Form, plain_form
from cgr_audit.analysis.grown_lists import elements_when_read
from cgr_audit.analysis.index import position_of
from cgr_audit.analysis.instance_forms import count_of_fields, instance_form
from cgr_audit.analysis.later_bindings import may_still_hold
from cgr_audit.analysis.literal_indices import literal_index
from cgr_audit.analysis.provided_helpers import ProvidedHelpers
from cgr_audit.analysis.scopes import Binding, BindingKind, Scopes

__all__ = ["ReturnForms", "returned_expressions"]

_COPIES = frozenset({"builtins.list", "builtins.reversed", "builtins.sorted", "builtins.tuple"})
_TESTING = (ast.If, ast.While, ast.IfExp, ast.Assert)
_MANY = 32
"""Above so many forms of one function, one of each kind and length stands for all."""
_DEPTH = 12

_STEPS = 5_000
"""How many expressions are looked at for one; sums of sums of a variable would double them at every turn."""


class ReturnForms:
    """Tells what expressions give, through variables, conditional expressions and the returns of local functions."""

    def __init__(self, scopes: Scopes, calls: CallGraph, helpers: ProvidedHelpers, flow: ControlFlow) -> None:
        self._flow = flow
        self._scopes = scopes
        self._calls = calls
        self._helpers = helpers
        self._given: dict[ast.FunctionDef, list[tuple[ast.expr, Form]]] = {}
        self._entered: set[ast.FunctionDef] = set()
        self._steps = 0

    def of(self, expression: ast.expr) -> list[Form]:
        """The kinds of value that an expression may give; what is uncertain has an empty ``kind`` and no length."""
        self._steps = 0
        return list(self._forms(expression, 0))

    def _forms(self, expression: ast.expr, depth: int) -> Iterator[Form]:
        self._steps += 1
        if depth > _DEPTH or self._steps > _STEPS:
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
            case ast.Tuple(elts=elements) | ast.List(elts=elements):
                if any(isinstance(element, ast.Starred) for element in elements):
                    yield self._concatenated(expression, elements, depth)
                else:
                    yield Form(expression, "", len(elements), tuple(elements))
            case ast.ListComp():
                yield Form(expression, "", self._rounds(expression, depth))
            case ast.BinOp(op=ast.Add() | ast.Mult()):
                yield self._combined(expression, depth)
            case ast.Subscript():
                yield from self._taken(expression, depth)
            case _:
                yield plain_form(expression)

    def _length(self, expression: ast.expr, depth: int) -> int | None:
        """How many elements a sequence has, where that is certain."""
        lengths = {form.length for form in self._forms(expression, depth + 1)}
        return lengths.pop() if len(lengths) == 1 else None

    def _concatenated(self, whole: ast.expr, elements: list[ast.expr], depth: int) -> Form:
        """A display with starred elements."""
        total = 0
        for element in elements:
            length = self._length(element.value, depth) if isinstance(element, ast.Starred) else 1
            if length is None:
                return Form(whole, "")
            total += length
        return Form(whole, "", total)

    def _combined(self, sum_: ast.BinOp, depth: int) -> Form:
        """Sequences added to each other, or one repeated; else whatever the operands say."""
        plain = plain_form(sum_)
        if plain.kind:
            return plain
        match sum_:
            case ast.BinOp(left=left, op=ast.Mult(), right=ast.Constant(value=int(times))):
                length = self._length(left, depth)
                return Form(sum_, "", None if length is None else length * max(times, 0))
            case ast.BinOp(left=left, op=ast.Add(), right=right):
                forms = [list(self._forms(part, depth + 1)) for part in (left, right)]
                first, second = (found[0] if len(found) == 1 else Form(sum_, "") for found in forms)
                if first.length is not None and second.length is not None:
                    both = len(first.elements) == first.length and len(second.elements) == second.length
                    elements = (*first.elements, *second.elements) if both else ()
                    return Form(sum_, "", first.length + second.length, elements)
        return plain

    def _rounds(self, comprehension: ast.ListComp | ast.GeneratorExp, depth: int) -> int | None:
        """How many elements a comprehension gives."""
        if len(comprehension.generators) != 1 or comprehension.generators[0].ifs:
            return None
        return self._length(comprehension.generators[0].iter, depth)

    def _taken(self, taking: ast.Subscript, depth: int) -> Iterator[Form]:
        """An element or a slice of a sequence or text, by places that are written down."""
        place = literal_index(taking.slice)
        for form in self._forms(taking.value, depth + 1):
            if form.kind == "text":
                yield Form(taking, "text", through=form.through)
            elif form.length is None or place is None:
                yield Form(taking, "")
            elif isinstance(place, slice):
                length, whole = len(range(form.length)[place]), len(form.elements) == form.length
                yield Form(taking, "", length, form.elements[place] if whole else (), form.through)
            elif len(form.elements) == form.length and -form.length <= place < form.length:
                for part in self._forms(form.elements[place], depth + 1):
                    yield Form(taking, part.kind, part.length, part.elements, (*form.through, *part.through))
            else:
                yield Form(taking, "")

    def _variable(self, name: ast.Name, depth: int) -> Iterator[Form]:
        """A variable's kinds where all that binds it is certain; else nothing is known.

        Which of several assignments reaches the return is not followed: a variable that is first ``None`` and later
        a tuple may always be the tuple.
        """
        found = self._scopes.lookup(name)
        bindings = found.bindings if found is not None else []
        if len(bindings) == 1 and _is_keywords(bindings[0], found.scope.node if found is not None else None):
            yield Form(name, "a dictionary", through=(bindings[0].node,))
            return
        grown = elements_when_read(name, bindings, found.scope.node) if found is not None else None
        if grown is not None:
            yield Form(name, "", len(grown), tuple(grown), (bindings[0].node,))
            return
        forms = [form for binding in bindings for form in self._bound(binding, depth)]
        kinds = {(form.kind, form.length) for form in forms}
        if len(bindings) == 1:
            may_be_none = len(kinds) == 1 or not self._is_tested(name)
            for form in forms if may_be_none else (form for form in forms if form.kind != "None"):
                yield Form(name, form.kind, form.length, form.elements, (bindings[0].node, *form.through))
        elif len(kinds) == 1:
            ((kind, length),) = kinds
            yield Form(name, kind, length, (), tuple(binding.node for binding in bindings))
        elif forms and all(form.kind for form in forms):
            several = " or ".join(sorted({form.kind for form in forms}))
            yield Form(name, several, None, (), tuple(binding.node for binding in bindings))
        else:
            yield from self._last_bound(name, bindings, depth)

    def _last_bound(self, name: ast.Name, bindings: list[Binding], depth: int) -> Iterator[Form]:
        """What those assignments give that nothing replaces on the way to a use."""
        function = self._scopes.used_in.get(name, self._scopes.module).node
        few = bindings if len(bindings) <= _MANY else []
        last = [binding for binding in few if may_still_hold(function, binding.node, name, name.id)]
        if len(last) < max(len(bindings), 1):
            yield Form(name, "")
        for binding in last:
            for form in self._bound(binding, depth):
                kind = "" if form.kind == "None" and self._is_tested(name) else form.kind
                yield Form(name, kind, form.length, (), (binding.node, *form.through))

    def _is_tested(self, name: ast.Name) -> bool:
        """Whether a test asks about a variable, and so may keep ``None`` from being used."""
        function = self._scopes.used_in.get(name, self._scopes.module).node
        tests = (part.test for part in ast.walk(function) if isinstance(part, _TESTING))
        return any(isinstance(part, ast.Name) and part.id == name.id for test in tests for part in ast.walk(test))

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
        kind = KIND_OF_CALL.get(self._scopes.qualified_name(call.func) or "", "")
        is_text = isinstance(call.func, ast.Attribute) and call.func.attr in TEXT_METHODS
        if kind or (is_text and isinstance(call.func, ast.Attribute) and self._is_text(call.func.value, depth)):
            yield Form(call, kind or "text")
            return
        made = self._made(call, depth)
        if made is not None:
            yield made
            return
        targets = self._calls.targets(call)
        if targets.unknown or targets.is_solver or len(targets.functions) != 1:
            yield Form(call, "")
            return
        (function,) = targets.functions
        if isinstance(function, ast.Lambda):
            for form in self._forms(function.body, depth + 1):
                yield Form(call, form.kind, form.length, (), (function.body, *form.through))
        elif isinstance(function, ast.AsyncFunctionDef) or function.decorator_list or function.name == "__init__":
            yield Form(call, "")
        else:
            yield from self._of_function(call, function, depth)

    def _of_function(self, call: ast.Call, function: ast.FunctionDef, depth: int) -> Iterator[Form]:
        """What the returns of a function give, and what its end gives where a path falls off it."""
        if self._flow.is_generator(function):
            yield Form(call, "a generator")
            return
        if function in self._entered:
            yield Form(call, "")
            return
        for value, form in self._given_by(function, depth):
            length = _count_of_rest(call, function) if self._is_rest(value, function) else form.length
            yield Form(call, form.kind, length, (), (value, *form.through))
        if any(True for _ in self._flow.graph(function).endings()):
            yield Form(call, "None", through=(function,))

    def _is_rest(self, value: ast.expr, function: ast.FunctionDef) -> bool:
        """Whether a function returns its ``*`` parameter as it is."""
        rest = function.args.vararg
        if rest is None or not isinstance(value, ast.Name) or value.id != rest.arg:
            return False
        return len(self._scopes.used_in.get(value, self._scopes.module).bindings.get(rest.arg, ())) == 1

    def _given_by(self, function: ast.FunctionDef, depth: int) -> list[tuple[ast.expr, Form]]:
        """The returns of a function and what each may give."""
        if function not in self._given:
            self._entered.add(function)
            values = returned_expressions(function)
            found = [(value, form) for value in values for form in self._forms(value, depth + 1)]
            if len(found) > _MANY:
                found = list({(form.kind, form.length): (value, form) for value, form in reversed(found)}.values())
            self._entered.remove(function)
            self._given[function] = found
        return self._given[function]

    def _made(self, call: ast.Call, depth: int) -> Form | None:
        """A copy of a sequence, a named tuple, or an instance of a class of the program."""
        if self._scopes.qualified_name(call.func) in _COPIES and len(call.args) == 1 and not call.keywords:
            given = call.args[0]
            is_lazy = isinstance(given, ast.GeneratorExp)
            return Form(call, "", self._rounds(given, depth) if is_lazy else self._length(given, depth))  # type: ignore[arg-type]
        match self._scopes.sole_binding(call.func) if isinstance(call.func, ast.Name) else None:
            case Binding(node=ast.ClassDef() as definition):
                return instance_form(call, definition, self._scopes)
            case Binding(kind=BindingKind.ASSIGNMENT, value=ast.Call(args=[_, fields]) as maker):
                if self._scopes.qualified_name(maker.func) == "collections.namedtuple":
                    return Form(call, "", count_of_fields(fields))
        return None

    def _is_text(self, expression: ast.expr, depth: int) -> bool:
        forms = list(self._forms(expression, depth + 1))
        return bool(forms) and all(form.kind == "text" for form in forms)


def returned_expressions(function: ast.FunctionDef | ast.AsyncFunctionDef) -> list[ast.expr]:
    """What the ``return`` statements of a function give, in the order of the text; nothing for a generator."""
    nodes = own_nodes(function.body)
    if any(isinstance(node, ast.Yield | ast.YieldFrom) for node in nodes):
        return []
    values = [node.value for node in nodes if isinstance(node, ast.Return) and node.value is not None]
    return sorted(values, key=position_of)


def _is_keywords(binding: Binding, function: ast.AST | None) -> bool:
    """Whether a name is the ``**`` parameter of its function."""
    return isinstance(function, ast.FunctionDef) and function.args.kwarg is binding.node


def _count_of_rest(call: ast.Call, function: ast.FunctionDef) -> int | None:
    """How many arguments of a call are left for the ``*`` parameter."""
    if any(isinstance(part, ast.Starred) for part in call.args):
        return None
    return max(len(call.args) - len(function.args.posonlyargs) - len(function.args.args), 0)
