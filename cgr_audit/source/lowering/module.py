"""The two questions that callers ask: what is the tree, and is the host's own good enough."""

from __future__ import annotations

import ast
import functools
import re
from typing import TYPE_CHECKING, Final

from cgr_audit.source.lowering.scan import Scan

if TYPE_CHECKING:
    import libcst

__all__ = ["lower", "needs_lowering"]

_F_STRING: Final = re.compile(r"""[fF][rR]?["']""")
# Each of these is read differently by some supported release: positions (before 3.12), empty constants in
# format specifications (3.12), a "#" in a string before "=" (first releases of 3.12 and 3.13).
_PROBES: Final = (
    ('f"{x}{y:{z}a{z}}"', "x@3 y@6 z@9 a@11 z@13"),
    ("f'{\"#\"=}'", '"#"=@3 #@3'),
)


def lower(module: libcst.Module, text: str) -> ast.Module:
    """Make the ``ast`` tree of a program, with the nodes and positions of CPython 3.14, on any host.

    Args:
        module: the tree as libcst parsed it, unchanged since.
        text: the text it was parsed from. (``module.code`` is not always that text: libcst drops a form feed at the
            beginning of a line.)

    Raises:
        LoweringError: the text has no tree, on any host; the line is named.
        RecursionError: the program is nested too deeply.
    """
    from cgr_audit.source.lowering.statements import lower_block  # noqa: PLC0415  imports libcst

    scan = Scan(text)
    return ast.Module(body=lower_block(scan, module.body), type_ignores=[])


def needs_lowering(text: str, tree: ast.Module | None) -> bool:
    """Whether the host's own tree of a text is missing, or is not what other hosts would make of it.

    Args:
        text: the program.
        tree: what the host's ``ast.parse`` made of it; nothing where it could not read the text.
    """
    if tree is None:
        return True
    if not _F_STRING.search(text) or _host_reads_f_strings():
        return False
    return any(isinstance(node, ast.JoinedStr) for node in ast.walk(tree))


@functools.cache
def _host_reads_f_strings() -> bool:
    """Whether the host's f-strings are those of the newest release; its version does not tell, patches do."""
    return all(_leaves(ast.parse(source)) == expected for source, expected in _PROBES)


def _leaves(tree: ast.Module) -> str:
    """The names and constants of a tree with their columns, in the order of the walk."""
    found: list[str] = []
    pending: list[ast.AST] = [tree]
    while pending:
        node = pending.pop()
        pending.extend(reversed(list(ast.iter_child_nodes(node))))
        if isinstance(node, ast.Name):
            found.append(f"{node.id}@{node.col_offset}")
        elif isinstance(node, ast.Constant):
            found.append(f"{node.value!s}@{node.col_offset}")
    return " ".join(found)
