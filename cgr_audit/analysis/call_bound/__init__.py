"""The call bound: the largest number of solver calls that one execution of a program can make."""

from cgr_audit.analysis.call_bound.bound import BoundKind, CallBound, compute_call_bound
from cgr_audit.analysis.domains.cost import Reason, ReasonKind

__all__ = ["BoundKind", "CallBound", "Reason", "ReasonKind", "compute_call_bound"]
