"""The component as machine code: loaded from the cache where that is to be trusted, compiled and kept otherwise."""

from __future__ import annotations

import hashlib
import importlib.metadata
import platform
from collections.abc import Callable
from pathlib import Path
from typing import BinaryIO

import wasmtime
from wasmtime import _ffi as ffi
from wasmtime import component as wasm

from cgr_audit.sandbox.cache import CompiledCache, DistrustedError, default_cache_folder
from cgr_audit.sandbox.component import PortableComponent, SandboxError
from cgr_audit.sandbox.pool import use_pool
from cgr_audit.sandbox.threads import WASM_STACK_BYTES

__all__ = ["Report", "compiled_cache", "load_compiled", "make_engine"]

Report = Callable[[str], None]
"""Takes a line where something takes long or goes wrong."""

_SETTINGS = f"fuel,epoch,stack={WASM_STACK_BYTES}"
_OPEN_FILES = Path("/proc/self/fd")


def make_engine(places: int) -> wasmtime.Engine:
    """An engine that counts fuel and looks at deadlines, with a pool of so many places for guests' memory, or none."""
    config = wasmtime.Config()
    config.consume_fuel = True
    config.epoch_interruption = True
    # The C interface has this setting and the Python package binds it without wrapping it; none may exceed it.
    ffi.wasmtime_config_async_stack_size_set(config.ptr(), WASM_STACK_BYTES)
    config.max_wasm_stack = WASM_STACK_BYTES
    if places:
        use_pool(config, places)
    return wasmtime.Engine(config)


def compiled_cache(portable: PortableComponent, *, pooled: bool, folder: Path | None = None) -> CompiledCache:
    """Where the machine code of a component is kept, under all that it depends on."""
    version = importlib.metadata.version("wasmtime")
    facts = (portable.digest, version, platform.machine(), platform.system(), _SETTINGS, pooled)
    key = f"{portable.profile}-{hashlib.sha256(repr(facts).encode()).hexdigest()[:16]}"
    return CompiledCache(folder or default_cache_folder(), key)


def load_compiled(
    engine: wasmtime.Engine, portable: PortableComponent, cache: CompiledCache, report: Report
) -> wasm.Component:
    """Load the compiled component; where there is none that may be loaded, say why, compile it and keep it.

    Raises:
        SandboxError: the portable component is none.
    """
    why = ""
    try:
        return _loaded(engine, cache)
    except FileNotFoundError:
        pass
    except (DistrustedError, SandboxError) as error:
        why = str(error)
    asked = f"compiling the sandbox's interpreter for this machine (profile {portable.profile}, about 10 s) ..."
    report(f"{why}; {asked}" if why else asked)
    component = _compile(engine, portable)
    try:
        cache.store(component.serialize())
    except DistrustedError as error:
        if str(error) != why:
            report(f"{error}: the compiled interpreter is not kept")
        return component
    except (OSError, MemoryError, wasmtime.WasmtimeError) as error:
        why = getattr(error, "strerror", None) or str(error).partition("\n")[0] or "out of memory"
        gone = f"cannot keep the compiled interpreter ({why}); it will be compiled again next time"
        report(f"{cache.folder}: {gone}")
        return component
    try:
        # What is loaded from a file is shared with it and faster than what the compiler left in memory.
        return _loaded(engine, cache)
    except (FileNotFoundError, DistrustedError, SandboxError):
        return component


def _loaded(engine: wasmtime.Engine, cache: CompiledCache) -> wasm.Component:
    with cache.opened() as file:
        try:
            return _deserialized(engine, file)
        except (wasmtime.WasmtimeError, MemoryError):
            raise SandboxError(f"{file.name}: the compiled interpreter does not fit this machine") from None


def _deserialized(engine: wasmtime.Engine, file: BinaryIO) -> wasm.Component:
    """Load an open file itself, not what its path may mean by now."""
    itself = _OPEN_FILES / str(file.fileno())
    if itself.exists():
        return wasm.Component.deserialize_file(engine, str(itself))
    return wasm.Component.deserialize(engine, file.read())


def _compile(engine: wasmtime.Engine, portable: PortableComponent) -> wasm.Component:
    try:
        return wasm.Component(engine, portable.data)
    except wasmtime.WasmtimeError as error:
        first_line = str(error).partition("\n")[0]
        raise SandboxError(f"{portable.profile}.wasm: not a usable component: {first_line}") from error
