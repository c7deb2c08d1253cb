"""One interpreter per process: the engine, the compiled component, and what all runs share."""

from __future__ import annotations

import os
import threading
import time
import weakref
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

import wasmtime

from cgr_audit.sandbox.allocator import give_memory_back
from cgr_audit.sandbox.compiled import Report, compiled_cache, load_compiled, make_engine
from cgr_audit.sandbox.component import COMPONENT_FOLDER, load_portable_component
from cgr_audit.sandbox.memory_total import MemoryTotal, planned_memory
from cgr_audit.sandbox.pool import can_reserve, touch_places
from cgr_audit.sandbox.threads import call_on_guest_thread
from cgr_audit.thread_stack import start_with_stack

__all__ = ["GUESTS", "TICK_S", "Interpreter"]

TICK_S = 0.02
"""Seconds between two looks at the clock."""

GUESTS = 64
"""Runs in flight, where nobody says how many there will be."""


class Interpreter:
    """CPython as a compiled component, ready to be instantiated once per run.

    Args:
        profile: which modules programs can import.
        report: takes a line where something takes long or goes wrong; silent without.
        cache_folder: where the compiled component is kept; the user's cache folder by default.
        component_folder: where the portable component is.
        memory_total: bytes that all runs in flight may use together; three quarters of what there is by default.
        guests: runs that can be in flight at a time; more wait.
        computing: how many of them compute at a time, the others waiting for their solvers; as many as processors by
            default, and no more.

    Raises:
        SandboxError: there is no usable component.
    """

    def __init__(
        self,
        profile: str = "standard",
        *,
        report: Report | None = None,
        cache_folder: Path | None = None,
        component_folder: Path = COMPONENT_FOLDER,
        memory_total: int | None = None,
        guests: int = GUESTS,
        computing: int | None = None,
    ) -> None:
        give_memory_back()
        portable = load_portable_component(profile, component_folder)
        self.profile = profile
        self.digest = portable.digest
        self.pooled = can_reserve(guests)
        """Whether guests' memory is reserved once; see ``pool.py``."""
        self.engine = make_engine(guests if self.pooled else 0)
        cache = compiled_cache(portable, pooled=self.pooled, folder=cache_folder)
        self.component = load_compiled(self.engine, portable, cache, report or (lambda _line: None))
        processors = os.cpu_count() or 1
        self._computing = min(computing or processors, processors) + 1
        self.slots = threading.BoundedSemaphore(self._computing)
        """Guests that compute at a time; one that waits for its solver gives its slot up.

        One more than may: there is always one that the host is about to start or to end.
        """
        self.memory = MemoryTotal(memory_total or planned_memory())
        self._guests = guests
        self._cache_folder = cache_folder
        self._places = threading.BoundedSemaphore(guests)
        self._ticker = _Ticker(self.engine)

    def __reduce__(self) -> tuple[object, ...]:
        """Go to another process as what it takes to have one there, for all that is sent to it."""
        return _of_process, (self.profile, self._cache_folder)

    def reserve(self, guests: int, memory: int) -> None:
        """Have memory ready for so many guests at a time with this limit, where more will be in flight than compute.

        For no more than can be: where there is little memory, what is only reserved is not there for runs.
        """
        in_flight = min(guests, self._guests, self.memory.total // memory)
        if self.pooled and in_flight > self._computing:
            # A signal that ends the main thread in between would leave stores for the end of the process to delete.
            call_on_guest_thread(lambda: touch_places(self.engine, self.component, in_flight))

    def imports(self) -> tuple[str, ...]:
        """The names of everything the component imports."""
        return tuple(sorted(self.component.type.imports(self.engine)))

    @contextmanager
    def running(self, memory: int) -> Iterator[None]:
        """Hold what a run needs: a place, its share of the memory, a slot, and a clock that ticks."""
        with self._places, self.memory.share(memory), self.slots, self._ticker.ticking():
            yield


@cache
def _of_process(profile: str, cache_folder: Path | None) -> Interpreter:
    return Interpreter(profile, cache_folder=cache_folder)


class _Ticker:
    """Moves the engine's epoch on while anything runs, which is what deadlines are counted in.

    Its thread does not keep the engine: one that nothing else holds is given back, with the thousands of mappings that
    it has, of which a process can have only so many. It touches the engine only under the lock and while something
    runs, which holds it: a weak reference alone can still give an object whose end has begun on another thread.
    """

    def __init__(self, engine: wasmtime.Engine) -> None:
        self._engine = weakref.ref(engine)
        self._lock = threading.Lock()
        self._running = 0
        self._wake = threading.Event()
        self._thread: threading.Thread | None = None
        self._is_over = False
        weakref.finalize(engine, self._end)

    @contextmanager
    def ticking(self) -> Iterator[None]:
        with self._lock:
            if self._thread is None:
                thread = threading.Thread(target=self._tick, daemon=True, name="cgr-audit-ticker")
                start_with_stack(thread, 0)
                self._thread = thread
            self._running += 1
            self._wake.set()
        try:
            yield
        finally:
            with self._lock:
                self._running -= 1
                if not self._running:
                    self._wake.clear()

    def _tick(self) -> None:
        while True:
            self._wake.wait()
            if self._is_over:
                return
            time.sleep(TICK_S)
            with self._lock:
                engine = self._engine() if self._running else None
                if engine is not None:
                    engine.increment_epoch()
                del engine

    def _end(self) -> None:
        self._is_over = True
        self._wake.set()
