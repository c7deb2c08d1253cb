"""The constants that an expression may be, where it is one of several that the program writes down."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from cgr_audit.analysis.constants import Constants
from cgr_audit.analysis.given_arguments import GivenArguments, TakenArguments
from cgr_audit.analysis.index import Index
from cgr_audit.analysis.scopes import Binding, BindingKind, Scopes

__all__ = ["Possible", "PossibleValues"]

_MOST_VALUES = 64
_MOST_DEPTH = 12
_MOST_CALLS = 64
_MOST_STEPS = 50_000
"""Of one program; beyond, what was cut off in one answer is missing in others too."""
_Definition = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True, slots=True)
class Possible:
    """What an expression may be."""

    values: tuple[object, ...] = ()
    is_complete: bool = False
    """Whether it can be nothing else."""

    @property
    def texts(self) -> tuple[str, ...]:
        """The values that are text."""
        return tuple(dict.fromkeys(value for value in self.values if isinstance(value, str)))

    def parts(self, path: Iterable[int]) -> Possible:
        """What stands at a place in each of the values."""
        found: Possible = self
        for position in path:
            rows = [value for value in found.values if isinstance(value, tuple | list) and len(value) > position]
            is_complete = found.is_complete and len(rows) == len(found.values)
            found = Possible(tuple(row[position] for row in rows), is_complete)
        return found


class PossibleValues:
    """Follows loops over constants, look-ups in them, and the arguments of the program's own functions."""

    def __init__(self, index: Index, scopes: Scopes, constants: Constants, entry: Callable[[], ast.AST | None]) -> None:
        """``entry`` is the function whose arguments come from outside."""
        self._index = index
        self._scopes = scopes
        self._constants = constants
        self._entry = entry
        self._known: dict[ast.expr, Possible] = {}
        self._passing: dict[ast.expr, Possible] = {}
        """What is being looked at, and answers that lack what was cut off; good for the question that is open."""
        self._is_cut = False
        self._depth = 0
        self._steps = 0
        self._by_call: dict[ast.Call, GivenArguments] = {}
        self._by_function: dict[_Definition, TakenArguments] = {}

    def of(self, expression: ast.expr) -> Possible:
        """The constants that an expression may be; also those that an object of the program may keep for it."""
        if expression in self._known:
            return self._known[expression]
        if expression in self._passing or self._depth == _MOST_DEPTH:
            self._is_cut = True
            return self._passing.get(expression, Possible())  # one defined by itself adds nothing
        was_cut, self._is_cut = self._is_cut, False
        self._passing[expression] = Possible()
        self._depth += 1
        self._steps += 1
        found = self._of(expression)
        self._depth -= 1
        self._passing[expression] = found
        if not self._depth:
            self._settle(expression)
        elif not self._is_cut:
            self._known[expression] = self._passing.pop(expression)
        self._is_cut |= was_cut
        return found

    def _settle(self, expression: ast.expr) -> None:
        """Keep the answer to a whole question, and those that were cut only where asking again costs too much."""
        self._known[expression] = self._passing[expression]
        if self._steps > _MOST_STEPS:
            self._known.update(self._passing)
        self._passing.clear()
        self._is_cut = False

    def _of(self, expression: ast.expr) -> Possible:
        folded = self._constants.fold(expression)
        if folded is not None:
            return Possible((folded.value,), is_complete=True)
        match expression:
            case ast.IfExp(body=body, orelse=other):
                return _any_of([self.of(body), self.of(other)])
            case ast.BoolOp(values=values):
                return _any_of([self.of(value) for value in values])
            case ast.NamedExpr(value=value):
                return self.of(value)
            case ast.Subscript(value=table, slice=key):
                return self._looked_up(table, key)
            case ast.Attribute(attr=attribute):
                return _any_of([Possible(self.of(value).values) for value in self._stored.get(attribute, ())])
            case ast.Name():
                found = self._scopes.lookup(expression)
                if found is not None:
                    self._steps += len(found.bindings)
                    return _any_of([self._bound(binding) for binding in found.bindings])
        return Possible()

    def _looked_up(self, table: ast.expr, key: ast.expr) -> Possible:
        """One of the values of a constant table, whichever it is."""
        tables = self.of(table)
        keys = self.of(key)
        places = [place for place in keys.values if isinstance(place, int) and place >= 0]
        is_row = all(isinstance(value, tuple | list) for value in tables.values)
        if is_row and keys.is_complete and len(places) == len(keys.values):
            return _any_of([tables.parts([place]) for place in places])
        return _elements(tables, lambda value: value.values() if isinstance(value, dict) else value)

    def _bound(self, binding: Binding) -> Possible:
        match binding.kind:
            case BindingKind.ASSIGNMENT if binding.value is not None:
                return self.of(binding.value)
            case BindingKind.UNPACKING if binding.value is not None:
                path = self._path(binding.node, ast.Assign)
                return Possible() if path is None else self.of(binding.value).parts(path)
            case BindingKind.LOOP if binding.value is not None:
                path = self._path(binding.node, ast.For, ast.comprehension)
                return Possible() if path is None else _elements(self.of(binding.value), iter).parts(path)
            case BindingKind.PARAMETER if isinstance(binding.node, ast.arg):
                return self._given(binding.node)
        return Possible()

    def _path(self, node: ast.AST, *ends: type[ast.AST]) -> list[int] | None:
        """Where a target stands in the targets around it; nothing where a star makes that depend on the value."""
        path: list[int] = []
        around = self._index.parent(node)
        while isinstance(around, ast.Tuple | ast.List):
            if any(isinstance(part, ast.Starred) for part in around.elts):
                return None
            path.append(around.elts.index(node))  # type: ignore[arg-type]
            node, around = around, self._index.parent(around)
        return path[::-1] if isinstance(around, ends) else None

    # Parameters

    def _given(self, parameter: ast.arg) -> Possible:
        """What the calls of a function give to a parameter."""
        function = next((node for node in self._index.ancestors(parameter) if isinstance(node, _Definition)), None)
        if function is None:
            return Possible()
        calls = self._calls_of(function)
        found = [self._argument(call, function, parameter) for call in calls[:_MOST_CALLS]]
        is_complete = bool(calls) and len(calls) <= _MOST_CALLS and self._is_only_called(function, calls)
        together = _any_of(found)
        return Possible(together.values, is_complete and together.is_complete)

    def _calls_of(self, function: _Definition) -> list[ast.Call]:
        """The calls that name a function, or a method or a constructor of that name."""
        if not isinstance(self._index.parent(function), ast.ClassDef):
            return self._calls.get(function.name, [])
        definition = self._index.parent(function)
        is_made = function.name == "__init__" and isinstance(definition, ast.ClassDef)
        return self._calls.get(definition.name if is_made else function.name, [])  # type: ignore[union-attr]

    def _is_only_called(self, function: _Definition, calls: list[ast.Call]) -> bool:
        """Whether nothing but these calls can run a function."""
        if function is self._entry() or function.decorator_list:
            return False
        bindings = self._scopes.used_in[function].bindings.get(function.name, [])
        if len(bindings) != 1 or not all(isinstance(call.func, ast.Name) for call in calls):
            return False
        called = {call.func for call in calls}
        uses = self._uses.get(function.name, [])
        return len(uses) <= len(called) and all(use in called for use in uses)

    @cached_property
    def _uses(self) -> dict[str, list[ast.Name]]:
        """The names that are read or bound, by what they say."""
        found: dict[str, list[ast.Name]] = defaultdict(list)
        for name in self._index.of(ast.Name):
            found[name.id].append(name)
        return found

    def _argument(self, call: ast.Call, function: _Definition, parameter: ast.arg) -> Possible:
        """What one call gives to a parameter."""
        given = self._by_call.get(call) or self._by_call.setdefault(call, GivenArguments.of(call))
        taken = self._by_function.get(function)
        if taken is None:
            is_method = isinstance(self._index.parent(function), ast.ClassDef)
            taken = self._by_function[function] = TakenArguments.of(function.args, is_method=is_method)
        if parameter.arg in given.named:
            return self.of(given.named[parameter.arg])
        if parameter is function.args.vararg:
            rest = [self.of(part) for part in call.args[len(taken.places) :]]
            chosen = tuple(part.values[0] for part in rest if part.is_complete and len(part.values) == 1)
            return Possible((chosen,), len(chosen) == len(rest) and not given.is_open)
        place = taken.places.get(parameter, len(call.args))
        argument = call.args[place] if place < len(call.args) else taken.defaults.get(parameter)
        found = Possible() if argument is None else self.of(argument)
        return Possible(found.values, found.is_complete and not given.is_open)

    @cached_property
    def _calls(self) -> dict[str, list[ast.Call]]:
        """The calls by the name of what they call."""
        found: dict[str, list[ast.Call]] = defaultdict(list)
        for call in self._index.of(ast.Call):
            name = getattr(call.func, "id", None) or getattr(call.func, "attr", None)
            if name is not None:
                found[name].append(call)
        return found

    # Attributes

    @cached_property
    def _stored(self) -> dict[str, list[ast.expr]]:
        """What the program assigns to attributes, by their names."""
        found: dict[str, list[ast.expr]] = defaultdict(list)
        for statement in self._index.of(ast.Assign):
            for target in statement.targets:
                if isinstance(target, ast.Attribute):
                    found[target.attr].append(statement.value)
                elif isinstance(target, ast.Name) and isinstance(self._index.parent(statement), ast.ClassDef):
                    found[target.id].append(statement.value)
        for annotated in self._index.of(ast.AnnAssign):
            is_own = isinstance(self._index.parent(annotated), ast.ClassDef)
            if isinstance(annotated.target, ast.Attribute) and annotated.value is not None:
                found[annotated.target.attr].append(annotated.value)
            elif isinstance(annotated.target, ast.Name) and is_own:
                found[annotated.target.id].extend(self._fields_given(annotated))
        return found

    @cached_property
    def _field_places(self) -> dict[ast.AST, int]:
        """Which of the fields of its class each is."""
        bodies = (definition.body for definition in self._index.of(ast.ClassDef))
        fields = ([part for part in body if isinstance(part, ast.AnnAssign)] for body in bodies)
        return {field: place for several in fields for place, field in enumerate(several)}

    def _fields_given(self, field: ast.AnnAssign) -> Iterator[ast.expr]:
        """What constructors give to a field of a data class, and its default."""
        definition = self._index.parent(field)
        if field.value is not None:
            yield field.value
        if not isinstance(definition, ast.ClassDef):
            return
        place = self._field_places[field]
        for call in self._calls.get(definition.name, ()):
            yield from (given.value for given in call.keywords if given.arg == getattr(field.target, "id", ""))
            yield from call.args[place : place + 1]


def _any_of(found: list[Possible]) -> Possible:
    values: list[object] = []
    for value in (value for possible in found for value in possible.values):
        if len(values) > _MOST_VALUES:
            return Possible(tuple(values))
        if not any(_is_same(value, kept) for kept in values):
            values.append(value)
    return Possible(tuple(values), bool(found) and all(possible.is_complete for possible in found))


def _is_same(value: object, other: object) -> bool:
    """Whether two values are equal and of one kind throughout, which 1, 1.0 and True are not."""
    if value is other:
        return True
    return type(value) is type(other) and value == other and repr(value) == repr(other)


def _elements(found: Possible, elements: Callable[..., Iterable[object]]) -> Possible:
    """What the values that are sequences or tables hold."""
    containers = [value for value in found.values if isinstance(value, tuple | list | dict | set)]
    held = [Possible(tuple(elements(value)), is_complete=True) for value in containers]
    together = _any_of(held)
    return Possible(together.values, found.is_complete and len(held) == len(found.values) and together.is_complete)
