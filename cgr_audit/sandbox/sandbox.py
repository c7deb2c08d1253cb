"""Running one program: a fresh instance, a metered solver, one typed outcome."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, TypeVar

from cgr_audit.errors import IncompleteError
from cgr_audit.records.rows import CallRow
from cgr_audit.sandbox.component import SandboxError
from cgr_audit.sandbox.executor import Executor
from cgr_audit.sandbox.guest_call import call_guest
from cgr_audit.sandbox.interpreter import Interpreter
from cgr_audit.sandbox.limits import Limits
from cgr_audit.sandbox.memory_total import TOO_LITTLE_MEMORY
from cgr_audit.sandbox.metering import Meter
from cgr_audit.sandbox.outcome import HostFailure, Run
from cgr_audit.sandbox.reported import Reported, ReportReader
from cgr_audit.sandbox.request import run_request
from cgr_audit.sandbox.threads import call_on_guest_thread, map_in_order
from cgr_audit.sandbox.visible_item import options_of
from cgr_audit.solvers.interface import CallOrigin, Solver
from cgr_audit.source.contract import Contract

__all__ = ["Sandbox"]

_EXPORT = "run"
_Item = TypeVar("_Item")
_Result = TypeVar("_Result")


class Sandbox:
    """Runs programs under one contract and one set of limits. It holds no state of a run; many threads may use it.

    Args:
        interpreter: the process's interpreter, of the profile that the contract asks for.
        contract: what is called, with what, and what must come back.
        limits: what one run may use.

    Raises:
        SandboxError: the interpreter is of another profile.
    """

    def __init__(self, interpreter: Interpreter, limits: Limits, contract: Contract) -> None:
        wanted = contract.imports.profile
        if wanted != interpreter.profile:
            has = f"the interpreter has {interpreter.profile!r}"
            raise SandboxError(f"the contract {contract.name!r} wants the profile {wanted!r}, {has}")
        self.interpreter = interpreter
        self.limits = limits
        self.contract = contract
        self.executor: Executor | None = None
        """Where many runs are made; null for threads of this process."""

    def on(self, executor: Executor | None) -> Sandbox:
        """The same sandbox with its runs made elsewhere."""
        sandbox = Sandbox(self.interpreter, self.limits, self.contract)
        sandbox.executor = executor
        return sandbox

    def __getstate__(self) -> dict[str, Any]:
        """What goes to another process, where runs are made by that one."""
        return {**vars(self), "executor": None}

    def map(
        self,
        function: Callable[[_Item], _Result],
        items: Iterable[_Item],
        jobs: int,
        lost: Callable[[_Item, str], _Result],
    ) -> Iterator[_Result]:
        """Call a function that runs programs on many items, ``jobs`` at a time; results come in the items' order.

        Args:
            function: with an executor it is sent to other processes, and so is this sandbox in it.
            items: taken as they are needed.
            jobs: how many are under way at a time; of a cluster, on each thread of a worker.
            lost: with an executor, the result of an item that ends the processes it is in, and why there is no other.
        """
        if self.executor is not None:
            return self.executor.map(function, items, jobs, lost)
        return map_in_order(function, items, jobs)

    def reserve(self, runs: int) -> None:
        """Have memory ready for so many runs in flight, where they are made in this process."""
        if self.executor is None:
            self.interpreter.reserve(runs, self.limits.memory)

    def lost(self, why: str) -> Run:
        """What there is of a run whose process ended."""
        return self._failed(why)

    def run(
        self,
        program: bytes,
        item: Mapping[str, Any] | None,
        solver: Solver,
        seed: int,
        *,
        arguments: str | None = None,
        entry: str | None = None,
        origin: CallOrigin | None = None,
        parameters: Mapping[str, Any] | None = None,
    ) -> Run:
        """Run a program once, in an instance of its own.

        Never raises for anything that the program, its item or its solver does: that is the outcome.

        Args:
            program: its exact bytes.
            item: its record; ``visible_item`` says what of it is passed on.
            solver: answers its prompts.
            seed: what randomness inside follows from.
            arguments: the entry's arguments as Python source, for contracts that want them.
            entry: the name of the function to call instead of the entry that the contract means.
            origin: whose run it is, for the solver and the records.
            parameters: the sampling parameters that the program is given and that go with its calls; the contract's
                where nothing is said.
        """
        parameters = self.contract.direct.parameters if parameters is None else parameters
        try:
            request = run_request(
                program,
                self.contract,
                self.limits,
                item=item,
                seed=seed,
                arguments=arguments,
                entry=entry,
                parameters=parameters,
            )
            options = tuple(str(option["id"]) for option in options_of(item))
        except (ValueError, TypeError, KeyError) as error:
            return self._failed(f"the item cannot be passed to a program: {error}")
        meter = Meter(solver, self.limits, self._calls_allowed(), origin or CallOrigin(), options, parameters)
        reader = ReportReader(self.limits, self.contract, len(program), arguments is not None)
        try:
            return call_on_guest_thread(lambda: self._run(request, meter, reader))
        except (IncompleteError, MemoryError, OSError) as error:  # the machine's or the engine's, never the program's
            return self._failed(str(error) or TOO_LITTLE_MEMORY, tuple(meter.calls))

    def _calls_allowed(self) -> int:
        return self.contract.solver.cap if self.limits.calls is None else self.limits.calls

    def _failed(self, message: str, calls: tuple[CallRow, ...] = ()) -> Run:
        return Run(HostFailure(message), calls, 0, (), "", 0.0, self.interpreter.digest)

    def _run(self, request: str, meter: Meter, reader: ReportReader) -> Run:
        with self.interpreter.running(self.limits.memory):
            started = time.perf_counter()
            returned = call_guest(self.interpreter, _EXPORT, request, self.limits, meter)
            wall_s = time.perf_counter() - started
        said = reader.read(returned.result) if isinstance(returned.result, str) else Reported(returned.result)
        calls = tuple(meter.calls)
        digest = self.interpreter.digest
        return Run(said.outcome, calls, returned.fuel, said.lines, said.output, wall_s, digest, said.branches)
