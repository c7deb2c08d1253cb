"""Options that are taken by their place or at random, whatever the item says."""

from __future__ import annotations

import ast
from collections.abc import Collection
from typing import TYPE_CHECKING

from cgr_audit.analysis.interpreter.values import Kind

if TYPE_CHECKING:
    from cgr_audit.analysis.interpreter.values import AbstractValue

__all__ = ["is_option_place"]

_TEXTS = frozenset(("prompt", "question", "stem", "text"))
"""What holds no option by itself."""


def is_option_place(item: AbstractValue, records: Collection[str]) -> bool:
    """Whether a value computed from the item is an option's letter, the first or a random one, not one that fits.

    ``records`` are the names of what holds the whole item, or its question.
    """
    chosen = {node for node, (_, kind) in item.controls.items() if kind is Kind.ITEM and node in item.origins}
    if not item.origins or any(not isinstance(node, ast.Call) or not _is_end(node, records) for node in chosen):
        return False
    return all(_is_taken(node, records) for node in item.origins)


def _is_taken(node: ast.AST, records: Collection[str]) -> bool:
    """``options[0]["id"]``, ``option.get("id")``, ``random.choice(letters)``: keys and places, and no calculation."""
    match node:
        case ast.Call(func=ast.Attribute(value=ast.Name(id="random"))) | ast.Call(func=ast.Name(id="choice")):
            return True
        case ast.Call(func=ast.Attribute(value=holder, attr="get"), args=[ast.Constant(value=str(key)), *_]):
            return key not in _TEXTS and _is_held(holder, records)
        case ast.Subscript(value=holder, slice=ast.Constant(value=str(key))):
            return key not in _TEXTS and _is_held(holder, records)
        case ast.Subscript(value=ast.Subscript(slice=ast.Constant(value="options")), slice=place):
            return not isinstance(place, ast.Slice)
        case ast.Subscript(value=holder, slice=place):
            return not isinstance(place, ast.Slice) and _is_held(holder, records)
        case ast.Call():
            return _is_end(node, records)
    return False


def _is_end(call: ast.Call, records: Collection[str]) -> bool:
    """``min(letters)``, ``max(letters)``: the first or last by name, and no option that fits better than others."""
    match call:
        case ast.Call(func=ast.Name(id="min" | "max"), args=[holder], keywords=[]):
            return _is_held(holder, records)
    return False


def _is_held(node: ast.expr, records: Collection[str]) -> bool:
    """Whether it is a variable that holds options, or one of them, or something taken out of one."""
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name not in _TEXTS and name not in records
    return _is_taken(node, records)
