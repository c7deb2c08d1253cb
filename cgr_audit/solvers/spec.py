"""Solver SPEC strings, as ``--solver`` takes them."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType

from cgr_audit.errors import UsageError
from cgr_audit.solvers.constant import ConstantSolver
from cgr_audit.solvers.cycle import CycleSolver
from cgr_audit.solvers.delayed import DelayedSolver
from cgr_audit.solvers.fail import FailingSolver
from cgr_audit.solvers.interface import Solver
from cgr_audit.solvers.seeded import SeededSolver
from cgr_audit.value_words import meant

__all__ = ["SOLVER_KINDS", "parse_solver_spec", "split_delay"]

_DELAY = re.compile(r"(?P<solver>.*)\+delay:(?P<milliseconds>[^+]*)", re.DOTALL)


def parse_solver_spec(text: str) -> Solver:
    """Make the solver that a SPEC names, such as ``constant:B``, ``cycle:A|B``, ``seeded:7+delay:50`` or ``fail``.

    Raises:
        UsageError: an unknown kind, or a part that is missing or no number.
    """
    solver, delay_s = split_delay(text)
    if delay_s is not None:
        return DelayedSolver(parse_solver_spec(solver), delay_s)
    kind, colon, rest = text.partition(":")
    make = SOLVER_KINDS.get(kind)
    if make is None:
        known = f"{meant(kind, SOLVER_KINDS)}there are {', '.join(SOLVER_KINDS)}"
        raise UsageError(f"--solver {text!r}: no solver kind {kind!r}; {known}")
    return make(rest if colon else None, text)


def split_delay(text: str) -> tuple[str, float | None]:
    """A SPEC without its last ``+delay:MS``, and the seconds; nothing if it has none.

    Raises:
        UsageError: what follows ``+delay:`` is not a number.
    """
    delayed = _DELAY.fullmatch(text)
    if delayed is None:
        return text, None
    return delayed["solver"], _milliseconds(delayed["milliseconds"], text) / 1000


def _constant(rest: str | None, spec: str) -> Solver:
    if rest is None:
        raise UsageError(f"--solver {spec!r}: a text is missing, as in constant:B")
    return ConstantSolver(rest)


def _cycle(rest: str | None, spec: str) -> Solver:
    if rest is None:
        raise UsageError(f"--solver {spec!r}: texts are missing, as in cycle:A|B|C")
    return CycleSolver(tuple(rest.split("|")))


def _seeded(rest: str | None, spec: str) -> Solver:
    try:
        return SeededSolver(int(rest or ""))
    except ValueError:
        raise UsageError(f"--solver {spec!r}: a whole number is missing, as in seeded:7") from None


def _fail(rest: str | None, spec: str) -> Solver:
    if rest is not None:
        raise UsageError(f"--solver {spec!r}: fail takes nothing after it")
    return FailingSolver()


def _replay(rest: str | None, spec: str) -> Solver:
    from cgr_audit.solvers.replay import load_replay  # noqa: PLC0415  reading records costs start-up time

    if not rest:
        raise UsageError(f"--solver {spec!r}: a trace package is missing, as in replay:runs/demo")
    return load_replay(Path(rest))


def _openai(rest: str | None, spec: str) -> Solver:
    from cgr_audit.solvers.openai import OpenAISolver  # noqa: PLC0415  the HTTP library costs start-up time

    address, _, model = (rest or "").partition("#")
    missing = [what for what, given in (("an address", address), ("a model", model)) if not given]
    if missing:
        is_missing = f"{' and '.join(missing)} {'is' if len(missing) == 1 else 'are'} missing"
        raise UsageError(f"--solver {spec!r}: {is_missing}, as in openai:http://localhost:8000/v1#NAME")
    return OpenAISolver(address, model)


def _local(rest: str | None, spec: str) -> Solver:
    from cgr_audit.solvers.local import LocalSolver, model_file  # noqa: PLC0415  costs start-up time

    if not rest:
        raise UsageError(f"--solver {spec!r}: a model is missing, as in local:model.gguf or local:smollm2-135m")
    return LocalSolver(model_file(rest, spec), spec)


def _python(rest: str | None, spec: str) -> Solver:
    from cgr_audit.solvers.function import FunctionSolver  # noqa: PLC0415  costs start-up time

    module, _, name = (rest or "").partition(":")
    if not all(part.isidentifier() for part in f"{module}.{name}".split(".")):
        raise UsageError(f"--solver {spec!r}: a module and a function are missing, as in python:my_models:answer")
    return FunctionSolver(module, name, spec)


SOLVER_KINDS: Mapping[str, Callable[[str | None, str], Solver]] = MappingProxyType(
    {
        "constant": _constant,
        "cycle": _cycle,
        "seeded": _seeded,
        "fail": _fail,
        "replay": _replay,
        "openai": _openai,
        "local": _local,
        "python": _python,
    }
)
"""How each kind is made from what follows its colon (nothing if there is no colon) and the whole SPEC."""


def _milliseconds(text: str, spec: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not 0 <= number < 10**9:
        raise UsageError(f"--solver {spec!r}: {text!r} is not a number of milliseconds, as in constant:B+delay:50")
    return number
