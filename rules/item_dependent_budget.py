"""CGR304: the number of solver calls depends on the item: on its options, or on the parts of its text."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from cgr_audit.analysis.queries.call_bound import BoundKind
from cgr_audit.audit.finding import Confidence, Finding, Severity
from cgr_audit.audit.places import header_span, name_span
from cgr_audit.audit.rule import Context, Invalid, Meta, Rule, Valid
from cgr_audit.source.positions import Span


class ItemDependentBudget(Rule):
    """The call bound depends on the item.

    What it does
        Reports programs that may call the solver more often the more options an item has, with the bound as an
        expression and every loop, call or recursion through which the number of options enters. A bound that stops
        growing, such as that of a loop over ``options[:3]``, is a number and not reported. A loop over the lines or
        words of the item's text is reported as well: the item bounds it, and nothing in the program does. A loop
        without a bound, or over the parts of a response, is CGR301.

    Why it matters
        Nothing is wrong with asking about every option. But items with more options then cost more calls, so that
        budgets and gains are comparable only between items with equally many. How many calls a loop over the parts of a
        text makes is known only once the text is.

    Example
        .. code-block:: python

            for option in options:
                votes.append(llm_model(question + option["text"], {}))

    Use instead
        Nothing, where every item has equally many options; else one prompt that lists them all, or ``options[:4]``. Of
        a text's lines, a slice: ``lines[:3]``.

    References
        Call bound, in the project's documentation of its analyses.
    """

    meta = Meta("CGR304", "item-dependent-budget", Severity.INFO, Confidence.HIGH, since="0.1.0")

    VALID = (
        Valid("def solve(q):\n    return [llm_model(q, {}) for _ in range(5)], 'A', 1\n"),
        Valid("def solve(q, options):\n    return [llm_model(o, {}) for o in options[:3]], 'A', 1\n"),
        Valid("def solve(q, options):\n    names = [o for o in options]\n    return llm_model(q, {}), 'A', 1\n"),
        Valid(
            "def solve(options):\n    for o in options:\n        while True:\n            llm_model(o, {})\n"
            "    return 'A', 'A', 1\n"
        ),
    )
    INVALID = (
        Invalid(
            "def solve(q, options):\n    for o in options:\n        r = llm_model(o, {})\n    return r, 'A', 1\n",
            at=("1:5-1:10",),
        ),
        Invalid(
            "def solve(q, options):\n    return max(options, key=lambda o: llm_model(o, {})), 'A', 1\n",
            at=("1:5-1:10",),
        ),
        Invalid(
            "def first(options):\n    if not options:\n        return 'X'\n    r = llm_model(options[0], {})\n"
            "    return r if r == 'yes' else first(options[1:])\n"
            "def solve(options):\n    return first(options), 'A', 1\n",
            at=("6:5-6:10",),
        ),
        Invalid("def solve(question):\n    return [llm_model(w, {}) for w in question.split()]\n", at=("2:34-2:55",)),
    )

    def check(self, context: Context) -> Iterator[Finding]:
        """Yield a finding for each loop over the item's text, or one at the entry for a bound with options."""
        bound = context.facts.call_bound
        if bound.kind is BoundKind.ITEM:
            for loop, site in {reason.node: reason.site for reason in bound.reasons}.items():
                parts: list[tuple[ast.AST | Span, str]] = [] if site is None else [(site, "the solver is called here")]
                message = "this loop calls the solver for each part of the item's text"
                yield context.finding(self, header_span(context, loop), message, parts)
            return
        if bound.kind is not BoundKind.OPTIONS:
            return
        entry = context.facts.entry
        where = context.positions.at(1, 1, 0) if entry is None else name_span(context, entry.node)
        message = f"one execution can make {bound.expression} solver calls, where options is how many the item has"
        evidence = [
            (_place(context, node), f"the number of options enters here into {bound.expression}")
            for node in bound.growing
        ]
        yield context.finding(self, where, message, evidence)


def _place(context: Context, node: ast.AST) -> ast.AST | Span:
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        return name_span(context, node)
    return header_span(context, node) if not isinstance(node, ast.Call | ast.Lambda) else node
