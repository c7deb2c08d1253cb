"""CGR503: statements that no path reaches."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from cgr_audit.audit.finding import Confidence, Finding, Severity
from cgr_audit.audit.places import header_span
from cgr_audit.audit.rule import Context, Invalid, Meta, Rule, Valid
from cgr_audit.source.positions import Span


class UnreachableStatements(Rule):
    """Some statements can never be reached.

    What it does
        Reports each run of statements that no path reaches: after a ``return``, ``raise``, ``break`` or ``continue``,
        after branches that all leave, after an endless loop, after a call that ends the process or always raises,
        under a test that constants make false, in a handler whose exceptions an earlier one takes. Blocks under
        ``if __name__ == "__main__":`` and ``if TYPE_CHECKING:`` are meant not to run, and are not reported.

    Why it matters
        The program does less than it seems to: a check, a vote or the only solver call may be in the part that never
        runs.

    Example
        .. code-block:: python

            return answer, "B", 3
            answer = verify(answer)

    Use instead
        Delete the statements, or move the jump before them to where it belongs.

    References
        Reachability in the control-flow graph of each function.
    """

    meta = Meta("CGR503", "unreachable-code", Severity.INFO, Confidence.HIGH, since="0.1.0")

    VALID = (
        Valid("def solve(q):\n    if q:\n        return 1\n    return 2\n"),
        Valid("def solve(q):\n    while True:\n        if q():\n            break\n    return 2\n"),
        Valid("def solve(q):\n    for _ in range(3):\n        if q():\n            return 1\n    return 2\n"),
        Valid("def solve(q):\n    for x in q:\n        return x\n    return 2\n"),
        Valid("def solve(q, options):\n    for x in options:\n        return x\n    return 2\n"),
        Valid("def solve(q):\n    try:\n        return q()\n    except Exception:\n        return 2\n"),
        Valid("def solve(q):\n    try:\n        return q.a\n    except ValueError:\n        pass\n    return 2\n"),
        Valid("def solve(q):\n    try:\n        return q()\n    finally:\n        print(q)\n"),
        Valid("def solve(q):\n    return q\nif __name__ == '__main__':\n    print(solve('q'))\n"),
        Valid("from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import json\ndef solve(q):\n    return q\n"),
        Valid("def solve(q):\n    match q:\n        case 1:\n            return 1\n    return 2\n"),
        Valid("def solve(q):\n    n = 0\n    while n < 3:\n        n += 1\n        continue\n    return n\n"),
        Valid("def empty():\n    return\n    yield\ndef solve(q):\n    return list(empty())\n"),
        Valid(
            "def solve(q):\n    try:\n        return q()\n    except KeyError:\n        return 1\n"
            "    except LookupError:\n        return 2\n"
        ),
        Valid("def solve(q):\n    if q:\n        return 1\n    elif not q:\n        x = 2\n    return x\n"),
        Valid("def solve(q):\n    return q\n    'never mind'\n"),
        Valid("money = 5\nprice = 4\nif money > price:\n    ans = 'yes'\nelse:\n    ans = 'no'\n", contract="pot"),
        Valid("from itertools import cycle\ndef solve(q):\n    for x in cycle(q):\n        q(x)\n    return 2\n"),
        Valid(
            "DEBUG = False\ndef on():\n    global DEBUG\n    DEBUG = True\n"
            "def solve(q):\n    if DEBUG:\n        print(q)\n"
        ),
        Valid(
            "import contextlib\ndef solve(q):\n    with contextlib.suppress(ValueError):\n"
            "        return q()\n    return 2\n"
        ),
    )
    INVALID = (
        Invalid("def solve(q):\n    n = 0\n    while n > 0:\n        n -= 1\n    return n\n", at=("4:9-4:15",)),
        Invalid(
            "import json\ndef solve(q):\n    try:\n        return json.loads(q)\n    except ValueError:\n"
            "        return 1\n    except json.JSONDecodeError:\n        return 2\n",
            at=("8:9-8:17",),
        ),
        Invalid(
            "class E(KeyError):\n    pass\ndef solve(q):\n    try:\n        return q()\n    except LookupError:\n"
            "        return 1\n    except E:\n        return 2\n",
            at=("9:9-9:17",),
        ),
        Invalid("def solve(q):\n    return q\n    q = 1\n    print(q)\n", at=("3:5-4:13",)),
        Invalid("def solve(q):\n    if q:\n        return 1\n    else:\n        raise ValueError\n    return 2\n",
                at=("6:5-6:13",)),
        Invalid("def solve(q):\n    while True:\n        q()\n    return 2\n", at=("4:5-4:13",)),
        Invalid("def solve(q):\n    for x in q:\n        continue\n        print(x)\n    return 2\n", at=("4:9-4:17",)),
        Invalid("def solve(q):\n    if False:\n        llm_model(q, {})\n    return 2\n", at=("3:9-3:25",)),
        Invalid("def solve(q):\n    if 1 > 2:\n        return 1\n    return 2\n", at=("3:9-3:17",)),
        Invalid("DEBUG = False\ndef solve(q):\n    if DEBUG:\n        print(q)\n    return 2\n", at=("4:9-4:17",)),
        Invalid("import sys\ndef solve(q):\n    sys.exit(1)\n    return 2\n", at=("4:5-4:13",)),
        Invalid("def fail(q):\n    raise ValueError(q)\ndef solve(q):\n    fail(q)\n    return 2\n", at=("5:5-5:13",)),
        Invalid("def solve(q):\n    try:\n        return q()\n    except Exception:\n        return 1\n"
                "    except ValueError:\n        return 2\n", at=("7:9-7:17",)),
        Invalid("def solve(q):\n    try:\n        a = 'A'\n    except Exception:\n        a = 'B'\n    return a\n",
                at=("5:9-5:16",)),
        Invalid("def solve(q):\n    for _ in range(3):\n        return q\n    return 2\n", at=("4:5-4:13",)),
        Invalid("def solve(q):\n    match q:\n        case 1:\n            return 1\n        case _:\n"
                "            return 2\n    return 3\n", at=("7:5-7:13",)),
        Invalid("def solve(q):\n    try:\n        return q()\n    finally:\n        return 1\n    return 2\n",
                at=("6:5-6:13",)),
        Invalid("NONE = ()\ndef solve(q):\n    for x in NONE:\n        q(x)\n    return 2\n", at=("4:9-4:13",)),
        Invalid("x = 1\nraise SystemExit\ny = 2\n", contract="pot", at=("3:1-3:6",)),
        Invalid("def solve(q):\n    while False:\n        q()\n    return 2\n", at=("3:9-3:12",)),
    )  # fmt: skip

    def check(self, context: Context) -> Iterator[Finding]:
        """Yield a finding for every run of statements that no path reaches."""
        for dead in context.facts.unreachable_code:
            first, last = context.span(dead.first), context.span(dead.last)
            where = Span(first.line, first.column, last.end_line, last.end_column)
            evidence: list[tuple[ast.AST | Span, str]] = []
            if dead.after is not None:
                evidence.append((header_span(context, dead.after), "control does not go on from here"))
            yield context.finding(self, where, "no path reaches this", evidence)
