"""The classes that an expression is certainly an instance of, on every path.

A variable has the classes of everything that binds it anywhere; if they are unknown for one binding, they are unknown
for the variable. Classes have full names: ``builtins.str``, and ``__main__.Solver`` for one of the program.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable

from cgr_audit.analysis.dotted_names import OWN_MODULE
from cgr_audit.analysis.facts import Facts
from cgr_audit.analysis.index import children
from cgr_audit.analysis.members.own_members import OwnMembers
from cgr_audit.analysis.members.parameters import Parameters
from cgr_audit.analysis.members.results import EXACT, METHOD_RESULTS, RESULTS
from cgr_audit.analysis.members.table import standard_callable
from cgr_audit.analysis.scopes import Binding, BindingKind, Meaning

__all__ = ["Receivers", "class_of_constant"]

Classes = frozenset[str] | None
"""The classes that a value may be an instance of; None if it may be anything."""

_Variable = tuple[ast.AST, str]
_DEEPEST = 60
"""Nesting of expressions, and of variables that are bound to each other."""
_MOST_ROUNDS = 4
_MOST_STEPS = 50_000

_NOTHING_YET: frozenset[str] = frozenset()
_STR, _LIST, _TUPLE, _DICT, _INT, _BOOL, _RANGE = (
    frozenset({f"builtins.{name}"}) for name in ("str", "list", "tuple", "dict", "int", "bool", "range")
)
_DISPLAYS: dict[type[ast.expr], frozenset[str]] = {
    ast.JoinedStr: _STR,
    ast.List: _LIST,
    ast.ListComp: _LIST,
    ast.Tuple: _TUPLE,
    ast.Set: frozenset({"builtins.set"}),
    ast.SetComp: frozenset({"builtins.set"}),
    ast.Dict: _DICT,
    ast.DictComp: _DICT,
    ast.GeneratorExp: frozenset({"builtins.generator"}),
    ast.Lambda: frozenset({"builtins.function"}),
}


def class_of_constant(value: object) -> str:
    """The class of a literal."""
    return f"builtins.{type(value).__name__}"


class Receivers:
    """The classes of the expressions of one program."""

    def __init__(self, facts: Facts, own: OwnMembers, dotted: Callable[[ast.expr], str | None]) -> None:
        self._facts = facts
        self._own = own
        self._dotted = dotted
        self._parameters = Parameters(facts)
        self._known: dict[_Variable, Classes] = {}
        self._growing: dict[_Variable, frozenset[str]] = {}
        """What is known so far of variables that are being evaluated, so that ``a = a.strip()`` adds nothing."""
        self._touched: set[_Variable] = set()
        """Those that were read while the innermost was evaluated."""
        self._depth = 0
        self._steps = 0

    def classes(self, node: ast.expr) -> Classes:
        """The classes, one of which an expression is certainly an instance of."""
        self._steps += 1
        if self._depth >= _DEEPEST or self._steps > _MOST_STEPS:
            return None
        self._depth += 1
        found = self._classes(node)
        self._depth -= 1
        return found

    def _classes(self, node: ast.expr) -> Classes:
        match node:
            case ast.Constant(value=value):
                return frozenset({class_of_constant(value)})
            case ast.Name():
                meaning = self._facts.scopes.lookup(node)
                return None if meaning is None else self._of_variable(node.id, meaning)
            case ast.NamedExpr(value=value):
                return self.classes(value)
            case ast.IfExp(body=body, orelse=other):
                return self._union([body, other])
            case ast.BoolOp(values=values):
                return self._union(values)
            case ast.UnaryOp(op=ast.Not()):
                return _BOOL
            case ast.Compare(ops=[ast.Is() | ast.IsNot() | ast.In() | ast.NotIn()]):
                return _BOOL
            case ast.BinOp(left=left, op=operator, right=right):
                return self._of_operation(left, operator, right)
            case ast.Subscript(value=value, slice=key):
                found = self.classes(value)
                is_sliced = isinstance(key, ast.Slice) and found in (_STR, _LIST, _TUPLE)
                return found if found in (_NOTHING_YET, _STR) or is_sliced else None
            case ast.Call():
                return self._of_call(node)
            case ast.Attribute():
                return self._of_attribute(node)
        return _DISPLAYS.get(type(node))

    def _union(self, parts: Iterable[ast.expr]) -> Classes:
        found = _NOTHING_YET
        for part in parts:
            classes = self.classes(part)
            if classes is None:
                return None
            found |= classes
        return found

    def _of_operation(self, left: ast.expr, operator: ast.operator, right: ast.expr) -> Classes:
        first = self.classes(left)
        if not first or (isinstance(operator, ast.Mod) and first == _STR):
            return first
        if first not in (_STR, _LIST) or not isinstance(operator, ast.Add | ast.Mult):
            return None
        second = self.classes(right)
        wanted = first if isinstance(operator, ast.Add) else _INT
        return first if second is not None and second <= wanted else None

    def _of_variable(self, name: str, meaning: Meaning) -> Classes:
        variable = meaning.scope.node, name
        if variable in self._known:
            return self._known[variable]
        if variable in self._growing:
            self._touched.add(variable)
            return self._growing[variable]
        self._growing[variable] = _NOTHING_YET
        outer, self._touched = self._touched, set()
        found: Classes = None
        for _ in range(_MOST_ROUNDS):
            found = self._of_bindings(meaning.bindings)
            if found is None or found == self._growing[variable]:
                break
            self._growing[variable] = found
        else:
            found = None
        del self._growing[variable]
        self._touched.discard(variable)
        if not self._touched:  # else more may be found later
            self._known[variable] = found = found or None
        self._touched |= outer
        return found

    def _of_bindings(self, bindings: list[Binding]) -> Classes:
        found = _NOTHING_YET
        for binding in sorted(bindings, key=lambda one: one.kind is BindingKind.AUGMENTED):
            classes = self._of_binding(binding, found)
            if classes is None:
                return None
            found |= classes
        return found

    def _of_binding(self, binding: Binding, others: frozenset[str]) -> Classes:
        match binding.kind:
            case BindingKind.ASSIGNMENT if binding.value is not None:
                return self.classes(binding.value)
            case BindingKind.AUGMENTED:
                statement = self._facts.index.parent(binding.node)
                operator = statement.op if isinstance(statement, ast.AugAssign) else None
                if others == _STR and isinstance(operator, ast.Add | ast.Mod | ast.Mult):
                    return others
                return others if others == _LIST and isinstance(operator, ast.Add) else None
            case BindingKind.LOOP if binding.value is not None:
                return self._of_elements(binding)
            case BindingKind.PARAMETER:
                return self._parameters.classes(binding)
            case BindingKind.FUNCTION if isinstance(binding.node, ast.FunctionDef) and not binding.node.decorator_list:
                return frozenset({"builtins.function"})
        return None

    def _of_elements(self, binding: Binding) -> Classes:
        """The classes of the variable of a loop."""
        loop, iterable = self._facts.index.parent(binding.node), binding.value
        if getattr(loop, "target", None) is not binding.node or iterable is None:
            return None
        if isinstance(iterable, ast.List | ast.Tuple | ast.Set):
            is_plain = iterable.elts and not any(isinstance(part, ast.Starred) for part in iterable.elts)
            return self._union(iterable.elts) if is_plain else None
        of = self.classes(iterable)
        if of == _RANGE:
            return _INT
        return of if of == _STR else None

    def _of_attribute(self, node: ast.Attribute) -> Classes:
        """The classes of an attribute of the program's own instances, if only plain assignments store it."""
        owners = self.classes(node.value)
        if owners is None or not all(owner.startswith(f"{OWN_MODULE}.") for owner in owners):
            return None
        stores = self._own.assigned.get(node.attr)
        if stores is None or any(node.attr in owner.names for owner in self._own.inherited or ()):
            return None
        bindings = [Binding(node.attr, BindingKind.ASSIGNMENT, self._facts.tree, value) for value in stores]
        return self._of_variable(f".{node.attr}", Meaning(self._facts.scopes.module, bindings))

    def _of_call(self, call: ast.Call) -> Classes:
        facts = self._facts
        if facts.provided_helpers.resolve(call.func) in facts.provided_helpers.names:
            return _STR
        if isinstance(call.func, ast.Name):
            binding = facts.scopes.sole_binding(call.func)
            if binding is not None and isinstance(binding.node, ast.ClassDef):
                return frozenset({f"{OWN_MODULE}.{binding.name}"})
            if binding is not None and isinstance(binding.node, ast.FunctionDef):
                return self._of_returned(binding.node)
        dotted = self._dotted(call.func)
        if dotted is not None and dotted in RESULTS:
            return frozenset({RESULTS[dotted]})
        member = None if dotted is None else standard_callable(dotted)
        if member is not None:
            return frozenset({member.class_name}) if member.class_name in EXACT else None
        return self._of_method(call.func) if isinstance(call.func, ast.Attribute) else None

    def _of_method(self, function: ast.Attribute) -> Classes:
        owners = self.classes(function.value)
        if owners is None:
            return None
        results = [METHOD_RESULTS.get(owner, {}).get(function.attr) for owner in owners]
        known = frozenset(result for result in results if result is not None)
        return None if None in results else known

    def _of_returned(self, function: ast.FunctionDef) -> Classes:
        """What a plain function of the program returns, as if it were a variable."""
        returned = self._returned(function)
        if returned is None:
            return None
        bindings = [Binding("return", BindingKind.ASSIGNMENT, function, value) for value in returned]
        return self._of_variable("return", Meaning(self._facts.scopes.of_node[function], bindings))

    def _returned(self, function: ast.FunctionDef) -> list[ast.expr] | None:
        """The expressions that it returns; None for a generator or a decorated function."""
        if function.decorator_list:
            return None
        found: list[ast.expr] = [ast.Constant(None)]
        pending: list[ast.AST] = [*function.body]
        while pending:
            part = pending.pop()
            if isinstance(part, ast.Yield | ast.YieldFrom):
                return None
            if isinstance(part, ast.Return) and part.value is not None:
                found.append(part.value)
            if not isinstance(part, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda | ast.ClassDef):
                pending += children(part)
        return found
