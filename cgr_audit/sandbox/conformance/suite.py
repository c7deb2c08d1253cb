"""All programs of the suite."""

from __future__ import annotations

from cgr_audit.sandbox.conformance.case import Case, SuiteError
from cgr_audit.sandbox.conformance.made import made_cases
from cgr_audit.sandbox.conformance.written import written_cases

__all__ = ["load_suite"]


def load_suite() -> tuple[Case, ...]:
    """Every case, in a fixed order.

    Raises:
        SuiteError: two cases have one name.
    """
    cases = (*written_cases(), *made_cases())
    names = {str(case) for case in cases}
    if len(names) != len(cases):
        raise SuiteError("two cases of the conformance suite have one name")
    return cases
