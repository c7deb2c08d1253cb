"""Parameters: those of functions and lambdas, and type parameters."""

from __future__ import annotations

import ast

import libcst as cst

from cgr_audit.source.lowering import syntax
from cgr_audit.source.lowering.names import LOAD, identifier
from cgr_audit.source.lowering.scan import LowerExpression, Scan

__all__ = ["lower_parameters", "lower_type_parameters"]


def lower_parameters(scan: Scan, parameters: cst.Parameters, lower: LowerExpression) -> ast.arguments:
    """Lower what stands between the parentheses of a function or before the colon of a lambda."""
    defaults: list[ast.expr] = []
    positional_only = [_positional(scan, parameter, defaults, lower) for parameter in parameters.posonly_params]
    if positional_only:
        scan.take("/")
        scan.take_if(",")
    positional = [_positional(scan, parameter, defaults, lower) for parameter in parameters.params]
    star, several, keywords = parameters.star_arg, None, None
    if isinstance(star, cst.Param):
        scan.take("*")
        several, _ = _parameter(scan, star, lower)
    elif isinstance(star, cst.ParamStar):
        scan.take("*")
        scan.take(",")
    keyword_only = [_parameter(scan, parameter, lower) for parameter in parameters.kwonly_params]
    if parameters.star_kwarg is not None:
        scan.take("**")
        keywords, _ = _parameter(scan, parameters.star_kwarg, lower)
    return ast.arguments(
        posonlyargs=positional_only,
        args=positional,
        vararg=several,
        kwonlyargs=[parameter for parameter, _ in keyword_only],
        kw_defaults=[default for _, default in keyword_only],
        kwarg=keywords,
        defaults=defaults,
    )


def lower_type_parameters(scan: Scan, parameters: cst.TypeParameters | None, lower: LowerExpression) -> list[ast.AST]:
    """Lower ``[T: bound = default, *Ts, **P]`` of a function, class or alias."""
    if parameters is None:
        return []
    scan.take("[")
    lowered = [_type_parameter(scan, parameter, lower) for parameter in parameters.params]
    scan.take("]")
    return lowered


def _positional(scan: Scan, parameter: cst.Param, defaults: list[ast.expr], lower: LowerExpression) -> ast.arg:
    lowered, default = _parameter(scan, parameter, lower)
    if default is not None:
        defaults.append(default)
    return lowered


def _parameter(scan: Scan, parameter: cst.Param, lower: LowerExpression) -> tuple[ast.arg, ast.expr | None]:
    start = scan.take(parameter.name.value)
    annotation = None
    if parameter.annotation is not None:
        scan.take(":")
        annotation = lower(scan, parameter.annotation.annotation)
    lowered = scan.place(ast.arg(arg=identifier(parameter.name), annotation=annotation), start)
    default = None
    if parameter.default is not None:
        scan.take("=")
        default = lower(scan, parameter.default)
    scan.take_if(",")
    return lowered, default


def _type_parameter(scan: Scan, parameter: cst.TypeParam, lower: LowerExpression) -> ast.AST:
    start = scan.begin()
    declared = parameter.param
    lowered: ast.AST
    if isinstance(declared, cst.TypeVar):
        scan.take(declared.name.value)
        bound = None
        if declared.bound is not None:
            scan.take(":")
            bound = lower(scan, declared.bound)
        lowered = syntax.TypeVar(name=identifier(declared.name), bound=bound)
    else:
        variadic = isinstance(declared, cst.TypeVarTuple)
        scan.take("*" if variadic else "**")
        scan.take(declared.name.value)
        lowered = (syntax.TypeVarTuple if variadic else syntax.ParamSpec)(name=identifier(declared.name))
    default = None
    if parameter.default is not None:
        scan.take("=")
        default = _default(scan, parameter, parameter.default, lower)
    scan.place(lowered, start)
    scan.take_if(",")
    return syntax.add_field(lowered, "default_value", default)


def _default(scan: Scan, parameter: cst.TypeParam, default: cst.BaseExpression, lower: LowerExpression) -> ast.expr:
    if not parameter.star:
        return lower(scan, default)
    start = scan.take("*")
    return scan.place(ast.Starred(value=lower(scan, default), ctx=LOAD), start)
