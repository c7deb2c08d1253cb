"""Names of programs as paths."""

from __future__ import annotations

import hashlib
from collections.abc import Collection
from urllib.parse import quote

__all__ = ["file_name", "path_part"]

_LONGEST = 180
"""The longest part of a path that is kept as it is, in characters; file systems allow 255 bytes."""


def file_name(program_id: str, taken: Collection[str]) -> str:
    """A relative path for a program, with ``/``, that ends in ``.py``, leads nowhere else, and is not in ``taken``.

    The parts of the id are percent-encoded; long ones are cut and end in a digest.
    """
    parts = [path_part(part) for part in program_id.removesuffix(".py").split("/")]
    stem = "/".join(parts)
    name, number = f"{stem}.py", 1
    while name in taken:
        number += 1
        name = f"{stem}~{number}.py"
    return name


def path_part(part: str) -> str:
    """A name as one part of a path: percent-encoded; a long one is cut and ends in a digest."""
    encoded = quote(part, safe="", errors="surrogatepass") or "%"
    if encoded.strip(".") == "":
        encoded = encoded.replace(".", "%2E")
    if len(encoded) > _LONGEST:
        digest = hashlib.sha256(part.encode("utf-8", "surrogatepass")).hexdigest()[:16]
        encoded = f"{encoded[:_LONGEST]}~{digest}"
    return encoded
