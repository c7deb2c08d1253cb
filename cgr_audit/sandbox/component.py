"""Where the portable component of a profile is, and its digest."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path

from cgr_audit.errors import IncompleteError, UsageError
from cgr_audit.source.profiles import PROFILES

__all__ = ["COMPONENT_FOLDER", "PortableComponent", "SandboxError", "component_stamp", "load_portable_component"]

COMPONENT_FOLDER = Path(__file__).parent / "component"


class SandboxError(IncompleteError):
    """The sandbox itself cannot work: no component, or one that does not fit."""


@dataclass(frozen=True, slots=True)
class PortableComponent:
    """A component as the package build made it, the same file for every machine."""

    profile: str
    data: bytes
    digest: str
    """``sha256:`` and 64 hexadecimal digits of the bytes; part of every run record."""


def load_portable_component(profile: str, folder: Path = COMPONENT_FOLDER) -> PortableComponent:
    """Read the component of a profile.

    Raises:
        UsageError: there is no such profile.
        SandboxError: the component was not built or cannot be read.
    """
    if profile not in PROFILES:
        raise UsageError(f"no interpreter profile {profile!r}; there are {', '.join(sorted(PROFILES))}")
    path = folder / f"{profile}.wasm"
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        how = f"cgr-audit sandbox build --profile {profile}"
        raise SandboxError(f"{path}: the sandbox's component is not built; run: {how}") from None
    except OSError as error:
        raise SandboxError(f"{path}: cannot read the sandbox's component: {error.strerror}") from error
    return PortableComponent(profile, data, "sha256:" + hashlib.sha256(data).hexdigest())


def component_stamp(profile: str, folder: Path = COMPONENT_FOLDER) -> str:
    """What changes whenever a component does, without reading it; empty where there is none."""
    try:
        status = (folder / f"{profile}.wasm").stat()
    except OSError:
        return ""
    return f"{status.st_size} {status.st_mtime_ns}"
