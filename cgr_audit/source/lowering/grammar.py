"""The grammar of CPython 3.14's ``ast``, written out: which fields of each kind of node may hold nodes.

What a host's own classes say differs from release to release, so nothing that decides a finding asks them.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from cgr_audit.source.lowering import syntax

__all__ = ["NODE_FIELDS", "TOKENS"]

_GRAMMAR: Final = """
Module body
Interactive body
Expression body
FunctionType argtypes returns

FunctionDef args body decorator_list returns type_params
AsyncFunctionDef args body decorator_list returns type_params
ClassDef bases keywords body decorator_list type_params
Return value
Delete targets
Assign targets value
TypeAlias name type_params value
AugAssign target op value
AnnAssign target annotation value
For target iter body orelse
AsyncFor target iter body orelse
While test body orelse
If test body orelse
With items body
AsyncWith items body
Match subject cases
Raise exc cause
Try body handlers orelse finalbody
TryStar body handlers orelse finalbody
Assert test msg
Import names
ImportFrom names
Global
Nonlocal
Expr value
Pass
Break
Continue

BoolOp op values
NamedExpr target value
BinOp left op right
UnaryOp op operand
Lambda args body
IfExp test body orelse
Dict keys values
Set elts
ListComp elt generators
SetComp elt generators
DictComp key value generators
GeneratorExp elt generators
Await value
Yield value
YieldFrom value
Compare left ops comparators
Call func args keywords
FormattedValue value format_spec
Interpolation value format_spec
JoinedStr values
TemplateStr values
Constant
Attribute value
Subscript value slice
Starred value
Name
List elts
Tuple elts
Slice lower upper step

comprehension target iter ifs
ExceptHandler type body
arguments posonlyargs args vararg kwonlyargs kw_defaults kwarg defaults
arg annotation
keyword value
alias
withitem context_expr optional_vars
match_case pattern guard body
MatchValue value
MatchSingleton
MatchSequence patterns
MatchMapping keys patterns
MatchClass cls patterns kwd_patterns
MatchStar
MatchAs pattern
MatchOr patterns
TypeIgnore
TypeVar bound default_value
ParamSpec default_value
TypeVarTuple default_value
"""
"""Kinds and their fields in the order of the grammar; contexts are none that anyone walks."""

_TOKENS: Final = """
And Or Add Sub Mult MatMult Div Mod Pow LShift RShift BitOr BitXor BitAnd FloorDiv Invert Not UAdd USub
Eq NotEq Lt LtE Gt GtE Is IsNot In NotIn Load Store Del
"""


def _kind(name: str) -> type[ast.AST]:
    found: type[ast.AST] = getattr(syntax, name, None) or getattr(ast, name)
    return found


TOKENS: Final = frozenset(map(_kind, _TOKENS.split()))
"""The kinds of nodes without fields: operators and contexts."""

NODE_FIELDS: Final[Mapping[type[ast.AST], tuple[str, ...]]] = MappingProxyType(
    {_kind(kind): tuple(fields) for kind, *fields in map(str.split, filter(None, _GRAMMAR.splitlines()))}
    | dict.fromkeys(map(_kind, _TOKENS.split()), ())
)
"""The fields of every kind of node that may hold nodes."""
