"""What has to be the same on every worker, so that results are those of one process."""

from __future__ import annotations

import platform
import threading
from dataclasses import dataclass
from functools import cache
from importlib import metadata
from pathlib import Path

from cgr_audit.audit.rule_sources import rules_digest
from cgr_audit.errors import CgrAuditError
from cgr_audit.sandbox.component import load_portable_component
from cgr_audit.version import VERSION

__all__ = ["Expectation", "installation"]

_comparing = threading.Lock()
_SHOWN = 19
"""Characters of a digest that are shown: enough to tell two apart."""


def installation(profile: str, rules_folder: Path | None) -> dict[str, str]:
    """What decides results here, by what people call it.

    Raises:
        UsageError: there is no such folder of rules.
        SandboxError: the sandbox's component is not built.
    """
    return {
        "cgr-audit": VERSION,
        "Python": ".".join(platform.python_version_tuple()[:2]),
        "libcst": metadata.version("libcst"),
        "astroid": metadata.version("astroid"),
        "rules digest": rules_digest(rules_folder),
        "component digest": load_portable_component(profile).digest,
    }


@dataclass(frozen=True, slots=True)
class Expectation:
    """The installation of the process that asks, which each worker compares with its own."""

    profile: str
    rules_folder: Path | None
    expected: tuple[tuple[str, str], ...]

    @classmethod
    def here(cls, profile: str, rules_folder: Path | None) -> Expectation:
        """What this process has."""
        return cls(profile, rules_folder, tuple(installation(profile, rules_folder).items()))

    def refusal(self) -> str | None:
        """Why this process may not work for the one that asks; nothing where it may."""
        with _comparing:  # where many workers are one process, the first reads the files for all
            return _compared(self)


@cache
def _compared(expectation: Expectation) -> str | None:
    try:
        found = installation(expectation.profile, expectation.rules_folder)
    except CgrAuditError as error:
        return str(error)
    for name, wanted in expectation.expected:
        if found[name] != wanted:
            return f"its {name} is {found[name][:_SHOWN]}, not {wanted[:_SHOWN]}; install the same on every worker"
    return None
