"""CGR303: more solver calls than the contract allows."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from cgr_audit.audit.finding import Confidence, Finding, Severity
from cgr_audit.audit.places import header_span, name_span
from cgr_audit.audit.rule import Context, Invalid, Meta, Rule, Valid
from cgr_audit.source.positions import Span

_LOOPS = (ast.For, ast.AsyncFor, ast.While)
_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


class BudgetExceeded(Rule):
    """One execution can make more solver calls than the contract's budget.

    What it does
        Compares the call bound of the program with ``solver.budget`` of the contract. A bound that grows with the
        number of options is taken at ``item.option_count``. Programs without a bound are CGR301 or CGR302, not this.

    Why it matters
        Gain over the direct answer depends on the calls spent, so rows above the budget are not comparable with the
        rest; with the budget enforced, such a program is stopped in the middle.

    Example
        .. code-block:: python

            for option in options:
                for attempt in range(5):
                    votes.append(llm_model(option["text"], {}))

    Use instead
        Fewer rounds, or leave the loop as soon as the votes are decided *and* cap the rounds.

    References
        Call bound, in the project's documentation of its analyses; ``[solver] budget`` in the contract.
    """

    meta = Meta("CGR303", "budget-exceeded", Severity.ERROR, Confidence.HIGH, since="0.1.0")

    VALID = (
        Valid("def solve(q):\n    return [llm_model(q, {}) for _ in range(10)], 'A', 1\n"),
        Valid("def solve(q, options):\n    return [llm_model(o, {}) for o in options for _ in range(2)], 'A', 1\n"),
        Valid("def solve(q):\n    while True:\n        if llm_model(q, {}):\n            return 'A', 'A', 1\n"),
        Valid("def f(q):\n    return [llm_model(q, {}) for _ in range(99)]\n", contract="function"),
    )
    INVALID = (
        Invalid("def solve(q):\n    return [llm_model(q, {}) for _ in range(11)], 'A', 1\n", at=("1:5-1:10",)),
        Invalid(
            "def solve(q, options):\n    for o in options:\n        for p in options:\n"
            "            a = llm_model(o + p, {})\n"
            "    return a, 'A', 1\n",
            at=("1:5-1:10",),
        ),
    )

    def check(self, context: Context) -> Iterator[Finding]:
        """Yield one finding, at the entry's name, where the bound is above the budget."""
        budget = context.contract.solver.budget
        bound = context.facts.call_bound
        options = context.contract.item.option_count
        if budget is None or bound.bound is None:
            return
        most = bound.max if bound.max is not None else (None if options is None else bound.at(options))
        if most is None or most <= budget:
            return
        grown = f" ({bound.expression}, with {options} options)" if bound.max is None else ""
        message = f"one execution can make {most} solver calls{grown}; the budget is {budget}"
        entry = context.facts.entry
        where = context.positions.at(1, 1, 0) if entry is None else name_span(context, entry.node)
        yield context.finding(self, where, message, _multipliers(context))


def _multipliers(context: Context) -> Iterator[tuple[ast.AST | Span, str]]:
    """The solver calls, and the loops around them."""
    seen: set[ast.AST] = set()
    for site in context.facts.solver_calls.from_entry:
        yield site, "the solver is called here"
        for around in context.facts.index.ancestors(site):
            parts = around.generators if isinstance(around, _COMPREHENSIONS) else [around]
            for part in parts:
                if isinstance(part, (*_LOOPS, ast.comprehension)) and part not in seen:
                    seen.add(part)
                    yield header_span(context, part), "in this loop"
