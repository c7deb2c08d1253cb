"""Putting records in the place of assertions, so that no claim is there for a program to read."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import dataclass, replace

from cgr_audit.scorecards.running.split_assertions import Claim, EvaluatedInside, split_claim
from cgr_audit.scorecards.running.trusted_names import TrustedNames

__all__ = ["RECORD", "Assertion", "Place", "Rewriting"]

RECORD = "__record__"
"""The function that tests call in the place of an assertion."""
_CATCHING = frozenset({"AssertionError", "Exception", "BaseException"})


@dataclass(frozen=True, slots=True)
class Assertion:
    """One assertion of the tests."""

    line: int
    text: str
    """As Python writes it."""
    claim: ast.expr
    """What has to be true, on the values of the parts that are asked of the program."""
    asked: int
    """How many parts are asked."""
    is_certain: bool
    """Whether the tests cannot end without reaching it."""
    is_inside: bool = False
    """Whether the program's own instance decides it."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a statement stands."""

    is_certain: bool
    """Whether it is run unless something is raised."""
    is_caught: bool = False
    """Whether a failed assertion would be caught."""
    is_module: bool = True


class Rewriting:
    """Puts records in the place of assertions."""

    def __init__(
        self, trusted: TrustedNames, inside: frozenset[int], called: frozenset[str], fine: frozenset[int]
    ) -> None:
        """Begin with no assertion.

        Args:
            trusted: names that mean the same without the program.
            inside: numbers of assertions that the program's own instance is to decide.
            called: functions that the tests call for certain.
            fine: numbers of assertions that ask for what builtins show of an object.
        """
        self.trusted = trusted
        self.assertions: list[Assertion] = []
        """Those that were met, by the number that their records carry."""
        self._inside = inside
        self._called = called
        self._fine = fine

    def block(self, statements: Sequence[ast.stmt], place: Place) -> list[ast.stmt]:
        """Statements that follow each other, with records; those inside them are changed in place."""
        written: list[ast.stmt] = []
        for statement in statements:
            written.extend(self._statement(statement, place))
            if not place.is_module and _may_return(statement):
                place = replace(place, is_certain=False)
        return written

    def _statement(self, statement: ast.stmt, place: Place) -> list[ast.stmt]:
        if isinstance(statement, ast.Assert):
            if place.is_caught:
                return [self._reached(statement, place), statement]
            records = [self._assertion(part, statement, place) for part in _conjuncts(statement.test)]
            return [*self._imports(statement), *records]
        within = replace(place, is_certain=place.is_module and self._is_called(statement), is_module=False)
        is_to_be_left = _is_to_be_left(statement)
        self._inner(statement, within)
        if is_to_be_left:
            return [statement, self._passed_by(statement, "the end of a with block")]
        return [statement]

    def _is_called(self, statement: ast.stmt) -> bool:
        """Whether it is a function, such as ``check``, that the tests call for certain."""
        return isinstance(statement, ast.FunctionDef) and statement.name in self._called and not _yields(statement)

    def _inner(self, statement: ast.stmt, within: Place) -> None:
        """Rewrite the statements inside a statement."""
        met = len(self.assertions)
        if isinstance(getattr(statement, "body", None), list):
            caught = replace(within, is_caught=within.is_caught or _is_caught_by(statement))
            statement.body = self.block(statement.body, caught)  # type: ignore[attr-defined]
        for name in ("orelse", "finalbody"):
            if getattr(statement, name, None):
                setattr(statement, name, self.block(getattr(statement, name), within))
        tries = len(self.assertions) > met
        for handler in getattr(statement, "handlers", ()):
            met = len(self.assertions)
            handler.body = self.block(handler.body, within)
            if tries and len(self.assertions) == met:
                handler.body.insert(0, self._passed_by(handler, "an exception that the tests take"))
        for case in getattr(statement, "cases", ()):
            case.body = self.block(case.body, within)

    def _imports(self, statement: ast.Assert) -> list[ast.stmt]:
        """Statements that name the modules which the program has to import, since claims do not look there."""
        names = {node.id for node in ast.walk(statement) if isinstance(node, ast.Name)} & self.trusted.of_program
        return [ast.Expr(ast.Name(name, ast.Load())) for name in sorted(names)]

    def _assertion(self, test: ast.expr, statement: ast.Assert, place: Place) -> ast.stmt:
        number = len(self.assertions)
        if number not in self._inside:
            try:
                claim = split_claim(test, self.trusted.names, is_fine=number in self._fine)
            except EvaluatedInside:
                pass
            else:
                return self._record(claim, statement, test, place)
        return self._record(_inside(test), statement, test, place, is_inside=True)

    def _reached(self, statement: ast.Assert, place: Place) -> ast.stmt:
        """A record that a statement which asserts by itself was reached."""
        return self._record(Claim(ast.Constant(value=True), ()), statement, statement.test, place)

    def _passed_by(self, statement: ast.stmt | ast.ExceptHandler, where: str) -> ast.stmt:
        """A record that an exception which the tests expect may have led past an assertion.

        ``try: f(-1); assert False`` with ``except ValueError: pass`` asserts something where the handler is taken.
        """
        number = len(self.assertions)
        self.assertions.append(Assertion(statement.lineno, where, ast.Constant(value=True), 0, is_certain=False))
        call = ast.Call(ast.Name(RECORD, ast.Load()), [ast.Constant(number)], [])
        return ast.copy_location(ast.Expr(call), statement)

    def _record(
        self, claim: Claim, statement: ast.Assert, test: ast.expr, place: Place, *, is_inside: bool = False
    ) -> ast.stmt:
        number = len(self.assertions)
        self.assertions.append(
            Assertion(statement.lineno, ast.unparse(test), claim.claim, len(claim.asked), place.is_certain, is_inside)
        )
        call = ast.Call(ast.Name(RECORD, ast.Load()), [ast.Constant(number), *claim.asked], [])
        return ast.copy_location(ast.Expr(call), statement)


