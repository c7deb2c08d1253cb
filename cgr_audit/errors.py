"""What can go wrong outside the programs under audit.

Every error that is meant for a person derives from :class:`CgrAuditError`: its message is one line that names the
file (and line), says what is wrong, and what to do. The command line prints it and exits with its ``exit_code``.
"""

from __future__ import annotations

from typing import ClassVar

__all__ = ["CgrAuditError", "IncompleteError", "InconsistentRecordError", "NothingCollectedError", "UsageError"]


class CgrAuditError(Exception):
    """Base of every error that is shown to a person as one line."""

    exit_code: ClassVar[int] = 4


class UsageError(CgrAuditError):
    """Wrong usage or configuration: an unknown rule code, an unreadable policy, a missing path."""

    exit_code: ClassVar[int] = 2


class NothingCollectedError(CgrAuditError):
    """The paths given hold no program at all."""

    exit_code: ClassVar[int] = 3


class IncompleteError(CgrAuditError):
    """The work could not be finished: a file could not be read, a rule crashed, the sandbox failed."""

    exit_code: ClassVar[int] = 4


class InconsistentRecordError(CgrAuditError):
    """A record of our own making is not what its schema says: an internal error, found before it is written."""
