"""Solvers that cost something, as commands ask them: from the cache first, and within a budget."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace

from cgr_audit.errors import CgrAuditError
from cgr_audit.records.rows import CallRow, CallStatus
from cgr_audit.solvers.account import Account, Price, Prices
from cgr_audit.solvers.delayed import DelayedSolver
from cgr_audit.solvers.interface import Solver, SolverFailure, SolverReply, SolverRequest
from cgr_audit.solvers.response_cache import ResponseCache, call_key
from cgr_audit.solvers.service import Service, service_behind
from cgr_audit.solvers.spec import parse_solver_spec, split_delay

__all__ = ["CachedSolver", "SolverOptions", "connections_of", "identity_of", "solver_from"]


@dataclass(frozen=True, slots=True)
class SolverOptions:
    """How a command asks all its solvers."""

    cache: ResponseCache | None = None
    account: Account = field(default_factory=Account)
    """What is asked so far, and the budget."""
    prices: Prices | None = None
    connections: int | None = None
    """How many requests an address gets at a time; nothing for what is usual."""


def solver_from(spec: str, options: SolverOptions) -> Solver:
    """Make the solver that a SPEC names, behind cache and account.

    Scripted ones and recordings cost nothing: they are neither cached nor counted, unless a number of calls is set.

    Raises:
        UsageError: the SPEC is none, or its model has no price where there are prices.
    """
    inner, delay_s = split_delay(spec)
    if delay_s is not None:
        return DelayedSolver(solver_from(inner, options), delay_s)
    solver = parse_solver_spec(spec)
    service = service_behind(solver)
    budget = options.account.budget
    if not isinstance(service, Service):
        return solver if budget.calls is None else CachedSolver(solver, spec, SolverOptions(account=options.account))
    if options.connections is not None and service.connections.most > 1:
        service.connections.limit(options.connections)
    price = None if options.prices is None else options.prices.of(spec)
    return CachedSolver(solver, identity_of(solver, spec), options, price)


def identity_of(solver: Solver, spec: str) -> str:
    """What decides a solver's answers: what it says of itself, or else its SPEC."""
    return str(getattr(solver, "identity", spec))


def connections_of(solver: Solver) -> int:
    """How many requests a solver gets at a time; 0 where nothing is asked of anybody."""
    state = service_behind(solver)
    return state.connections if isinstance(state, CachedSolver) else 0


class CachedSolver:
    """Gives a call the response that an earlier run got for it, and else asks, counts and keeps.

    It is its own ``service``, for whoever runs programs: the budget ends a run as a service does that fails.

    Args:
        solver: asked where nothing is kept.
        identity: what decides its answers.
        options: the cache and the account.
        price: what it costs.
    """

    def __init__(self, solver: Solver, identity: str, options: SolverOptions, price: Price | None = None) -> None:
        self.identity = identity
        self._solver = solver
        self._cache = options.cache
        self._account = options.account
        self._price = price
        self._state = service_behind(solver)

    def __call__(self, request: SolverRequest) -> SolverReply:
        """The reply of an earlier run or of the solver.

        Raises:
            SolverFailure: as the solver does, or because the budget is used up.
        """
        key = call_key(self.identity, request) if self._cache is not None else b""
        known = self._cache.find(key) if self._cache is not None else None
        if known is not None:
            self._account.note_cached()
            return known
        if self.ended is not None:
            raise SolverFailure(str(self.ended))
        self._account.begin_call()
        started = time.perf_counter()
        try:
            answer = self._solver(request)
        except BaseException:
            self._account.note_failed()
            raise
        reply = answer if isinstance(answer, SolverReply) else SolverReply(answer)
        reply = replace(reply, latency_s=round(time.perf_counter() - started, 6))
        if self._cache is not None and _is_text(reply):
            self._cache.keep(key, reply)
        self._account.charge(reply, self._price)
        return reply

    @property
    def keeps_responses(self) -> bool:
        """Whether it has a cache."""
        return self._cache is not None

    def note_calls(self, calls: Iterable[CallRow]) -> None:
        """Count calls that were made for this solver in another process. Those in flight there are not known here."""
        for call in calls:
            if call.cached:
                self._account.note_cached()
                continue
            reply = None
            if call.response is not None:
                reply = SolverReply(call.response, call.prompt_tokens, call.response_tokens)
            self._account.note_call(reply, self._price)

    @property
    def connections(self) -> int:
        """How many requests the solver gets at a time."""
        return self._state.connections.most if isinstance(self._state, Service) else 0

    @property
    def service(self) -> CachedSolver:
        """How the solver is."""
        return self

    @property
    def ended(self) -> CgrAuditError | None:
        """Why nothing more is asked."""
        return self._account.ended or (None if self._state is None else self._state.ended)

    @property
    def report(self) -> Callable[[str | None], None]:
        """Takes what is being retried."""
        return (lambda _text: None) if self._state is None else self._state.report

    @report.setter
    def report(self, report: Callable[[str | None], None]) -> None:
        if self._state is not None:
            self._state.report = report


def _is_text(reply: SolverReply) -> bool:
    """Whether it is what may be kept: a solver is foreign code, and a response that is refused later is a failure."""
    try:
        return isinstance(reply.text.encode(), bytes) and isinstance(reply.status, CallStatus)
    except (AttributeError, UnicodeEncodeError):
        return False
