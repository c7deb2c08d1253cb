r"""cgr-audit: what programs that a language model wrote did, and what their accuracy numbers mean.

>>> import cgr_audit
>>> cgr_audit.audit("def solve(question, options):\n    return 'B', 'B', 1\n").findings[-1].slug
'literal-answer'

``docs/api.md`` describes everything that is exported here. A name is imported when it is first asked for, so that
``import cgr_audit`` costs nothing.
"""

from importlib import import_module
from types import MappingProxyType, ModuleType
from typing import TYPE_CHECKING, Any

from cgr_audit.version import VERSION

if TYPE_CHECKING:
    from cgr_audit.accuracy.join import Joined
    from cgr_audit.accuracy.settings import Settings
    from cgr_audit.api.audits import audit, audit_many, gate
    from cgr_audit.api.packages import join, open_package
    from cgr_audit.api.running import probe, run
    from cgr_audit.audit.finding import Finding, FindingStatus, Severity
    from cgr_audit.audit.program_audit import AuditStatus, ProgramAudit
    from cgr_audit.audit.report import Audit
    from cgr_audit.errors import CgrAuditError, UsageError
    from cgr_audit.execution.probe.program_probe import ProgramProbe
    from cgr_audit.gate.policy import Decision
    from cgr_audit.gate.verdict import Verdict
    from cgr_audit.records.package import TracePackage
    from cgr_audit.sandbox.outcome import Completed, Crashed, GuestError, HostFailure, LimitExceeded, Outcome
    from cgr_audit.source.contract import Contract
    from cgr_audit.source.program import Program
else:
    from cgr_audit import audit as _audit
    from cgr_audit import gate as _gate

__all__ = [
    "Audit",
    "AuditStatus",
    "CgrAuditError",
    "Completed",
    "Contract",
    "Crashed",
    "Decision",
    "Finding",
    "FindingStatus",
    "GuestError",
    "HostFailure",
    "Joined",
    "LimitExceeded",
    "Outcome",
    "Program",
    "ProgramAudit",
    "ProgramProbe",
    "Settings",
    "Severity",
    "TracePackage",
    "UsageError",
    "Verdict",
    "__version__",
    "audit",
    "audit_many",
    "gate",
    "join",
    "open_package",
    "probe",
    "run",
]

__version__ = VERSION

_MODULES = MappingProxyType(
    {
        "Audit": "audit.report",
        "AuditStatus": "audit.program_audit",
        "CgrAuditError": "errors",
        "Completed": "sandbox.outcome",
        "Contract": "source.contract",
        "Crashed": "sandbox.outcome",
        "Decision": "gate.policy",
        "Finding": "audit.finding",
        "FindingStatus": "audit.finding",
        "GuestError": "sandbox.outcome",
        "HostFailure": "sandbox.outcome",
        "Joined": "accuracy.join",
        "LimitExceeded": "sandbox.outcome",
        "Outcome": "sandbox.outcome",
        "Program": "source.program",
        "ProgramAudit": "audit.program_audit",
        "ProgramProbe": "execution.probe.program_probe",
        "Settings": "accuracy.settings",
        "Severity": "audit.finding",
        "TracePackage": "records.package",
        "UsageError": "errors",
        "Verdict": "gate.verdict",
        "audit_many": "api.audits",
        "join": "api.packages",
        "open_package": "api.packages",
        "probe": "api.running",
        "run": "api.running",
    }
)
"""Where each name is; ``audit`` and ``gate`` are also packages of this one."""


def __getattr__(name: str) -> Any:
    if name not in _MODULES:
        raise AttributeError(f"module 'cgr_audit' has no attribute {name!r}")
    return getattr(import_module(f"cgr_audit.{_MODULES[name]}"), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


class _CallablePackage(ModuleType):
    """A package that is called like the function of the same name."""

    def __call__(self, *arguments: Any, **options: Any) -> Any:
        return self.__wrapped__(*arguments, **options)

    @property
    def __wrapped__(self) -> Any:
        """The function, where ``inspect`` and ``help`` look for the signature."""
        return getattr(import_module("cgr_audit.api.audits"), self.__name__.rpartition(".")[2])


if not TYPE_CHECKING:
    _audit.__class__ = _gate.__class__ = _CallablePackage
