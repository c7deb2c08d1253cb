"""What of the sandbox is installed on this machine, and in what state."""

from __future__ import annotations

import importlib.metadata
import platform
from dataclasses import asdict
from pathlib import Path
from typing import Any

from cgr_audit.sandbox.build import built_from_other_sources
from cgr_audit.sandbox.cache import CompiledCache, DistrustedError, default_cache_folder
from cgr_audit.sandbox.compiled import compiled_cache
from cgr_audit.sandbox.component import COMPONENT_FOLDER, SandboxError, load_portable_component
from cgr_audit.sandbox.component_imports import imports_of
from cgr_audit.sandbox.interpreter import GUESTS
from cgr_audit.sandbox.limits import Limits
from cgr_audit.sandbox.memory_total import planned_memory
from cgr_audit.sandbox.pool import can_reserve
from cgr_audit.source.profiles import HELD_BESIDE, PROFILES
from cgr_audit.version import VERSION

__all__ = ["ONLY_IMPORT", "installation_record"]

ONLY_IMPORT = {"name": "solver-call", "kind": "function"}
"""All that a component may import."""


def installation_record(component_folder: Path = COMPONENT_FOLDER, cache_folder: Path | None = None) -> dict[str, Any]:
    """The object that ``schemas/sandbox.json`` describes. Nothing is compiled, built or written for it."""
    pooled = can_reserve(GUESTS)
    return {
        "schema_version": "1.0",
        "versions": {
            "cgr_audit": VERSION,
            "python": platform.python_version(),
            "wasmtime": importlib.metadata.version("wasmtime"),
            "componentize_py": _version("componentize-py"),
        },
        "limits": asdict(Limits()),
        "memory": {
            "allocation": "pool" if pooled else "mapped",
            "guests": GUESTS,
            "total": planned_memory(),
        },
        "cache_folder": str(cache_folder or default_cache_folder()),
        "held_beside": list(HELD_BESIDE),
        "profiles": [_profile(name, component_folder, cache_folder, pooled=pooled) for name in PROFILES],
    }


def _profile(name: str, component_folder: Path, cache_folder: Path | None, *, pooled: bool) -> dict[str, Any]:
    record: dict[str, Any] = {"name": name, "modules": list(PROFILES[name]), "component": None, "fault": None}
    try:
        portable = load_portable_component(name, component_folder)
        imports = [asdict(found) for found in imports_of(portable.data)]
    except SandboxError as error:
        return {**record, "fault": str(error)}
    if imports != [ONLY_IMPORT]:
        record["fault"] = f"{name}.wasm: it imports something else than the solver call alone"
    record["component"] = {
        "path": str(component_folder / f"{name}.wasm"),
        "digest": portable.digest,
        "bytes": len(portable.data),
        "imports": imports,
        "from_these_sources": not built_from_other_sources(name, component_folder),
        "compiled": _compiled(compiled_cache(portable, pooled=pooled, folder=cache_folder)),
    }
    return record


def _compiled(cache: CompiledCache) -> dict[str, str | None]:
    try:
        with cache.opened() as file:
            return {"state": "trusted", "path": file.name, "reason": None}
    except FileNotFoundError:
        return {"state": "absent", "path": None, "reason": None}
    except DistrustedError as error:
        return {"state": "refused", "path": None, "reason": str(error)}


def _version(package: str) -> str | None:
    try:
        return importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        return None
