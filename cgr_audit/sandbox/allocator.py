"""Keeping a process that runs many programs as small as the programs in flight need.

What crosses between host and guest may have megabytes (prompts, responses, reports). glibc keeps such blocks once they
were freed: it raises the size from which blocks are mapped by themselves with each one that was, and gives every thread
an arena of its own. A process that has run thousands of programs on many threads then holds hundreds of megabytes that
nothing uses. Both are settings; elsewhere than under glibc nothing is changed.
"""

from __future__ import annotations

import ctypes
import platform

__all__ = ["give_memory_back"]

_TRIM_THRESHOLD, _MMAP_THRESHOLD, _ARENA_MAX = -1, -3, -8
"""``malloc.h``: ``M_TRIM_THRESHOLD``, ``M_MMAP_THRESHOLD``, ``M_ARENA_MAX``."""
_LARGE_BYTES = 1 << 20
_ARENAS = 2


def give_memory_back() -> bool:
    """Have the allocator give large blocks back when they are freed; whether it could be told."""
    if platform.libc_ver()[0] != "glibc":
        return False
    tell = ctypes.CDLL(None).mallopt
    settings = ((_MMAP_THRESHOLD, _LARGE_BYTES), (_TRIM_THRESHOLD, _LARGE_BYTES), (_ARENA_MAX, _ARENAS))
    done = [tell(setting, value) == 1 for setting, value in settings]
    return all(done)