def _inside(test: ast.expr) -> Claim:
    """A claim that the program's own instance decides."""
    decided = ast.IfExp(test, ast.Constant(value=True), ast.Constant(value=False))
    return Claim(ast.Name("_0", ast.Load()), (decided,))


def _conjuncts(test: ast.expr) -> list[ast.expr]:
    """The parts of ``a and b``, each of which has to be true."""
    if isinstance(test, ast.BoolOp) and isinstance(test.op, ast.And):
        return [part for value in test.values for part in _conjuncts(value)]
    return [test]


def _is_to_be_left(statement: ast.stmt) -> bool:
    """Whether it is a ``with`` block that ends without a failure only where it takes an exception."""
    return isinstance(statement, ast.With | ast.AsyncWith) and any(
        isinstance(part, ast.Assert) and isinstance(part.test, ast.Constant) and not part.test.value
        for part in statement.body
    )


def _may_return(statement: ast.stmt) -> bool:
    return not isinstance(statement, ast.FunctionDef | ast.ClassDef) and any(
        isinstance(node, ast.Return) for node in ast.walk(statement)
    )


def _yields(statement: ast.stmt) -> bool:
    return any(isinstance(node, ast.Yield | ast.YieldFrom) for node in ast.walk(statement))


def _is_caught_by(statement: ast.stmt) -> bool:
    """Whether a failed assertion in its body may go no further."""
    if isinstance(statement, ast.Try | ast.TryStar):
        return any(map(_catches, statement.handlers))
    return isinstance(statement, ast.With | ast.AsyncWith)


def _catches(handler: ast.ExceptHandler) -> bool:
    """Whether it may catch a failed assertion."""
    if handler.type is None:
        return True
    kinds = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
    return any(not isinstance(kind, ast.Name) or kind.id in _CATCHING for kind in kinds)
