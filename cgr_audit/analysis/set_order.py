"""Where the order of a set, which differs from process to process, picks one of its elements."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cached_property

from cgr_audit.analysis.dotted_names import DottedNames
from cgr_audit.analysis.expression_text import text_of
from cgr_audit.analysis.index import Index, names_in
from cgr_audit.analysis.literal_indices import literal_integer
from cgr_audit.analysis.scopes import Binding, BindingKind, Scopes
from cgr_audit.analysis.sorting import SortedInPlace, breaks_ties, compared_parts, sort_key

__all__ = ["SetOrder"]

_SET_METHODS = frozenset({"union", "intersection", "difference", "symmetric_difference"})
_SET_OPERATORS = (ast.BitOr, ast.BitAnd, ast.Sub, ast.BitXor)
_POSITIONAL = frozenset({"builtins.list", "builtins.tuple", "builtins.iter", "builtins.enumerate"})
_CHOOSING = frozenset({"builtins.max", "builtins.min"})
_ORDERINGS = (ast.Gt, ast.GtE, ast.Lt, ast.LtE)
_DEPTH = 8
_TIES, _ELEMENT = "decides ties", "picks the element"


class SetOrder:
    """Finds the places of one program where the order of a set picks an element."""

    def __init__(self, index: Index, scopes: Scopes, names: DottedNames) -> None:
        self._index = index
        self._scopes = scopes
        self._names = names
        self._sorted = SortedInPlace(index, scopes)

    def picks(self) -> Iterator[tuple[ast.AST, str]]:
        """Every such place, with what the order does there."""
        if not self._may_hold_sets:
            return
        for call in self._index.of(ast.Call):
            said = self._called(call)
            if said is not None:
                yield call, said
        for lookup in self._index.of(ast.Subscript):
            is_read = isinstance(lookup.ctx, ast.Load) and self._is_ordered(lookup.value, _DEPTH)
            is_whole = (
                isinstance(lookup.slice, ast.Slice) and not _takes_one(lookup.slice) and self._is_sorted(lookup.value)
            )
            if is_read and not is_whole and self._is_place(lookup.slice) and not self._holds_one(lookup.value, lookup):
                yield lookup, _ELEMENT
        for assignment in self._index.of(ast.Assign):
            targets = assignment.targets[0]
            several = isinstance(targets, ast.Tuple | ast.List) and len(targets.elts) > 1
            if several and self._is_unordered(assignment.value):
                yield assignment.value, _ELEMENT
        for loop in self._index.of(ast.For):
            if isinstance(loop.target, ast.Name) and self._is_unordered(loop.iter):
                yield from self._in_loop(loop, loop.target.id)

    @cached_property
    def _may_hold_sets(self) -> bool:
        """Whether the program makes a set at all."""
        if any(True for _ in self._index.of(ast.Set, ast.SetComp)):
            return True
        return any(name.id in ("set", "frozenset") for name in self._index.of(ast.Name))

    def _called(self, call: ast.Call) -> str | None:
        """``max(s, key=...)``, ``next(iter(s))`` or ``s.pop()``."""
        called = self._names.names(call.func)
        first = call.args[0] if call.args else None
        if first is not None and called & _CHOOSING and self._is_unordered(first):
            key = sort_key(call)
            return _TIES if key is not None and not breaks_ties(key) else None
        if first is not None and "builtins.next" in called and self._is_ordered(first, _DEPTH):
            return None if self._holds_one(first, call) else _ELEMENT
        owner = call.func.value if isinstance(call.func, ast.Attribute) and call.func.attr == "pop" else None
        if owner is None or first is not None or not self._is_set(owner, _DEPTH):
            return None
        return None if self._holds_one(owner, call) else _ELEMENT

    # What is a set, and what has its order

    def _is_unordered(self, node: ast.expr) -> bool:
        """A set, or what goes through one in its order."""
        return self._is_set(node, _DEPTH) or self._is_ordered(node, _DEPTH)

    def _is_set(self, node: ast.expr, depth: int) -> bool:
        """Whether an expression is surely a set."""
        if depth == 0:
            return False
        match node:
            case ast.Set() | ast.SetComp():
                return True
            case ast.Call(func=ast.Attribute(value=owner, attr=method)) if method in _SET_METHODS:
                return self._is_set(owner, depth - 1)
            case ast.Call(func=function):
                return bool(self._names.names(function) & {"builtins.set", "builtins.frozenset"})
            case ast.BinOp(left=left, op=operator, right=right) if isinstance(operator, _SET_OPERATORS):
                return self._is_set(left, depth - 1) or self._is_set(right, depth - 1)
            case ast.Name():
                bindings = self._scopes.bindings_of(node)
                return any(binding.kind is BindingKind.ASSIGNMENT for binding in bindings) and all(
                    self._binds_set(binding, depth) for binding in bindings
                )
        return False

    def _binds_set(self, binding: Binding, depth: int) -> bool:
        if binding.kind is BindingKind.AUGMENTED:
            statement = self._index.parent(binding.node)
            return isinstance(statement, ast.AugAssign) and isinstance(statement.op, _SET_OPERATORS)
        is_assigned = binding.kind is BindingKind.ASSIGNMENT and binding.value is not None
        return is_assigned and self._is_set(binding.value, depth - 1)  # type: ignore[arg-type]

    def _is_ordered(self, node: ast.expr, depth: int) -> bool:
        """Whether an expression is a sequence or iterator in the order of a set."""
        if depth == 0:
            return False
        match node:
            case ast.Call(func=function, args=[first, *_]):
                called = self._names.names(function)
                if called & _POSITIONAL:
                    return self._is_set(first, depth - 1)
                key = sort_key(node)
                is_sorted = "builtins.sorted" in called and key is not None and not breaks_ties(key)
                return is_sorted and self._is_set(first, depth - 1)
            case ast.ListComp(elt=ast.Name(), generators=[ast.comprehension(iter=iterable, ifs=tests)]):
                return self._is_set(iterable, depth - 1) and all(map(_may_hold_for_several, tests))
            case ast.Name():
                binding = self._scopes.sole_binding(node)
                value = None if binding is None or binding.kind is not BindingKind.ASSIGNMENT else binding.value
                if value is None or isinstance(value, ast.Name):
                    return False
                return self._is_ordered(value, depth - 1) and not self._sorted.is_before(node)
        return False

    def _is_sorted(self, node: ast.expr) -> bool:
        """``sorted(s, key=...)``, of which a slice is about as good as any other."""
        return isinstance(node, ast.Call) and "builtins.sorted" in self._names.names(node.func)

    # What is done with it

    def _is_place(self, key: ast.expr) -> bool:
        """Whether a subscript takes some elements, not each in its turn."""
        names = [part for part in ast.walk(key) if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Load)]
        return not any(
            binding.kind in (BindingKind.LOOP, BindingKind.AUGMENTED)
            for name in names
            for binding in self._scopes.bindings_of(name)
        )

    def _holds_one(self, node: ast.expr, place: ast.AST) -> bool:
        """Whether a test around a place has found that there is exactly one element."""
        said = {f"len({text_of(part)}) == 1" for part in ast.walk(node) if isinstance(part, ast.expr)}
        inner = place
        for around in self._index.ancestors(place):
            is_held = isinstance(around, ast.If) and inner in around.body
            is_held = is_held or (isinstance(around, ast.IfExp) and inner is around.body)
            if is_held:
                parts = ast.walk(around.test)  # type: ignore[attr-defined]
                if any(isinstance(part, ast.Compare) and text_of(part) in said for part in parts):
                    return True
            inner = around
        return False

    def _in_loop(self, loop: ast.For, name: str) -> Iterator[tuple[ast.AST, str]]:
        """The best of a set by comparison, and the first of a group that was filled in its order."""
        for statement in loop.body:
            for part in ast.walk(statement):
                if isinstance(part, ast.If) and _is_best_so_far(part, name):
                    yield loop.iter, _TIES
                    return
        for container in _appended_to(loop.body, name):
            first = self._first_lookups.get(container)
            if first is not None:
                yield first, _ELEMENT
                return

    @cached_property
    def _first_lookups(self) -> dict[str, ast.Subscript]:
        """The first place that takes one element, by a constant, of a container or of a list in it."""
        found: dict[str, ast.Subscript] = {}
        for lookup in self._index.of(ast.Subscript):
            is_one = isinstance(lookup.slice, ast.Constant | ast.UnaryOp) and isinstance(lookup.ctx, ast.Load)
            if is_one and isinstance(lookup.value, ast.Subscript | ast.Name):
                root = _root(lookup.value)
                if root is not None:
                    found.setdefault(root, lookup)
        return found


def _takes_one(part: ast.Slice) -> bool:
    """``[:1]``, ``[-1:]``, ``[2:3]``."""
    lower, upper = (literal_integer(bound) for bound in (part.lower, part.upper))
    if part.upper is None:
        return lower == -1
    if part.lower is None:
        return upper == 1
    return lower is not None and upper is not None and upper - lower == 1 and upper != 0


def _may_hold_for_several(test: ast.expr) -> bool:
    """Whether a filter asks for equality with something counted, such as the largest count: several may have it."""
    if not isinstance(test, ast.Compare) or not isinstance(test.ops[0], ast.Eq | ast.GtE):
        return False
    return isinstance(test.left, ast.Call | ast.Subscript) and not isinstance(test.comparators[0], ast.Constant)


def _is_best_so_far(test: ast.If, name: str) -> bool:
    """Whether the variable of a loop is kept where what is counted of it comes before what was kept so far.

    Where the element itself is part of what is compared, no two are equal.
    """
    assigned = [statement for statement in test.body if isinstance(statement, ast.Assign)]
    kept = (part for one in assigned for part in compared_parts(one.value))
    if not any(isinstance(part, ast.Name) and part.id == name for part in kept):
        return False
    targets = (part for one in assigned for target in one.targets for part in compared_parts(target))
    bests = {part.id for part in targets if isinstance(part, ast.Name)}
    for part in ast.walk(test.test):
        if isinstance(part, ast.Compare) and isinstance(part.ops[0], _ORDERINGS):
            sides = [element for side in (part.left, *part.comparators) for element in compared_parts(side)]
            names = set().union(*map(names_in, sides))
            if names & bests and not any(isinstance(side, ast.Name) and side.id == name for side in sides):
                return True
    return False


def _appended_to(body: list[ast.stmt], name: str) -> Iterator[str]:
    """The containers to whose lists a loop appends its variable."""
    for statement in body:
        for part in ast.walk(statement):
            match part:
                case ast.Call(func=ast.Attribute(value=owner, attr="append"), args=[ast.Name(id=given)]):
                    root = _root(owner) if given == name else None
                    if root is not None:
                        yield root


def _root(node: ast.expr) -> str | None:
    """The variable that a chain of attributes, subscripts and calls begins with."""
    while isinstance(node, ast.Attribute | ast.Subscript | ast.Call):
        node = node.func if isinstance(node, ast.Call) else node.value
    return node.id if isinstance(node, ast.Name) else None
