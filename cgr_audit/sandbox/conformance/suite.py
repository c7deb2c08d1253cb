"""All programs of the suite."""

from __future__ import annotations

from dataclasses import replace

from cgr_audit.sandbox.conformance.case import Case, SuiteError
from cgr_audit.sandbox.conformance.case_files import cases_from_files
from cgr_audit.sandbox.conformance.made import made_cases

__all__ = ["load_suite"]


_MORE_TO_BEGIN_WITH = 51 << 20
"""Bytes that an instance of the profile ``science`` has before a program begins, beyond one of ``standard``."""


def load_suite(profile: str = "standard") -> tuple[Case, ...]:
    """Every case, in a fixed order, with what it has to come to in a profile.

    Raises:
        SuiteError: two cases have one name.
    """
    cases = (*cases_from_files(), *made_cases())
    names = {str(case) for case in cases}
    if len(names) != len(cases):
        raise SuiteError("two cases of the conformance suite have one name")
    return tuple(map(_in_science, cases)) if profile == "science" else cases


def _in_science(case: Case) -> Case:
    limits = replace(case.limits, memory=case.limits.memory + _MORE_TO_BEGIN_WITH)
    return replace(case, expected=case.in_science or case.expected, limits=limits)
