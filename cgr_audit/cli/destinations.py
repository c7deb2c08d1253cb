"""Where commands write to: what cannot be written is refused before any work is done."""

from __future__ import annotations

import contextlib
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

from cgr_audit.errors import UsageError

__all__ = ["require_out_file", "require_out_folder"]


def require_out_file(out: Path | None, option: str = "--out", *, makes_folders: bool = False) -> None:
    """Refuse an output file that cannot be one.

    Args:
        out: the file; nothing for standard output.
        option: what it was given with.
        makes_folders: whether folders on the way are made where they are missing.

    Raises:
        UsageError: it is a folder, its folder does not exist or is none, or nothing may be written there.
    """
    if out is None:
        return
    with _named(out, option):
        if out.is_dir():
            raise UsageError(f"{out}: is a folder; {option} takes a file, such as {out / f'FILE{out.suffix}'}")
        if out.exists() and not out.is_file():
            if not os.access(out, os.W_OK):
                raise UsageError(f"{out}: nothing may be written into it; give another {option}")
            return
        file = Path(os.path.realpath(out)) if out.is_symlink() else out  # a link stays one, and its file is written
        if not makes_folders and not _is_anything(file.parent):
            raise UsageError(
                f"{file.parent}: no such folder to write {file.name} into; make it, or give another {option}"
            )
        _check_leads_to(out, file.parent, option)


def require_out_folder(out: Path | None, option: str = "--out") -> None:
    """Refuse an output folder that cannot be one; what is missing of it will be made.

    Raises:
        UsageError: it is a file, or below one, or nothing may be written there.
    """
    if out is not None:
        with _named(out, option):
            _check_leads_to(out, out, option)


@contextlib.contextmanager
def _named(out: Path, option: str) -> Iterator[None]:
    """Say of what the system finds wrong with a path that it is another path that is needed."""
    try:
        yield
    except OSError as error:
        raise UsageError(f"{out}: {error.strerror or error}; give another {option}") from error


def _check_leads_to(out: Path, folder: Path, option: str) -> None:
    """See that a folder is one that may be written into, or that it can be made."""
    nearest = next(path for path in (folder, *folder.parents) if _is_anything(path))
    if not nearest.is_dir():
        said = "is a file" if nearest.exists() else "is a link to what is not there"
        wanted = f"{option} takes a folder" if nearest == out else f"a folder is expected on the way to {out}"
        raise UsageError(f"{nearest}: {said}; {wanted}")
    _check_takes_files(out, nearest, option)


def _is_anything(path: Path) -> bool:
    """Whether there is a file, a folder, or a link to wherever."""
    try:
        path.lstat()
    except (FileNotFoundError, NotADirectoryError):
        return False
    return True


def _check_takes_files(out: Path, folder: Path, option: str) -> None:
    """See that something can be made in a folder, by making it and taking it away again.

    Its permissions alone do not tell: nobody can make anything in ``/proc``, nor on a disk that is full.
    """
    try:
        with tempfile.TemporaryDirectory(prefix=".cgr-audit-", dir=folder):
            pass
    except OSError as error:
        reason = error.strerror or error
        raise UsageError(f"{out}: nothing can be made in {folder} ({reason}); give another {option}") from error
