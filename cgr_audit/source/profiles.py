"""Interpreter profiles: which modules a program may import inside the sandbox."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

__all__ = ["HELD_BESIDE", "HELD_UNLISTED", "PROFILES", "SCIENCE", "STANDARD", "default_imports", "is_held"]

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

Those of ``HELD_UNLISTED`` reach further or do not work inside.
"""

HELD_UNLISTED: tuple[str, ...] = (
    "atexit", "builtins", "codeop", "concurrent", "dis", "encodings", "errno", "genericpath", "hmac", "importlib",
    "inspect", "linecache", "locale", "opcode", "os", "pickle", "pkgutil", "posix", "posixpath", "quopri", "stat",
    "stringprep", "threading", "zipimport",
)  # fmt: skip
"""What the sandbox can import as well, and what a contract must name to allow it."""


def default_imports(profile: str) -> tuple[str, ...]:
    """The modules that a contract allows if it does not say which."""
    return tuple(sorted((*PROFILES[profile], *HELD_BESIDE)))


def is_held(module: str, profile: str) -> bool:
    """Whether a program can import a module inside the sandbox; of a package's submodules nothing more is known."""
    package = module.partition(".")[0]
    return package in PROFILES[profile] or package in HELD_BESIDE or package in HELD_UNLISTED
