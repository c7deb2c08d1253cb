"""CGR901: whatever a solver plausibly answers, the program answers the same."""

from __future__ import annotations

from cgr_audit.audit.finding import Confidence, Severity
from cgr_audit.audit.rule import Meta, ObservedRule


class SolverInsensitive(ObservedRule):
    """The answer stayed the same under all tried solvers.

    What it does
        Reports programs that ``cgr-audit probe`` ran under solvers which differ only in what they answer (each
        option in several wordings, yes and no, numbers, refusals, nothing at all) and that gave one and the same
        answer each time. Only plain replies count: words that solvers usually say, that the item holds, or that
        the program's own prompts ask for. Where a planted reply, one that holds what only the program's text
        looks for, changes the answer after all, the finding names the first that does. Where the static
        provenance says that the answer comes from the solver, the finding says that too.

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
