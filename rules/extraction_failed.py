"""CGR903: the answer returned is not an option of the item."""

from __future__ import annotations

from cgr_audit.audit.finding import Confidence, Severity
from cgr_audit.audit.rule import Meta, ObservedRule


class ExtractionFailed(ObservedRule):
    """The returned answer is the extraction failure value, or not an option of the item.

    What it does
        Reports runs of a package that ended with such an answer. Under a probe's solvers, it reports programs
        that gave no option under any solver that names one, and answers with a letter that is neither an option
        nor named by the solver.

    Why it matters
        Such a row counts as wrong whatever the solver knew. Many of them say that a program and its solver do
        not understand each other, not that the solver is weak.

    Example
        ``return extract_answer(reply), "A", 3`` where the prompt asks for a number.

    Use instead
        Ask for the option's letter, and ask again where none can be extracted.

    References
        CGR502 says it of the program's text. The published extraction rule takes the first capital letter that
        stands by itself: "I think it is B" gives I.
    """

    meta = Meta("CGR903", "extraction-failed", Severity.WARNING, Confidence.MEDIUM, since="0.1.0")
