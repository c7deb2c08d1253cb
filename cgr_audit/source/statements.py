"""What a piece of text does as code, told by the parser of record, without an interpreter's help."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import libcst

from cgr_audit.source.concrete import concrete_tree
from cgr_audit.source.scan import nests_too_deeply

__all__ = ["Outline", "outline"]

_WORD = re.compile(r"[^\W\d]\w*")
_WEAK = (
    libcst.Name, libcst.Attribute, libcst.SimpleString, libcst.ConcatenatedString, libcst.Integer, libcst.Float,
    libcst.Imaginary, libcst.Ellipsis, libcst.Tuple, libcst.List, libcst.Dict, libcst.Set, libcst.Comparison,
    libcst.BooleanOperation, libcst.BinaryOperation, libcst.UnaryOperation, libcst.Subscript,
)  # fmt: skip
"""Expressions that prose happens to look like, and that do nothing as statements."""


@dataclass(frozen=True, slots=True)
class Outline:
    """The top level of a piece of code."""

    defines: frozenset[str]
    """Functions and classes."""
    imports: bool
    only_imports: bool
    """Whether it imports, and does nothing else."""
    binds: frozenset[str]
    """Every name that its top-level statements bind by assignment or import; ``*`` for all of a module's."""
    does_something: bool
    """Whether any statement is more than a name, a constant or a comparison."""
    is_string: bool
    """Whether it is a string and nothing else."""
    words: frozenset[str]
    """Every word in it."""


def outline(text: str) -> Outline | None:
    """The outline of a piece of code; nothing if it does not parse."""
    if nests_too_deeply(text):
        return None
    module = concrete_tree(text)
    if module is None or isinstance(module, str):
        return None
    statements = list(_statements(module))
    defines = frozenset(
        statement.name.value for statement in statements if isinstance(statement, libcst.FunctionDef | libcst.ClassDef)
    )
    active = [statement for statement in statements if not _does_nothing(statement)]
    imports = [isinstance(statement, libcst.Import | libcst.ImportFrom) for statement in active]
    return Outline(
        defines,
        any(imports),
        bool(imports) and all(imports),
        frozenset(name for statement in statements for name in _bound(statement)),
        bool(active),
        len(statements) == 1 and _is_string(statements[0]),
        frozenset(_WORD.findall(text)),
    )


def _statements(module: libcst.Module) -> Iterator[libcst.CSTNode]:
    for statement in module.body:
        if isinstance(statement, libcst.SimpleStatementLine):
            yield from statement.body
        else:
            yield statement


def _does_nothing(statement: libcst.CSTNode) -> bool:
    match statement:
        case libcst.Expr(value=value):
            return isinstance(value, _WEAK)
        case libcst.AnnAssign(value=None) | libcst.Pass():
            return True
    return False


def _is_string(statement: libcst.CSTNode) -> bool:
    return isinstance(statement, libcst.Expr) and isinstance(
        statement.value, libcst.SimpleString | libcst.ConcatenatedString
    )


def _bound(statement: libcst.CSTNode) -> Iterator[str]:
    targets: list[libcst.BaseExpression] = []
    match statement:
        case libcst.Assign():
            targets = [assigned.target for assigned in statement.targets]
        case libcst.AnnAssign() | libcst.AugAssign() | libcst.For():
            targets = [statement.target]
        case libcst.Import(names=names) | libcst.ImportFrom(names=names):
            yield from _imported(names)
    for target in targets:
        yield from _names(target)


def _imported(names: Sequence[libcst.ImportAlias] | libcst.ImportStar) -> Iterator[str]:
    if isinstance(names, libcst.ImportStar):
        yield "*"
        return
    for alias in names:
        yield alias.evaluated_alias or alias.evaluated_name.partition(".")[0]


def _names(target: libcst.BaseExpression) -> Iterator[str]:
    match target:
        case libcst.Name(value=value):
            yield value
        case libcst.Tuple(elements=elements) | libcst.List(elements=elements):
            for element in elements:
                yield from _names(element.value)
