"""The classes of parameters: of the object of a method, and of what the runner passes to the entry."""

from __future__ import annotations

import ast
from functools import cached_property

from cgr_audit.analysis.dotted_names import OWN_MODULE
from cgr_audit.analysis.facts import Facts
from cgr_audit.analysis.scopes import Binding
from cgr_audit.source.contract import ArgumentStyle, Supply

__all__ = ["Parameters"]

_SUPPLIED = {
    Supply.QUESTION: "str", Supply.OPTIONS: "list", Supply.OPTION_TEXTS: "list", Supply.OPTION_MAPPING: "dict",
    Supply.ITEM: "dict", Supply.CONFIGURATION: "dict",
}  # fmt: skip
"""The builtin class of what the runner passes."""
_OF_THE_CLASS = frozenset({"__new__", "__init_subclass__", "__class_getitem__"})
"""Methods whose first parameter is the class, without a decorator that says so."""


class Parameters:
    """The parameters of one program."""

    def __init__(self, facts: Facts) -> None:
        self._facts = facts

    def classes(self, binding: Binding) -> frozenset[str] | None:
        """The classes of the parameter that a binding is; None if they are unknown."""
        arguments = self._facts.index.parent(binding.node)
        function = None if arguments is None else self._facts.index.parent(arguments)
        if not isinstance(function, ast.FunctionDef) or not isinstance(arguments, ast.arguments):
            return None
        owner = self._facts.index.parent(function)
        if isinstance(owner, ast.ClassDef):
            first = [*arguments.posonlyargs, *arguments.args][:1]
            is_first = first == [binding.node] and not function.decorator_list
            is_method = function.name not in _OF_THE_CLASS and function not in self._called_as_functions
            return frozenset({f"{OWN_MODULE}.{owner.name}"}) if is_first and is_method else None
        return self._of_supplied(binding.name, function)

    def _of_supplied(self, name: str, function: ast.FunctionDef) -> frozenset[str] | None:
        """What the runner passes to a parameter of the entry, if the program does not call the entry itself."""
        facts, spec = self._facts, self._facts.contract.entry
        if facts.entry is None or facts.entry.node is not function or function.decorator_list:
            return None
        is_named = spec.arguments is ArgumentStyle.NAMED and name in spec.supplied
        if not is_named or any(used.id == function.name for used in facts.index.of(ast.Name)):
            return None
        supplied = _SUPPLIED.get(spec.supplied[name])
        return None if supplied is None else frozenset({f"builtins.{supplied}"})

    @cached_property
    def _called_as_functions(self) -> frozenset[ast.AST]:
        """The methods that are used as functions, so that their first argument may be anything."""
        index, scopes = self._facts.index, self._facts.scopes
        used = {binding.node for name in index.of(ast.Name) for binding in scopes.bindings_of(name)}
        for part in index.of(ast.Attribute):
            binding = scopes.sole_binding(part.value) if isinstance(part.value, ast.Name) else None
            if binding is not None and isinstance(binding.node, ast.ClassDef):
                used.update(one.node for one in scopes.of_node[binding.node].bindings.get(part.attr, ()))
        return frozenset(used)
