"""Statements without a block."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from typing import Any, Final

import libcst as cst

from cgr_audit.source.lowering import syntax
from cgr_audit.source.lowering.dispatch import handles, lower
from cgr_audit.source.lowering.names import DELETE, identifier, target
from cgr_audit.source.lowering.operators import OPERATORS
from cgr_audit.source.lowering.parameters import lower_annotation, lower_type_parameters
from cgr_audit.source.lowering.scan import Scan

__all__: list[str] = []

_WORDS: Final[Mapping[type, tuple[type[ast.stmt], str]]] = {
    cst.Pass: (ast.Pass, "pass"),
    cst.Break: (ast.Break, "break"),
    cst.Continue: (ast.Continue, "continue"),
    cst.Global: (ast.Global, "global"),
    cst.Nonlocal: (ast.Nonlocal, "nonlocal"),
}


@handles(cst.Expr)
def _expression(scan: Scan, node: cst.Expr) -> ast.stmt:
    return scan.node(ast.Expr, scan.cursor, value=lower(scan, node.value))


@handles(cst.Assign)
def _assignment(scan: Scan, node: cst.Assign) -> ast.stmt:
    start, targets = scan.cursor, []
    for assigned in node.targets:
        targets.append(target(lower(scan, assigned.target)))
        scan.take("=")
    return scan.node(ast.Assign, start, targets=targets, value=lower(scan, node.value), type_comment=None)


@handles(cst.AnnAssign)
def _annotated_assignment(scan: Scan, node: cst.AnnAssign) -> ast.stmt:
    start, assigned = scan.cursor, target(lower(scan, node.target))
    annotation = lower_annotation(scan, node.annotation, ":")
    value = None
    if node.value is not None:
        scan.take("=")
        value = lower(scan, node.value)
    simple = int(isinstance(node.target, cst.Name) and not node.target.lpar)
    return scan.node(ast.AnnAssign, start, target=assigned, annotation=annotation, value=value, simple=simple)


@handles(cst.AugAssign)
def _augmented_assignment(scan: Scan, node: cst.AugAssign) -> ast.stmt:
    start, assigned = scan.cursor, target(lower(scan, node.target))
    operator, token = OPERATORS[type(node.operator)]
    scan.take(token)
    return scan.node(ast.AugAssign, start, target=assigned, op=operator, value=lower(scan, node.value))


@handles(cst.Del)
def _delete(scan: Scan, node: cst.Del) -> ast.stmt:
    start, deleted = scan.take("del"), target(lower(scan, node.target), DELETE)
    is_list = isinstance(node.target, cst.Tuple) and not node.target.lpar
    return scan.node(ast.Delete, start, targets=deleted.elts if is_list else [deleted])


@handles(cst.Return)
def _return(scan: Scan, node: cst.Return) -> ast.stmt:
    start = scan.take("return")
    return scan.node(ast.Return, start, value=None if node.value is None else lower(scan, node.value))


@handles(cst.Raise)
def _raise(scan: Scan, node: cst.Raise) -> ast.stmt:
    start, cause = scan.take("raise"), None
    raised = None if node.exc is None else lower(scan, node.exc)
    if node.cause is not None:
        scan.take("from")
        cause = lower(scan, node.cause.item)
    return scan.node(ast.Raise, start, exc=raised, cause=cause)


@handles(cst.Assert)
def _assert(scan: Scan, node: cst.Assert) -> ast.stmt:
    start, test, message = scan.take("assert"), lower(scan, node.test), None
    if node.msg is not None:
        scan.take(",")
        message = lower(scan, node.msg)
    return scan.node(ast.Assert, start, test=test, msg=message)


@handles(cst.Pass, cst.Break, cst.Continue)
def _word(scan: Scan, node: cst.Pass | cst.Break | cst.Continue) -> ast.stmt:
    kind, word = _WORDS[type(node)]
    return scan.node(kind, scan.take(word))


@handles(cst.Global, cst.Nonlocal)
def _declaration(scan: Scan, node: cst.Global | cst.Nonlocal) -> ast.stmt:
    kind, word = _WORDS[type(node)]
    start, names = scan.take(word), []
    for item in node.names:
        scan.take(item.name.value)
        names.append(identifier(item.name.value))
        scan.take_if(",")
    return scan.node(kind, start, names=names)


@handles(cst.Import)
def _import(scan: Scan, node: cst.Import) -> ast.stmt:
    return scan.node(ast.Import, scan.take("import"), names=[_alias(scan, name) for name in node.names])


@handles(cst.ImportFrom)
def _import_from(scan: Scan, node: cst.ImportFrom) -> ast.stmt:
    start = scan.take("from")
    for _ in node.relative:
        scan.take(".")
    module = None if node.module is None else _dotted_name(scan, node.module)
    scan.take("import")
    if isinstance(node.names, cst.ImportStar):
        names = [scan.node(ast.alias, scan.take("*"), name="*", asname=None)]
    else:
        is_in_parentheses = scan.take_if("(")
        names = [_alias(scan, name) for name in node.names]
        if is_in_parentheses:
            scan.take(")")
    return scan.node(ast.ImportFrom, start, module=module, names=names, level=len(node.relative))


def _alias(scan: Scan, node: cst.ImportAlias) -> ast.alias:
    start, name, bound = scan.cursor, _dotted_name(scan, node.name), None
    if node.asname is not None:
        scan.take("as")
        bound = _dotted_name(scan, node.asname.name)
    alias = scan.node(ast.alias, start, name=name, asname=bound)
    scan.take_if(",")
    return alias


def _dotted_name(scan: Scan, node: Any) -> str:
    before = ""
    if isinstance(node, cst.Attribute):
        before = _dotted_name(scan, node.value) + "."
        scan.take(".")
        node = node.attr
    scan.take(node.value)
    return before + identifier(node.value)


@handles(cst.TypeAlias)
def _type_alias(scan: Scan, node: cst.TypeAlias) -> ast.stmt:
    start, name = scan.take("type"), target(lower(scan, node.name))
    parameters = lower_type_parameters(scan, node.type_parameters)
    scan.take("=")
    return scan.node(syntax.TypeAlias, start, name=name, type_params=parameters, value=lower(scan, node.value))
