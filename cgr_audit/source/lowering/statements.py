"""Blocks and compound statements.

A compound statement ends where its last token ends, be it a semicolon.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable
from typing import Any

import libcst as cst

from cgr_audit.source.lowering.dispatch import HANDLERS, handles, lower
from cgr_audit.source.lowering.expressions import lower_arguments
from cgr_audit.source.lowering.names import identifier, target
from cgr_audit.source.lowering.parameters import lower_annotation, lower_parameters, lower_type_parameters
from cgr_audit.source.lowering.scan import Scan
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
            block.append(HANDLERS[type(statement)](scan, statement))
    return block


def _simple_statements(scan: Scan, statements: Iterable[Any], block: list[ast.stmt]) -> None:
    for statement in statements:
        block.append(HANDLERS[type(statement)](scan, statement))
        scan.take_if(";")


def _suite(scan: Scan, suite: cst.BaseSuite) -> list[ast.stmt]:
    """The colon and what stands after it."""
    scan.take(":")
    if isinstance(suite, cst.IndentedBlock):
        return lower_block(scan, suite.body)
    block: list[ast.stmt] = []
    _simple_statements(scan, suite.body, block)
    return block


def _suite_of(scan: Scan, node: cst.Else | cst.Finally | None, word: str) -> list[ast.stmt]:
    """What stands after ``else`` or ``finally``."""
    if node is None:
        return []
    scan.take(word)
    return _suite(scan, node.body)


def _is_async(scan: Scan, node: cst.FunctionDef | cst.For | cst.With) -> bool:
    if node.asynchronous is None:
        return False
    scan.take("async")
    return True


@handles(cst.FunctionDef)
def _function(scan: Scan, node: cst.FunctionDef) -> ast.stmt:
    decorators = _decorators(scan, node.decorators)
    start = scan.cursor
    kind = ast.AsyncFunctionDef if _is_async(scan, node) else ast.FunctionDef
    scan.take("def")
    scan.take(node.name.value)
    type_parameters = lower_type_parameters(scan, node.type_parameters)
    scan.take("(")
    parameters = lower_parameters(scan, node.params)
    scan.take(")")
    function = scan.node(
        kind,
        start,
        name=identifier(node.name.value),
        args=parameters,
        returns=lower_annotation(scan, node.returns, "->"),
        body=_suite(scan, node.body),
        decorator_list=decorators,
        type_comment=None,
    )
    return add_field(function, "type_params", type_parameters)


@handles(cst.ClassDef)
def _class(scan: Scan, node: cst.ClassDef) -> ast.stmt:
    decorators = _decorators(scan, node.decorators)
    start = scan.take("class")
    scan.take(node.name.value)
    type_parameters = lower_type_parameters(scan, node.type_parameters)
    bases: list[ast.expr] = []
    keywords: list[ast.keyword] = []
    if scan.take_if("("):
        bases, keywords = lower_arguments(scan, (*node.bases, *node.keywords))
        scan.take(")")
    class_ = scan.node(
        ast.ClassDef,
        start,
        name=identifier(node.name.value),
        bases=bases,
        keywords=keywords,
        body=_suite(scan, node.body),
        decorator_list=decorators,
    )
    return add_field(class_, "type_params", type_parameters)


def _decorators(scan: Scan, decorators: Iterable[cst.Decorator]) -> list[ast.expr]:
    lowered = []
    for decorator in decorators:
        scan.take("@")
        lowered.append(lower(scan, decorator.decorator))
    return lowered


@handles(cst.If)
def _if(scan: Scan, node: cst.If) -> ast.stmt:
    """``if`` with every ``elif``: each of the latter is the only statement of an ``else``."""
    chain: list[tuple[int, ast.expr, list[ast.stmt]]] = []
    branch: Any = node
    while isinstance(branch, cst.If):
        start = scan.take("elif" if chain else "if")
        test = lower(scan, branch.test)
        chain.append((start, test, _suite(scan, branch.body)))
        branch = branch.orelse
    otherwise = _suite_of(scan, branch, "else")
    for start, test, body in reversed(chain):
        otherwise = [scan.node(ast.If, start, test=test, body=body, orelse=otherwise)]
    return otherwise[0]


@handles(cst.For)
def _for(scan: Scan, node: cst.For) -> ast.stmt:
    start = scan.cursor
    kind = ast.AsyncFor if _is_async(scan, node) else ast.For
    scan.take("for")
    bound = target(lower(scan, node.target))
    scan.take("in")
    iterated = lower(scan, node.iter)
    body = _suite(scan, node.body)
    otherwise = _suite_of(scan, node.orelse, "else")
    return scan.node(kind, start, target=bound, iter=iterated, body=body, orelse=otherwise, type_comment=None)


@handles(cst.While)
def _while(scan: Scan, node: cst.While) -> ast.stmt:
    start = scan.take("while")
    test, body = lower(scan, node.test), _suite(scan, node.body)
    return scan.node(ast.While, start, test=test, body=body, orelse=_suite_of(scan, node.orelse, "else"))


@handles(cst.With)
def _with(scan: Scan, node: cst.With) -> ast.stmt:
    start = scan.cursor
    kind = ast.AsyncWith if _is_async(scan, node) else ast.With
    scan.take("with")
    is_in_parentheses = isinstance(node.lpar, cst.LeftParen)
    if is_in_parentheses:
        scan.take("(")
    items = [_with_item(scan, item) for item in node.items]
    if is_in_parentheses:
        scan.take(")")
    return scan.node(kind, start, items=items, body=_suite(scan, node.body), type_comment=None)


def _with_item(scan: Scan, item: cst.WithItem) -> ast.withitem:
    entered, bound = lower(scan, item.item), None
    if item.asname is not None:
        scan.take("as")
        bound = target(lower(scan, item.asname.name))
    scan.take_if(",")
    return ast.withitem(context_expr=entered, optional_vars=bound)


@handles(cst.Try, cst.TryStar)
def _try(scan: Scan, node: cst.Try | cst.TryStar) -> ast.stmt:
    start = scan.take("try")
    return scan.node(
        ast.TryStar if isinstance(node, cst.TryStar) else ast.Try,
        start,
        body=_suite(scan, node.body),
        handlers=[_handler(scan, handler) for handler in node.handlers],
        orelse=_suite_of(scan, node.orelse, "else"),
        finalbody=_suite_of(scan, node.finalbody, "finally"),
    )


def _handler(scan: Scan, node: cst.ExceptHandler | cst.ExceptStarHandler) -> ast.ExceptHandler:
    start, name = scan.take("except"), None
    if isinstance(node, cst.ExceptStarHandler):
        scan.take("*")
    caught = None if node.type is None else lower(scan, node.type)
    if node.name is not None:
        scan.take("as")
        name = lower(scan, node.name.name).id
    return scan.node(ast.ExceptHandler, start, type=caught, name=name, body=_suite(scan, node.body))


@handles(cst.Match)
def _match(scan: Scan, node: cst.Match) -> ast.stmt:
    start, subject = scan.take("match"), lower(scan, node.subject)
    scan.take(":")
    return scan.node(ast.Match, start, subject=subject, cases=[_case(scan, case) for case in node.cases])


def _case(scan: Scan, case: cst.MatchCase) -> ast.match_case:
    scan.take("case")
    pattern, guard = lower(scan, case.pattern), None
    if case.guard is not None:
        scan.take("if")
        guard = lower(scan, case.guard)
    return ast.match_case(pattern=pattern, guard=guard, body=_suite(scan, case.body))
