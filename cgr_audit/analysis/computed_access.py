"""Access to members whose names are computed: readers such as ``getattr``, as values or with a computed name."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from cgr_audit.analysis.capabilities import INTROSPECTIVE_ATTRIBUTES
from cgr_audit.analysis.dotted_names import OWN_NAMESPACE, DottedNames, Texts
from cgr_audit.analysis.index import Index
from cgr_audit.analysis.scopes import BindingKind, Scopes

__all__ = ["ComputedAccess"]

_READERS = {
    "builtins.getattr": "getattr",
    "operator.attrgetter": "attrgetter",
    "operator.methodcaller": "methodcaller",
    "builtins.vars": "vars",
    "builtins.globals": "globals",
    "string.Formatter.get_field": "get_field",
    "builtins.__import__": "__import__",
}
_NAMESPACES = frozenset({"builtins.globals", "builtins.locals", "builtins.vars"})
_COPIERS = {"functools.update_wrapper": 2, "functools.wraps": 1}
"""Functions that copy members, and how many arguments come before the names of these."""
_ASKED = frozenset({*_READERS, *_NAMESPACES, *_COPIERS})
_CLASS_MEMBERS = "the members of a class are used as a value, and some lead into the interpreter"
_OWN_STORES = frozenset({"update", "setdefault", "pop", "clear", "popitem", "__setitem__", "__delitem__"})
"""What changes the program's own names, which other rules report where it matters."""


