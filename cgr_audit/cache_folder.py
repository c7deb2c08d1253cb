"""Where the toolkit keeps what it need not compute again, and whether a file there may be trusted."""

from __future__ import annotations

import os
import stat
from pathlib import Path

__all__ = ["cache_folder", "is_own"]


def cache_folder(purpose: str) -> Path:
    """The folder for one purpose in the user's cache; ``CGR_AUDIT_CACHE`` names another place for all of them."""
    named = os.environ.get("CGR_AUDIT_CACHE")
    if named:
        return Path(named) / purpose
    import platformdirs  # noqa: PLC0415  costs start-up time

    return Path(platformdirs.user_cache_dir("cgr-audit")) / purpose


def is_own(path: Path, *, folder: bool = False) -> bool:
    """Whether a path is a regular file, or a folder, of this user that nobody else may write."""
    status = path.lstat()
    if not (stat.S_ISDIR if folder else stat.S_ISREG)(status.st_mode):
        return False
    return not hasattr(os, "getuid") or (status.st_uid == os.getuid() and not status.st_mode & 0o022)
