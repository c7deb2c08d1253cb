"""What one assignment makes of the length of a text or sequence."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from types import MappingProxyType

from cgr_audit.analysis.expression_text import text_of
from cgr_audit.analysis.loops.change import Change, Move
from cgr_audit.analysis.loops.halving import half_of

__all__ = ["assigned_length", "can_go_together", "converges", "pattern_of"]

_CUTTING = frozenset({"strip", "lstrip", "rstrip"})
_ENDS = MappingProxyType({"removeprefix": "startswith", "removesuffix": "endswith"})


def assigned_length(
    statement: ast.stmt, name: str, value: ast.expr | None, behind: Callable[[ast.expr], ast.expr | None]
) -> Change:
    """What an assignment makes of the length of a text or sequence.

    ``behind`` gives what a variable for a moment is set to in the same round.
    """
    half = None if value is None else half_of(value, name)
    if half is not None:
        return Change(statement, Move.DOWN, stops_at=half)
    match value:
        case ast.Subscript(value=base, slice=ast.Slice(lower=lower, upper=upper)) if text_of(base) == name:
            is_cut = upper is not None and _is_before_the_end(behind(upper) or upper, name)
            is_shorter = (lower is not None and _is_more_than_zero(lower)) or is_cut
            return Change(statement, Move.DOWN if is_shorter else Move.STILL)
        case ast.Call(func=ast.Attribute(attr="replace")) if (replaced := _replaced(name, value)) is not None:
            return Change(statement, Move.DOWN if replaced else Move.UNKNOWN, where_held=replaced)
        case ast.Call(func=ast.Attribute(value=base, attr="removeprefix" | "removesuffix" as method), args=[end]) if (
            text_of(base) == name
        ):
            return Change(statement, Move.DOWN, where_held=frozenset({f"{_ENDS[method]} {text_of(end)}"}))
        case ast.Call(func=ast.Attribute(value=base, attr="translate"), args=[table]) if text_of(base) == name:
            return Change(statement, Move.STILL if _is_table_of_characters(table) else Move.UNKNOWN)
        case ast.Call(func=ast.Attribute(attr="sub"), args=[*_, ast.Constant(value=""), base]) if text_of(base) == name:
            return Change(statement, Move.DOWN, where_held=frozenset({f"match {pattern_of(value)}"}))
        case ast.Call(func=ast.Attribute(value=base, attr=method)) if text_of(base) == name and method in _CUTTING:
            return Change(statement, Move.STILL)
        case ast.Call(func=ast.Attribute(value=base, attr="partition" | "rpartition")) if text_of(base) == name:
            return Change(statement, Move.DOWN)
        case ast.ListComp(generators=[ast.comprehension(iter=base)]) if _goes_through(base, name):
            return Change(statement, Move.STILL)
        case ast.Constant(value="" | b"") | ast.List(elts=[]) | ast.Tuple(elts=[]):
            return Change(statement, Move.DOWN)
        case ast.BinOp(left=left, op=ast.Add() | ast.BitOr()) if text_of(left) == name:
            return Change(statement, Move.UP)
        case ast.BinOp(op=ast.Add(), left=ast.Constant() | ast.List(), right=right) if text_of(right) == name:
            return Change(statement, Move.UP)
    return Change(statement, Move.UNKNOWN)


def pattern_of(call: ast.Call) -> str:
    """The pattern of a call such as ``re.search(pattern, text)`` or ``PATTERN.sub("", text)``."""
    function = call.func
    first = call.args[0]
    is_compiled = isinstance(function, ast.Attribute) and text_of(function.value) not in ("re", "regex")
    return text_of(function.value if is_compiled and isinstance(function, ast.Attribute) else first)


def converges(name: str, value: ast.expr) -> bool:
    """Whether setting a text or sequence to a value, again and again, leaves it as it is in the end."""
    match value:
        case ast.Subscript(value=base, slice=ast.Slice(step=step)):
            is_forward = step is None or (isinstance(step, ast.Constant) and _is_more_than_zero(step))
            return is_forward and text_of(base) == name
        case ast.Call(func=ast.Attribute(attr="replace", value=base), args=[old, new]):
            if text_of(base) == name:
                return _shrinks(old, new)
            return _is_shorter(old, new) and converges(name, base)
        case ast.Call(func=ast.Attribute(value=base, attr=method)) if method in _CUTTING or method in _ENDS:
            return text_of(base) == name or converges(name, base)
        case ast.Call(func=ast.Attribute(attr="sub"), args=[*_, ast.Constant(value=""), base]):
            return text_of(base) == name
        case ast.ListComp(elt=ast.Name(id=kept), generators=[ast.comprehension(target=ast.Name(id=one), iter=base)]):
            return kept == one and text_of(base) == name
    return False


def _is_shorter(old: ast.expr, new: ast.expr) -> bool:
    if not (isinstance(old, ast.Constant) and isinstance(new, ast.Constant)):
        return False
    return isinstance(old.value, str) and isinstance(new.value, str) and len(new.value) < len(old.value)


def _goes_through(iterable: ast.expr, name: str) -> bool:
    """Whether an iterable gives as many elements as a container has: itself, or numbered, or its places."""
    match iterable:
        case ast.Call(func=ast.Name(id="enumerate" | "reversed" | "sorted" | "range" | "len"), args=[inner, *_]):
            return _goes_through(inner, name)
    return text_of(iterable) == name


def _replaced(name: str, value: ast.expr) -> frozenset[str] | None:
    """The texts that a chain of ``replace`` calls on a variable makes shorter or fewer; empty where one may not."""
    replacements = list(_replacements(value))
    if text_of(_without_replacements(value)) != name:
        return None
    if not all(_replaces_some(call) for call in replacements) or not can_go_together(value):
        return frozenset()
    return frozenset(text_of(call.args[0]) for call in replacements)


def _replacements(value: ast.expr) -> Iterator[ast.Call]:
    while isinstance(value, ast.Call) and isinstance(value.func, ast.Attribute) and value.func.attr == "replace":
        yield value
        value = value.func.value


def _without_replacements(value: ast.expr) -> ast.expr:
    for call in _replacements(value):
        value = call.func.value  # type: ignore[attr-defined]
    return value


def _replaces_some(call: ast.Call) -> bool:
    """Whether a call replaces one text or all, by one with which this cannot go on for ever."""
    most = call.args[2] if len(call.args) > 2 else None
    is_some = most is None or (isinstance(most, ast.Constant) and isinstance(most.value, int) and most.value > 0)
    return is_some and not call.keywords and len(call.args) > 1 and _shrinks(*call.args[:2])


def can_go_together(*values: ast.expr) -> bool:
    """Whether the texts that are replaced by others as long cannot come back by the replacements of one another.

    All may put what comes later in the order of texts, or all what comes earlier; or none brings what another replaces.
    """
    equal = [
        (call.args[0].value, call.args[1].value)
        for value in values
        for call in _replacements(value)
        if len(call.args) > 1
        if isinstance(call.args[0], ast.Constant) and isinstance(call.args[1], ast.Constant)
        if isinstance(call.args[0].value, str) and isinstance(call.args[1].value, str)
        if len(call.args[0].value) == len(call.args[1].value)
    ]
    if len({old < new for old, new in equal}) < 2:
        return True
    olds, news = ({character for pair in equal for character in pair[side]} for side in (0, 1))
    return olds.isdisjoint(news)


def _is_table_of_characters(table: ast.expr) -> bool:
    """``str.maketrans("ab", "cd")``: it gives one character for one, or none."""
    is_made = isinstance(table, ast.Call) and isinstance(table.func, ast.Attribute) and table.func.attr == "maketrans"
    return is_made and isinstance(table, ast.Call) and len(table.args) > 1


def _shrinks(old: ast.expr, new: ast.expr) -> bool:
    """Whether replacing one text by the other cannot go on for ever."""
    if isinstance(old, ast.Constant) and not old.value:
        return False
    if isinstance(new, ast.Constant) and new.value == "":
        return True
    if not (isinstance(old, ast.Constant) and isinstance(new, ast.Constant)):
        return False
    one, other = old.value, new.value
    return isinstance(one, str) and isinstance(other, str) and len(other) <= len(one) and one != other


def _is_before_the_end(upper: ast.expr, name: str) -> bool:
    """``-1``, ``-k``, ``len(text) - 1``, or where something is found in the text."""
    match upper:
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return _is_more_than_zero(operand)
        case ast.BinOp(left=left, op=ast.Sub(), right=right):
            is_left = text_of(left) == f"len({name})" or _is_before_the_end(left, name)
            return is_left and _is_more_than_zero(right)
        case ast.BinOp(left=left, op=ast.FloorDiv(), right=ast.Constant(value=int(divisor))):
            return divisor > 1 and text_of(left) == f"len({name})"
        case ast.Call(func=ast.Attribute(value=base, attr="find" | "index" | "rfind" | "rindex")):
            return text_of(base) == name
        case ast.Call(func=ast.Attribute(attr="start"), args=[]):
            return True
    return False


def _is_more_than_zero(node: ast.expr) -> bool:
    """Whether a number is not written as zero or a negative one."""
    if isinstance(node, ast.Constant):
        return isinstance(node.value, int) and node.value > 0
    return not (isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub))
