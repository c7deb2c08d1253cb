"""CGR909: random replies hardly change the answer."""

from __future__ import annotations

from cgr_audit.audit.finding import Confidence, Severity
from cgr_audit.audit.rule import Meta, ObservedRule


class DominantAnswer(ObservedRule):
    """One option stays the answer when the solver's replies are random.

    What it does
        Reports programs that follow a solver which always favours one option, but that give the same option in most
        runs of a probe whose replies favour a random option at each call. The threshold lies halfway between twice the
        share that chance gives an option and all runs: 45 of 60 runs for four options.

    Why it matters
        Such a program holds a prior: a weight, votes of its own or a tie-break. With a solver that guesses, its
        accuracy is that of the prior, and the difference to asking directly is not a gain of the solver.

    Example
        Three votes of the solver are counted, to which the program adds two votes for ``"B"``.

    Use instead
        Count only what the solver said, and break ties by the solver's first answer.

    References
        CGR901 reports answers that no reply changes at all. ``docs/probe.md`` describes the runs.
    """

    meta = Meta("CGR909", "dominant-answer", Severity.ERROR, Confidence.MEDIUM, since="0.1.0")
