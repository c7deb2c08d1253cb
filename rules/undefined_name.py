"""CGR504: a name that is not bound where it is read."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from cgr_audit.analysis.names.undefined_names import UndefinedName
from cgr_audit.audit.finding import Confidence, Finding, Severity
from cgr_audit.audit.rule import Context, Invalid, Meta, Rule, Valid
from cgr_audit.source.positions import Span


class UndefinedNameRead(Rule):
    """A name is read that some path, or every path, leaves unbound.

    What it does
        Reports, once for each scope, the first reading of a name that is not bound on some path that leads to it: one
        that nothing binds, a local that one branch alone binds, a comprehension's variable after it, the variable of a
        handler after the handler, a deleted name, a variable of a loop that may not run, a name that only another
        function has as a parameter, a function called above its definition. It is an error where no path binds the
        name, a warning where some do. A reading whose own test mentions what decided about the binding
        (``if found: use(best)``) is taken to be safe. Annotations are not evaluated, so names in them are not read.

    Why it matters
        The program ends with a ``NameError``, often only for the items that take the path nobody tried; a broad
        handler around it turns that into a wrong answer.

    Example
        .. code-block:: python

            if "yes" in reply:
                answer = "A"
            return answer, "B", 3

    Use instead
        Bind the name before the branch, or in each of them; give helpers what they need as arguments.

    References
        Python language reference, 4.2.2: resolution of names; PEP 649: annotations are evaluated when asked for.
    """

    meta = Meta("CGR504", "undefined-name", Severity.ERROR, Confidence.HIGH, since="0.1.0")

    VALID = (
        Valid("def solve(q):\n    for _ in range(3):\n        a = llm_model(q, {})\n    return a, 'A', 1\n"),
        Valid("def solve(q, options):\n    for option in options:\n        a = llm_model(option, {})\n    return a\n"),
        Valid(
            "def solve(q):\n    n = 0\n    while n < 3:\n        a = llm_model(q, {})\n        n += 1\n    return a\n"
        ),
        Valid(
            "def solve(q):\n    while True:\n        try:\n            a = int(q)\n            break\n"
            "        except ValueError:\n            q = q[1:]\n    return a\n"
        ),
        Valid(
            "def solve(q):\n    for n in range(3):\n        try:\n            a = llm_model(q, {})\n            break\n"
            "        except Exception:\n            if n == 2:\n                raise\n    return a\n"
        ),
        Valid("def solve(q):\n    return helper(q)\ndef helper(q):\n    return extract_answer(q)\n"),
        Valid("def solve(q):\n    def inner():\n        return later\n    later = q\n    return inner()\n"),
        Valid("def solve(q):\n    if q:\n        found = q\n    else:\n        raise ValueError\n    return found\n"),
        Valid(
            "def solve(q):\n    done = False\n    if q:\n        a, done = q, True\n    if done:\n"
            "        return a\n    return 'X'\n"
        ),
        Valid(
            "def solve(q):\n    for n, word in enumerate(q.split()):\n        if n > 0:\n            print(last)\n"
            "        last = word\n    return 'X'\n"
        ),
        Valid(
            "class C:\n    endings = 'a', 'b'\ndef solve(q):\n    for e in C.endings:\n        a = q + e\n"
            "    return a, 'A', 1\n"
        ),
        Valid(
            "class quiet:\n    def __exit__(self, kind, error, trace):\n        return kind is None\ndef solve(q):\n"
            "    with quiet():\n        a = llm_model(q, {})\n    return a\n"
        ),
        Valid(
            "def solve(q):\n    def key(w):\n        return n[w]\n    n = {w: 1 for w in q}\n"
            "    return sorted(q, key=key)\n"
        ),
        Valid("def solve(q: Item) -> List[str]:\n    a: Answer = q\n    return a\n"),
        Valid("try:\n    import json\nexcept ImportError:\n    pass\ndef solve(q):\n    return json.dumps(q)\n"),
        Valid("def solve(q):\n    try:\n        return cache\n    except NameError:\n        return q\n"),
        Valid("def solve(q):\n    if (m := q) and (n := m.strip()):\n        return n\n    return m\n"),
        Valid("if __name__ == '__main__':\n    print(undefined)\ndef solve(q):\n    return q\n"),
        Valid("print = print\ndef solve(q):\n    print(q)\n    return q\n"),
        Valid("class A:\n    n = 1\n    m = [_ for _ in range(n)]\ndef solve(q):\n    return A, __name__\n"),
        Valid("from math import *\ndef solve(q):\n    return sqrt(q)\n"),
        Valid("def solve(q):\n    global total\n    total = 0\n    total += 1\n    return total\n"),
        Valid("x = Symbol('x')\nans = solve_it(x - 2, x)[x]\n", contract="pot"),
        Valid(
            "def forward(self, taskInfo):\n    return Info('a', 'b', LLMAgentBase(['c'], 'd'), 0)\n", contract="adas"
        ),
    )
    INVALID = (
        Invalid(
            "def solve(q):\n    def key(w):\n        return n[w]\n    r = sorted(q, key=key)\n"
            "    n = {w: 1 for w in q}\n    return r\n",
            at=("3:16-3:17",),
        ),
        Invalid(
            "class C:\n    endings = ['a']\ndef solve(q):\n    C.endings.pop()\n    for e in C.endings:\n"
            "        a = e\n    return a\n",
            at=("7:12-7:13",),
        ),
        Invalid("def solve(q):\n    return llm_model(q, config), 'A', 1\n", at=("2:25-2:31",)),
        Invalid("def solve(q):\n    if q:\n        a = q\n    return a, 'A', 1\n", at=("4:12-4:13",)),
        Invalid("def solve(q):\n    b = [a for a in q]\n    return a, b, 1\n", at=("3:12-3:13",)),
        Invalid(
            "def solve(q):\n    try:\n        a = llm_model(q, {})\n    except Exception as e:\n        print(e)\n"
            "    return a, e\n",
            at=("6:12-6:13", "6:15-6:16"),
        ),
        Invalid("def solve(q):\n    for word in q.split():\n        last = word\n    return last\n", at=("4:12-4:16",)),
        Invalid("def ask(q):\n    return llm_model(q, exp_config)\ndef solve(q, exp_config):\n    return ask(q)\n",
                at=("2:25-2:35",)),
        Invalid("def solve(q):\n    max = max(q)\n    return max\n", at=("2:11-2:14",)),
        Invalid("calls = 0\ndef solve(q):\n    calls += 1\n    return calls\n", at=("3:5-3:10",)),
        Invalid("class A:\n    limit = 1\n    def ask(self):\n        return limit\n", at=("4:16-4:21",)),
        Invalid("def solve(q):\n    del q\n    return q\n", at=("3:12-3:13",)),
        Invalid("print(solve('q'))\ndef solve(q):\n    return q\n", at=("1:7-1:12",)),
        Invalid("def solve(q):\n    return table\nprint(solve('q'))\ntable = {}\n", at=("2:12-2:17",)),
        Invalid("if __name__ == '__main__':\n    limit = 3\ndef solve(q):\n    return limit\n", at=("4:12-4:17",)),
        Invalid("def solve(q):\n    match q:\n        case [a]:\n            pass\n    return a\n", at=("5:12-5:13",)),
        Invalid("def solve(q):\n    global total\n    total += 1\n    return total\n", at=("3:5-3:10",)),
        Invalid("ans = x + 1\n", contract="pot", at=("1:7-1:8",)),
    )  # fmt: skip

    def check(self, context: Context) -> Iterator[Finding]:
        """Yield a finding for every name that may be unbound where it is read."""
        for found in context.facts.undefined_names:
            severity = Severity.ERROR if found.is_certain else Severity.WARNING
            evidence: list[tuple[ast.AST | Span, str]] = []
            if found.call is not None:
                evidence.append((found.call, "called here, before it is bound"))
            evidence += [
                (binding.node, _said(found)) for binding in found.bindings[:3] if hasattr(binding.node, "lineno")
            ]
            yield context.finding(self, found.node, _message(found), evidence, severity=severity)


def _message(found: UndefinedName) -> str:
    name = found.node.id
    if found.call is not None:
        return f"{name!r} is not yet bound when this is called"
    if not found.is_certain:
        return f"{name!r} is not bound on every path that leads here"
    return f"{name!r} is not bound on any path that leads here" if found.bindings else f"nothing binds {name!r}"


def _said(found: UndefinedName) -> str:
    return "bound here" if found.call is not None or not found.is_certain else "bound only here"
