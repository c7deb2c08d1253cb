"""Which constructs a program is made of: the tags by which results are broken down."""

from __future__ import annotations

import ast
from enum import StrEnum

from cgr_audit.analysis.index import Index

__all__ = ["Construct", "find_constructs"]

_LOOPS = (ast.For, ast.AsyncFor, ast.While)
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
_SCOPES = (*_FUNCTIONS, ast.Lambda, ast.ClassDef)


class Construct(StrEnum):
    """One tag."""

    FOR = "for"
    WHILE = "while"
    IF = "if"
    TRY = "try"
    SWITCH = "switch"
    """``match``."""
    NESTED_LOOP = "nested_loop"
    NESTED_IF = "nested_if"
    """An ``if`` inside another's branch; ``elif`` is none."""
    COMPREHENSION = "comprehension"
    CONDITIONAL_EXPRESSION = "conditional_expression"
    WITH = "with"
    LAMBDA = "lambda"
    RECURSION = "recursion"
    """A function that calls itself by its name."""
    GENERATOR = "generator"
    ASYNC = "async"
    CLASS = "class"
    NESTED_FUNCTION = "nested_function"
    BASIC = "basic"
    """None of ``for``, ``while``, ``if``, ``try`` and ``switch``."""


_KINDS: tuple[tuple[Construct, tuple[type[ast.AST], ...]], ...] = (
    (Construct.FOR, (ast.For, ast.AsyncFor)),
    (Construct.WHILE, (ast.While,)),
    (Construct.IF, (ast.If,)),
    (Construct.TRY, (ast.Try, ast.TryStar)),
    (Construct.SWITCH, (ast.Match,)),
    (Construct.COMPREHENSION, (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)),
    (Construct.CONDITIONAL_EXPRESSION, (ast.IfExp,)),
    (Construct.WITH, (ast.With, ast.AsyncWith)),
    (Construct.LAMBDA, (ast.Lambda,)),
    (Construct.GENERATOR, (ast.Yield, ast.YieldFrom)),
    (Construct.ASYNC, (ast.AsyncFunctionDef,)),
    (Construct.CLASS, (ast.ClassDef,)),
)
_NOT_BASIC = frozenset({Construct.FOR, Construct.WHILE, Construct.IF, Construct.TRY, Construct.SWITCH})


def find_constructs(index: Index) -> frozenset[Construct]:
    """The tags of a program."""
    found = {tag for tag, kinds in _KINDS if any(True for _ in index.of(*kinds))}
    if any(_is_nested_loop(index, loop) for loop in index.of(*_LOOPS)):
        found.add(Construct.NESTED_LOOP)
    if any(_is_nested_if(index, branch) for branch in index.of(ast.If)):
        found.add(Construct.NESTED_IF)
    functions = list(index.of(*_FUNCTIONS))
    if any(isinstance(index.enclosing_function(function), _FUNCTIONS) for function in functions):
        found.add(Construct.NESTED_FUNCTION)
    if any(_calls_itself(index, call) for call in index.of(ast.Call)):
        found.add(Construct.RECURSION)
    return frozenset(found if found & _NOT_BASIC else found | {Construct.BASIC})


def _is_nested_loop(index: Index, loop: ast.AST) -> bool:
    for parent in index.ancestors(loop):
        if isinstance(parent, _LOOPS):
            return True
        if isinstance(parent, _SCOPES):
            return False
    return False


def _is_nested_if(index: Index, branch: ast.If) -> bool:
    child: ast.AST = branch
    for parent in index.ancestors(branch):
        if isinstance(parent, ast.If) and not (parent.orelse == [child] and _is_elif(parent, child)):
            return True
        if isinstance(parent, _SCOPES):
            return False
        child = parent
    return False


def _is_elif(parent: ast.If, child: ast.AST) -> bool:
    """``elif`` stands in its parent's column; an ``if`` below ``else:`` does not."""
    return isinstance(child, ast.If) and child.col_offset == parent.col_offset


def _calls_itself(index: Index, call: ast.Call) -> bool:
    name = call.func.id if isinstance(call.func, ast.Name) else None
    if isinstance(call.func, ast.Attribute) and isinstance(call.func.value, ast.Name) and call.func.value.id == "self":
        name = call.func.attr
    return name is not None and any(
        isinstance(parent, _FUNCTIONS) and parent.name == name for parent in index.ancestors(call)
    )
