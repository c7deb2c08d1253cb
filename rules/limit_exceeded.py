"""CGR905: the program used up one of the sandbox's limits."""

from __future__ import annotations

from cgr_audit.audit.finding import Confidence, Severity
from cgr_audit.audit.rule import Meta, ObservedRule


class LimitPassed(ObservedRule):
    """A run was stopped at one of the sandbox's limits.

    What it does
        Reports runs, of a package or under a probe's solvers, that were stopped because of fuel, memory, time,
        the cap on solver calls, or the size of a prompt, of the output or of the result. The message names the
        limit, what was allowed and what was used.

    Why it matters
        The row has no answer and counts as wrong. A program that only some replies make run without end is
        worse for some solvers than for others.

    Example
        ``while extract_answer(reply) == "X": reply = llm_model(prompt, exp_config)`` under a solver that never
        names a letter.

    Use instead
        A loop with a number of rounds that is known before it begins.

    References
        CGR301, CGR302 and CGR306 say it of the program's text. ``--limits`` sets other limits.
    """

    meta = Meta("CGR905", "limit-exceeded", Severity.ERROR, Confidence.HIGH, since="0.1.0")
