"""Parameters: those of functions and lambdas, and type parameters."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import Any

import libcst as cst

from cgr_audit.source.lowering import syntax
from cgr_audit.source.lowering.dispatch import lower
from cgr_audit.source.lowering.names import LOAD, identifier
from cgr_audit.source.lowering.scan import Scan

__all__ = ["lower_annotation", "lower_parameters", "lower_type_parameters"]


def lower_parameters(scan: Scan, parameters: cst.Parameters) -> ast.arguments:
    """Lower what stands between the parentheses of a function or before the colon of a lambda."""
    several, keywords = None, None
    positional_only, first_defaults = _parameters(scan, parameters.posonly_params)
    if positional_only:
        scan.take("/")
        scan.take_if(",")
    positional, defaults = _parameters(scan, parameters.params)
    if isinstance(parameters.star_arg, cst.Param):
        scan.take("*")
        several, _ = _parameter(scan, parameters.star_arg)
    elif isinstance(parameters.star_arg, cst.ParamStar):
        scan.take("*")
        scan.take(",")
    keyword_only, keyword_defaults = _parameters(scan, parameters.kwonly_params)
    if parameters.star_kwarg is not None:
        scan.take("**")
        keywords, _ = _parameter(scan, parameters.star_kwarg)
    return ast.arguments(
        posonlyargs=positional_only,
        args=positional,
        vararg=several,
        kwonlyargs=keyword_only,
        kw_defaults=keyword_defaults,
        kwarg=keywords,
        defaults=[default for default in (*first_defaults, *defaults) if default is not None],
    )


def _parameters(scan: Scan, parameters: Sequence[cst.Param]) -> tuple[list[ast.arg], list[ast.expr | None]]:
    """Parameters, and for each its default, if it has one."""
    lowered = [_parameter(scan, parameter) for parameter in parameters]
    return [parameter for parameter, _ in lowered], [default for _, default in lowered]


def _parameter(scan: Scan, parameter: cst.Param) -> tuple[ast.arg, ast.expr | None]:
    name = parameter.name.value
    start = scan.take(name)
    annotation = lower_annotation(scan, parameter.annotation, ":")
    lowered = scan.node(ast.arg, start, arg=identifier(name), annotation=annotation, type_comment=None)
    default = None
    if parameter.default is not None:
        scan.take("=")
        default = lower(scan, parameter.default)
    scan.take_if(",")
    return lowered, default


def lower_annotation(scan: Scan, annotation: cst.Annotation | None, before: str) -> Any:
    """Lower an annotation after a colon or an arrow; nothing if there is none."""
    if annotation is None:
        return None
    scan.take(before)
    return lower(scan, annotation.annotation)


def lower_type_parameters(scan: Scan, parameters: cst.TypeParameters | None) -> list[ast.AST]:
    """Lower ``[T: bound = default, *Ts, **P]`` of a function, class or alias."""
    if parameters is None:
        return []
    scan.take("[")
    lowered = [_type_parameter(scan, parameter) for parameter in parameters.params]
    scan.take("]")
    return lowered


def _type_parameter(scan: Scan, parameter: cst.TypeParam) -> ast.AST:
    start = scan.cursor
    declared = parameter.param
    fields: dict[str, Any] = {"name": identifier(declared.name.value)}
    kind: type[ast.AST] = syntax.TypeVar
    if not isinstance(declared, cst.TypeVar):
        is_tuple = isinstance(declared, cst.TypeVarTuple)
        scan.take("*" if is_tuple else "**")
        kind = syntax.TypeVarTuple if is_tuple else syntax.ParamSpec
    scan.take(declared.name.value)
    if isinstance(declared, cst.TypeVar):
        fields["bound"] = None
        if declared.bound is not None:
            scan.take(":")
            fields["bound"] = lower(scan, declared.bound)
    default = None
    if parameter.default is not None:
        scan.take("=")
        first = scan.take("*") if parameter.star else None
        default = lower(scan, parameter.default)
        if first is not None:
            default = scan.node(ast.Starred, first, value=default, ctx=LOAD)
    lowered = scan.node(kind, start, **fields)
    scan.take_if(",")
    return syntax.add_field(lowered, "default_value", default)
