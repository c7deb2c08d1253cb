"""CGR902: a run made more solver calls than the contract allows."""

from __future__ import annotations

from cgr_audit.audit.finding import Confidence, Severity
from cgr_audit.audit.rule import Meta, ObservedRule


class BudgetOverrun(ObservedRule):
    """One attempt made more solver calls than the contract's budget.

    What it does
        Reports programs of which some run, of a package or under a probe's solvers, made more calls in one attempt than
        ``[solver] budget`` of the contract. Calls that failed count. The message says how many, and in which run.

    Why it matters
        More calls buy more accuracy. Rows of programs that overspend do not compare with rows of those that do not.

    Example
        A program that asks until two replies agree, under a solver whose replies never do.

    Use instead
        A loop over ``range`` with a number of rounds that stays below the budget in all branches together.

    References
        CGR301 and CGR303 say it of the program's text. ``run --enforce-budget`` stops such runs.
    """

    meta = Meta("CGR902", "budget-overrun", Severity.ERROR, Confidence.HIGH, since="0.1.0")
