"""Leaves out of the random scaffolds what the analysis as it is gets wrong."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from corpus.random_scaffolds.writer import GRAMMAR

UNSOUND = frozenset({
    "construct: JSON to an object",
    "construct: cached list that grows",
    "construct: chain of groups that grow",
    "construct: closing",
    "construct: counter of keywords",
    "construct: counter that grows by adding",
    "construct: deep copy that is emptied",
    "construct: deep copy that is kept",
    "construct: defaultdict whose factory is set later",
    "construct: defaultdict with content",
    "construct: deque that never gets longer",
    "construct: dictionary of the library",
    "construct: formatter",
    "construct: groups by a key with an effect",
    "construct: heap with pushes",
    "construct: largest by a key with an effect",
    "construct: list repeated in place",
    "construct: live view of keys",
    "construct: log filter",
    "construct: log handler",
    "construct: merged in place through an alias",
    "construct: missing member",
    "construct: partial of append",
    "construct: print to an object",
    "construct: random source",
    "construct: redirected print",
    "construct: rows to an object",
    "construct: set changed through an alias",
    "construct: substitution with an effect",
    "construct: syntax visitor",
    "construct: text wrapper",
    "reply: changed defaults",
    "reply: composed",
    "reply: doubled",
    "reply: linked closures",
    "reply: memo of a memo",
    "reply: repeated of repeated",
    "reply: stacked decorating objects",
    "reply: wrapped function reached",
})  # fmt: skip
"""Productions whose programs contradict a claim of the analysis; ``python -m benchmarks.random_programs`` writes them.

A production must go from here once it no longer fails, and with the last of them this file.
"""


@pytest.fixture(autouse=True, scope="module")
def without_unsound_productions() -> Iterator[None]:
    """The grammar without them, for every test of this folder."""
    assert {str(one) for productions in GRAMMAR.values() for one in productions} >= UNSOUND
    with pytest.MonkeyPatch.context() as patch:
        for kind, productions in GRAMMAR.items():
            patch.setitem(GRAMMAR, kind, tuple(one for one in productions if str(one) not in UNSOUND))
        yield
