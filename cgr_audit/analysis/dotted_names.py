"""Which modules, builtins and their members a program touches, by dotted name, however it gets at them.

``os.system``, ``getattr(os, "sys" + "tem")``, ``__import__("os").system``, ``vars(os)["system"]``,
``sys.modules["os"].system`` and ``random._os.system`` are all ``os.system``. What an expression *may* stand for counts:
a name bound twice has both meanings. The program's own module is ``__main__``, and ``globals()`` its ``__dict__``.
"""

from __future__ import annotations

import ast
import heapq
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache

from cgr_audit.analysis.builtin_names import BUILTINS
from cgr_audit.analysis.capability_table import HELD_MODULE, members_of, owner_of
from cgr_audit.analysis.index import Index
from cgr_audit.analysis.scopes import Binding, BindingKind, Scope, Scopes
from cgr_audit.analysis.standard_modules import STANDARD_MODULES

__all__ = ["IMPORTERS", "OWN_MODULE", "OWN_NAMESPACE", "DottedNames", "Import", "Use", "resolved"]

OWN_MODULE = "__main__"
OWN_NAMESPACE = "__main__.__dict__"

Texts = Callable[[ast.expr], tuple[str, ...]]
"""The constant strings that an expression certainly is one of; none where it may be something else."""

_NO_NAMES: frozenset[str] = frozenset()
_MOST_NAMES = 64
"""Of one expression; the shortest are kept."""
_MOST_BINDINGS = 64
"""Of one variable; those of a variable with more are read in rounds."""
_MOST_ROUNDS = 4
_MOST_PARTS = 12
"""Of one name; what it gives access to is decided by its first ones."""
IMPORTERS = frozenset({"builtins.__import__", "importlib.import_module", "importlib.__import__"})
"""Functions that import a module by its name."""
_GETTERS = IMPORTERS | {"sys.modules.get"}
_NAMESPACES = frozenset({"builtins.vars", "builtins.globals", "builtins.locals"})
_READING = frozenset({"builtins.getattr", "builtins.vars"})
"""Functions that give a member, or the members, of their first argument."""
_TABLES = frozenset({"builtins", "sys.modules"})
"""What gives its members by subscript."""
_NAMING = (ast.Name, ast.Attribute, ast.Call, ast.Subscript)
_BODIES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)
_BINDING = (ast.Store, ast.Del)
_BUILTINS = BUILTINS - {"__debug__", "__doc__", "__name__", "__package__"}


@dataclass(frozen=True, slots=True)
class Import:
    """One module or member that the program imports, by statement or by call."""

    node: ast.AST
    """The alias in an import statement, or the call."""
    module: str | None
    """The module's dotted name; nothing if a call computes it. Relative imports keep their dots."""
    member: str | None = None
    """What is taken from it by ``from module import member``."""
    is_call: bool = False


@dataclass(frozen=True, slots=True)
class Use:
    """One place where a module, a member of one, or a builtin is used."""

    node: ast.expr
    """The whole chain: ``os.path.join``, not its ``os``."""
    name: str
    """The dotted name that it may stand for."""
    call: ast.Call | None
    """The call, where it is called on the spot."""
    origin: Binding | None
    """The import that it goes back to, where it begins with a name."""

    @property
    def place(self) -> ast.expr:
        """What a reader should look at: the call if it is called, else the chain."""
        return self.call or self.node


