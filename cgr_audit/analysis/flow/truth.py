"""Tests whose outcome the text decides, given what is known of a few names."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping, Sequence
from itertools import islice

from cgr_audit.analysis.constants import Constants
from cgr_audit.analysis.index import names_in

__all__ = ["Known", "constant_range", "decided", "is_complement", "known_before", "known_truth"]

Known = Mapping[str, object]
"""Names whose value is known. Of a container only its length is: it is a tuple of so many ellipses."""

_FURTHEST_BACK = 50
"""How many statements before a test are asked what its names hold."""


def decided(test: ast.expr, known: Known, constants: Constants) -> bool | None:
    """Whether a test always gives the same, by being constant or by a flag that is set once.

    Comparing variables that hold constants (``if budget > price``) is computing, and decides nothing here.
    """
    for part in ast.walk(test):
        if isinstance(part, ast.Compare) and not names_in(part) <= known.keys():
            return None
    return known_truth(test, known, constants)


def known_truth(test: ast.expr, known: Known, constants: Constants) -> bool | None:
    """Whether a test holds, where constants and the ``known`` names decide it."""
    match test:
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            inner = known_truth(operand, known, constants)
            return None if inner is None else not inner
        case ast.BoolOp(op=joining, values=values):
            parts = [known_truth(value, known, constants) for value in values]
            deciding = isinstance(joining, ast.Or)
            if deciding in parts:
                return deciding
            return None if None in parts else not deciding
        case ast.Name(id=name) if name in known:
            return bool(known[name])
        case ast.Name() | ast.Attribute() if constants.qualified(test) == "typing.TYPE_CHECKING":
            return False
        case ast.Constant(value=value):
            return bool(value)
        case ast.Name():
            folded = constants.fold(test)
            return bool(folded.value) if folded is not None and isinstance(folded.value, int) else None
        case ast.Compare() if not _reads_elements(test, known):
            folded = constants.fold(test, known)
            return None if folded is None else bool(folded.value)
    return None


def _reads_elements(test: ast.expr, known: Known) -> bool:
    """Whether a test asks more of a container than its length, which alone is known."""
    parts = list(ast.walk(test))
    measured = [part.args for part in parts if isinstance(part, ast.Call) and getattr(part.func, "id", "") == "len"]
    return any(
        isinstance(part, ast.Name) and isinstance(known.get(part.id), tuple) and [part] not in measured
        for part in parts
    )


def constant_range(iterable: ast.expr, constants: Constants) -> range | None:
    """The numbers of a ``range(...)`` whose arguments are known."""
    folded = constants.fold(iterable) if isinstance(iterable, ast.Call) else None
    return folded.value if folded is not None and isinstance(folded.value, range) else None


def is_complement(test: ast.expr, other: ast.expr) -> bool:
    """Whether one test is plainly the negation of the other, and neither calls anything."""
    for one, two in ((test, other), (other, test)):
        if isinstance(two, ast.UnaryOp) and isinstance(two.op, ast.Not):
            calls = any(isinstance(part, ast.Call | ast.Await | ast.NamedExpr) for part in ast.walk(one))
            return not calls and ast.dump(one) == ast.dump(two.operand)
    return False


def known_before(
    test: ast.expr, before: Sequence[Sequence[ast.stmt]], mentions: Callable[[ast.stmt], Mapping[str, bool]]
) -> dict[str, object]:
    """What the names of a test hold when it is first evaluated, as far as the statements before it say.

    Args:
        test: the test.
        before: the statements that certainly ran before it, in blocks from the innermost outwards.
        mentions: the names that a statement mentions, and whether it rebinds them.
    """
    found: dict[str, object] = {}
    for name in names_in(test):
        value = _last_value(name, before, mentions)
        if value is not None:
            found[name] = value[0]
    return found


def _last_value(
    name: str, before: Sequence[Sequence[ast.stmt]], mentions: Callable[[ast.stmt], Mapping[str, bool]]
) -> tuple[object] | None:
    is_mentioned = False
    backwards = (statement for block in before for statement in reversed(block))
    for statement in islice(backwards, _FURTHEST_BACK):
        rebinds = mentions(statement).get(name)
        if rebinds is None:
            continue
        assigned = _assigned_value(statement, name)
        if assigned is not None:
            value = _literal_value(assigned)
            return None if value is not None and isinstance(value[0], tuple) and is_mentioned else value
        if rebinds:
            return None
        is_mentioned = True
    return None


def _assigned_value(statement: ast.stmt, name: str) -> ast.expr | None:
    """The expression that a simple assignment gives a name."""
    match statement:
        case ast.Assign(targets=targets, value=value):
            if any(isinstance(target, ast.Name) and target.id == name for target in targets):
                return value
            if isinstance(value, ast.Tuple) and len(targets) == 1 and isinstance(targets[0], ast.Tuple):
                for target, part in zip(targets[0].elts, value.elts, strict=False):
                    if isinstance(target, ast.Name) and target.id == name:
                        return part
        case ast.AnnAssign(target=ast.Name(id=target_name), value=value) if target_name == name:
            return value
    return None


def _literal_value(node: ast.expr) -> tuple[object] | None:
    match node:
        case ast.Constant(value=value):
            return (value,)
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int(value))):
            return (-value,)
        case ast.List(elts=parts) | ast.Tuple(elts=parts) | ast.Set(elts=parts):
            return None if any(isinstance(part, ast.Starred) for part in parts) else ((...,) * len(parts),)
        case ast.Dict(keys=keys):
            return None if None in keys else ((...,) * len(keys),)
    return None
