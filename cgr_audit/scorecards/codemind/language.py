"""The language of a row's programs: Python is run and analysed, Java is analysed, any other is neither."""

from __future__ import annotations

import re
from enum import StrEnum

from cgr_audit.scorecards.other_language import is_python_named

__all__ = ["Language", "language_named"]

_JAVA = re.compile(r"java(?![a-z]).*", re.IGNORECASE | re.DOTALL)


class Language(StrEnum):
    """One that programs can be analysed in."""

    PYTHON = "python"
    JAVA = "java"


def language_named(name: str) -> Language | None:
    """The language that a name, such as ``Java 17`` or ``PyPy 3``, stands for; nothing for any other."""
    if is_python_named(name):
        return Language.PYTHON
    return Language.JAVA if _JAVA.fullmatch(name.strip()) else None
