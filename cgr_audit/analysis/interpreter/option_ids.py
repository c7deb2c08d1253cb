"""Expressions that hold just the ids of an item's options: ``[option["id"] for option in options]``.

Said only where nothing in the program can change the options, or the collection, on the way.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Mapping, Sequence

from cgr_audit.analysis.index import Index

__all__ = ["OptionIds"]

_COLLECTIONS = frozenset({"list", "set", "tuple", "frozenset", "sorted"})
_FRESH = frozenset({"list", "dict", "set", "Counter", "defaultdict", "deque"})
_CHANGING = frozenset(
    {
        "append", "extend", "insert", "remove", "pop", "clear", "sort", "reverse", "update", "setdefault", "popitem",
        "appendleft", "popleft", "extendleft", "setitem", "delitem", "iadd", "ior", "iconcat", "heappush", "heappop",
        "heapify", "heapreplace", "heappushpop", "insort", "insort_left", "insort_right",
    }
)  # fmt: skip
"""Methods and functions that change a collection where it is."""
_READING = frozenset({"get", "items", "keys", "values", "index", "count", "copy"})


class OptionIds:
    """Finds them in a program.

    Args:
        index: the program's nodes.
        entry: the function that is given the item, called by nobody but the runner.
        stores: how often each name is bound in the whole program.
        loads: where each name is read.
    """

    def __init__(
        self, index: Index, entry: ast.AST | None, stores: Mapping[str, int], loads: Mapping[str, Sequence[ast.Name]]
    ) -> None:
        self._index = index
        self._stores = stores
        self._loads = loads
        arguments = entry.args if isinstance(entry, ast.FunctionDef) else None
        given = () if arguments is None else (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)
        self._given = frozenset(one.arg for one in given if stores.get(one.arg) == 1)
        self._imported = frozenset(
            (one.asname or one.name) for one in index.of(ast.alias) if "." not in (one.asname or one.name)
        )
        self._assigned = _assigned(index)
        self._added = Counter(node.target.id for node in index.of(ast.AugAssign) if isinstance(node.target, ast.Name))
        self._new = {name for name, values in self._assigned.items() if all(map(_is_new, values))}
        self._plain = {name for name, values in self._assigned.items() if all(map(_is_text_or_number, values))}
        self._read: dict[str, bool] = {}
        self._is_kept = (
            not any(one.name in _CHANGING for one in index.of(ast.alias))
            and all(map(self._is_harmless, index.of(ast.Subscript)))
            and all(map(self._is_harmless, index.of(ast.Attribute)))
            and all(map(self._adds_to_its_own, index.of(ast.AugAssign)))
        )

    def are(self, node: ast.expr) -> bool:
        """Whether an expression is a collection of exactly the options' ids."""
        if not self._is_kept:
            return False
        if isinstance(node, ast.Name):
            values = self._assigned.get(node.id, [])
            is_sole = len(values) == 1 and self._stores.get(node.id) == 1
            return is_sole and self._is_made(values[0]) and self._is_everywhere_read(node.id)
        return self._is_made(node)

    def _is_made(self, node: ast.expr) -> bool:
        match node:
            case ast.Call(func=ast.Name(id=name), args=[inner], keywords=[]) if name in _COLLECTIONS:
                return name not in self._stores and self._is_made(inner)
            case (
                ast.ListComp(elt=elt, generators=[loop])
                | ast.SetComp(elt=elt, generators=[loop])
                | ast.GeneratorExp(elt=elt, generators=[loop])
                | ast.DictComp(key=elt, generators=[loop])
            ):
                return not loop.ifs and not loop.is_async and _is_id(elt, loop.target) and self._are_options(loop.iter)
            case _:
                return False

    def _are_options(self, node: ast.expr) -> bool:
        match node:
            case ast.Name(id="options" as name):
                return name in self._given and self._is_everywhere_read(name)
            case ast.Subscript(value=ast.Name(id="item" as name), slice=ast.Constant(value="options")):
                return name in self._given and self._is_everywhere_read(name)
            case _:
                return False

    def _is_everywhere_read(self, name: str) -> bool:
        """Whether nothing but reading is ever done with what a variable holds."""
        if name not in self._read:
            self._read[name] = all(map(self._is_only_read, self._loads.get(name, ())))
        return self._read[name]

    def _is_only_read(self, node: ast.expr) -> bool:
        """Whether what is done with an object here leaves it alone, and gives it no other name."""
        parent = self._index.parent(node)
        match parent:
            case ast.comprehension(iter=used) | ast.For(iter=used):
                return used is node
            case ast.Compare() | ast.FormattedValue():
                return True
            case ast.Subscript(value=used, ctx=ast.Load()) if used is node:
                return isinstance(parent.slice, ast.Constant) and self._is_only_read_part(parent)
            case ast.Call(func=ast.Name(id=name)):
                return name not in self._imported
            case ast.Attribute(attr=attr):
                return attr in _READING
            case ast.If(test=used) | ast.IfExp(test=used):
                return used is node
            case _:
                return False

    def _is_only_read_part(self, node: ast.Subscript) -> bool:
        """Whether a part is a text, by its key, or is itself only read."""
        is_text = isinstance(node.slice, ast.Constant) and node.slice.value in ("question", "id", "text", "dataset")
        return is_text or self._is_only_read(node)

    def _is_harmless(self, node: ast.Subscript | ast.Attribute) -> bool:
        """Whether nothing is changed here but what the program made itself."""
        if isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Load):
            return True
        if isinstance(node, ast.Attribute) and node.attr not in _CHANGING:
            return True
        return isinstance(node.value, ast.Name) and self._is_fresh(node.value.id)

    def _adds_to_its_own(self, node: ast.AugAssign) -> bool:
        """Whether ``+=`` and its like change no collection that came from elsewhere: texts are made anew."""
        if not isinstance(node.target, ast.Name):
            return True  # the subscript or attribute is judged by itself
        name = node.target.id
        is_own = name not in self._assigned or name in self._plain or name in self._new
        return is_own and len(self._assigned.get(name, ())) + self._added[name] == self._stores.get(name)

    def _is_fresh(self, name: str) -> bool:
        return name in self._new and len(self._assigned[name]) == self._stores.get(name)


def _is_id(node: ast.expr, target: ast.expr) -> bool:
    match node, target:
        case ast.Subscript(value=ast.Name(id=used), slice=ast.Constant(value="id")), ast.Name(id=name):
            return used == name
        case _:
            return False


def _is_new(node: ast.expr) -> bool:
    if isinstance(node, ast.Call):
        return isinstance(node.func, ast.Name) and node.func.id in _FRESH and not node.args
    return isinstance(node, ast.List | ast.Dict | ast.Set)


def _is_text_or_number(node: ast.expr) -> bool:
    match node:
        case ast.Constant() | ast.JoinedStr() | ast.Call(func=ast.Attribute(attr="join" | "format")):
            return True
        case ast.BinOp(left=left, right=right):
            return _is_text_or_number(left) or _is_text_or_number(right)
        case _:
            return False


def _assigned(index: Index) -> dict[str, list[ast.expr]]:
    """What is assigned to each name by itself."""
    found: dict[str, list[ast.expr]] = {}
    for node in index.of(ast.Assign):
        if len(node.targets) == 1 and isinstance(node.targets[0], ast.Name):
            found.setdefault(node.targets[0].id, []).append(node.value)
    return found
