"""Starting Python processes that import nothing out of the folder one happens to stand in.

A Python that is started with ``-c`` or ``-m``, as all of ours and those of ``multiprocessing`` are, looks for modules
in the working folder first. That may be the folder of programs that are audited, and one of them may be called
``socket.py``.
"""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

__all__ = ["safe_environment", "starting_safely"]

_CHANGED = ("PYTHONSAFEPATH", "PYTHONPATH")
_STARTING = threading.RLock()


def safe_environment() -> dict[str, str]:
    """The environment for a Python process that finds what this one finds, save in the working folder.

    What ``PYTHONPATH`` names relative to the working folder is left out as well, for an empty entry is that folder.
    """
    here = Path.cwd()
    named = [Path(entry) for entry in os.environ.get("PYTHONPATH", "").split(os.pathsep)]
    untrusted = {here, *(here / entry for entry in named if not entry.is_absolute())}
    path = [entry for entry in sys.path if Path(entry).is_absolute() and Path(entry) not in untrusted]
    own = str(Path(__file__).resolve().parent.parent)
    if own not in path:
        path.append(own)
    return {**os.environ, "PYTHONSAFEPATH": "1", "PYTHONPATH": os.pathsep.join(path)}


@contextmanager
def starting_safely() -> Iterator[None]:
    """Give whatever is started meanwhile the :func:`safe_environment`; for starts that take no environment."""
    with _STARTING:
        before = {name: os.environ.get(name) for name in _CHANGED}
        environment = safe_environment()
        os.environ.update({name: environment[name] for name in _CHANGED})
        try:
            yield
        finally:
            for name, value in before.items():
                if value is None:
                    del os.environ[name]
                else:
                    os.environ[name] = value
