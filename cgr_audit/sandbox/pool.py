"""Room for guests that is reserved once and cleaned between runs, instead of mapped and unmapped for each.

Mapping is what bounds a process with many guests: unmapping one guest's memory, and each first write to a page of the
snapshot that guests share, interrupts every other processor that runs a guest. With two guests at a time a run then
costs twice what it costs alone. Wasmtime's pooling allocator keeps a place for each guest mapped and copies the
snapshot back after a run, which costs memory bandwidth and nothing else: about the size of the snapshot for each guest
that was ever in flight at the same time.

Elsewhere than on Linux a place is not cleaned by copying, and where address space is rationed the places cannot be
reserved: there guests are mapped one by one, which changes no result.
"""

from __future__ import annotations

import mmap
import sys
from contextlib import ExitStack

import wasmtime
from wasmtime import _ffi as ffi
from wasmtime import component as wasm

__all__ = ["can_reserve", "touch_places", "use_pool"]

_MEMORY_BYTES = 4 << 30
"""What a guest can address. A run's limit is far below; this is address space, not memory."""
_PLACE_BYTES = 5 << 30
"""Address space of a place: the memory, what guards it, and the tables of its modules, rounded up."""
_KEPT_BYTES = 17 << 20
"""How much of a place is cleaned by writing instead of unmapping, and so stays in memory.

The standard profile's snapshot has 16 MB, and a small program needs some more.
"""
_MAP_NORESERVE = 0x4000
"""Linux's number, which Python's ``mmap`` does not name before 3.13."""
_FUEL_TO_START = 10**9
"""Far more than an instance uses before anything is called."""
_TICKS_TO_START = 10**6
"""The same in looks at the clock."""
_INSTANCES_PER_GUEST = 64
"""Core modules and adapters that one component is made of: 38 in the standard profile."""
_TABLE_ELEMENTS = 1 << 16
_TABLE_BYTES = _INSTANCES_PER_GUEST * _TABLE_ELEMENTS * 8
"""What the tables of a guest's modules may take, a pointer for each element."""


def can_reserve(places: int) -> bool:
    """Whether address space for so many places is to be had. An engine that cannot have it ends the process."""
    if not sys.platform.startswith("linux") or sys.maxsize < 1 << 32:
        return False
    try:
        private = mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS
        mmap.mmap(-1, places * _PLACE_BYTES, private, 0).close()
        mmap.mmap(-1, places * _TABLE_BYTES, private | _MAP_NORESERVE).close()  # counts as data
    except (OSError, ValueError):
        return False
    return True


def use_pool(config: wasmtime.Config, places: int) -> None:
    """Have an engine of this configuration take its guests' memory from a pool.

    The settings are part of wasmtime's C interface, which the Python package binds without wrapping them.
    """
    settings = {
        "total_component_instances": places,
        "total_core_instances": places * _INSTANCES_PER_GUEST,
        "total_memories": places,
        "total_tables": places * _INSTANCES_PER_GUEST,
        "total_stacks": places,
        "max_core_instances_per_component": _INSTANCES_PER_GUEST,
        "max_memories_per_component": 1,
        "max_tables_per_component": _INSTANCES_PER_GUEST,
        "max_component_instance_size": 1 << 20,
        "max_core_instance_size": 4 << 20,
        "table_elements": _TABLE_ELEMENTS,
        "max_memory_size": _MEMORY_BYTES,
        "linear_memory_keep_resident": _KEPT_BYTES,
        "table_keep_resident": 1 << 20,
        "max_unused_warm_slots": 0,
    }
    pool = ffi.wasmtime_pooling_allocation_config_new()
    try:
        for name, value in settings.items():
            getattr(ffi, f"wasmtime_pooling_allocation_config_{name}_set")(pool, value)
        ffi.wasmtime_pooling_allocation_strategy_set(config.ptr(), pool)
    finally:
        ffi.wasmtime_pooling_allocation_config_delete(pool)


def touch_places(engine: wasmtime.Engine, component: wasm.Component, places: int) -> None:
    """Use so many places at once, so that memory does not grow when as many guests first meet."""
    with ExitStack() as open_ones:
        linker = open_ones.enter_context(wasm.Linker(engine))
        with linker.root() as root:
            for name in component.type.imports(engine):
                root.add_func(name, _no_solver)
        for _ in range(places):
            store = wasmtime.Store(engine)
            open_ones.callback(store.close)
            store.set_fuel(_FUEL_TO_START)
            store.set_epoch_deadline(_TICKS_TO_START)
            try:
                linker.instantiate(store, component)
            except wasmtime.WasmtimeError:  # the other places are in use
                return


def _no_solver(*_arguments: object) -> str:
    raise wasmtime.WasmtimeError("nothing runs in a place that is only touched")
