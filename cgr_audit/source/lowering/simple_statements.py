"""Statements without a block."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

import libcst as cst

from cgr_audit.source.lowering import operators, syntax
from cgr_audit.source.lowering.expressions import lower_expression
from cgr_audit.source.lowering.names import DELETE, STORE, identifier, with_context
from cgr_audit.source.lowering.parameters import lower_type_parameters
from cgr_audit.source.lowering.scan import Scan

__all__ = ["lower_simple_statement"]


def lower_simple_statement(scan: Scan, node: cst.BaseSmallStatement) -> ast.stmt:
    """Lower one statement; the semicolon after it is left to the caller."""
    start = scan.begin()
    lower = _SIMPLE.get(type(node))
    if lower is None:
        raise scan.error(start, f"{type(node).__name__} is not read")
    return scan.place(lower(scan, node), start)


def _expression(scan: Scan, node: cst.Expr) -> ast.stmt:
    return ast.Expr(value=lower_expression(scan, node.value))


def _assignment(scan: Scan, node: cst.Assign) -> ast.stmt:
    targets = []
    for target in node.targets:
        targets.append(with_context(lower_expression(scan, target.target), STORE))
        scan.take("=")
    return ast.Assign(targets=targets, value=lower_expression(scan, node.value), type_comment=None)


def _annotated_assignment(scan: Scan, node: cst.AnnAssign) -> ast.stmt:
    target: Any = with_context(lower_expression(scan, node.target), STORE)
    scan.take(":")
    annotation = lower_expression(scan, node.annotation.annotation)
    value = None
    if node.value is not None:
        scan.take("=")
        value = lower_expression(scan, node.value)
    simple = int(isinstance(node.target, cst.Name) and not node.target.lpar)
    return ast.AnnAssign(target=target, annotation=annotation, value=value, simple=simple)


def _augmented_assignment(scan: Scan, node: cst.AugAssign) -> ast.stmt:
    target: Any = with_context(lower_expression(scan, node.target), STORE)
    operator, token = operators.AUGMENTED[type(node.operator)]
    scan.take(token)
    return ast.AugAssign(target=target, op=operator(), value=lower_expression(scan, node.value))


def _delete(scan: Scan, node: cst.Del) -> ast.stmt:
    scan.take("del")
    several = isinstance(node.target, cst.Tuple) and not node.target.lpar
    target = with_context(lower_expression(scan, node.target), DELETE)
    return ast.Delete(targets=target.elts if several and isinstance(target, ast.Tuple) else [target])


def _return(scan: Scan, node: cst.Return) -> ast.stmt:
    scan.take("return")
    return ast.Return(value=None if node.value is None else lower_expression(scan, node.value))


def _raise(scan: Scan, node: cst.Raise) -> ast.stmt:
    scan.take("raise")
    raised = None if node.exc is None else lower_expression(scan, node.exc)
    cause = None
    if node.cause is not None:
        scan.take("from")
        cause = lower_expression(scan, node.cause.item)
    return ast.Raise(exc=raised, cause=cause)


def _assert(scan: Scan, node: cst.Assert) -> ast.stmt:
    scan.take("assert")
    test = lower_expression(scan, node.test)
    message = None
    if node.msg is not None:
        scan.take(",")
        message = lower_expression(scan, node.msg)
    return ast.Assert(test=test, msg=message)


def _pass(scan: Scan, _node: cst.Pass) -> ast.stmt:
    scan.take("pass")
    return ast.Pass()


def _break(scan: Scan, _node: cst.Break) -> ast.stmt:
    scan.take("break")
    return ast.Break()


def _continue(scan: Scan, _node: cst.Continue) -> ast.stmt:
    scan.take("continue")
    return ast.Continue()


def _global(scan: Scan, node: cst.Global) -> ast.stmt:
    scan.take("global")
    return ast.Global(names=_names(scan, node.names))


def _nonlocal(scan: Scan, node: cst.Nonlocal) -> ast.stmt:
    scan.take("nonlocal")
    return ast.Nonlocal(names=_names(scan, node.names))


def _names(scan: Scan, items: Sequence[cst.NameItem]) -> list[str]:
    names = []
    for item in items:
        scan.take(item.name.value)
        names.append(identifier(item.name))
        scan.take_if(",")
    return names


def _import(scan: Scan, node: cst.Import) -> ast.stmt:
    scan.take("import")
    return ast.Import(names=[_alias(scan, name) for name in node.names])


def _import_from(scan: Scan, node: cst.ImportFrom) -> ast.stmt:
    scan.take("from")
    for _ in node.relative:
        scan.take(".")
    module = None if node.module is None else _dotted_name(scan, node.module)
    scan.take("import")
    if isinstance(node.names, cst.ImportStar):
        start = scan.take("*")
        names = [scan.place(ast.alias(name="*", asname=None), start)]
    else:
        parenthesised = node.lpar is not None
        if parenthesised:
            scan.take("(")
        names = [_alias(scan, name) for name in node.names]
        if parenthesised:
            scan.take(")")
    return ast.ImportFrom(module=module, names=names, level=len(node.relative))


def _alias(scan: Scan, node: cst.ImportAlias) -> ast.alias:
    start = scan.begin()
    name = _dotted_name(scan, node.name)
    bound = None
    if node.asname is not None:
        assert isinstance(node.asname.name, cst.Name)
        scan.take("as")
        scan.take(node.asname.name.value)
        bound = identifier(node.asname.name)
    alias = scan.place(ast.alias(name=name, asname=bound), start)
    scan.take_if(",")
    return alias


def _dotted_name(scan: Scan, node: Any) -> str:
    if isinstance(node, cst.Attribute):
        before = _dotted_name(scan, node.value)
        scan.take(".")
        scan.take(node.attr.value)
        return f"{before}.{identifier(node.attr)}"
    scan.take(node.value)
    return identifier(node)


def _type_alias(scan: Scan, node: cst.TypeAlias) -> ast.stmt:
    scan.take("type")
    name: Any = with_context(lower_expression(scan, node.name), STORE)
    parameters: Any = lower_type_parameters(scan, node.type_parameters, lower_expression)
    scan.take("=")
    value = lower_expression(scan, node.value)
    return syntax.TypeAlias(name=name, type_params=parameters, value=value)


_SIMPLE: Final[Mapping[type, Callable[[Scan, Any], ast.stmt]]] = {
    cst.Expr: _expression,
    cst.Assign: _assignment,
    cst.AnnAssign: _annotated_assignment,
    cst.AugAssign: _augmented_assignment,
    cst.Del: _delete,
    cst.Return: _return,
    cst.Raise: _raise,
    cst.Assert: _assert,
    cst.Pass: _pass,
    cst.Break: _break,
    cst.Continue: _continue,
    cst.Global: _global,
    cst.Nonlocal: _nonlocal,
    cst.Import: _import,
    cst.ImportFrom: _import_from,
    cst.TypeAlias: _type_alias,
}
