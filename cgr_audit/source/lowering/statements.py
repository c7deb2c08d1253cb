"""Blocks and compound statements.

A compound statement ends where its last token ends, be it a semicolon.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

import libcst as cst

from cgr_audit.source.lowering.expressions import lower_expression
from cgr_audit.source.lowering.names import STORE, identifier, with_context
from cgr_audit.source.lowering.operations import lower_argument
from cgr_audit.source.lowering.parameters import lower_parameters, lower_type_parameters
from cgr_audit.source.lowering.patterns import lower_pattern
from cgr_audit.source.lowering.scan import Scan
from cgr_audit.source.lowering.simple_statements import lower_simple_statement
from cgr_audit.source.lowering.syntax import add_field

__all__ = ["lower_block"]


def lower_block(scan: Scan, statements: Iterable[Any]) -> list[ast.stmt]:
    """Lower the statements of a module or an indented block."""
    block: list[ast.stmt] = []
    for statement in statements:
        scan.begin_line()
        if isinstance(statement, cst.SimpleStatementLine):
            _simple_statements(scan, statement.body, block)
        else:
            block.append(_COMPOUND[type(statement)](scan, statement))
    return block


def _simple_statements(scan: Scan, statements: Iterable[Any], block: list[ast.stmt]) -> None:
    for statement in statements:
        block.append(lower_simple_statement(scan, statement))
        scan.take_if(";")


def _suite(scan: Scan, suite: cst.BaseSuite) -> list[ast.stmt]:
    """The colon and what stands after it."""
    scan.take(":")
    if isinstance(suite, cst.IndentedBlock):
        return lower_block(scan, suite.body)
    block: list[ast.stmt] = []
    _simple_statements(scan, suite.body, block)
    return block


def _function(scan: Scan, node: cst.FunctionDef) -> ast.stmt:
    decorators = _decorators(scan, node.decorators)
    start = scan.begin()
    if node.asynchronous is not None:
        scan.take("async")
    scan.take("def")
    scan.take(node.name.value)
    type_parameters = lower_type_parameters(scan, node.type_parameters, lower_expression)
    scan.take("(")
    parameters = lower_parameters(scan, node.params, lower_expression)
    scan.take(")")
    returns = None
    if node.returns is not None:
        scan.take("->")
        returns = lower_expression(scan, node.returns.annotation)
    kind = ast.FunctionDef if node.asynchronous is None else ast.AsyncFunctionDef
    function = kind(
        name=identifier(node.name),
        args=parameters,
        body=_suite(scan, node.body),
        decorator_list=decorators,
        returns=returns,
        type_comment=None,
    )
    return add_field(scan.place(function, start), "type_params", type_parameters)


def _class(scan: Scan, node: cst.ClassDef) -> ast.stmt:
    decorators = _decorators(scan, node.decorators)
    start = scan.take("class")
    scan.take(node.name.value)
    type_parameters = lower_type_parameters(scan, node.type_parameters, lower_expression)
    bases: list[ast.expr] = []
    keywords: list[ast.keyword] = []
    if scan.take_if("("):
        for argument in (*node.bases, *node.keywords):
            lower_argument(scan, argument, bases, keywords, lower_expression)
        scan.take(")")
    class_ = ast.ClassDef(
        name=identifier(node.name),
        bases=bases,
        keywords=keywords,
        body=_suite(scan, node.body),
        decorator_list=decorators,
    )
    return add_field(scan.place(class_, start), "type_params", type_parameters)


def _decorators(scan: Scan, decorators: Iterable[cst.Decorator]) -> list[ast.expr]:
    lowered = []
    for decorator in decorators:
        scan.take("@")
        lowered.append(lower_expression(scan, decorator.decorator))
    return lowered


def _if(scan: Scan, node: cst.If) -> ast.stmt:
    """Lower a chain of ``if`` and ``elif``: each of the latter is the only statement of an ``else``."""
    chain: list[tuple[int, ast.expr, list[ast.stmt]]] = []
    branch: Any = node
    while isinstance(branch, cst.If):
        start = scan.take("elif" if chain else "if")
        test = lower_expression(scan, branch.test)
        chain.append((start, test, _suite(scan, branch.body)))
        branch = branch.orelse
    otherwise = _else(scan, branch)
    for start, test, body in reversed(chain):
        otherwise = [scan.place(ast.If(test=test, body=body, orelse=otherwise), start)]
    return otherwise[0]


def _else(scan: Scan, node: cst.Else | None) -> list[ast.stmt]:
    if node is None:
        return []
    scan.take("else")
    return _suite(scan, node.body)


def _for(scan: Scan, node: cst.For) -> ast.stmt:
    start = scan.begin()
    if node.asynchronous is not None:
        scan.take("async")
    scan.take("for")
    target = with_context(lower_expression(scan, node.target), STORE)
    scan.take("in")
    iterated = lower_expression(scan, node.iter)
    body = _suite(scan, node.body)
    otherwise = _else(scan, node.orelse)
    kind = ast.For if node.asynchronous is None else ast.AsyncFor
    loop = kind(target=target, iter=iterated, body=body, orelse=otherwise, type_comment=None)
    return scan.place(loop, start)


def _while(scan: Scan, node: cst.While) -> ast.stmt:
    start = scan.take("while")
    test = lower_expression(scan, node.test)
    body = _suite(scan, node.body)
    return scan.place(ast.While(test=test, body=body, orelse=_else(scan, node.orelse)), start)


def _with(scan: Scan, node: cst.With) -> ast.stmt:
    start = scan.begin()
    if node.asynchronous is not None:
        scan.take("async")
    scan.take("with")
    parenthesised = isinstance(node.lpar, cst.LeftParen)
    if parenthesised:
        scan.take("(")
    items = [_with_item(scan, item) for item in node.items]
    if parenthesised:
        scan.take(")")
    kind = ast.With if node.asynchronous is None else ast.AsyncWith
    return scan.place(kind(items=items, body=_suite(scan, node.body), type_comment=None), start)


def _with_item(scan: Scan, item: cst.WithItem) -> ast.withitem:
    entered = lower_expression(scan, item.item)
    target = None
    if item.asname is not None:
        scan.take("as")
        target = with_context(lower_expression(scan, item.asname.name), STORE)
    scan.take_if(",")
    return ast.withitem(context_expr=entered, optional_vars=target)


def _try(scan: Scan, node: cst.Try | cst.TryStar) -> ast.stmt:
    start = scan.take("try")
    body = _suite(scan, node.body)
    handlers = [_handler(scan, handler) for handler in node.handlers]
    otherwise = _else(scan, node.orelse)
    final: list[ast.stmt] = []
    if node.finalbody is not None:
        scan.take("finally")
        final = _suite(scan, node.finalbody.body)
    kind = ast.TryStar if isinstance(node, cst.TryStar) else ast.Try
    return scan.place(kind(body=body, handlers=handlers, orelse=otherwise, finalbody=final), start)


def _handler(scan: Scan, node: cst.ExceptHandler | cst.ExceptStarHandler) -> ast.ExceptHandler:
    start = scan.take("except")
    if isinstance(node, cst.ExceptStarHandler):
        scan.take("*")
    caught = None if node.type is None else lower_expression(scan, node.type)
    name = None
    if node.name is not None:
        bound = node.name.name
        assert isinstance(bound, cst.Name)
        scan.take("as")
        scan.take(bound.value)
        name = identifier(bound)
    return scan.place(ast.ExceptHandler(type=caught, name=name, body=_suite(scan, node.body)), start)


def _match(scan: Scan, node: cst.Match) -> ast.stmt:
    start = scan.take("match")
    subject = lower_expression(scan, node.subject)
    scan.take(":")
    cases = [_case(scan, case) for case in node.cases]
    return scan.place(ast.Match(subject=subject, cases=cases), start)


def _case(scan: Scan, case: cst.MatchCase) -> ast.match_case:
    scan.take("case")
    pattern = lower_pattern(scan, case.pattern)
    guard = None
    if case.guard is not None:
        scan.take("if")
        guard = lower_expression(scan, case.guard)
    return ast.match_case(pattern=pattern, guard=guard, body=_suite(scan, case.body))


_COMPOUND: Final[Mapping[type, Callable[[Scan, Any], ast.stmt]]] = {
    cst.FunctionDef: _function,
    cst.ClassDef: _class,
    cst.If: _if,
    cst.For: _for,
    cst.While: _while,
    cst.With: _with,
    cst.Try: _try,
    cst.TryStar: _try,
    cst.Match: _match,
}