class DottedNames:
    """The imports of a program and every use of what they brought."""

    def __init__(self, index: Index, scopes: Scopes, texts_of: Texts) -> None:
        self._index = index
        self._scopes = scopes
        self._texts_of = texts_of
        self._known: dict[ast.expr, frozenset[str]] = {}
        self._settled: dict[tuple[Scope, str], frozenset[str]] = {}
        self._imported: dict[tuple[Scope, str], dict[str, Binding]] = {}
        """The imports that bind a variable, by the module that each names; the first of them last."""
        self._growing: dict[tuple[Scope, str], set[str]] = {}
        """The names found so far of variables with many bindings that are being looked at."""
        self._open = 0
        """How many variables are being looked at, each inside the one before."""

    def imports(self) -> Iterator[Import]:
        """Every import, by statement or call, in no particular order."""
        for statement in self._index.of(ast.Import):
            for alias in statement.names:
                yield Import(alias, alias.name)
        for origin in self._index.of(ast.ImportFrom):
            module = "." * origin.level + (origin.module or "")
            for alias in origin.names:
                yield Import(alias, module, alias.name)
        for call in self._index.of(ast.Call):
            if self.names(call.func) & IMPORTERS:
                modules: tuple[str | None, ...] = self._texts(_argument(call, 0, "name")) or (None,)
                yield from (Import(call, module, is_call=True) for module in modules)

    @cached_property
    def uses(self) -> tuple[Use, ...]:
        """Every longest chain that may stand for a dotted name, and every call or subscript that amounts to one."""
        return tuple(self._uses())

    @cached_property
    def named(self) -> tuple[tuple[ast.expr, frozenset[str]], ...]:
        """Every expression that may stand for a dotted name, also inside longer chains, with its names."""
        nodes = self._index.of(ast.Name, ast.Attribute, ast.Call, ast.Subscript)
        return tuple((node, names) for node in nodes if (names := self.names(node)))

    def _uses(self) -> Iterator[Use]:
        for node, names in self.named:
            parent = self._index.parent(node)
            if isinstance(parent, ast.Attribute) or isinstance(getattr(node, "ctx", None), _BINDING):
                continue
            if isinstance(node, ast.Call) and not self.names(node.func):
                continue  # what a function of the program returns is a use there
            call = parent if isinstance(parent, ast.Call) and parent.func is node else None
            inner = isinstance(parent, ast.Subscript) and bool(self.names(parent))
            for name in sorted(names):
                if inner and name.endswith(".__dict__"):
                    continue  # a step on the way to the member
                yield Use(node, name, call, self._origin(node, name))

    def names(self, node: ast.expr) -> frozenset[str]:
        """The dotted names that an expression may stand for."""
        known = self._known.get(node)
        if known is None:
            self._known[node] = _NO_NAMES  # a name defined by itself means nothing
            names = frozenset(map(resolved, self._names(node)))
            known = self._known[node] = _few(names) if names else _NO_NAMES
        return known

    def _names(self, node: ast.expr) -> Iterator[str]:
        match node:
            case ast.Name():
                yield from self._of_name(node)
            case ast.Attribute(value=value, attr=attribute):
                yield from (f"{base}.{attribute}" for base in self.names(value))
                if attribute == "__globals__":
                    yield OWN_NAMESPACE
            case ast.Call(func=function):
                yield from self._of_call(node, self.names(function))
            case ast.Subscript(value=value, slice=key):
                yield from self._of_subscript(value, key)
            case ast.NamedExpr(value=value):
                yield from self.names(value)
            case ast.IfExp(body=body, orelse=other):
                yield from self.names(body) | self.names(other)
            case ast.BoolOp(values=values):
                for value in values:
                    yield from self.names(value)

    def _of_name(self, node: ast.Name) -> Iterator[str]:
        scope = self._scopes.used_in.get(node, self._scopes.module)
        found = scope.lookup(node.id)
        if found is None:
            starred = [module for module in self._star_imports if node.id in members_of(module)]
            if starred:
                yield from (f"{module}.{node.id}" for module in starred)
            elif node.id in _BUILTINS:
                yield f"builtins.{node.id}"
            elif node.id == "__builtins__":
                yield "builtins"
            return
        variable = (found.scope, node.id)
        if variable in self._settled:
            yield from self._settled[variable]
            return
        if variable in self._growing:
            yield from tuple(self._growing[variable])
            return
        self._open += 1
        names = (
            self._of_many(variable, found.bindings)
            if len(found.bindings) > _MOST_BINDINGS
            else self._of_all(found.bindings)
        )
        self._open -= 1
        if not self._open:  # inside another variable's names, a cycle may have left some out
            self._settled[variable] = names
        yield from names

    @cached_property
    def _star_imports(self) -> tuple[str, ...]:
        """The modules whose public names the program binds without saying which."""
        found = (origin for origin in self._index.of(ast.ImportFrom) if origin.names[0].name == "*")
        return tuple(origin.module for origin in found if origin.module is not None)

    def _of_all(self, bindings: Iterable[Binding]) -> frozenset[str]:
        return frozenset(name for binding in bindings for name in self._of_binding(binding))

    def _of_many(self, variable: tuple[Scope, str], bindings: Iterable[Binding]) -> frozenset[str]:
        """The names of a variable that is bound in many places, where reading it gives what was found so far.

        The bindings are read again until nothing new is found, or the names only grow by their own attributes.
        """
        names = self._growing[variable] = set()
        for _ in range(_MOST_ROUNDS):
            known, before = frozenset(self._known), len(names)
            for binding in bindings:
                names.update(self._of_binding(binding))
            if len(names) == before:
                break
            for node in self._known.keys() - known:
                del self._known[node]
        self._settled[variable] = frozenset(self._growing.pop(variable))
        return self._settled[variable]

    def _of_binding(self, binding: Binding) -> Iterable[str]:
        if binding.kind is BindingKind.IMPORT and binding.origin is not None:
            return (binding.origin,)
        if binding.kind is BindingKind.ASSIGNMENT and binding.value is not None:
            return self.names(binding.value)
        return ()

    def _of_call(self, call: ast.Call, functions: frozenset[str]) -> Iterator[str]:
        if functions & _GETTERS and call.args and _is_own_name(call.args[0]):
            yield OWN_MODULE
        elif functions & _NAMESPACES and not call.args:
            is_inside = any(isinstance(around, _BODIES) for around in self._index.ancestors(call))
            yield from () if is_inside and "builtins.globals" not in functions else (OWN_NAMESPACE,)
        elif functions & IMPORTERS:
            for module in self._texts(_argument(call, 0, "name")):
                yield module.partition(".")[0] if "builtins.__import__" in functions else module
        elif "builtins.getattr" in functions and len(call.args) >= 2:
            bases = self.names(call.args[0])
            attributes = self._texts(call.args[1]) if bases else ()
            yield from (f"{base}.{attribute}" for base in bases for attribute in attributes)
        elif "builtins.vars" in functions and call.args:
            yield from (f"{base}.__dict__" for base in self.names(call.args[0]))
        elif f"{OWN_NAMESPACE}.get" in functions and call.args:
            for named in self._texts(call.args[0]):
                yield from self._of_all(self._scopes.module.bindings.get(named, ()))
        elif not functions:
            for value in self._returned(call.func):
                yield from self.names(value)

    def _returned(self, function: ast.expr) -> Iterable[ast.expr]:
        """What a function of the program returns."""
        if not isinstance(function, ast.Name):
            return ()
        binding = self._scopes.sole_binding(function)
        return () if binding is None else self._returns.get(binding.node, ())

    @cached_property
    def _returns(self) -> dict[ast.AST, list[ast.expr]]:
        """What each function may return a module or a builtin by."""
        found: dict[ast.AST, list[ast.expr]] = defaultdict(list)
        for statement in self._index.of(ast.Return):
            function = self._index.enclosing_function(statement)
            if function is not None and isinstance(statement.value, _NAMING):
                found[function].append(statement.value)
        return found

    def _of_subscript(self, value: ast.expr, key: ast.expr) -> Iterator[str]:
        bases = self.names(value)
        if "sys.modules" in bases and _is_own_name(key):
            yield OWN_MODULE
        is_own = isinstance(value, ast.Call) and not value.args and bool(self.names(value.func) & _NAMESPACES)
        if not is_own and not any(base in _TABLES or base.endswith(".__dict__") for base in bases):
            return
        for named in self._texts(key):
            if is_own and named == "__builtins__":
                yield "builtins"
            if OWN_NAMESPACE in bases:
                yield from self._of_all(self._scopes.module.bindings.get(named, ()))
            for base in bases:
                if base == "sys.modules":
                    yield named
                elif base in _TABLES or base.endswith(".__dict__"):
                    yield f"{base.removesuffix('.__dict__')}.{named}"

    def _origin(self, node: ast.expr, name: str) -> Binding | None:
        """The import that a chain goes back to; of several that bind one name, the one of the innermost module."""
        while not isinstance(node, ast.Name):
            if isinstance(node, ast.Attribute | ast.Subscript):
                node = node.value
            elif isinstance(node, ast.Call) and node.args and self.names(node.func) & _READING:
                node = node.args[0]
            else:
                return None
        found = self._scopes.lookup(node)
        if found is None:
            return None
        variable = found.scope, node.id
        if variable not in self._imported:
            imports = (binding for binding in found.bindings if binding.kind is BindingKind.IMPORT)
            self._imported[variable] = {_module_of(binding): binding for binding in reversed([*imports])}
        modules = self._imported[variable]
        parts = name.split(".")
        inner = (modules.get(".".join(parts[:count])) for count in range(len(parts), 0, -1))
        return next((binding for binding in inner if binding), next(reversed(modules.values()), None))

    def _texts(self, node: ast.expr | None) -> tuple[str, ...]:
        return tuple(filter(None, self._texts_of(node))) if node is not None else ()


