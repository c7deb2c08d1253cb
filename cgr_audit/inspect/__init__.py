"""An extension of Inspect: scanners, scorers and an approver that audit and gate programs; extra ``inspect``."""

from cgr_audit.inspect.approvers import program_gate
from cgr_audit.inspect.export import export_scores
from cgr_audit.inspect.scorers import answer_provenance, program_verdict

__all__ = ["answer_provenance", "export_scores", "program_gate", "program_verdict"]
