"""CGR306: a loop that may run without end."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from cgr_audit.analysis.domains.cost import ReasonKind
from cgr_audit.analysis.loops.loop_region import Loop
from cgr_audit.audit.finding import Confidence, Finding, Severity
from cgr_audit.audit.places import header_span
from cgr_audit.audit.rule import Context, Invalid, Meta, Rule, Valid


class UnboundedLoop(Rule):
    """A loop without solver calls has nothing that must end it.

    What it does
        Reports loops that may run without end: no finite sequence runs out, and no counter or shrinking value moves on
        every path through the body towards a test that every round passes. Collatz steps, iterations until a tolerance
        is met, ``while True`` that only a lucky value leaves, a counter that ``continue`` jumps over, a list that grows
        while it is looped over. Searches by halving, Euclid's algorithm, digits divided away, a stack that only ever
        takes what was not seen before, and texts made shorter end. Loops that reach the solver are CGR301.

    Why it matters
        One item can hang the run; the harness then ends the program by its limits, and the row is lost.

    Example
        .. code-block:: python

            while abs(x * x - n) > 1e-12:
                x = (x + n / x) / 2

    Use instead
        ``for _ in range(100):`` with a ``break`` where the result is good enough.

    References
        Ranking functions: a loop ends if some measure gets smaller in every round and cannot get smaller for ever.
    """

    meta = Meta("CGR306", "unbounded-loop", Severity.WARNING, Confidence.MEDIUM, since="0.1.0")

    VALID = (
        Valid('def f(t):\n    while "  " in t:\n        t = t.replace("  ", " ")\n    return t\n', contract="function"),
        Valid("def f(n):\n    i = 0\n    while i < n:\n        i += 1\n    return i\n", contract="function"),
        Valid(
            "def f(n):\n    i = 0\n    while True:\n        i += 1\n        if i >= n:\n"
            "            return i\n",
            contract="function",
        ),
        Valid(
            "def f(n):\n    i = 2\n    while i * i <= n:\n        if n % i == 0:\n            return i\n"
            "        i += 1\n    return n\n",
            contract="function",
        ),
        Valid(
            "def f(a, x):\n    lo, hi = 0, len(a)\n    while lo < hi:\n        mid = (lo + hi) // 2\n"
            "        if a[mid] < x:\n            lo = mid + 1\n        else:\n            hi = mid\n"
            "    return lo\n",
            contract="function",
        ),
        Valid(
            "def f(s):\n    i, j = 0, len(s) - 1\n    while i < j:\n        if s[i] != s[j]:\n"
            "            return False\n        i += 1\n        j -= 1\n    return True\n",
            contract="function",
        ),
        Valid("def f(a, b):\n    while b:\n        a, b = b, a % b\n    return a\n", contract="function"),
        Valid(
            "def f(a, b):\n    while b != 0:\n        r = a % b\n        a = b\n        b = r\n"
            "    return a\n",
            contract="function",
        ),
        Valid(
            "def f(n):\n    d = []\n    while n:\n        d.append(n % 10)\n        n //= 10\n    return d\n",
            contract="function",
        ),
        Valid("def f(n):\n    while n % 2 == 0:\n        n //= 2\n    return n\n", contract="function"),
        Valid("def f(x):\n    while x:\n        x.pop()\n    return x\n", contract="function"),
        Valid(
            "def f(g, s):\n    todo, seen = [s], {s}\n    while todo:\n        for m in g[todo.pop()]:\n"
            "            if m not in seen:\n                seen.add(m)\n                todo.append(m)\n"
            "    return seen\n",
            contract="function",
        ),
        Valid(
            "def f(t, w):\n    at = t.find(w)\n    n = 0\n    while at != -1:\n        n += 1\n"
            "        at = t.find(w, at + 1)\n    return n\n",
            contract="function",
        ),
        Valid(
            "def f(x):\n    it = iter(x)\n    while True:\n        try:\n            print(next(it))\n"
            "        except StopIteration:\n            return x\n",
            contract="function",
        ),
        Valid(
            "import itertools\ndef f(n):\n    for i in itertools.count():\n        if i > n:\n"
            "            return i\n",
            contract="function",
        ),
        Valid(
            "def g():\n    n = 0\n    while True:\n        yield n\n        n += 1\ndef f(x):\n"
            "    return next(g())\n",
            contract="function",
        ),
        Valid(
            "def f(a):\n    swapped = True\n    while swapped:\n        swapped = False\n"
            "        for i in range(len(a) - 1):\n            if a[i] > a[i + 1]:\n"
            "                a[i], a[i + 1] = a[i + 1], a[i]\n                swapped = True\n    return a\n",
            contract="function",
        ),
        Valid("def f(n):\n    while True:\n        return n\n", contract="function"),
        Valid("def f(t):\n    while t and t[0] == ' ':\n        t = t[1:]\n    return t\n", contract="function"),
        Valid("def f(n):\n    k = 5\n    while k != 0:\n        k -= 1\n    return n\n", contract="function"),
        Valid(
            "def f(n):\n    while n:\n        n, d = divmod(n, 10)\n        print(d)\n    return n\n",
            contract="function",
        ),
        Valid(
            "def f(x):\n    todo = [x]\n    while todo:\n        top = todo.pop()\n"
            "        if isinstance(top, list):\n            todo.extend(top)\n    return x\n",
            contract="function",
        ),
        Valid(
            "def f(x):\n    todo = [(x, 0)]\n    while todo:\n        node, depth = todo.pop()\n"
            "        for child in node.children:\n            todo.append((child, depth + 1))\n"
            "    return x\n",
            contract="function",
        ),
        Valid(
            "def f(t, w):\n    i = t.rfind(w)\n    while i != -1:\n        i = t.rfind(w, 0, i)\n"
            "    return i\n",
            contract="function",
        ),
        Valid(
            "def f(t):\n    while t != '':\n        head, _, t = t.partition(',')\n        print(head)\n"
            "    return t\n",
            contract="function",
        ),
        Valid(
            "def f(t):\n    i = 0\n    while t[i] == ' ':\n        i += 1\n    return t[i:]\n",
            contract="function",
        ),
        Valid(
            "def f(c):\n    for i in range(9):\n        while c[i] > 0:\n            c[i] -= 1\n"
            "    return c\n",
            contract="function",
        ),
        Valid("def solve(q):\n    while True:\n        a = llm_model(q, {})\n        if a:\n            return a\n"),
    )  # fmt: skip
    INVALID = (
        Invalid(
            "def f(n):\n    while n != 1:\n        n = n // 2 if n % 2 == 0 else 3 * n + 1\n    return n\n",
            contract="function", at=("2:5-2:17",),
        ),
        Invalid(
            "def f(n):\n    x = n\n    while abs(x * x - n) > 1e-12:\n        x = (x + n / x) / 2\n"
            "    return x\n",
            contract="function", at=("3:5-3:33",),
        ),
        Invalid("def f(n):\n    while True:\n        pass\n", contract="function", at=("2:5-2:15",)),
        Invalid(
            "def f(x):\n    i = 0\n    while i < len(x):\n        if x[i]:\n            continue\n"
            "        i += 1\n    return i\n",
            contract="function", at=("3:5-3:21",),
        ),
        Invalid(
            "def f(x):\n    i = 0\n    while i < len(x):\n        if x[i]:\n            i += 1\n"
            "    return i\n",
            contract="function", at=("3:5-3:21",),
        ),
        Invalid(
            "def f(x):\n    i = 0\n    while i < len(x):\n        x.append(i)\n        i += 1\n"
            "    return x\n",
            contract="function", at=("3:5-3:21",),
        ),
        Invalid(
            "def f(a, x):\n    lo, hi = 0, len(a)\n    while lo < hi:\n        mid = (lo + hi) // 2\n"
            "        if a[mid] < x:\n            lo = mid\n        else:\n            hi = mid\n"
            "    return lo\n",
            contract="function", at=("3:5-3:18",),
        ),
        Invalid(
            "def f(g, s):\n    todo = [s]\n    while todo:\n        for m in g[todo.pop()]:\n"
            "            todo.append(m)\n    return s\n",
            contract="function", at=("3:5-3:15",),
        ),
        Invalid(
            "def f(x):\n    for y in x:\n        x.append(y)\n    return x\n",
            contract="function", at=("2:5-2:15",),
        ),
        Invalid(
            "import itertools\ndef f(n):\n    for i in itertools.count():\n        if hash(i) == n:\n"
            "            return i\n",
            contract="function", at=("3:5-3:31",),
        ),
        Invalid(
            "import random\ndef f(n):\n    while True:\n        if random.random() < 0.1:\n"
            "            break\n    return n\n",
            contract="function", at=("3:5-3:15",),
        ),
        Invalid(
            "def f(n):\n    done = False\n    while not done:\n        n = n * n % 97\n        if n == 5:\n"
            "            done = True\n    return n\n",
            contract="function", at=("3:5-3:19",),
        ),
        Invalid(
            "def f(n):\n    i = 10\n    while i > 0:\n        i += 1\n    return i\n",
            contract="function", at=("3:5-3:16",),
        ),
        Invalid(
            "def f(t):\n    while 'a' in t:\n        t = t.replace('a', 'aa')\n    return t\n",
            contract="function", at=("2:5-2:19",),
        ),
        Invalid(
            "from itertools import cycle\ndef f(x, y):\n    for z in cycle(x):\n        if z == y:\n"
            "            return z\n",
            contract="function", at=("3:5-3:22",),
        ),
        Invalid(
            "def f(n):\n    x = 1\n    while x != n:\n        x += 2\n    return x\n",
            contract="function", at=("3:5-3:17",),
        ),
    )  # fmt: skip

    def check(self, context: Context) -> Iterator[Finding]:
        """Yield a finding for every loop that may run without end."""
        loops = context.facts.unbounded_loops
        reasons = context.facts.call_bound.reasons if loops else ()
        calling = {reason.node for reason in reasons if reason.kind is ReasonKind.UNBOUNDED_LOOP}
        for loop in loops:
            if calling.isdisjoint(_header(loop)):
                yield context.finding(self, header_span(context, loop), "nothing certainly ends this loop")


def _header(loop: Loop) -> set[ast.AST]:
    """A loop and the parts of its iterable."""
    return {loop} if isinstance(loop, ast.While) else {loop, *ast.walk(loop.iter)}