def _module_of(binding: Binding) -> str:
    """The module that an import names: ``urllib.request``, though ``import urllib.request`` binds ``urllib``."""
    return (
        binding.node.name if isinstance(binding.node, ast.alias) and "." in binding.node.name else binding.origin or ""
    )


def _is_own_name(node: ast.expr) -> bool:
    return isinstance(node, ast.Name) and node.id == "__name__"


def _argument(call: ast.Call, position: int, keyword: str) -> ast.expr | None:
    if len(call.args) > position:
        return call.args[position]
    return next((given.value for given in call.keywords if given.arg == keyword), None)


def _few(names: frozenset[str]) -> frozenset[str]:
    """So many names as can be handled, each so long: ``a = a.b`` in many places would make them grow for ever."""
    if len(names) > _MOST_NAMES:
        names = frozenset(heapq.nsmallest(_MOST_NAMES, names, key=lambda name: (name.count("."), name)))
    return names


@lru_cache(maxsize=4_096)
def resolved(name: str) -> str:
    """``random._os.system`` is ``os.system``: a module that another holds as an attribute is that module."""
    parts = name.split(".")
    if len(parts) > _MOST_PARTS:
        name = ".".join(parts[:_MOST_PARTS])
    for _ in parts:
        owner = owner_of(name)
        if owner is None or not owner[1]:
            break
        first, _, rest = owner[1].partition(".")
        held = _held(owner[0], first)
        if held is None:
            break
        name = f"{held}.{rest}" if rest else held
    return name


def _held(module: str, first: str) -> str | None:
    """The other module that a member of a module is."""
    target = members_of(module).get(first)
    if target is not None:
        return target.removeprefix(f"{HELD_MODULE}=") if target.startswith(f"{HELD_MODULE}=") else None
    private = first.removeprefix("_")
    return private if private in STANDARD_MODULES and not first.startswith("__") else None
