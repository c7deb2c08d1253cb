"""The garbage collector, while very many records come into being."""

from __future__ import annotations

import contextlib
import gc
from collections.abc import Iterator

__all__ = ["paused_collection"]


@contextlib.contextmanager
def paused_collection() -> Iterator[None]:
    """Look for no cycles meanwhile: records hold none, and looking through millions of them again and again costs."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()
