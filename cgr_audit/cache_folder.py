"""Where the toolkit keeps what it need not compute again, and whether a file there may be trusted."""

from __future__ import annotations

import os
import stat
from pathlib import Path

__all__ = ["cache_folder", "why_not_own"]


def cache_folder(purpose: str) -> Path:
    """The folder for one purpose in the user's cache; ``CGR_AUDIT_CACHE`` names another place for all of them."""
    named = os.environ.get("CGR_AUDIT_CACHE")
    if named:
        return Path(named) / purpose
    import platformdirs  # noqa: PLC0415  costs start-up time

    return Path(platformdirs.user_cache_dir("cgr-audit")) / purpose


def why_not_own(status: os.stat_result, *, folder: bool = False) -> str | None:
    """Why what has this status is not a regular file, or a folder, of this user that nobody else may write.

    A mask of an access control list shows in the group's bits, so that entries for other users are seen too.
    """
    if stat.S_ISLNK(status.st_mode):
        return "it is a link"
    if not (stat.S_ISDIR if folder else stat.S_ISREG)(status.st_mode):
        return "it is not a folder" if folder else "it is not a regular file"
    if not hasattr(os, "getuid"):
        return None
    if status.st_uid != os.getuid():
        return f"it belongs to user {status.st_uid}, not to user {os.getuid()}"
    return "others may write it" if status.st_mode & 0o022 else None
