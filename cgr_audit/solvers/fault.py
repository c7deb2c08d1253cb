"""What can go wrong with one try of one call to a model."""

from __future__ import annotations

from enum import StrEnum

__all__ = ["Fault", "FaultKind"]


class FaultKind(StrEnum):
    """What went wrong, as people read it."""

    CONNECTION = "no connection"
    LOST = "connection lost"
    TIMEOUT = "no response in time"
    BUSY = "too many requests"
    SERVER = "server error"
    RESPONSE = "malformed response"
    FUNCTION = "an error in the function"
    REFUSED = "request refused"


class Fault(Exception):  # noqa: N818  it names a service error, which may pass
    """One try of one call that failed."""

    def __init__(
        self,
        kind: FaultKind,
        message: str,
        *,
        retry_after_s: float | None = None,
        is_final: bool = False,
        is_configuration: bool = False,
    ) -> None:
        """Say what happened.

        Args:
            kind: what went wrong.
            message: the details, in one line.
            retry_after_s: how long the service asks to wait, in seconds.
            is_final: whether the same request would fail in the same way.
            is_configuration: whether every request would, as with a wrong key.
        """
        super().__init__(message)
        self.kind = kind
        self.retry_after_s = retry_after_s
        self.is_final = is_final
        self.is_configuration = is_configuration
