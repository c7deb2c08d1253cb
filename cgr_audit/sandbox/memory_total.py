"""How much memory runs in flight may use together, and who may begin."""

from __future__ import annotations

import mmap
import os
import sys
import threading
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

__all__ = ["TOO_LITTLE_MEMORY", "MemoryTotal", "can_map", "planned_memory"]

TOO_LITTLE_MEMORY = "this machine has too little memory for a run; use fewer --jobs or raise the limit"

_UNKNOWN = 8 << 30
"""What is planned with where the machine does not say."""
_GROUP_LIMITS = ("memory.max", "memory.limit_in_bytes")
"""The file that holds a control group's limit, in version 2 and in version 1."""


class MemoryTotal:
    """Lets runs begin only while their limits together stay below a total, in the order in which they asked."""

    def __init__(self, total: int) -> None:
        self.total = total
        self.free = total
        """Bytes that nobody holds."""
        self._changed = threading.Condition()
        self._waiting: deque[object] = deque()

    @contextmanager
    def share(self, size: int) -> Iterator[None]:
        """Wait for a share; one that is larger than everything waits for everything."""
        size = min(size, self.total)
        self._take(size)
        try:
            yield
        finally:
            with self._changed:
                self.free += size
                self._changed.notify_all()

    def _take(self, size: int) -> None:
        """Who asks for much is not passed by those who ask for little: it would wait for ever."""
        with self._changed:
            ticket = object()
            self._waiting.append(ticket)
            try:
                self._changed.wait_for(lambda: self._waiting[0] is ticket and self.free >= size)
                self.free -= size
            finally:
                self._waiting.remove(ticket)
                self._changed.notify_all()


def planned_memory(groups: Path = Path("/sys/fs/cgroup"), membership: Path = Path("/proc/self/cgroup")) -> int:
    """Three quarters of the machine's memory in bytes, or of what its control groups leave to this process."""
    return min([_physical(), *_group_limits(groups, membership)]) * 3 // 4


def can_map(size: int) -> bool:
    """Whether this process could have so many bytes more now."""
    kind = (mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS,) if sys.platform != "win32" else ()
    try:
        mmap.mmap(-1, size, *kind).close()
    except (OSError, ValueError):
        return False
    return True


def _physical() -> int:
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, OSError, ValueError):
        return _UNKNOWN


def _group_limits(groups: Path, membership: Path) -> Iterator[int]:
    """The limits of the process's control groups and of those around them, as far as they can be read."""
    try:
        lines = membership.read_text("utf-8", "replace").splitlines()
    except OSError:
        return
    for line in lines:
        number, *said = line.split(":", 2)
        if len(said) == 2 and (said[0] == "memory" or (number, said[0]) == ("0", "")):
            root = groups / said[0]
            own = root / said[1].lstrip("/")
            for folder in (own, *own.parents):
                yield from _limit_of(folder)
                if folder == root:
                    break


def _limit_of(folder: Path) -> Iterator[int]:
    for name in _GROUP_LIMITS:
        try:
            text = (folder / name).read_text("ascii").strip()
        except (OSError, ValueError):
            continue
        if text.isdecimal():
            yield int(text)
