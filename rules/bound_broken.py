"""CGR907: more solver calls than the static bound allows: a fault of this toolkit."""

from __future__ import annotations

from cgr_audit.audit.finding import Confidence, Severity
from cgr_audit.audit.rule import Meta, ObservedRule


class BoundBroken(ObservedRule):
    """A run made more solver calls than the call bound that the audit gave.

    What it does
        Reports programs of which some run made more calls in one attempt than the audit's call bound at the
        item's number of options.

    Why it matters
        The bound is claimed to be sound: never below what any execution does. A run above it is a fault of
        cgr-audit, and the verdict that rests on the bound is wrong.

    Example
        There is none known.

    Use instead
        Report the program, so that the analysis can be fixed.

    References
        *Call bound* in the words of the rules.
    """

    meta = Meta("CGR907", "bound-broken", Severity.ERROR, Confidence.HIGH, since="0.1.0")
