"""What a call gives and a function takes, looked through once for all the parameters that are asked for."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import dataclass

__all__ = ["GivenArguments", "TakenArguments"]


@dataclass(frozen=True, slots=True)
class GivenArguments:
    """What a call gives by name."""

    named: Mapping[str, ast.expr]
    is_open: bool
    """Whether it gives more, which a star or two unpack."""

    @classmethod
    def of(cls, call: ast.Call) -> GivenArguments:
        """The arguments of one call."""
        named = {given.arg: given.value for given in reversed(call.keywords) if given.arg is not None}
        is_open = any(given.arg is None for given in call.keywords)
        return cls(named, is_open or any(isinstance(given, ast.Starred) for given in call.args))


@dataclass(frozen=True, slots=True)
class TakenArguments:
    """What a function takes."""

    places: Mapping[ast.arg, int]
    defaults: Mapping[ast.arg, ast.expr]

    @classmethod
    def of(cls, arguments: ast.arguments, *, is_method: bool) -> TakenArguments:
        """The parameters of one function; the first of a method is given by the object."""
        positional = [*arguments.posonlyargs, *arguments.args][is_method:]
        return cls({parameter: place for place, parameter in enumerate(positional)}, _defaults(arguments))


def _defaults(arguments: ast.arguments) -> dict[ast.arg, ast.expr]:
    positional = [*arguments.posonlyargs, *arguments.args]
    with_default = positional[len(positional) - len(arguments.defaults) :]
    named = zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)
    return dict(zip(with_default, arguments.defaults, strict=True)) | {
        parameter: default for parameter, default in named if default is not None
    }
