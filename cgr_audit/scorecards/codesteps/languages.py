"""Which samples are in another language than Python, which alone is run."""

from __future__ import annotations

from collections.abc import Sequence, Set

from cgr_audit.scorecards.other_language import is_other_language, is_python_named, may_be_other_language

__all__ = ["named_python", "not_python"]


def named_python(language: str | None) -> bool | None:
    """Whether a row names Python as the language of its samples; nothing if it names none."""
    if language is None or not language.strip():
        return None
    return is_python_named(language)


def not_python(codes: Sequence[str | None], broken: Set[int], sound: Set[int]) -> set[int]:
    """Which samples of a row that names no language are in another one.

    Those are that clearly are; and, where no sample was found to be Python, also those that look like it next to one
    that clearly is. What compiles as Python is Python whatever it looks like.

    Args:
        codes: of each sample of the row, also those that were not run.
        broken: the places of those that were run and do not compile as Python.
        sound: the places of those that were run and do.
    """
    clear = {at for at, code in enumerate(codes) if code is not None and at not in sound and is_other_language(code)}
    found = clear & broken
    if clear and not sound:
        found |= {at for at in broken if may_be_other_language(codes[at] or "")}
    return found
