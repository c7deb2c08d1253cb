"""What reading an attribute of a callable, or of an object that holds one, gives."""

from __future__ import annotations

import ast

from cgr_audit.analysis.calls.callable_stores import CallableStores
from cgr_audit.analysis.calls.callables import (
    ASKING_METHODS,
    Agent,
    BoundMethod,
    Callable,
    Class,
    Dynamic,
    Factory,
    Instance,
    Local,
    Solver,
    SolverModule,
    Super,
)
from cgr_audit.analysis.calls.called_values import CalledValues
from cgr_audit.analysis.calls.class_members import ClassMembers
from cgr_audit.analysis.calls.outside_calls import PASSING_METHODS
from cgr_audit.analysis.calls.special_methods import SpecialMethods

__all__ = ["AttributeReads"]


class AttributeReads:
    """Gives the reading expression the method, the property's result, or what a container's method gives back."""

    def __init__(
        self, stores: CallableStores, members: ClassMembers, calls: CalledValues, special: SpecialMethods
    ) -> None:
        self._stores = stores
        self._members = members
        self._calls = calls
        self._special = special

    def read(self, node: ast.AST, name: str, value: Callable) -> None:
        """An attribute is read of something that is, or holds, ``value``."""
        if self._is_known(node, name, value):
            return
        parent = self._stores.index.parent(node)
        if isinstance(parent, ast.Call) and parent.func is node and name in PASSING_METHODS:
            self._stores.add(parent, value)
            if isinstance(value, Instance):
                self._special.take_out(value.node, parent)

    def _is_known(self, node: ast.AST, name: str, value: Callable) -> bool:
        """Whether the attribute is one of ``value`` itself, which is followed then."""
        stores = self._stores
        match value:
            case Instance(node=owner) | Class(node=owner):
                return self._is_member(node, name, owner, through_class=isinstance(value, Class))
            case Super(node=owner):
                for method in self._members.inherited(owner, name):
                    stores.add(node, BoundMethod(method, owner))
                if self._members.is_agent(owner, name, is_super=True):
                    stores.add(node, Agent(owner))
                return True
            case Agent():
                if name in ASKING_METHODS:
                    stores.add(node, value)
                elif name == "__class__":
                    stores.add(node, Factory(""))
                return name in ASKING_METHODS
            case Factory() if name in ASKING_METHODS:
                stores.add(node, Agent(node))
                return True
            case SolverModule():
                if name in stores.solver.functions:
                    stores.add(node, Solver(name))
                elif name in stores.solver.factories:
                    stores.add(node, Factory(name))
                return True
            case Dynamic():
                stores.add(node, value)
                return True
            case _ if name == "__call__":
                stores.add(node, value)
                return True
        return False

    def _is_member(self, node: ast.AST, name: str, owner: ast.ClassDef, *, through_class: bool) -> bool:
        methods = self._members.methods(owner, name)
        for method in methods:
            self._read_method(node, method, owner, through_class=through_class)
        if methods:
            return True
        if self._members.is_agent(owner, name):
            self._stores.add(node, Agent(owner))
            return True
        if name == "__class__" and not through_class:
            self._stores.add(node, Class(owner))
            return True
        if not through_class:
            self._special.read(node, owner)
        return False

    def _read_method(
        self, node: ast.AST, method: ast.FunctionDef | ast.AsyncFunctionDef, owner: ast.ClassDef, *, through_class: bool
    ) -> None:
        stores = self._stores
        kinds = {getattr(part, "id", getattr(part, "attr", "")) for part in method.decorator_list}
        if kinds & {"property", "cached_property"} and not through_class:
            stores.give_positional(method, 0, Instance(owner))
            self._calls.link(node, method, 1)
        elif "classmethod" in kinds:
            stores.add(node, BoundMethod(method, owner, of_class=True))
        elif "staticmethod" in kinds or through_class:
            stores.add(node, Local(method))
            if through_class and "staticmethod" not in kinds:
                stores.give_positional(method, 0, Instance(owner))
        else:
            stores.add(node, BoundMethod(method, owner))
