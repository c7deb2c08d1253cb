"""The parser libcst, which reads the same language on every host, and all the ways in which it says no."""

from __future__ import annotations

import ast
import warnings
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import libcst

__all__ = ["concrete_tree"]

_SHORT = 2_000
"""So few characters never keep libcst busy, whose time grows with the square of the depth."""
_DEEPEST = 1_000
"""Nodes in each other, as in a sum of so many terms, on which libcst takes about a second."""


def concrete_tree(text: str) -> libcst.Module | str | None:
    """The tree that libcst makes of a text, what its parser objects to, or nothing where only its nodes object.

    The nodes object to strings of different kinds in a row, and to characters that no identifier may hold.
    """
    import libcst  # noqa: PLC0415  costs start-up time

    if len(text) > _SHORT and _is_too_deep(text):
        return "nests too deeply"
    try:
        return libcst.parse_module(text)
    except libcst.ParserSyntaxError as error:
        return error.message
    except (libcst.CSTValidationError, libcst.CSTLogicError):
        return None


def _is_too_deep(text: str) -> bool:
    """Whether the host's parser, which is quick to say so, gives up on the depth of a text, or makes a deep tree."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            level: list[ast.AST] = [ast.parse(text)]
        except SyntaxError as error:
            return "too many nested parentheses" in error.msg
        except (RecursionError, MemoryError):
            return True
        except (ValueError, OverflowError):
            return False
    for _ in range(_DEEPEST):
        level = [child for node in level for child in ast.iter_child_nodes(node)]
    return bool(level)
