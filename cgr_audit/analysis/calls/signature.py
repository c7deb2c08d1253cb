"""Signatures of callables, and what is wrong with the arguments of a call."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

__all__ = ["Signature", "wrong_arguments"]


@dataclass(frozen=True, slots=True)
class Signature:
    """The parameters of a callable."""

    positional: tuple[str, ...]
    """Those that can be given by position, in order; of a bound method without the first."""
    named: frozenset[str]
    """Those that can be given by name."""
    required: tuple[str, ...]
    """Those without a default, in order."""
    takes_more: bool = False
    """Whether it takes any number of further positional arguments."""
    takes_names: bool = False
    """Whether it takes any name."""

    @classmethod
    def of(cls, parameters: ast.arguments, *, is_bound: bool = False) -> Signature:
        """The signature of a parameter list, of a bound method without the first."""
        by_position = [*parameters.posonlyargs, *parameters.args]
        if is_bound and not by_position:
            return cls.of(parameters) if parameters.vararg is not None else cls((), frozenset(), ("self",))
        needed = len(by_position) - len(parameters.defaults)
        by_name = [*parameters.args, *parameters.kwonlyargs]
        first = by_position[0] if is_bound else None
        required = [part for part in by_position[:needed] if part is not first]
        required += [
            part for part, default in zip(parameters.kwonlyargs, parameters.kw_defaults, strict=True) if default is None
        ]
        return cls(
            tuple(part.arg for part in by_position if part is not first),
            frozenset(part.arg for part in by_name if part is not first),
            tuple(part.arg for part in required),
            parameters.vararg is not None,
            parameters.kwarg is not None,
        )


def wrong_arguments(
    call: ast.Call, given: Sequence[ast.expr], keywords: Sequence[ast.keyword], signature: Signature
) -> Iterator[tuple[ast.AST, str]]:
    """What is certainly wrong with the arguments of a call, each at its place.

    ``given`` and ``keywords`` may include arguments that a ``partial`` adds; starred ones may hold anything.
    """
    is_open = any(isinstance(argument, ast.Starred) for argument in given)
    plain = [argument for argument in given if not isinstance(argument, ast.Starred)]
    if not signature.takes_more:
        for argument in plain[len(signature.positional) :]:
            yield _own(call, argument), "too many arguments"
    met = set() if is_open else set(signature.positional[: len(plain)])
    for keyword in keywords:
        if keyword.arg is None:
            continue
        if keyword.arg not in signature.named:
            if not signature.takes_names:
                yield _own(call, keyword), f"unexpected keyword argument {keyword.arg!r}"
        elif keyword.arg in met:
            yield _own(call, keyword), f"argument {keyword.arg!r} is given twice"
        else:
            met.add(keyword.arg)
    is_open_by_name = any(keyword.arg is None for keyword in keywords)
    missing = [
        name
        for name in signature.required
        if name not in met
        and not (is_open and name in signature.positional)
        and not (is_open_by_name and name in signature.named)
    ]
    if missing:
        yield call, f"missing {'argument' if len(missing) == 1 else 'arguments'} {' and '.join(map(repr, missing))}"


def _own(call: ast.Call, argument: ast.expr | ast.keyword) -> ast.AST:
    """The argument where it stands in the call itself; the call where a ``partial`` gave it."""
    return argument if argument in call.args or argument in call.keywords else call
