"""``python:MODULE:CALLABLE``: a function of the user's own, which answers prompts in whatever way it likes."""

from __future__ import annotations

import hashlib
import importlib
from collections.abc import Callable
from operator import attrgetter
from pathlib import Path
from typing import Any, TypeAlias

from cgr_audit.errors import UsageError
from cgr_audit.solvers.completion import reply_of
from cgr_audit.solvers.fault import Fault, FaultKind
from cgr_audit.solvers.interface import Response, SolverReply, SolverRequest
from cgr_audit.solvers.sampling import sent_parameters
from cgr_audit.solvers.service import Patience, Service

__all__ = ["FunctionSolver"]

_ONCE = Patience(tries=1, first_tries=1)
"""Whoever writes a function decides what it tries again."""


Function: TypeAlias = Callable[[str, dict[str, Any]], str | Response]
"""Takes a prompt and the sampling parameters; called from many threads at once."""


class FunctionSolver:
    """Calls the function.

    Args:
        module: imported from where Python finds it.
        name: the function in it, dotted where it is in something else there.
        spec: names it in messages.

    Raises:
        UsageError: the module cannot be imported, or holds no such function.
    """

    def __init__(self, module: str, name: str, spec: str) -> None:
        try:
            imported = importlib.import_module(module)
        except Exception as error:  # whatever somebody else's module does
            why = f"{type(error).__name__}: {error}" if not isinstance(error, ImportError) else str(error)
            raise UsageError(
                f"--solver {spec!r}: cannot import {module!r} ({why}); PYTHONPATH names the folder it is in"
            ) from error
        try:
            function = attrgetter(name)(imported)
        except AttributeError:
            function = None
        if not callable(function):
            raise UsageError(f"--solver {spec!r}: {imported.__file__ or module} has no function {name!r}")
        self._function: Function = function
        self.identity = f"python:{module}:{name}{_digest_of(imported.__file__)}"
        """With the digest of the module's file: another version of it is another solver."""
        self.service = Service(spec, _ONCE, to_check="the function", subject="function")
        """How the function is, for whoever runs programs."""

    def __call__(self, request: SolverRequest) -> SolverReply:
        """What the function returns.

        Raises:
            SolverFailure: it raised, or returned something else than text.
        """
        return self.service.call(lambda _timeout_s: self._try(request))

    def _try(self, request: SolverRequest) -> SolverReply:
        try:
            said: object = self._function(request.prompt, sent_parameters(request))
        except (Exception, SystemExit, KeyboardInterrupt) as error:  # a person's Ctrl-C reaches the main thread alone
            raise Fault(FaultKind.FUNCTION, f"{type(error).__name__}: {' '.join(str(error).split())}") from error
        response = Response(said) if isinstance(said, str) else said
        if not isinstance(response, Response) or not isinstance(response.text, str | None):
            given = type(response.text if isinstance(response, Response) else said).__name__
            raise Fault(FaultKind.FUNCTION, f"it returned {given} instead of text")
        return reply_of(response.text, response.finish_reason, response.prompt_tokens, response.response_tokens)


def _digest_of(file: str | None) -> str:
    try:
        return f"@sha256:{hashlib.sha256(Path(file or '').read_bytes()).hexdigest()}"
    except OSError:
        return ""
