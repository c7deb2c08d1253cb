"""The ``ast`` tree of a program from its libcst tree, the same on every host.

The analyses walk ``ast`` trees, for ``ast.parse`` is several times cheaper than anything that walks
libcst's. But what ``ast.parse`` gives depends on the host: 3.11 cannot read newer syntax (f-strings after
PEP 701, type parameters, ``type X = ...``, ``except A, B:``, t-strings), before 3.12 the nodes inside
f-strings stand at wrong places, and some later releases differ in what they make of format specifications
and of ``{x = }``. libcst's parser reads the same language everywhere. :func:`lower` makes of its tree the
nodes and positions that CPython 3.14 gives, and :func:`needs_lowering` says where the host's own tree will
not do.

What neither the host nor libcst can read has no tree. libcst 1.9 reads t-strings (PEP 750), defaults of type
parameters (PEP 696) and ``except A, B:`` (PEP 758). Of what 3.14 reads it does not read: several t-strings in a
row, an annotated name in parentheses (``(x): int``), a starred base after a keyword (``class A(k=v, *B)``), and a
form feed in an indentation. It also reads some of 3.15 (``lazy import x``, ``{**d for d in ds}``), for which 3.14
has no nodes: these are refused with :class:`LoweringError`, and so are texts that a parser lets pass and no
compiler does, such as a string with an unknown character name, and texts on which libcst and CPython disagree (a
backslash in place of an indentation).

How it is done: libcst's tree says what comes, and the text says where it stands. The tree is walked once,
in the order of the text, and each token is looked for after the blanks and comments that follow the one
before (:mod:`~cgr_audit.source.lowering.scan`). No position metadata is computed.
"""

from __future__ import annotations

from cgr_audit.source.lowering.module import lower, needs_lowering
from cgr_audit.source.lowering.scan import LoweringError

__all__ = ["LoweringError", "lower", "needs_lowering"]
