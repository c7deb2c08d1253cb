"""Work lists that take an element and put back only parts of it: they empty, for every structure is finite."""

from __future__ import annotations

import ast

from cgr_audit.analysis.expression_text import text_of
from cgr_audit.analysis.loops.loop_region import Loop, parts_of

__all__ = ["puts_back_parts", "taken_names", "taken_place"]

_TAKING = frozenset({"pop", "popleft", "popitem", "heappop", "get"})
_SAME = frozenset({"reversed", "sorted", "list", "tuple", "enumerate", "iter", "set"})

_LINKS = frozenset({"neighbors", "neighbours", "adjacent", "adjacency", "edges", "peers", "friends"})
"""Attributes that lead to others of the same kind, and from these back."""
_AS_LARGE = frozenset({
    "copy", "deepcopy", "union", "intersection", "difference", "replace", "format", "join", "capitalize", "casefold",
    "center", "ljust", "rjust", "zfill", "lower", "upper", "swapcase", "title", "strip", "lstrip", "rstrip",
})  # fmt: skip
"""Methods that give something that need not be less than what they are called on."""


def puts_back_parts(loop: Loop, container: str, statement: ast.stmt) -> bool:
    """Whether a statement adds to a container only parts of the elements that the loop takes out of it.

    A part is an attribute, an item or a member of the element; what a table holds under the element is none.
    """
    depths = _depths(loop, container)
    calls = [
        node
        for node in ast.walk(statement)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and text_of(node.func.value) == container
    ]
    added = [argument for call in calls if call.func.attr not in _TAKING for argument in call.args]  # type: ignore[attr-defined]
    return bool(added) and all(_is_part(argument, _extends(calls), depths) for argument in added)


def taken_names(loop: Loop, container: str) -> frozenset[str]:
    """The variables that hold elements taken out of a container, or what such an element is made of."""
    return frozenset(name for name, depth in _depths(loop, container).items() if depth == 0)


def taken_place(loop: Loop, container: str, name: str) -> tuple[int | None, int] | None:
    """At which place of so many a variable stood in an element taken out; none where it is the element itself."""
    for part in parts_of(loop):
        if isinstance(part, ast.Assign) and _takes(part.value, container):
            match part.targets[0]:
                case ast.Name(id=taken) if taken == name:
                    return None, 0
                case ast.Tuple(elts=elements):
                    places = [at for at, one in enumerate(elements) if isinstance(one, ast.Name) and one.id == name]
                    if places:
                        return places[0], len(elements)
    return None


def _extends(calls: list[ast.Call]) -> bool:
    """Whether elements are added in groups: what is given is looped over."""
    return any(isinstance(call.func, ast.Attribute) and call.func.attr.startswith("extend") for call in calls)


def _depths(loop: Loop, container: str) -> dict[str, int]:
    """The variables that hold elements taken out (0), or parts of them (1)."""
    found: dict[str, int] = {}
    parts = parts_of(loop)
    for _ in range(3):
        for part in parts:
            if isinstance(part, ast.Assign):
                depth = 0 if _takes(part.value, container) else _depth(part.value, found)
                targets = part.targets
            elif isinstance(part, ast.For | ast.AsyncFor | ast.comprehension):
                depth = _depth(part.iter, found)
                depth = None if depth is None else 1
                targets = [part.target]
            else:
                continue
            if depth is not None:
                for target in targets:
                    for name in ast.walk(target):
                        if isinstance(name, ast.Name):
                            found.setdefault(name.id, depth)
    return found


def _takes(value: ast.expr, container: str) -> bool:
    if not isinstance(value, ast.Call):
        return False
    if isinstance(value.func, ast.Attribute):
        return value.func.attr in _TAKING and text_of(value.func.value) == container
    return bool(value.args) and text_of(value.args[0]) == container


def _depth(node: ast.expr, known: dict[str, int]) -> int | None:
    """0 for an element that was taken out, 1 for a part of one, nothing for anything else."""
    match node:
        case ast.Name(id=name):
            return known.get(name)
        case ast.Attribute(attr=attribute) if attribute in _LINKS:
            return None
        case ast.Call(func=ast.Attribute(attr=method)) if method in _AS_LARGE:
            return None
        case ast.Attribute(value=base) | ast.Subscript(value=base):
            return None if _depth(base, known) is None else 1
        case ast.Call(func=ast.Attribute(value=base)):
            return None if _depth(base, known) is None else 1
        case ast.Call(func=ast.Name(id=name), args=[first, *_]) if name in _SAME:
            return _depth(first, known)
        case ast.ListComp(generators=[part]) | ast.GeneratorExp(generators=[part]):
            return None if _depth(part.iter, known) is None else 1
        case ast.BoolOp(values=[first, *_]):
            return _depth(first, known)
    return None


def _is_part(node: ast.expr, in_groups: bool, depths: dict[str, int]) -> bool:
    if isinstance(node, ast.Tuple | ast.List):
        return any(_is_part(element, in_groups=False, depths=depths) for element in node.elts)
    depth = _depth(node, depths)
    return depth == 1 or (depth == 0 and in_groups)
