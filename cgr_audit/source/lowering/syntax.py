"""Node classes that the host's ``ast`` may lack, under the names and with the fields of CPython 3.14.

Where the host has the class, it is the host's. Where it lacks the class, one of the same name, ``_fields``
and kind (``expr``, ``stmt``) stands in, so that whoever goes by class name and ``_fields`` sees no
difference; ``compile`` takes no tree that holds one. Where only a *field* is missing (``type_params`` of
functions and classes before 3.12, ``default_value`` of type parameters before 3.13), the node stays the
host's and the field is added to that one node's ``_fields``: its type is then still the one that every
``isinstance`` and dispatch table knows.
"""

from __future__ import annotations

import ast
import sys
from typing import Any
from typing import TypeVar as Variable

__all__ = [
    "Interpolation",
    "ParamSpec",
    "TemplateStr",
    "TypeAlias",
    "TypeVar",
    "TypeVarTuple",
    "add_field",
    "type_param",
]

Node = Variable("Node", bound=ast.AST)

if sys.version_info >= (3, 12):
    from ast import ParamSpec, TypeAlias, TypeVar, TypeVarTuple

    type_param = ast.type_param
else:

    class type_param(ast.AST):  # noqa: N801  named as in ``ast``
        """Base of the parameters of a generic function, class or alias."""

        _attributes = ("lineno", "col_offset", "end_lineno", "end_col_offset")

        def __init__(self, **fields: object) -> None:
            super().__init__(**fields)

    class TypeVar(type_param):
        """``T: bound = default``."""

        _fields = ("name", "bound", "default_value")
        bound: ast.expr | None = None
        default_value: ast.expr | None = None

    class ParamSpec(type_param):
        """``**P = default``."""

        _fields = ("name", "default_value")
        default_value: ast.expr | None = None

    class TypeVarTuple(type_param):
        """``*Ts = default``."""

        _fields = ("name", "default_value")
        default_value: ast.expr | None = None

    class TypeAlias(ast.stmt):
        """``type X[T] = value``."""

        _fields = ("name", "type_params", "value")
        name: ast.Name
        value: ast.expr

        def __init__(self, **fields: Any) -> None:
            super().__init__(**fields)


if sys.version_info >= (3, 14):
    from ast import Interpolation, TemplateStr
else:

    class TemplateStr(ast.expr):
        """``t"..."``: constants and interpolations."""

        _fields = ("values",)

        def __init__(self, **fields: Any) -> None:
            super().__init__(**fields)

    class Interpolation(ast.expr):
        """``{value!conversion:format_spec}`` in a t-string; ``str`` is the text of the value."""

        _fields = ("value", "str", "conversion", "format_spec")
        format_spec: ast.expr | None = None

        def __init__(self, **fields: Any) -> None:
            super().__init__(**fields)


def add_field(node: Node, name: str, value: object) -> Node:
    """Set a field that newer versions have; where the host's class lacks it, a node that uses it gets it."""
    setattr(node, name, value)
    if value and name not in node._fields:
        node._fields = (*node._fields, name)  # type: ignore[misc]
    return node