class ComputedAccess:
    """The computed accesses of one program."""

    def __init__(self, index: Index, scopes: Scopes, names: DottedNames, texts: Texts) -> None:
        self._index = index
        self._scopes = scopes
        self._names = names
        self._texts = texts

    def places(self) -> Iterator[tuple[ast.expr, str]]:
        """Every such place, with a message; computed members of modules and of ``globals()`` are CGR402."""
        for node, names in self._names.named:
            is_read = isinstance(node, ast.Name | ast.Attribute) and isinstance(node.ctx, ast.Load)
            if is_read and not names.isdisjoint(_ASKED):
                parent = self._index.parent(node)
                call = parent if isinstance(parent, ast.Call) and parent.func is node else None
                yield from self._of_reader(node, call, names)
                if call is not None:
                    yield from self._of_call(call, names)
        for attribute in self._index.of(ast.Attribute):
            if attribute.attr in {"__dict__", "get_field"}:
                yield from self._of_attribute(attribute)

    def _of_reader(
        self, node: ast.expr, call: ast.Call | None, names: frozenset[str]
    ) -> Iterator[tuple[ast.expr, str]]:
        for reader in sorted(names & _READERS.keys()):
            if call is not None:
                if self._is_computed(call, reader):
                    yield call, f"{_READERS[reader]} is given a name that is computed while the program runs"
            elif reader != "builtins.__import__" or not self._is_renamed(node):
                yield node, f"{_READERS[reader]} is used as a value, and may be given any name"

    def _is_renamed(self, node: ast.expr) -> bool:
        """Whether a function is only given another name, under which its calls are found."""
        return isinstance(self._index.parent(node), ast.Assign | ast.Attribute | ast.Expr)

    def _of_call(self, call: ast.Call, called: frozenset[str]) -> Iterator[tuple[ast.expr, str]]:
        if called & _NAMESPACES and not call.args and self._is_exposed(call, called):
            yield call, "the program's own names are used as a value, with the modules among them"
        if "builtins.vars" in called and any(map(self._is_class, call.args)) and not self._is_looked_up(call):
            yield call, _CLASS_MEMBERS
        for copier in sorted(called & _COPIERS.keys()):
            if any(not self._are_constants(given) for given in _copied(call, _COPIERS[copier])):
                yield call, f"{copier} copies members whose names are computed while the program runs"

    def _is_computed(self, call: ast.Call, reader: str) -> bool:
        if reader in {"builtins.vars", "builtins.globals", "builtins.__import__", "operator.attrgetter"}:
            return False  # none takes a name, or another rule reports it
        named = call.args[1:2] if reader == "builtins.getattr" else call.args[:1]
        if not named or any(isinstance(given, ast.Starred) for given in call.args[:2]):
            return bool(call.args or call.keywords)
        if reader == "builtins.getattr" and self._names.names(call.args[0]) - {"builtins"}:
            return False  # a computed member of a module, which is reported as that
        return not self._texts(named[0]) and not (reader != "operator.methodcaller" and _is_plain_family(named[0]))

    def _of_attribute(self, node: ast.Attribute) -> Iterator[tuple[ast.expr, str]]:
        parent = self._index.parent(node)
        is_called = isinstance(parent, ast.Call) and parent.func is node
        if node.attr == "get_field" and not self._names.names(node):
            if not isinstance(parent, ast.Call) or not is_called:
                yield node, "get_field is used as a value, and may be given any name"
            elif not parent.args or not self._texts(parent.args[0]):
                yield parent, "get_field is given a name that is computed while the program runs"
        elif node.attr == "__dict__" and self._is_class(node.value) and not self._is_looked_up(node):
            yield node, _CLASS_MEMBERS

    def _is_looked_up(self, members: ast.expr) -> bool:
        """Whether a dictionary is only asked for a constant key."""
        lookup = self._index.parent(members)
        return isinstance(lookup, ast.Subscript) and lookup.value is members and bool(self._texts(lookup.slice))

    def _is_class(self, node: ast.expr) -> bool:
        """A class that is not the program's own: ``type(x)``, ``x.__class__``, ``str``, ``types.FunctionType``."""
        if isinstance(node, ast.Call):
            is_own = len(node.args) == 1 and isinstance(node.args[0], ast.Name) and node.args[0].id == "self"
            return "builtins.type" in self._names.names(node.func) and not is_own
        if isinstance(node, ast.Attribute) and node.attr == "__class__":
            return not (isinstance(node.value, ast.Name) and node.value.id == "self")
        return any("." in name for name in self._names.names(node))

    def _is_exposed(self, call: ast.Call, called: frozenset[str]) -> bool:
        """Whether the dictionary of a module's names goes anywhere but to a look-up with a constant."""
        if "builtins.globals" not in called and OWN_NAMESPACE not in self._names.names(call):
            function = self._index.enclosing_function(call)
            is_question = isinstance(self._index.parent(call), ast.Compare)
            return function is not None and self._imports_in(function) and not is_question
        match self._index.parent(call):
            case ast.Subscript() | ast.Compare(ops=[ast.In() | ast.NotIn()]):
                return False  # a computed key is reported as that
            case ast.Attribute(attr=method) as attribute:
                lookup = self._index.parent(attribute)
                keys = lookup.args[:1] if isinstance(lookup, ast.Call) and lookup.func is attribute else []
                return method not in _OWN_STORES and not (method == "get" and keys and self._texts(keys[0]))
            case ast.keyword(arg=None) as keyword:
                outer = self._index.parent(keyword)
                function_of = outer.func if isinstance(outer, ast.Call) else None
                return not (isinstance(function_of, ast.Attribute) and function_of.attr == "format")
            case ast.Expr():
                return False
        return True

    def _imports_in(self, function: ast.AST) -> bool:
        scope = self._scopes.of_node.get(function)
        bindings = () if scope is None else (one for found in scope.bindings.values() for one in found)
        return any(binding.kind is BindingKind.IMPORT for binding in bindings)

    def _are_constants(self, given: ast.expr) -> bool:
        """Whether the names that are copied are written down, or those that are copied anyway."""
        if isinstance(given, ast.Tuple | ast.List):
            names = [text for name in given.elts for text in self._texts(name) or ("__dict__",)]
            return not {"__dict__", *INTROSPECTIVE_ATTRIBUTES}.intersection(names)
        return any(name.startswith("functools.WRAPPER_") for name in self._names.names(given))


def _is_plain_family(name: ast.expr) -> bool:
    """Whether a computed name begins with a text that no member which leads into the interpreter begins with."""
    match name:
        case ast.JoinedStr(values=[ast.Constant(value=str(prefix)), *_]):
            pass
        case ast.BinOp(left=ast.Constant(value=str(prefix)), op=ast.Add()):
            pass
        case _:
            return False
    return bool(prefix) and prefix[0] != "_" and not any(one.startswith(prefix) for one in INTROSPECTIVE_ATTRIBUTES)


def _copied(call: ast.Call, before: int) -> Iterator[ast.expr]:
    """What says which members are copied."""
    yield from call.args[before:]
    yield from (given.value for given in call.keywords if given.arg in {"assigned", "updated", None})
