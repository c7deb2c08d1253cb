"""How the library is declared: what a function takes, and what it does with that."""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from cgr_audit.analysis.interpreter.arguments import Arguments
from cgr_audit.analysis.interpreter.interpreter import Frame, Interpreter
from cgr_audit.analysis.interpreter.state import State
from cgr_audit.analysis.interpreter.values import Value

__all__ = ["Declaration", "Model", "gone_through", "parameters_take", "steering"]

Model = Callable[[Interpreter, Arguments, ast.AST, Frame, State], Value | None]
"""What a call gives and does; nothing if it only computes its result from what it is given."""


@dataclass(frozen=True, slots=True)
class Declaration:
    """A function outside the program that is modelled."""

    parameters: str
    """What its model understands, as Python writes parameters."""
    model: Model

    def takes(self, given: Arguments) -> bool:
        """Whether a call passes nothing but what the model understands."""
        return parameters_take(self.parameters, given)


def parameters_take(parameters: str, given: Arguments) -> bool:
    """Whether these parameters take the arguments of a call."""
    declared = _parameters(parameters)
    most = len(declared.posonlyargs) + len(declared.args)
    names = {parameter.arg for parameter in (*declared.args, *declared.kwonlyargs)}
    required = most - len(declared.defaults)
    have = len(given.positional) + len(given.named.keys() & names)
    return (
        (declared.vararg is not None or (len(given.positional) <= most and not given.star))
        and (declared.kwarg is not None or (given.named.keys() <= names and not given.double_star))
        and (have >= required or bool(given.star or given.double_star))
    )  # fmt: skip


_GONE_THROUGH = frozenset(("data", "iterable", "iterables", "mapping", "maps", "other", "others", "values"))
"""What declarations call the parameters whose elements are drawn."""


_STEERING = frozenset(("maxlen", "n", "r", "repeat", "reverse", "start", "step", "stop", "stop_2", "times"))
"""What declarations call the parameters that say how many elements there are, and in which order."""


def gone_through(parameters: str, given: Arguments) -> list[int | str]:
    """The places and names of the arguments of which a function draws the elements."""
    return [place for place, name in _placed(parameters, given) if name in _GONE_THROUGH]


def steering(parameters: str, given: Arguments) -> list[Value]:
    """The arguments that say how many elements a function gives, and in which order."""
    chosen = [place for place, name in _placed(parameters, given) if name in _STEERING]
    return [given.positional[place] if isinstance(place, int) else given.named[place] for place in chosen]


def _placed(parameters: str, given: Arguments) -> list[tuple[int | str, str]]:
    """The places and names of arguments with the parameters that take them."""
    declared = _parameters(parameters)
    names = [parameter.arg for parameter in (*declared.posonlyargs, *declared.args)]
    rest = declared.vararg.arg if declared.vararg is not None else ""
    names += [rest] * (len(given.positional) - len(names))
    return [*enumerate(names[: len(given.positional)]), *((name, name) for name in given.named)]


@cache
def _parameters(text: str) -> ast.arguments:
    function = ast.parse(f"lambda {text}: 0", mode="eval").body
    assert isinstance(function, ast.Lambda)
    return function.args
