"""The ``ast`` tree of a program from its libcst tree, the same on every host.

The analyses walk ``ast`` trees. What ``ast.parse`` gives depends on the host: 3.11 cannot read newer syntax (f-strings
after PEP 701, type parameters, ``type X = ...``, ``except A, B:``, t-strings), before 3.12 the nodes inside f-strings
stand at wrong places, and some later releases differ in what they make of format specifications and of ``{x = }``.
libcst's parser reads the same language everywhere. :func:`lower_module` makes of its tree the nodes and positions that
CPython 3.14 gives.

What neither the host nor libcst can read has no tree. libcst 1.9 reads t-strings (PEP 750), defaults of type parameters
(PEP 696) and ``except A, B:`` (PEP 758). Of what 3.14 reads it does not read: several t-strings in a row, the prefix
``tr`` (it reads ``rt``), an annotated name in parentheses (``(x): int``), a starred base after a keyword
(``class A(k=v, *B)``), and a form feed in an indentation. It also reads some of 3.15 (``lazy import x``,
``{**d for d in ds}``), for which 3.14 has no nodes: these are refused with :class:`LoweringError`, and so are texts
that a parser lets pass and no compiler does, such as a string with an unknown character name, and texts on which libcst
and CPython disagree (a backslash in place of an indentation).

How it is done: libcst's tree says what comes, and the text says where it stands. The tree is walked once,
in the order of the text, each node by the function that one table (:mod:`~cgr_audit.source.lowering.dispatch`) names
for its type, and each token is looked for after the blanks and comments that follow the one
before (:mod:`~cgr_audit.source.lowering.scan`). No position metadata is computed.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from cgr_audit.source.lowering.scan import LoweringError, Scan, WideScan

if TYPE_CHECKING:
    import libcst

__all__ = ["LoweringError", "lower_module"]


def lower_module(module: libcst.Module, text: str) -> ast.Module:
    """Make the ``ast`` tree of a program, with the nodes and positions of CPython 3.14, on any host.

    Args:
        module: the tree as libcst parsed it, unchanged since.
        text: the text it was parsed from. (``module.code`` is not always that text: libcst drops a form feed at the
            beginning of a line.)

    Raises:
        LoweringError: the text has no tree, on any host; the line is named.
        RecursionError: the program is nested too deeply.
    """
    # Each enters its functions into the one table; they import libcst, which costs start-up time.
    from cgr_audit.source.lowering import displays, patterns, simple_statements, strings  # noqa: F401, PLC0415
    from cgr_audit.source.lowering.statements import lower_block  # noqa: PLC0415

    scan = Scan(text) if text.isascii() else WideScan(text)
    return ast.Module(body=lower_block(scan, module.body), type_ignores=[])
