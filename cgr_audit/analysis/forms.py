"""What kind of value an expression says that it gives, by itself."""

from __future__ import annotations

import ast
from dataclasses import dataclass

__all__ = ["KIND_OF_CALL", "TEXT_METHODS", "Form", "plain_form", "written_value"]

TEXT_METHODS = frozenset({
    "capitalize", "format", "join", "lower", "lstrip", "removeprefix", "removesuffix", "replace", "rstrip", "strip",
    "title", "upper", "zfill",
})  # fmt: skip
_TYPES = {
    "text": ("builtins.str", "builtins.repr", "builtins.chr", "builtins.input", "json.dumps"),
    "a number": ("builtins.int", "builtins.float", "builtins.len"),
    "a boolean": ("builtins.bool", "builtins.isinstance", "builtins.any", "builtins.all"),
    "a dictionary": (
        "builtins.dict", "builtins.vars", "collections.Counter", "collections.OrderedDict", "collections.defaultdict",
        "dataclasses.asdict",
    ),
    "a set": ("builtins.set", "builtins.frozenset"),
    "None": ("builtins.print",),
}  # fmt: skip
KIND_OF_CALL = {name: kind for kind, names in _TYPES.items() for name in names}
"""What calling a function of the library gives."""


@dataclass(frozen=True, slots=True)
class Form:
    """One kind of value that an expression may give."""

    node: ast.expr
    """The expression that gives it, where the choice between kinds is made."""
    kind: str
    """``a dictionary``, ``text``, ``None``, ...; empty for a sequence, and for what is not known."""
    length: int | None = None
    """How many elements, for a sequence whose length is certain."""
    elements: tuple[ast.expr, ...] = ()
    """The elements, in the same case."""
    through: tuple[ast.AST, ...] = ()
    """The assignments and returns that lead from the expression to the value."""


def plain_form(expression: ast.expr) -> Form:
    """What an expression says of itself; nothing for names, calls, sequences and the like."""
    match expression:
        case ast.Constant(value=value):
            return Form(expression, _constant(value))
        case ast.Dict() | ast.DictComp():
            return Form(expression, "a dictionary")
        case ast.Set() | ast.SetComp():
            return Form(expression, "a set")
        case ast.JoinedStr() | ast.BinOp(left=ast.JoinedStr() | ast.Constant(value=str()), op=ast.Add() | ast.Mod()):
            return Form(expression, "text")
        case ast.Compare() | ast.UnaryOp(op=ast.Not()):
            return Form(expression, "a boolean")
        case ast.GeneratorExp():
            return Form(expression, "a generator")
        case ast.Lambda():
            return Form(expression, "a function")
    return Form(expression, "")


def written_value(expression: ast.AST, key: str) -> ast.expr | None:
    """The expression under a key of a dictionary that is written down: the last one, which is the one that stays."""
    match expression:
        case ast.Dict(keys=keys, values=values):
            pairs = list(zip(keys, values, strict=True))
        case ast.Call(func=ast.Name(id="dict"), keywords=given):
            pairs = [(ast.Constant(one.arg) if one.arg is not None else None, one.value) for one in given]
        case _:
            return None
    for name, value in reversed(pairs):
        if not isinstance(name, ast.Constant):
            return None  # whatever this puts there comes later
        if name.value == key:
            return value
    return None


def _constant(value: object) -> str:
    match value:
        case None:
            return "None"
        case bool():
            return "a boolean"
        case str():
            return "text"
        case bytes():
            return "bytes"
        case int() | float() | complex():
            return "a number"
        case _:
            return "..."
