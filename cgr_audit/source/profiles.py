"""Interpreter profiles: which modules a program may import inside the sandbox."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

__all__ = ["HELD_BESIDE", "PROFILES", "SCIENCE", "STANDARD", "default_imports"]

STANDARD: tuple[str, ...] = (
    "__future__", "abc", "array", "base64", "binascii", "bisect", "calendar", "cmath", "collections", "contextlib",
    "copy", "csv", "dataclasses", "datetime", "decimal", "difflib", "enum", "fractions", "functools", "hashlib",
    "heapq", "html", "io", "itertools", "json", "keyword", "logging", "math", "numbers", "operator", "pprint",
    "random", "re", "reprlib", "secrets", "statistics", "string", "struct", "textwrap", "time", "traceback", "types",
    "typing", "unicodedata", "uuid", "warnings", "zlib",
)  # fmt: skip
"""The pure part of the standard library that generated programs use."""

SCIENCE: tuple[str, ...] = (*STANDARD, "mpmath", "sympy")
"""``standard`` with symbolic mathematics."""

PROFILES: Mapping[str, tuple[str, ...]] = MappingProxyType({"standard": STANDARD, "science": SCIENCE})
"""Profile name to the modules it holds; a dotted submodule is allowed with its package."""

HELD_BESIDE: tuple[str, ...] = ("ast", "codecs", "copyreg", "queue", "shlex", "sys", "token", "tokenize", "weakref")
"""What every profile holds besides, because its modules need it, and what a program may import as well.

Others that are held (``os``, ``inspect``, ``pickle``, ``threading``) reach further or do not work inside.
"""


def default_imports(profile: str) -> tuple[str, ...]:
    """The modules that a contract allows if it does not say which."""
    return tuple(sorted((*PROFILES[profile], *HELD_BESIDE)))
