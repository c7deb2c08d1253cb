"""What kind of value an instance of a class of the program is."""

from __future__ import annotations

import ast

from cgr_audit.analysis.forms import Form
from cgr_audit.analysis.scopes import Scopes

__all__ = ["count_of_fields", "instance_form"]

_ITERATION = frozenset({"__getitem__", "__iter__"})


def instance_form(call: ast.Call, definition: ast.ClassDef, scopes: Scopes) -> Form | None:
    """What an instance of a class of the program is: a named tuple, or an object; nothing if it may be either."""
    bases = {scopes.qualified_name(base) for base in definition.bases}
    if bases == {"typing.NamedTuple"}:
        return Form(call, "", sum(isinstance(part, ast.AnnAssign) for part in definition.body))
    methods = {part.name for part in definition.body if isinstance(part, ast.FunctionDef)}
    is_open = definition.bases or definition.keywords or methods & (_ITERATION | {"__new__"})
    known = {"dataclasses.dataclass"}
    decorators = [part.func if isinstance(part, ast.Call) else part for part in definition.decorator_list]
    if is_open or not {scopes.qualified_name(part) for part in decorators} <= known:
        return None
    return Form(call, "a dataclass instance" if decorators else "an object", through=(definition,))


def count_of_fields(fields: ast.expr) -> int | None:
    """How many names the second argument of ``namedtuple`` holds."""
    match fields:
        case ast.Constant(value=str(names)):
            return len(names.replace(",", " ").split())
        case ast.List(elts=names) | ast.Tuple(elts=names):
            return len(names)
    return None
