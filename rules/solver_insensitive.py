"""CGR901: whatever the solver answers, the program answers the same."""

from __future__ import annotations

from cgr_audit.audit.finding import Confidence, Severity
from cgr_audit.audit.rule import Meta, ObservedRule


class SolverInsensitive(ObservedRule):
    """The answer stayed the same under all tried solvers.

    What it does
        Reports programs that ``cgr-audit probe`` ran under solvers which differ only in what they answer (each
        option in several wordings, yes and no, numbers, the texts that the program itself compares responses
        with, nothing at all) and that gave one and the same answer each time. Where the static provenance says
        that the answer comes from the solver or is selected by it, the program may only read replies in an
        unusual way: that is a disagreement, which the probe lists, and no finding.

    Why it matters
        Such an answer is not the solver's. Counted as the solver's it lifts or lowers the assisted accuracy by
        what the generator, or chance, knew.

    Example
        A program that asks three times, votes, and then returns ``"B"``.

    Use instead
        Return what the program extracts from the responses.

    References
        CGR201, CGR203, CGR206 and CGR207 say the same of the program's text; ``cgr-audit concordance`` compares
        the two.
    """

    meta = Meta("CGR901", "solver-insensitive", Severity.ERROR, Confidence.MEDIUM, since="0.1.0")
