"""Asking the compiler inside the sandbox whether it accepts a program, for hosts that are older or newer than it."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from cgr_audit.sandbox.component import SandboxError
from cgr_audit.sandbox.guest_call import call_guest
from cgr_audit.sandbox.interpreter import Interpreter
from cgr_audit.sandbox.limits import Limits
from cgr_audit.sandbox.metering import Meter
from cgr_audit.sandbox.outcome import Limit, LimitExceeded, describe_outcome
from cgr_audit.sandbox.threads import call_on_guest_thread
from cgr_audit.sandbox.values import ValueDecodeError, decode_value
from cgr_audit.solvers.fail import FailingSolver
from cgr_audit.solvers.interface import CallOrigin
from cgr_audit.source.parse import CompileError

__all__ = ["GuestCompiler"]

_LIMITS = Limits()


@dataclass
class GuestCompiler:
    """Compiles programs in fresh instances without running them; call it with a program's bytes.

    It can be sent to another process, or be there after a fork: each process loads an interpreter of its own.
    """

    profile: str = "standard"
    cache_folder: Path | None = None
    _interpreter: Interpreter | None = field(default=None, repr=False, compare=False)
    _process: int = field(default=0, repr=False, compare=False)

    def __call__(self, source: bytes) -> CompileError | None:
        """Why the sandbox's compiler refuses these bytes; nothing if it takes them.

        Raises:
            SandboxError: there is no usable component, the engine failed, or the compiler gave no answer in time: none
                of that says anything about the program.
        """
        interpreter = self._loaded()
        return call_on_guest_thread(lambda: _check(interpreter, source))

    def __getstate__(self) -> dict[str, Any]:
        return {"profile": self.profile, "cache_folder": self.cache_folder, "_interpreter": None, "_process": 0}

    def _loaded(self) -> Interpreter:
        if self._interpreter is None or self._process != os.getpid():
            self._interpreter = Interpreter(self.profile, cache_folder=self.cache_folder, guests=1)
            self._process = os.getpid()
        return self._interpreter


def _check(interpreter: Interpreter, source: bytes) -> CompileError | None:
    meter = Meter(FailingSolver(), _LIMITS, 0, CallOrigin(), ())
    with interpreter.running(_LIMITS.memory):
        returned = call_guest(interpreter, "accepts", source.decode("latin-1"), _LIMITS, meter)
    match returned.result:
        case str(text):
            return _reported(text)
        case LimitExceeded(Limit.WALL):
            raise SandboxError("the sandbox's compiler was stopped by the clock: this machine is too slow or too busy")
        case LimitExceeded(limit):
            reason = f"the {limit.value} limit"
        case outcome:
            reason = str(describe_outcome(outcome))
    return CompileError(f"the compiler gave up on it: {reason}", None, None)


def _reported(text: str) -> CompileError | None:
    try:
        fault = decode_value(text)
        return CompileError(fault["message"], fault["line"], fault["column"]) if fault else None
    except (ValueDecodeError, KeyError, TypeError) as error:
        raise SandboxError(f"the sandbox's compiler gave no answer that can be read: {error}") from error
