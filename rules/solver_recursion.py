"""CGR302: unbounded solver calls in a recursion."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from cgr_audit.analysis.domains.cost import ReasonKind
from cgr_audit.analysis.index import position_of
from cgr_audit.audit.finding import Confidence, Finding, Severity
from cgr_audit.audit.places import name_span
from cgr_audit.audit.rule import Context, Invalid, Meta, Rule, Valid
from cgr_audit.source.positions import Span


class SolverRecursion(Rule):
    """Recursion that reaches a solver call, unbounded.

    What it does
        Reports functions and lambdas that call themselves, directly or through others, reach the solver on the way,
        and pass on no number and no sequence that every further call moves towards a test. Recursion that counts down
        from a constant, counts up to one, or goes through the item's options is bounded. Functions that call each
        other in a circle are one finding.

    Why it matters
        How often the solver is asked depends on what it replies. Such accuracy is not comparable with a single
        direct call, and the run ends at the harness's cap or at the interpreter's stack, not where the program would
        end.

    Example
        .. code-block:: python

            def ask(question):
                letter = extract_answer(llm_model(question, {}))
                return letter if letter != "X" else ask(question)

    Use instead
        ``for attempt in range(3):``, or a parameter that counts the tries left and is tested before each call.

    References
        Call bound, in the project's documentation of its analyses.
    """

    meta = Meta("CGR302", "solver-recursion", Severity.ERROR, Confidence.HIGH, since="0.1.0")

    VALID = (
        Valid(
            "def ask(q, tries):\n    r = llm_model(q, {})\n    return ask(q, tries - 1) if tries > 1 else r\n"
            "def solve(q):\n    return ask(q, 3), 'A', 1\n"
        ),
        Valid(
            "def first(options):\n    if not options:\n        return 'X'\n    r = llm_model(options[0], {})\n"
            "    return r if r == 'yes' else first(options[1:])\n"
            "def solve(options):\n    return first(options), 'A', 1\n"
        ),
        Valid(
            "def count(text):\n    return 1 + count(text[1:]) if text else 0\n"
            "def solve(q):\n    return llm_model(q + str(count(q)), {}), 'A', 1\n"
        ),
        Valid("def solve(q):\n    while True:\n        if llm_model(q, {}):\n            return 'A', 'A', 1\n"),
    )
    INVALID = (
        Invalid(
            "def ask(q):\n    r = llm_model(q, {})\n    return r if r else ask(q)\n"
            "def solve(q):\n    return ask(q), 'A', 1\n",
            at=("1:5-1:8",),
        ),
        Invalid(
            "def check(q):\n    return revise(llm_model(q, {}))\ndef revise(q):\n"
            "    return q if q == 'done' else check(q)\ndef solve(q):\n    return check(q), 'A', 1\n",
            at=("1:5-1:10",),
        ),
        Invalid(
            "def ask(q, tries):\n    r = llm_model(q, {})\n    return r if r else ask(q, tries + 1)\n"
            "def solve(q):\n    return ask(q, 0), 'A', 1\n",
            at=("1:5-1:8",),
        ),
        Invalid(
            "def solve(q):\n    again = lambda p: llm_model(p, {}) or again(p)\n    return again(q), 'A', 1\n",
            at=("2:13-2:51",),
        ),
        Invalid(
            "class Agent:\n    def ask(self, q):\n        r = llm_model(q, {})\n"
            "        return r if r else self.ask(q)\ndef solve(q):\n    return Agent().ask(q), 'A', 1\n",
            at=("2:9-2:12",),
        ),
    )

    def check(self, context: Context) -> Iterator[Finding]:
        """Yield a finding for every recursive function that leaves the call bound open."""
        found: dict[ast.AST, ast.AST | None] = {}
        for reason in context.facts.call_bound.reasons:
            if reason.kind is ReasonKind.UNBOUNDED_RECURSION:
                found.setdefault(reason.node, reason.site)
        for function, site in found.items():
            where: ast.AST | Span = function
            if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
                where = name_span(context, function)
            evidence: list[tuple[ast.AST | Span, str]] = [] if site is None else [(site, "the solver is called here")]
            evidence += [(call, "it may be called again here") for call in _calls_again(context, function)]
            yield context.finding(self, where, "unbounded recursion that calls the solver", evidence)


def _calls_again(context: Context, function: ast.AST) -> list[ast.Call]:
    """The calls of a function that it makes itself, or that something in a circle of calls with it does."""
    graph = context.facts.call_graph
    if not isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
        return []
    inside = graph.cycle(function)
    calls = [
        site
        for site, targets in graph.known_sites()
        if isinstance(site, ast.Call) and function in targets.all_functions and graph.caller_of(site) in inside
    ]
    return sorted(calls, key=position_of)
