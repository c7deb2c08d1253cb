"""The members that a program itself gives to objects, and what makes claims about members uncertain."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import cached_property

from cgr_audit.analysis.facts import Facts
from cgr_audit.analysis.members.table import Owner, class_owner, standard_callable
from cgr_audit.analysis.scopes import BindingKind

__all__ = ["OwnMembers"]

_REFLECTION = frozenset(
    {
        "__builtins__", "__class__", "__delattr__", "__dict__", "__getattr__", "__getattribute__", "__globals__",
        "__import__", "__new__", "__setattr__", "delattr", "eval", "exec", "globals", "import_module", "locals",
        "modules", "reload", "setattr", "vars",
    }
)  # fmt: skip
"""Names by which a program may define members or names dynamically."""
_PLAIN_DECORATORS = frozenset({"dataclasses.dataclass", "functools.total_ordering"})
_QUESTIONS = frozenset({"TYPE_CHECKING", "callable", "getattr", "hasattr", "hexversion", "signature", "version_info"})
"""A test with one of these names may ask whether the member exists."""
_MOST_CLASSES = 40
"""Of one program; astroid's time grows with the cube of the length of a chain of classes."""
_NAMING = frozenset({"Enum", "NamedTuple", "make_dataclass", "namedtuple"})


class OwnMembers:
    """The members of one program's objects."""

    def __init__(self, facts: Facts) -> None:
        self._facts = facts
        self._index = facts.index

    @cached_property
    def is_reflective(self) -> bool:
        """Whether the program may define members or names dynamically."""
        index = self._index
        return (
            any(name.id in _REFLECTION for name in index.of(ast.Name))
            or any(part.attr in _REFLECTION for part in index.of(ast.Attribute))
            or any(alias.name in _REFLECTION for alias in index.of(ast.alias))
            or any(function.name in _REFLECTION for function in index.of(ast.FunctionDef))
            or any(alias.name == "*" for alias in index.of(ast.alias))
            or any(_makes_class(call) for call in index.of(ast.Call))
        )

    @cached_property
    def stored(self) -> frozenset[str]:
        """The names of members that the program stores or deletes, and all its texts."""
        index = self._index
        found = {part.attr for part in index.of(ast.Attribute) if not isinstance(part.ctx, ast.Load)}
        return frozenset(found | {part.value for part in index.of(ast.Constant) if isinstance(part.value, str)})

    @cached_property
    def names(self) -> frozenset[str]:
        """The names of all members that the program may define: stored, defined in classes, or written as a text."""
        index = self._index
        found = {*self.stored, *(given.arg for given in index.of(ast.keyword) if given.arg is not None)}
        if any(name.id in _NAMING for name in index.of(ast.Name)) or any(
            part.attr in _NAMING for part in index.of(ast.Attribute)
        ):
            found.update(word for text in self.stored for word in text.replace(",", " ").split())
        for cls in index.of(ast.ClassDef):
            found.update(self._facts.scopes.of_node[cls].bindings)
            declared = (part.target for part in cls.body if isinstance(part, ast.AnnAssign))
            found.update(target.id for target in declared if isinstance(target, ast.Name))
        return frozenset(found)

    @cached_property
    def methods(self) -> Mapping[str, Sequence[ast.FunctionDef]]:
        """The methods of the program's classes by name, without names that anything else defines too."""
        index = self._index
        found: dict[str, list[ast.FunctionDef]] = defaultdict(list)
        others = {*self.stored}
        for cls in index.of(ast.ClassDef):
            for name, bindings in self._facts.scopes.of_node[cls].bindings.items():
                node = bindings[0].node
                if len(bindings) == 1 and isinstance(node, ast.FunctionDef) and not node.decorator_list:
                    found[name].append(node)
                else:
                    others.add(name)
        return {name: ones for name, ones in found.items() if name not in others}

    @cached_property
    def assigned(self) -> Mapping[str, Sequence[ast.expr]]:
        """The values that plain assignments store in members, by name, where nothing else stores any."""
        index = self._index
        found: dict[str, list[ast.expr]] = defaultdict(list)
        others = {name for cls in index.of(ast.ClassDef) for name in self._facts.scopes.of_node[cls].bindings}
        others |= {part.target.id for part in index.of(ast.AnnAssign) if isinstance(part.target, ast.Name)}
        for part in index.of(ast.Attribute):
            if isinstance(part.ctx, ast.Load):
                continue
            holder = index.parent(part)
            if isinstance(holder, ast.Assign | ast.AnnAssign) and holder.value is not None:
                found[part.attr].append(holder.value)
            else:
                others.add(part.attr)
        return {} if self.inherited is None else {name: ones for name, ones in found.items() if name not in others}

    @cached_property
    def inherited(self) -> tuple[Owner, ...] | None:
        """The standard classes that the program's own derive from; None if instances may have other members."""
        found: list[Owner] = []
        classes = list(self._index.of(ast.ClassDef))
        if len(classes) > _MOST_CLASSES:
            return None
        for cls in classes:
            plain = all(
                self._facts.scopes.qualified_name(_called(one)) in _PLAIN_DECORATORS for one in cls.decorator_list
            )
            if cls.keywords or not plain:
                return None
            for base in cls.bases:
                if self._is_own_class(base):
                    continue
                owner = self._standard_class(base)
                if owner is None or not owner.is_exact:
                    return None
                found.append(owner)
        return tuple(found)

    def _is_own_class(self, node: ast.expr) -> bool:
        binding = self._facts.scopes.sole_binding(node) if isinstance(node, ast.Name) else None
        return binding is not None and binding.kind is BindingKind.CLASS

    def _standard_class(self, node: ast.expr) -> Owner | None:
        dotted = self._facts.scopes.qualified_name(node)
        member = None if dotted is None else standard_callable(dotted)
        return None if member is None or member.class_name is None else class_owner(member.class_name)

    def is_guarded(self, node: ast.AST, *errors: str) -> bool:
        """Whether the program catches the error, tests for the member first, or never reaches the place."""
        inner = node
        for around in self._index.ancestors(node):
            match around:
                case ast.Try(body=body, handlers=handlers) | ast.TryStar(body=body, handlers=handlers) if inner in body:
                    if any(_names(one.type) & {*errors} for one in handlers if one.type is not None):
                        return True
                case ast.With(items=items):
                    if any(_names(one.context_expr) & {*errors} for one in items):
                        return True
                case ast.If(test=test) | ast.IfExp(test=test) | ast.While(test=test) | ast.Assert(test=test):
                    if _names(test) & _QUESTIONS:
                        return True
                case ast.BoolOp() | ast.comprehension() | ast.ListComp() | ast.GeneratorExp():
                    if _names(around) & _QUESTIONS:
                        return True
                case ast.arg() | ast.AnnAssign() if around.annotation is inner:
                    return True
                case ast.FunctionDef() | ast.AsyncFunctionDef() if around.returns is inner:
                    return True
            inner = around
        return self._is_dead(node)

    def _is_dead(self, node: ast.AST) -> bool:
        if self._facts.is_skipped(node):
            return True
        around = {node, *self._index.ancestors(node)}
        return any(
            dead.first.lineno <= part.lineno <= dead.last.lineno
            for dead in self._facts.unreachable_code
            for part in around
            if isinstance(part, ast.stmt) and self._index.parent(part) is self._index.parent(dead.first)
        )


def _makes_class(call: ast.Call) -> bool:
    """``type("Solver", (Base,), members)``."""
    return isinstance(call.func, ast.Name) and call.func.id == "type" and len(call.args) != 1


def _called(decorator: ast.expr) -> ast.expr:
    return decorator.func if isinstance(decorator, ast.Call) else decorator


def _names(part: ast.AST | None) -> frozenset[str]:
    """The names and attributes that stand in an expression."""
    found = (getattr(one, "id", None) or getattr(one, "attr", None) for one in ast.walk(part or ast.Pass()))
    return frozenset(name for name in found if name)
