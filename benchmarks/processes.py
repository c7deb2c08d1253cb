"""What commands cost: wall clock, and the processor time of all the processes that they start."""

from __future__ import annotations

import contextlib
import ctypes
import os
import resource
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

__all__ = ["Cost", "adopt_orphans", "as_installed", "cost_of"]


@dataclass(frozen=True, slots=True)
class Cost:
    """Seconds that a command took."""

    wall: float
    cpu: float


def cost_of(command: Sequence[str], environment: Mapping[str, str] | None = None, folder: Path | None = None) -> Cost:
    """Run a command; what it prints is thrown away, what it answers is not judged unless it could not start."""
    before, started = _children_cpu(), time.perf_counter()
    ran = subprocess.run(command, cwd=folder, env=environment, capture_output=True, check=False)
    wall = time.perf_counter() - started
    if not ran.stdout and ran.returncode not in {0, 1}:
        sys.exit(f"{' '.join(command[:4])} failed: {ran.stderr.decode(errors='replace').strip()[-300:]}")
    with contextlib.suppress(ChildProcessError):
        while True:
            os.wait()  # a server that outlives the command for a moment
    return Cost(wall, _children_cpu() - before)


def as_installed(folder: Path) -> dict[str, str]:
    """This environment, where Python keeps what it has compiled in a folder: as installed packages have it.

    Whatever is timed must be run once before.
    """
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return {**kept, "PYTHONPYCACHEPREFIX": str(folder)}


def adopt_orphans() -> None:
    """Make processes whose parent is gone children of this one, so that what they used is counted (Linux)."""
    if sys.platform == "linux":
        set_child_subreaper = 36
        ctypes.CDLL(None).prctl(set_child_subreaper, 1, 0, 0, 0)


def _children_cpu() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
