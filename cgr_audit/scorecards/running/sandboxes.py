"""The sandboxes that generated programs are run in, one for each profile that they need."""

from __future__ import annotations

import re
import threading
import warnings
from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass, field, replace
from typing import TypeVar

from cgr_audit.sandbox.interpreter import Interpreter
from cgr_audit.sandbox.limits import Limits
from cgr_audit.sandbox.outcome import Run
from cgr_audit.sandbox.sandbox import Sandbox
from cgr_audit.sandbox.threads import map_in_order
from cgr_audit.solvers.constant import ConstantSolver
from cgr_audit.source import contract as contracts

__all__ = ["DEFAULT_LIMITS", "Sandboxes"]

DEFAULT_LIMITS = Limits(fuel=3 * 10**10, wall=30.0)
"""Of one run: about three seconds of work, as published harnesses give, 256 MiB of memory, 64 KiB of value."""
_ROOM = 16
"""Bytes of encoded value, at most, for a character of its literal."""
_NEEDS_SCIENCE = re.compile(r"\b(?:sympy|mpmath)\b")
_CALLED = contracts.Entry(name="called", arguments=contracts.ArgumentStyle.EXPRESSION)
_SCRIPT = contracts.Entry(contracts.EntryKind.SCRIPT)
_NAME = contracts.Returns(contracts.ReturnShape.VARIABLE, variable="__name__")
_TELL = contracts.SolverSpec(functions={"_tell": ("prompt",)}, cap=10_000)
_ELSEWHERE = """
def _():
    import builtins, time
    time.sleep(437 * 86_400 + 4_567.89)
    address, hashed, between = builtins.id, builtins.hash, 37 << 5
    builtins.id = lambda value, /: address(value) + between
    builtins.hash = lambda value, /: hashed(value) ^ (0 if isinstance(value, int) else between)
    builtins.id.kept = [object() for _ in range(1_009)]
_()
del _
"""

_Item = TypeVar("_Item", bound=Hashable)
_Result = TypeVar("_Result")


@dataclass
class Sandboxes:
    """Runs programs for many threads, each in a fresh instance; interpreters are loaded when they are needed."""

    limits: Limits
    report: Callable[[str], None] | None
    """Takes a line where getting ready takes long."""
    guests: int
    """Runs in flight at a time."""
    is_elsewhere: bool = False
    """Whether what is different in every run elsewhere has its second value: chance, the time, where objects lie."""
    _interpreters: dict[str, Interpreter] = field(default_factory=dict)
    _loading: threading.Lock = field(default_factory=threading.Lock)

    def run(
        self,
        program: bytes,
        arguments: str | None,
        entry: str | None = None,
        *,
        prelude: str = "",
        room: int = 0,
        tells: bool = False,
    ) -> Run:
        """Run a program in an instance of its own, behind a prelude: as a script, or calling a function.

        The arguments of that are Python text, and its name one that the program or the prelude defines. There is room
        for an expected output of so many characters. Where it ``tells``, what the program gives to ``_tell(text)`` is
        in the run's calls, also where it was stopped.
        """
        texts = (program.decode("latin-1"), arguments or "", prelude)
        profile = "science" if any(map(_NEEDS_SCIENCE.search, texts)) else "standard"
        contract = contracts.Contract(
            "script" if arguments is None else "function",
            _SCRIPT if arguments is None else _CALLED,
            _NAME if arguments is None else contracts.Returns(),
            _TELL if tells else contracts.SolverSpec(),
            prelude=contracts.Prelude((_ELSEWHERE if self.is_elsewhere else "") + prelude),
            imports=contracts.Imports(profile=profile),
        )
        result, output = max(self.limits.result, _ROOM * room), max(self.limits.output, _ROOM * room)
        sandbox = Sandbox(self._interpreter(profile), replace(self.limits, result=result, output=output), contract)
        return sandbox.run(program, None, ConstantSolver(""), int(self.is_elsewhere), arguments=arguments, entry=entry)

    def map(self, function: Callable[[_Item], _Result], items: Iterable[_Item]) -> dict[_Item, _Result]:
        """The result of each different item, on guest threads.

        What the parser warns of in tests and values, such as ``1if x else 2``, is neither said nor, where warnings are
        errors, a fault of them.
        """
        distinct = list(dict.fromkeys(items))
        with warnings.catch_warnings():  # here and not where texts are parsed: filters are those of all threads
            warnings.simplefilter("ignore")
            return dict(zip(distinct, map_in_order(function, distinct, max(self.guests, 1)), strict=True))

    def _interpreter(self, profile: str) -> Interpreter:
        with self._loading:
            if profile not in self._interpreters:
                self._interpreters[profile] = Interpreter(profile, report=self.report, guests=max(self.guests, 1))
            return self._interpreters[profile]
