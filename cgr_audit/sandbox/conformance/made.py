"""Programs of the suite that are made rather than written: strange bytes, large texts, and solvers that misbehave."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Any

from cgr_audit.sandbox.conformance.case import Case, Exceeds, Expected, HarnessFails, Returns
from cgr_audit.sandbox.conformance.case_files import in_solve
from cgr_audit.sandbox.conformance.strange_sources import strange_sources
from cgr_audit.sandbox.limits import Limits
from cgr_audit.sandbox.outcome import Limit
from cgr_audit.sandbox.values import Instance
from cgr_audit.solvers.asking import LONGEST_RESPONSE
from cgr_audit.solvers.delayed import DelayedSolver
from cgr_audit.solvers.interface import SolverRequest
from cgr_audit.solvers.seeded import SeededSolver

__all__ = ["made_cases"]

_SOURCES = "strange sources"
_RETURNS = "wrong returns"
_SOLVERS = "solvers that misbehave"
_ROOMY = Limits(fuel=10**10, memory=256 << 20, wall=120.0, calls=10)
_ASKS = in_solve("try:\n    return llm_model('x', {})\nexcept BaseException:\n    return 'A'")


def made_cases() -> Iterator[Case]:
    """All made programs."""
    for name, program, expected in strange_sources():
        yield Case(_SOURCES, name, program, expected, limits=_ROOMY)
    for name, expression, value in _OBJECTS:
        yield Case(_RETURNS, name, in_solve(f"return {expression}"), (value,))
    for name, error in _FAILURES:
        yield Case(_SOLVERS, name, _ASKS, (HarnessFails(),), calls=1, solver=_Raising(error))
    for name, answer in _NO_ANSWERS:
        yield Case(_SOLVERS, name, _ASKS, (HarnessFails(),), calls=1, solver=_Giving(answer))
    yield from _slow_solvers()
    huge = _Giving("x" * (80 << 20))
    kept = in_solve("return len(llm_model('x', {}))")
    yield Case(_SOLVERS, "eighty megabytes of response", kept, (Returns(LONGEST_RESPONSE),), calls=1, solver=huge)


def _opaque(type_name: str) -> Returns:
    """An object of which nothing but its type's name is known."""
    return Returns(Instance(type_name, None, 0))


_OBJECTS: tuple[tuple[str, str, Expected], ...] = (
    ("a function", "solve", _opaque("function")),
    ("a builtin", "len", _opaque("builtin_function_or_method")),
    ("a class", "int", _opaque("type")),
    ("a module", "__import__('json')", _opaque("module")),
    ("a generator", "(n for n in [1])", _opaque("generator")),
    ("an iterator", "iter([1])", _opaque("list_iterator")),
    ("a map", "map(str, [1])", _opaque("map")),
    ("an exception as a value", "ValueError('A')", _opaque("ValueError")),
    ("an object", "object()", _opaque("object")),
    ("a memory view", "memoryview(b'A')", _opaque("memoryview")),
    ("the keys of a dictionary", "{'A': 1}.keys()", _opaque("dict_keys")),
    ("a frame", "__import__('sys')._getframe()", _opaque("frame")),
    ("a pattern", "__import__('re').compile('A')", _opaque("Pattern")),
    ("a match", "__import__('re').match('A', 'A')", _opaque("Match")),
    ("a counter", "__import__('collections').Counter('A')", Returns(Instance("Counter", {"A": 1}, 0))),
    (
        "a default dictionary",
        "__import__('collections').defaultdict(int, a=1)",
        Returns(Instance("defaultdict", {"a": 1}, 0)),
    ),
    ("a deque", "__import__('collections').deque([1])", _opaque("deque")),
    ("a date", "__import__('datetime').date(2024, 2, 29)", _opaque("date")),
    ("a decimal", "__import__('decimal').Decimal('0.10')", Returns(Decimal("0.10"))),
    ("a fraction", "__import__('fractions').Fraction(2, 6)", Returns(Fraction(1, 3))),
    ("a range", "range(1, 10, 3)", Returns(range(1, 10, 3))),
    ("a frozen set", "frozenset({1})", Returns(frozenset({1}))),
    ("a bytearray", "bytearray(b'A')", Returns(bytearray(b"A"))),
    ("an object inside a list", "[1, object()]", Returns([1, Instance("object", None, 0)])),
    ("NotImplemented", "NotImplemented", _opaque("NotImplementedType")),
)
_FAILURES: tuple[tuple[str, BaseException], ...] = (
    ("KeyboardInterrupt", KeyboardInterrupt()),
    ("SystemExit", SystemExit(3)),
    ("GeneratorExit", GeneratorExit()),
    ("MemoryError", MemoryError()),
    ("RecursionError", RecursionError()),
    ("StopIteration", StopIteration("B")),
    ("a broken connection", ConnectionResetError("gone")),
    ("words with line ends and surrogates", ValueError("no\nanswer \ud800")),
)
_NO_ANSWERS: tuple[tuple[str, Any], ...] = (
    ("None as an answer", None),
    ("bytes as an answer", b"B"),
    ("a number as an answer", 2),
    ("a lone surrogate as an answer", "\ud800"),
)


@dataclass(frozen=True, slots=True)
class _Raising:
    """A solver that raises."""

    error: BaseException

    def __call__(self, request: SolverRequest) -> str:
        """Raise it."""
        del request
        raise type(self.error)(*self.error.args)


@dataclass(frozen=True, slots=True)
class _Giving:
    """A solver that gives something, text or not."""

    answer: Any

    def __call__(self, request: SolverRequest) -> Any:
        """Give it."""
        del request
        return self.answer


def _slow_solvers() -> Iterator[Case]:
    """The solver's time is not the program's."""
    limits = Limits(fuel=200_000_000, memory=64 << 20, wall=2.0, calls=10)
    slow = DelayedSolver(SeededSolver(1), 0.8)
    asks = in_solve("return len([llm_model(str(n), {}) for n in range(3)])")
    yield Case(_SOLVERS, "slower than the clock allows", asks, (Returns(3),), calls=3, solver=slow, limits=limits)
    asks = in_solve("llm_model('x', {})\nwhile True:\n    pass")
    yield Case(
        _SOLVERS, "slow, then an endless loop", asks, (Exceeds(Limit.FUEL),), calls=1, solver=slow, limits=limits
    )
