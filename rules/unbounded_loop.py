"""CGR306: a loop that never ends."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from cgr_audit.analysis.queries.termination import EndlessReason
from cgr_audit.audit.finding import Confidence, Finding, Severity
from cgr_audit.audit.places import header_span
from cgr_audit.audit.rule import Context, Invalid, Meta, Rule, Valid

_MESSAGES: Mapping[EndlessReason, str] = MappingProxyType(
    {
        EndlessReason.NO_EXIT: "this loop never terminates: no exit is reachable",
        EndlessReason.UNCHANGED_TEST: "once entered, this loop never terminates: nothing in it changes its test",
        EndlessReason.REPEATED_PATH: "this loop can repeat forever: one path through it changes nothing it tests",
    }
)


class UnboundedLoop(Rule):
    """A loop without solver calls never terminates.

    What it does
        Reports loops of which one of three things is certain: no exit can be reached (``while True`` without a
        ``break`` that any path reaches); nothing in the loop changes what its test reads, and nothing else leaves it;
        or one path through the body changes nothing that the tests on it read, so that the program repeats it forever
        once it takes it (``continue`` before the counter moves, a search through ``itertools.cycle`` for something
        that may not be there). Statements that may raise count as exits. Loops that may or may not end, depending on
        numbers, texts or chance, are not reported: the sandbox's fuel ends them. Loops that reach the solver are
        CGR301.

    Why it matters
        One item hangs the run; the harness then ends the program by its limits, and the row is lost.

    Example
        .. code-block:: python

            while i < len(parts):
                if not parts[i]:
                    continue
                i += 1

    Use instead
        ``for part in parts:``, or a step on every path before the next round.

    References
        A. Gupta et al., *Proving non-termination*, POPL 2008: recurrent sets of states.
    """

    meta = Meta("CGR306", "unbounded-loop", Severity.WARNING, Confidence.MEDIUM, since="0.1.0")

    VALID = (
        Valid("def f(n):\n    i = 0\n    while i < n:\n        i += 1\n    return i\n", contract="function"),
        Valid("def f(x):\n    while True:\n        x.pop()\n", contract="function"),
        Valid("def f(x):\n    it = iter(x)\n    while True:\n        print(next(it))\n", contract="function"),
        Valid("def f(n):\n    while n != 1:\n        n = n // 2 if n % 2 == 0 else 3 * n + 1\n", contract="function"),
        Valid(
            "def f(x):\n    while x:\n        if x[-1]:\n            x.pop()\n        else:\n            break\n"
            "    return x\n",
            contract="function",
        ),
        Valid(
            "def f(a, x):\n    lo, hi = 0, len(a)\n    while lo < hi:\n        mid = (lo + hi) // 2\n"
            "        if a[mid] < x:\n            lo = mid + 1\n        else:\n            hi = mid\n"
            "    return lo\n",
            contract="function",
        ),
        Valid(
            "def g():\n    n = 0\n    while True:\n        yield n\n        n += 1\ndef f(x):\n    return next(g())\n",
            contract="function",
        ),
        Valid(
            "import itertools\ndef f(n):\n    for i in itertools.count():\n        if i > n:\n            return i\n",
            contract="function",
        ),
        Valid("def solve(q):\n    while True:\n        a = llm_model(q, {})\n        if a:\n            return a\n"),
    )
    INVALID = (
        Invalid("def f(n):\n    while True:\n        n += 1\n", contract="function", at=("2:5-2:15",)),
        Invalid(
            "def f(x):\n    while True:\n        try:\n            x.pop()\n        except Exception:\n"
            "            continue\n",
            contract="function", at=("2:5-2:15",),
        ),
        Invalid(
            "import itertools\ndef f(n):\n    for i in itertools.count():\n        print(i)\n",
            contract="function", at=("3:5-3:31",),
        ),
        Invalid(
            "def f(x):\n    i, total = 0, 0\n    while i < len(x):\n        total += x[i]\n    return total\n",
            contract="function", at=("3:5-3:21",),
        ),
        Invalid(
            "def f(x):\n    i = 0\n    while i < len(x):\n        if not x[i]:\n            continue\n"
            "        i += 1\n    return i\n",
            contract="function", at=("3:5-3:21",),
        ),
        Invalid(
            "def f(x):\n    i = 0\n    while i < len(x):\n        if x[i]:\n            i += 1\n    return i\n",
            contract="function", at=("3:5-3:21",),
        ),
        Invalid(
            "from itertools import cycle\ndef f(x, y):\n    for z in cycle(x):\n        if z == y:\n"
            "            return z\n",
            contract="function", at=("3:5-3:22",),
        ),
    )  # fmt: skip

    def check(self, context: Context) -> Iterator[Finding]:
        """Yield a finding for every loop that never ends."""
        for endless in context.facts.endless_loops:
            yield context.finding(
                self,
                header_span(context, endless.loop),
                _MESSAGES[endless.reason],
                [(header_span(context, node), "on the path that repeats") for node in endless.path],
                confidence=None if endless.reason is EndlessReason.REPEATED_PATH else Confidence.HIGH,
            )
