"""CGR301: unbounded solver calls in a loop."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from cgr_audit.analysis.domains.cost import ReasonKind
from cgr_audit.audit.finding import Confidence, Finding, Severity
from cgr_audit.audit.places import header_span
from cgr_audit.audit.rule import Context, Invalid, Meta, Rule, Valid
from cgr_audit.source.positions import Span


class UnboundedSolverLoop(Rule):
    """A loop that reaches a solver call has no static bound.

    What it does
        Reports loops and comprehensions that can call the solver, directly or through helpers, and that no counter,
        no shrinking list and no iterable of known size bounds: ``while True`` left only by what a response says, a
        counter that some path does not move, a loop over the pieces of a response. Loops over the item's options are
        bounded, and so are loops over the pieces of its text (CGR304).

    Why it matters
        One answer can cost any number of calls. Such accuracy is not comparable with a single direct call, and
        the run ends at the harness's cap, not where the program would end.

    Example
        .. code-block:: python

            while extract_answer(reply) == "X":
                reply = llm_model(question, {})

    Use instead
        ``for attempt in range(3):``, or a counter that every path through the loop moves towards its test.

    References
        Call bound, in the project's documentation of its analyses.
    """

    meta = Meta("CGR301", "unbounded-solver-loop", Severity.ERROR, Confidence.HIGH, since="0.1.0")

    VALID = (
        Valid("def solve(q):\n    for _ in range(3):\n        a = llm_model(q, {})\n    return a, 'A', 1\n"),
        Valid("def solve(q, options):\n    return [llm_model(o, {}) for o in options], 'A', 1\n"),
        Valid(
            "def solve(q):\n    n = 0\n    while True:\n        a = llm_model(q, {})\n        n += 1\n"
            "        if n == 4:\n            return a, 'A', 1\n"
        ),
        Valid(
            "def solve(q):\n    a = llm_model(q, {})\n    for line in a.split('.'):\n        print(line)\n"
            "    return a, 'A', 1\n"
        ),
        Valid(
            "def solve(options):\n    left = list(options)\n    while left:\n"
            "        a = llm_model(left.pop(), {})\n    return a, 'A', 1\n"
        ),
    )
    INVALID = (
        Invalid(
            (
                "def solve(q):\n    while True:\n        a = llm_model(q, {})\n        if a:\n"
                "            return a, 'A', 1\n"
            ),
            at=("2:5-2:15",),
        ),
        Invalid(
            (
                "def solve(q):\n    a = llm_model(q, {})\n    for line in a.split('.'):\n"
                "        llm_model(line, {})\n    return a, 'A', 1\n"
            ),
            at=("3:5-3:29",),
        ),
        Invalid(
            "def ask(q):\n    return llm_model(q, {})\ndef solve(q):\n    n = 0\n    while n < 3:\n"
            "        if ask(q):\n            n += 1\n    return 'X', 'A', 1\n",
            at=("5:5-5:16",),
        ),
        Invalid("def solve(q):\n    return [llm_model(w, {}) for w in llm_model(q, {}).split()]\n", at=("2:34-2:63",)),
        Invalid(
            "def solve(q):\n    a = llm_model(q, {})\n    while a != 'done':\n        for w in a.split():\n"
            "            for _ in range(2):\n                a = llm_model(w, {})\n    return a, 'A', 1\n",
            at=("3:5-3:22", "4:9-4:27"),
        ),
    )

    def check(self, context: Context) -> Iterator[Finding]:
        """Yield a finding for every loop that leaves the call bound open."""
        found: dict[ast.AST, ast.AST | None] = {}
        for reason in context.facts.call_bound.reasons:
            if reason.kind is ReasonKind.UNBOUNDED_LOOP:
                found.setdefault(reason.node, reason.site)
        for loop, site in found.items():
            evidence: list[tuple[ast.AST | Span, str]] = [] if site is None else [(site, "the solver is called here")]
            yield context.finding(self, header_span(context, loop), "unbounded solver calls in this loop", evidence)
