"""Methods that Python calls where no call is written: what an operation on an object of the program gives back."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterable
from types import MappingProxyType

from cgr_audit.analysis.calls.callable_stores import CallableStores
from cgr_audit.analysis.calls.callables import Callable, Class, Instance
from cgr_audit.analysis.calls.class_members import ClassMembers
from cgr_audit.analysis.calls.outside_calls import PASSING, RUNNERS

__all__ = ["OPERATORS", "SpecialMethods"]

OPERATORS = MappingProxyType(
    {
        ast.Add: "add", ast.Sub: "sub", ast.Mult: "mul", ast.MatMult: "matmul", ast.Div: "truediv",
        ast.FloorDiv: "floordiv", ast.Mod: "mod", ast.Pow: "pow", ast.LShift: "lshift", ast.RShift: "rshift",
        ast.BitOr: "or", ast.BitAnd: "and", ast.BitXor: "xor", ast.Invert: "invert", ast.USub: "neg",
        ast.UAdd: "pos", ast.Eq: "eq", ast.NotEq: "ne", ast.Lt: "lt", ast.LtE: "le", ast.Gt: "gt", ast.GtE: "ge",
    }
)  # fmt: skip
"""What the methods of operators are called, without underscores."""

_MIRRORED = MappingProxyType({"lt": "gt", "gt": "lt", "le": "ge", "ge": "le", "eq": "eq", "ne": "ne"})
_ITERATING = ("__iter__", "__next__", "__aiter__", "__anext__", "__getitem__")
_READING = ("__getitem__", "__missing__")
_ENTERING = ("__enter__", "__aenter__")


class SpecialMethods:
    """Moves callables between the operands of an operation and the methods that it runs."""

    def __init__(self, stores: CallableStores, members: ClassMembers) -> None:
        self._stores = stores
        self._members = members
        self._contents: dict[ast.ClassDef, dict[Callable, None]] = defaultdict(dict)
        """What objects of a class hold that is a container by a base outside the program."""
        self._taken_out: dict[ast.ClassDef, dict[ast.AST, None]] = defaultdict(dict)
        """Where something is taken out of them."""

    def operate(self, node: ast.AST, owner: ast.ClassDef) -> None:
        """An object has come to an expression, which may be an operand."""
        parent = self._stores.index.parent(node)
        match parent:
            case ast.Subscript(value=base) if base is node:
                self._reach_into(owner, node, parent)
            case ast.BinOp(left=left, right=right, op=op):
                run = f"__{OPERATORS[type(op)]}__" if node is left else f"__r{OPERATORS[type(op)]}__"
                self._give(owner, (run,), node, parent)
                self._bind(owner, (run,), self._stores.held_in_any([right if node is left else left]))
            case ast.UnaryOp(op=op) if type(op) in OPERATORS:
                self._give(owner, (f"__{OPERATORS[type(op)]}__",), node, parent)
            case ast.Compare(left=left, ops=ops, comparators=others):
                compared = {OPERATORS[type(op)] for op in ops if type(op) in OPERATORS}
                for name in sorted(compared | {_MIRRORED[name] for name in compared}):
                    self._give(owner, (f"__{name}__",), node, parent)
                    self._bind(owner, (f"__{name}__",), self._stores.held_in_any([left, *others]))
            case ast.For() | ast.AsyncFor() | ast.comprehension() | ast.Starred() | ast.YieldFrom():
                self._iterate(owner, node)
            case ast.Assign(targets=targets) if any(isinstance(one, ast.Tuple | ast.List) for one in targets):
                self._iterate(owner, node)
            case ast.withitem():
                self._give(owner, _ENTERING, node, node)
            case ast.Await():
                self._give(owner, ("__await__",), node, node)
            case ast.Call(func=func) if func is not node:
                callee = self._stores.scopes.qualified_name(func)
                if callee in PASSING or callee in RUNNERS:
                    self._iterate(owner, node)
        if isinstance(node, ast.Attribute):
            self._give(owner, ("__get__",), node, node)

    def read(self, node: ast.AST, owner: ast.ClassDef) -> None:
        """An attribute is read that no class of the object defines."""
        self._give(owner, ("__getattr__",), node, node)
        self._give(owner, ("__getattribute__",), node, node)

    def store(self, target: ast.AST, value: Callable) -> None:
        """A callable is put into an object by ``holder[key] = value`` or ``holder += value``."""
        is_item = isinstance(target, ast.Subscript)
        if isinstance(target, ast.Subscript):
            holders = list(self._stores.held.get(target.value, ()))
        else:
            holders = self._stores.held_by(target)
        for holder in holders:
            if isinstance(holder, Instance):
                self._store_in(holder.node, value, is_item=is_item)

    def meet(self, node: ast.AST, value: Callable) -> None:
        """A callable has come to an expression, which may be what an object is combined with."""
        parent = self._stores.index.parent(node)
        if not isinstance(parent, ast.BinOp):
            return
        name = OPERATORS[type(parent.op)]
        for holder in list(self._stores.held_in_any([parent.right if node is parent.left else parent.left])):
            if isinstance(holder, Instance):
                self._bind(holder.node, (f"__{name}__", f"__r{name}__"), (value,))

    def put(self, owner: ast.ClassDef, value: Callable) -> None:
        """An object that may be a container is given something to hold."""
        if value not in self._contents[owner]:
            self._contents[owner][value] = None
            for node in list(self._taken_out[owner]):
                self._stores.add(node, value)

    def derive(self, derived: ast.ClassDef, base: ast.ClassDef) -> None:
        """A class is derived from another, which may be told of it."""
        for method in self._members.methods(base, "__init_subclass__"):
            self._stores.give_positional(method, 0, Class(derived))
            self._stores.implicit[derived].add(method)

    def take_out(self, owner: ast.ClassDef, node: ast.AST) -> None:
        """An expression gives something that an object holds."""
        if node not in self._taken_out[owner]:
            self._taken_out[owner][node] = None
            for value in list(self._contents[owner]):
                self._stores.add(node, value)

    def _reach_into(self, owner: ast.ClassDef, node: ast.AST, reached: ast.Subscript) -> None:
        if isinstance(reached.ctx, ast.Load):
            self._give(owner, _READING, node, reached)
            self.take_out(owner, reached)
            return
        self._give(owner, ("__setitem__", "__delitem__"), node, None)
        statement = self._stores.index.parent(reached)
        if isinstance(statement, ast.Assign):
            for value in list(self._stores.held_in_any([statement.value])):
                self._store_in(owner, value, is_item=True)

    def _store_in(self, owner: ast.ClassDef, value: Callable, *, is_item: bool) -> None:
        self.put(owner, value)
        for name in ("__setitem__",) if is_item else ("__iadd__", "__add__", "__ior__", "__or__"):
            for method in self._members.methods(owner, name):
                self._stores.give_positional(method, 2 if is_item else 1, value)

    def _iterate(self, owner: ast.ClassDef, node: ast.AST) -> None:
        self._give(owner, _ITERATING, node, node)
        self.take_out(owner, node)

    def _give(self, owner: ast.ClassDef, names: Iterable[str], operand: ast.AST, result: ast.AST | None) -> None:
        """An operand runs methods; what they return is what an expression gives."""
        stores = self._stores
        for method in [one for name in names for one in self._members.methods(owner, name)]:
            stores.give_positional(method, 0, Instance(owner))
            stores.implicit[_named(operand)].add(method)
            if result is None or (result, 1) in stores.callers[method]:
                continue
            stores.callers[method][result, 1] = None
            for value in list(stores.returns[method]):
                stores.result(result, value)

    def _bind(self, owner: ast.ClassDef, names: Iterable[str], values: Iterable[Callable]) -> None:
        """Methods are given what an object is combined with."""
        for method in [one for name in names for one in self._members.methods(owner, name)]:
            for value in list(values):
                self._stores.give_positional(method, 1, value)


def _named(operand: ast.AST) -> ast.AST:
    """The name, attribute or call that an operand begins with: what is known to stand in a function."""
    while not isinstance(operand, ast.Name | ast.Attribute | ast.Call):
        inner = getattr(operand, "value", None) or getattr(operand, "left", None)
        if not isinstance(inner, ast.AST):
            break
        operand = inner
    return operand
