"""Lines of code of Python programs."""

from __future__ import annotations

import ast
import io
import tokenize

__all__ = ["lines_of_code"]

_NO_CODE = frozenset(
    {tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER}
)
_DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)


def lines_of_code(text: str, tree: ast.Module) -> int:
    """How many lines hold code: not blank, nor with nothing but a comment or docstring.

    Args:
        text: of the program.
        tree: the same, parsed.
    """
    found: set[int] = set()
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type not in _NO_CODE:
            found.update(range(token.start[0], token.end[0] + 1))
    for node in ast.walk(tree):
        if isinstance(node, _DOCUMENTED) and ast.get_docstring(node, clean=False) is not None:
            first = node.body[0]
            found.difference_update(range(first.lineno, (first.end_lineno or first.lineno) + 1))
    return len(found)
