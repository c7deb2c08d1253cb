"""CGR906: the value returned does not fit the contract."""

from __future__ import annotations

from cgr_audit.audit.finding import Confidence, Severity
from cgr_audit.audit.rule import Meta, ObservedRule


class ContractBroken(ObservedRule):
    """A run completed, and its value does not fit the contract.

    What it does
        Reports runs, of a package or under a probe's solvers, whose value has another shape than ``[returns]`` of the
        contract says, or whose solver channel holds something else than the kind of answer it names.

    Why it matters
        A harness that unpacks such a value raises, or takes a part of it for the answer.

    Example
        ``return answer, difficulty`` where the contract has three fields; ``return answer.lower(), "A", 3``.

    Use instead
        Return the contract's fields in their order on every path.

    References
        CGR103 and CGR104 say it of the program's text.
    """

    meta = Meta("CGR906", "contract-broken", Severity.ERROR, Confidence.HIGH, since="0.1.0")
