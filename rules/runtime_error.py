"""CGR904: the program raised while it ran."""

from __future__ import annotations

from cgr_audit.audit.finding import Confidence, Severity
from cgr_audit.audit.rule import Meta, ObservedRule


class RuntimeFailure(ObservedRule):
    """The program raised inside the sandbox.

    What it does
        Reports runs, of a package or under a probe's solvers, that ended with an exception of the program, or with the
        end of the interpreter inside the sandbox. Every kind of exception and line is a finding of its own; the span is
        the line where it was raised, if that is known.

    Why it matters
        The row has no answer and counts as wrong. An exception that only some replies cause hits weak solvers harder.

    Example
        ``float(reply)`` where the solver answers with a sentence.

    Use instead
        Check what a reply holds before it is converted, and ask again where it holds something else.

    References
        CGR504 reports names that no path binds; CGR106 wrong arguments of helpers.
    """

    meta = Meta("CGR904", "runtime-error", Severity.ERROR, Confidence.HIGH, since="0.1.0")
