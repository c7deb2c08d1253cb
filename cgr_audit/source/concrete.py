"""The parser libcst, which reads the same language on every host, and all the ways in which it says no."""

from __future__ import annotations

import ast
import warnings
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import libcst

__all__ = ["concrete_tree"]

_DEEPEST = 1_000
"""Nodes in each other, as in a sum of so many terms, on which libcst takes about a second: its time grows with the
square of the depth."""
_NESTING = (*"+-*/%@&|^~<>.([", "lambda", "if", "not", "await", "and", "or")
"""What stands once or more for every level of nodes in each other, but for blocks and the brackets of a display, which
no host nests deeply."""
_MOST_NODES = 120_000
"""Nodes, with their contexts, on which libcst takes some three seconds; no program of as many is analysed."""
_TOO_DEEP = "nests too deeply"


def concrete_tree(text: str) -> libcst.Module | str | None:
    """The tree that libcst makes of a text, what its parser objects to, or nothing if only its nodes object.

    The nodes object to strings of different kinds in a row, and to characters that no identifier may hold.
    """
    import libcst  # noqa: PLC0415  costs start-up time

    too_much = _too_much(text) if len(text) > _DEEPEST and _may_be_too_much(text) else None
    if too_much is not None:
        return too_much
    try:
        return libcst.parse_module(text)
    except libcst.ParserSyntaxError as error:
        return error.message
    except (libcst.CSTValidationError, libcst.CSTLogicError):
        return None
    except RecursionError:  # a dotted name in an import, which libcst's nodes look through
        return _TOO_DEEP


def _may_be_too_much(text: str) -> bool:
    """Whether a text is long enough for a vast tree, or may hold enough to make a deep one."""
    return 2 * len(text) > _MOST_NODES or sum(map(text.count, _NESTING)) > _DEEPEST


def _too_much(text: str) -> str | None:
    """Why libcst should not be given a text, by the host's parser: it gives up on the depth, or makes a vast tree."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            level: list[ast.AST] = [ast.parse(text)]
        except SyntaxError as error:
            return _TOO_DEEP if "too many nested parentheses" in error.msg else None
        except (RecursionError, MemoryError):
            return _TOO_DEEP
        except (ValueError, OverflowError):
            return None
    nodes = 0
    for _ in range(_DEEPEST):
        nodes += len(level)
        if nodes > _MOST_NODES:
            return "is too large"
        if any(isinstance(node, ast.BoolOp) and len(node.values) > _DEEPEST for node in level):
            return _TOO_DEEP  # one node of the host's, and as many in each other of libcst's
        level = [child for node in level for child in ast.iter_child_nodes(node)]
    return _TOO_DEEP if level else None
