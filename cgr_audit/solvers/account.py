"""What a command asks of models: counted over all its solvers and threads, priced, and stopped at a budget."""

from __future__ import annotations

import math
import threading
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType

from cgr_audit.configuration_file import parse_toml, read_text
from cgr_audit.errors import IncompleteError, UsageError
from cgr_audit.plural import counted
from cgr_audit.solvers.interface import SolverFailure, SolverReply

__all__ = ["Account", "Budget", "BudgetReachedError", "Price", "Prices", "load_prices"]

_MILLION = 1_000_000


class BudgetReachedError(IncompleteError):
    """What a command may ask for is used up. Calls in flight are waited for: they are paid."""


@dataclass(frozen=True, slots=True)
class Price:
    """What a model costs, for a million tokens each, in whatever currency the prices have."""

    prompt: float
    response: float

    def of(self, reply: SolverReply) -> float:
        """What one response cost; tokens that nobody counted cost nothing."""
        return (self.prompt * (reply.prompt_tokens or 0) + self.response * (reply.response_tokens or 0)) / _MILLION


@dataclass(frozen=True, slots=True)
class Prices:
    """Prices by model."""

    origin: str
    """The file they were read from."""
    by_model: Mapping[str, Price]

    def of(self, spec: str) -> Price:
        """The price of the model that a SPEC names: under the SPEC itself, or under what follows its last ``#``.

        Raises:
            UsageError: there is none.
        """
        name = spec.rpartition("#")[2]
        price = self.by_model.get(spec) or self.by_model.get(name)
        if price is None:
            raise UsageError(f'{self.origin}: no price for {name!r}; add a table ["{name}"] with prompt and response')
        return price


def load_prices(path: Path) -> Prices:
    """Read a file of prices: a table for each model, with ``prompt`` and ``response`` for a million tokens.

    Raises:
        UsageError: it cannot be read, is not TOML, or a table is not a price.
    """
    tables = parse_toml(read_text(path, "the prices"), str(path))
    prices = {}
    for name, table in tables.items():
        named = isinstance(table, dict) and table.keys() == {"prompt", "response"}
        if not (named and all(map(_is_price, table.values()))):
            raise UsageError(
                f'{path}: ["{name}"] must hold two numbers, prompt and response: the price of a million tokens each'
            )
        prices[name] = Price(float(table["prompt"]), float(table["response"]))
    return Prices(str(path), MappingProxyType(prices))


def _is_price(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value < math.inf


@dataclass(frozen=True, slots=True)
class Budget:
    """What a command may ask for; nothing means without end."""

    calls: int | None = None
    tokens: int | None = None
    """Of prompts and responses together."""
    cost: float | None = None

    @property
    def counts_tokens(self) -> bool:
        """Whether it can be kept only where responses say how many tokens they took."""
        return self.tokens is not None or self.cost is not None


@dataclass(slots=True)
class Account:
    """What was asked so far; cached responses cost nothing. One object for all threads."""

    budget: Budget = field(default_factory=Budget)
    calls: int = 0
    """Sent to a model; one that was tried again counts once."""
    cached: int = 0
    failed: int = 0
    """Of the calls that were sent, those without a response."""
    tokens: int = 0
    uncounted: int = 0
    """Responses that came without a number of tokens."""
    cost: float | None = None
    """Null where nothing that was asked has a price."""
    reached: str | None = None
    """Which budget is used up."""
    _lock: threading.Lock = field(default_factory=threading.Lock, repr=False)

    @property
    def ended(self) -> BudgetReachedError | None:
        """Why nothing more is sent, with what was asked until now."""
        if self.reached is None:
            return None
        return BudgetReachedError(f"{self.reached} ({self}); the run stopped: rerun the same command to resume")

    def begin_call(self) -> None:
        """Count a call before it is sent.

        Raises:
            SolverFailure: the budget is used up.
        """
        with self._lock:
            if self.budget.calls is not None and self.calls >= self.budget.calls:
                self.reached = self.reached or f"--max-calls {self.budget.calls:,} is reached"
            if self.reached is not None:
                raise SolverFailure(str(self.ended))
            self.calls += 1

    def charge(self, reply: SolverReply, price: Price | None) -> None:
        """Add what a response took. Calls in flight when a budget is reached still come in, and are kept."""
        with self._lock:
            self.tokens += (reply.prompt_tokens or 0) + (reply.response_tokens or 0)
            if price is not None:
                self.cost = (self.cost or 0.0) + price.of(reply)
            if reply.text and None in (reply.prompt_tokens, reply.response_tokens):
                self.uncounted += 1
                if self.budget.counts_tokens:
                    self.reached = (
                        self.reached or "a response came without its number of tokens, which the budget is counted in"
                    )
            if self.budget.tokens is not None and self.tokens >= self.budget.tokens:
                self.reached = self.reached or f"--max-tokens-total {self.budget.tokens:,} is reached"
            if self.budget.cost is not None and (self.cost or 0.0) >= self.budget.cost:
                self.reached = self.reached or f"--max-cost {self.budget.cost:g} is reached"

    def note_failed(self) -> None:
        """Count a call that got no response."""
        with self._lock:
            self.failed += 1

    def note_call(self, reply: SolverReply | None, price: Price | None) -> None:
        """Count a call that another process made, with its response if it got one."""
        with self._lock:
            self.calls += 1
        if reply is None:
            self.note_failed()
        else:
            self.charge(reply, price)

    def note_cached(self) -> None:
        """Count a response that an earlier run had asked for."""
        with self._lock:
            self.cached += 1

    def __str__(self) -> str:
        """In one line: calls, cached and failed ones, tokens and cost; empty where nothing was asked."""
        total = self.calls + self.cached
        if not total:
            return ""
        parts = [counted(total, "solver call"), f"{self.cached / total:.0%} cached"]
        if self.failed:
            parts.append(f"{self.failed:,} failed")
        if self.calls:
            without = f" ({counted(self.uncounted, 'response')} without a count)" if self.uncounted else ""
            parts.append(f"{self.tokens:,} tokens{without}")
        if self.cost is not None:
            parts.append(f"cost {self.cost:.4f}")
        return ", ".join(parts)
