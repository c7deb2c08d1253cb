"""Sequences of which every round leaves a half, or makes one element of two."""

from __future__ import annotations

import ast
from collections.abc import Collection

from cgr_audit.analysis.expression_text import text_of

__all__ = ["half_of", "most_in", "steps_through"]


def half_of(value: ast.expr, name: str) -> int | None:
    """The length at which a sequence stands still, if an expression gives about half of it; nothing if it does not."""
    match value:
        case ast.Subscript(value=base, slice=ast.Slice(lower=lower, upper=upper, step=step)) if text_of(base) == name:
            if isinstance(step, ast.Constant) and isinstance(step.value, int) and step.value > 1:
                return 1
            cuts = {text_of(part) for part in (lower, upper) if part is not None}
            if cuts == {f"len({name}) // 2"}:
                return 0 if lower is None else 1
            return (1 if lower is None else 0) if cuts == {f"(len({name}) + 1) // 2"} else None
        case ast.ListComp(generators=[part]):
            return _of_pairs(part.iter, name)
        case ast.BinOp(left=ast.ListComp(generators=[part]), op=ast.Add(), right=ast.IfExp(test=test) as rest):
            is_half = _of_pairs(part.iter, name) is not None
            return 1 if is_half and _asks_for_odd(test, name) and _adds_at_most_one(rest) else None
    return None


def _of_pairs(iterable: ast.expr, name: str) -> int | None:
    """``range(0, len(x), 2)``, ``zip(x[::2], x[1::2])``."""
    if steps_through(iterable, name):
        return 1
    is_zip = isinstance(iterable, ast.Call) and isinstance(iterable.func, ast.Name) and iterable.func.id == "zip"
    texts = [text_of(part) for part in iterable.args] if isinstance(iterable, ast.Call) and is_zip else []
    return 0 if sorted(texts) == sorted([f"{name}[::2]", f"{name}[1::2]"]) else None


def steps_through(iterable: ast.expr, name: str) -> bool:
    """Whether an iterable gives only every second place of a sequence, or fewer."""
    match iterable:
        case ast.Call(func=ast.Name(id="range"), args=[_, end, ast.Constant(value=int(step))]):
            return step > 1 and text_of(end) in (f"len({name})", f"len({name}) - 1")
    return False


def _asks_for_odd(test: ast.expr, name: str) -> bool:
    return text_of(test) in (f"len({name}) % 2", f"len({name}) % 2 == 1", f"len({name}) % 2 != 0", f"len({name}) & 1")


def _adds_at_most_one(rest: ast.IfExp) -> bool:
    return all(
        (isinstance(part, ast.List) and len(part.elts) <= 1) or text_of(part).endswith("[-1:]")
        for part in (rest.body, rest.orelse)
    )


def most_in(block: list[ast.stmt], counted: Collection[ast.stmt], name: str) -> float:
    """How many of these statements one way through a block runs at most; endless where a loop repeats one.

    A loop over every second place of the sequence counts as one for every two; an odd one may be left over.
    """
    total = 0.0
    for statement in block:
        if statement in counted:
            total += 1
        elif isinstance(statement, ast.If):
            most = max(most_in(statement.body, counted, name), most_in(statement.orelse, counted, name))
            total += 0 if most <= 1 and _asks_for_odd(statement.test, name) else most
        elif any(part in counted for part in ast.walk(statement)):
            if not isinstance(statement, ast.For) or not steps_through(statement.iter, name):
                return float("inf")
            if most_in(statement.body, counted, name) > 1:
                return float("inf")
    return total
