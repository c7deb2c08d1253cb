"""The sandboxes that generated programs are run in, one for each profile that they need."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from cgr_audit.sandbox.interpreter import Interpreter
from cgr_audit.sandbox.limits import Limits
from cgr_audit.sandbox.outcome import Run
from cgr_audit.sandbox.sandbox import Sandbox
from cgr_audit.scorecards.running.limits import roomy
from cgr_audit.solvers.constant import ConstantSolver
from cgr_audit.solvers.fail import FailingSolver
from cgr_audit.source.contract import (
    ArgumentStyle,
    Contract,
    Entry,
    EntryKind,
    Imports,
    Prelude,
    Returns,
    ReturnShape,
    SolverSpec,
)

__all__ = ["Sandboxes"]

SEED = 0
"""What randomness inside follows from: the same in every run."""

_NEEDS_SCIENCE = re.compile(rb"\b(?:sympy|mpmath)\b")
_ENTRY = "/^(f|solution|solve)$/"
_SCRIPT = Contract("script", Entry(EntryKind.SCRIPT), Returns(ReturnShape.VARIABLE, variable="__name__"))

_TELLING = Contract(
    "telling",
    Entry(name="judge", arguments=ArgumentStyle.EXPRESSION),
    solver=SolverSpec(functions={"_tell": ("prompt",)}, cap=10_000),
)


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What elsewhere is different in every run, and here follows from this."""

    seed: int = SEED
    """Of randomness."""
    prelude: str = ""
    """What runs before the program."""


_ELSEWHERE = Surroundings(
    seed=SEED + 1,
    prelude="""
def _():
    import builtins, time

    time.sleep(437 * 86_400 + 4_567.89)
    address, hashed = builtins.id, builtins.hash
    between = 37 << 5

    def id(value, /):
        return address(value) + between

    def hash(value, /):
        found = hashed(value)
        return found if isinstance(value, int) else found ^ between

    id.kept = [object() for _ in range(1_009)]
    builtins.id, builtins.hash = id, hash

_()
del _
""",
)


@dataclass
class Sandboxes:
    """Runs programs, each in a fresh instance. Interpreters are loaded when the first program needs them.

    Many threads may use it.
    """

    limits: Limits
    report: Callable[[str], None] | None
    """Takes a line where getting ready takes long."""
    guests: int
    """Runs in flight at a time."""
    surroundings: Surroundings = Surroundings()
    """What runs of generated programs follow from besides their input."""
    _interpreters: dict[str, Interpreter] = field(default_factory=dict)
    _loading: threading.Lock = field(default_factory=threading.Lock)

    def elsewhere(self) -> Sandboxes:
        """The same sandboxes with other chance, another time, and objects in other places."""
        return replace(self, surroundings=_ELSEWHERE)

    def call(self, program: bytes, arguments: str, entry: str | None, limits: Limits | None = None) -> Run:
        """Call a function of a program.

        Args:
            program: its bytes.
            arguments: the argument list as Python text.
            entry: the function's name; found inside the sandbox without.
            limits: other ones than usual.
        """
        profile = _profile(program)
        contract = Contract(
            "function",
            Entry(name=_ENTRY, arguments=ArgumentStyle.EXPRESSION),
            prelude=Prelude(self.surroundings.prelude),
            imports=Imports(profile=profile),
        )
        sandbox = Sandbox(self._interpreter(profile), limits or self.limits, contract)
        return sandbox.run(program, None, FailingSolver(), self.surroundings.seed, arguments=arguments, entry=entry)

    def tell(self, program: bytes, arguments: str, entry: str, expected: int) -> Run:
        """Call a function of a program of our own, which says with ``_tell(text)`` how far it has come.

        What it says is in the run's calls, also where the run was stopped. ``expected`` is the number of characters of
        what may be given back.
        """
        profile = _profile(arguments.encode("utf-8", "surrogatepass"))
        contract = Contract("telling", _TELLING.entry, solver=_TELLING.solver, imports=Imports(profile=profile))
        sandbox = Sandbox(self._interpreter(profile), roomy(self.limits, expected), contract)
        return sandbox.run(program, None, ConstantSolver(""), SEED, arguments=arguments, entry=entry)

    def script(self, program: bytes, prelude: str, limits: Limits | None = None) -> Run:
        """Run a program as a script, after a prelude."""
        profile = _profile(program)
        contract = Contract(
            _SCRIPT.name,
            _SCRIPT.entry,
            _SCRIPT.returns,
            prelude=Prelude(self.surroundings.prelude + prelude),
            imports=Imports(profile=profile),
        )
        sandbox = Sandbox(self._interpreter(profile), limits or self.limits, contract)
        return sandbox.run(program, None, FailingSolver(), self.surroundings.seed)

    def _interpreter(self, profile: str) -> Interpreter:
        with self._loading:
            if profile not in self._interpreters:
                self._interpreters[profile] = Interpreter(profile, report=self.report, guests=max(self.guests, 1))
            return self._interpreters[profile]


def _profile(program: bytes) -> str:
    return "science" if _NEEDS_SCIENCE.search(program) else "standard"
