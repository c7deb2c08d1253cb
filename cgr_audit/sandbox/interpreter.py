"""One interpreter per process: the engine, the compiled component, and what all runs share."""

from __future__ import annotations

import hashlib
import importlib.metadata
import os
import platform
import threading
import time
import weakref
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import wasmtime
from wasmtime import _ffi as ffi
from wasmtime import component as wasm

from cgr_audit.sandbox.allocator import give_memory_back
from cgr_audit.sandbox.cache import CompiledCache, default_cache_folder
from cgr_audit.sandbox.component import COMPONENT_FOLDER, PortableComponent, SandboxError, load_portable_component
from cgr_audit.sandbox.pool import can_reserve, touch_places, use_pool
from cgr_audit.sandbox.threads import WASM_STACK_BYTES

__all__ = ["GUESTS", "TICK_S", "Interpreter"]

TICK_S = 0.02
"""Seconds between two looks at the clock."""

GUESTS = 64
"""Runs in flight, where nobody says how many there will be."""

_SETTINGS = f"fuel,epoch,stack={WASM_STACK_BYTES}"

Report = Callable[[str], None]


class Interpreter:
    """CPython as a compiled component, ready to be instantiated once per run.

    Args:
        profile: which modules programs can import.
        report: takes a line where something takes long or goes wrong; silent without.
        cache_folder: where the compiled component is kept; the user's cache folder by default.
        component_folder: where the portable component is.
        memory_total: bytes that all runs in flight may use together; three quarters of the machine's by default.
        guests: runs that can be in flight at a time; more wait.

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
    ) -> None:
        give_memory_back()
        portable = load_portable_component(profile, component_folder)
        self.profile = profile
        self.digest = portable.digest
        self.pooled = pooled = can_reserve(guests)
        """Whether guests' memory is reserved once; see ``pool.py``."""
        self.engine = _engine(guests if pooled else 0)
        cache = CompiledCache(cache_folder or default_cache_folder(), _cache_key(portable, pooled=pooled))
        self.component = _compiled(self.engine, portable, cache, report)
        self._computing = (os.cpu_count() or 1) + 1
        self.slots = threading.BoundedSemaphore(self._computing)
        """Guests that compute at a time; one that waits for its solver gives its slot up.

        One more than there are processors: there is always one that the host is about to start or to end.
        """
        self.memory = _MemoryTotal(memory_total or _three_quarters_of_memory())
        self._guests = guests
        self._places = threading.BoundedSemaphore(guests)
        self._ticker = _Ticker(self.engine)

    def reserve(self, guests: int) -> None:
        """Have memory ready for so many guests at a time, where more will be in flight than compute."""
        if self.pooled and guests > self._computing:
            touch_places(self.engine, self.component, min(guests, self._guests))

    def imports(self) -> tuple[str, ...]:
        """The names of everything the component imports."""
        return tuple(sorted(self.component.type.imports(self.engine)))

    @contextmanager
    def running(self, memory: int) -> Iterator[None]:
        """Hold what a run needs: a place, its share of the memory, a slot, and a clock that ticks."""
        with self._places, self.memory.share(memory), self.slots, self._ticker.ticking():
            yield


class _Ticker:
    """Moves the engine's epoch on while anything runs, which is what deadlines are counted in.

    Its thread does not keep the engine: one that nothing else holds is given back, with the thousands of mappings that
    it has, of which a process can have only so many.
    """

    def __init__(self, engine: wasmtime.Engine) -> None:
        self._engine = weakref.ref(engine)
        self._lock = threading.Lock()
        self._running = 0
        self._wake = threading.Event()
        self._thread: threading.Thread | None = None
        weakref.finalize(engine, self._wake.set)

    @contextmanager
    def ticking(self) -> Iterator[None]:
        with self._lock:
            self._running += 1
            self._wake.set()
            if self._thread is None:
                self._thread = threading.Thread(target=self._tick, daemon=True, name="cgr-audit-ticker")
                self._thread.start()
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
            time.sleep(TICK_S)
            engine = self._engine()
            if engine is None:
                return
            engine.increment_epoch()
            del engine


class _MemoryTotal:
    """Lets runs begin only while their limits together stay below a total."""

    def __init__(self, total: int) -> None:
        self.total = total
        self._free = total
        self._changed = threading.Condition()

    @contextmanager
    def share(self, size: int) -> Iterator[None]:
        """Wait for a share; one that is larger than everything waits for everything."""
        size = min(size, self.total)
        with self._changed:
            self._changed.wait_for(lambda: self._free >= size)
            self._free -= size
        try:
            yield
        finally:
            with self._changed:
                self._free += size
                self._changed.notify_all()


def _engine(places: int) -> wasmtime.Engine:
    config = wasmtime.Config()
    config.consume_fuel = True
    config.epoch_interruption = True
    # The C interface has this setting and the Python package binds it without wrapping it; none may exceed it.
    ffi.wasmtime_config_async_stack_size_set(config.ptr(), WASM_STACK_BYTES)
    config.max_wasm_stack = WASM_STACK_BYTES
    if places:
        use_pool(config, places)
    return wasmtime.Engine(config)


def _compiled(
    engine: wasmtime.Engine, portable: PortableComponent, cache: CompiledCache, report: Report | None
) -> wasm.Component:
    """Load the compiled component, or compile it and keep it."""
    say = report or (lambda _line: None)
    kept = _loaded(engine, cache, say)
    if kept is not None:
        return kept
    say(f"compiling the sandbox's interpreter for this machine (profile {portable.profile}, once, about 10 s) ...")
    try:
        component = wasm.Component(engine, portable.data)
    except wasmtime.WasmtimeError as error:
        raise SandboxError(f"{portable.profile}.wasm: not a usable component: {_first_line(error)}") from error
    try:
        cache.discard()
        cache.store(component.serialize())
        cache.discard_older(f"{portable.profile}-")
    except OSError as error:
        why = f"cannot keep the compiled interpreter ({error.strerror}); it will be compiled again next time"
        say(f"{cache.folder}: {why}")
    # What is loaded from a file is shared with it and faster than what the compiler left in memory.
    return _loaded(engine, cache, say) or component


def _loaded(engine: wasmtime.Engine, cache: CompiledCache, say: Report) -> wasm.Component | None:
    path = cache.find()
    if path is None:
        return None
    try:
        return wasm.Component.deserialize_file(engine, str(path))
    except wasmtime.WasmtimeError:
        say(f"{path}: the compiled interpreter does not fit this machine; compiling it anew")
        return None


def _cache_key(portable: PortableComponent, *, pooled: bool) -> str:
    version = importlib.metadata.version("wasmtime")
    facts = (portable.digest, version, platform.machine(), platform.system(), _SETTINGS, pooled)
    return f"{portable.profile}-{hashlib.sha256(repr(facts).encode()).hexdigest()[:16]}"


def _three_quarters_of_memory() -> int:
    try:
        physical = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, OSError, ValueError):
        physical = 8 << 30
    return physical * 3 // 4


def _first_line(error: wasmtime.WasmtimeError) -> str:
    return str(error).partition("\n")[0]
