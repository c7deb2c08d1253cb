"""One HTTP address that requests are posted to: one try each, bounded in time and size, every fault of it typed."""

from __future__ import annotations

import http.client
import io
import math
import re
import socket
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import urllib3

from cgr_audit.solvers.fault import Fault, FaultKind

__all__ = ["SHORTEST_SECRET", "Endpoint", "HttpResponse", "excerpt", "fault_of_status"]

_CONNECTIONS = 256
_CONNECT_S = 10.0
_LARGEST_BODY = 16 << 20
_SHOWN = 300
SHORTEST_SECRET = 8
"""What is shorter is a word such as ``none`` for services that want any key, and stands in responses by itself."""
_CONNECTION_NAME = re.compile(r"^(?:<?[\w.]+(?:\(.*?\)| object at 0x\w+>): )")
_BUSY = frozenset({409, 425, 429})
_CONFIGURATION = frozenset({401, 403, 404, 405})
"""What a wrong address, key or model is answered with, and redirections: a request is never sent elsewhere."""


@dataclass(frozen=True, slots=True)
class HttpResponse:
    """A response whose body came whole."""

    status: int
    data: bytes
    retry_after: str | None


class Endpoint:
    """Posts JSON to one address; from many threads at once.

    Args:
        address: of ``http`` or ``https``, checked before.
        headers: sent with every request.
        secret: a key in the headers. A service that quotes it is not quoted with it.
    """

    def __init__(self, address: str, headers: Mapping[str, str], secret: str = "") -> None:
        self._path = urllib3.util.parse_url(address).request_uri
        self._secret = secret if len(secret) >= SHORTEST_SECRET else None
        self._pool = urllib3.connection_from_url(address, maxsize=_CONNECTIONS, headers=dict(headers))
        self._pool.ConnectionCls = _TimedHttps if self._pool.scheme == "https" else _TimedHttp

    def post(self, body: bytes, timeout_s: float) -> HttpResponse:
        """Send a request and read the whole response.

        Args:
            body: JSON.
            timeout_s: seconds for all of it.

        Raises:
            Fault: there is no response, or not all of it.
        """
        timeout = urllib3.Timeout(connect=min(_CONNECT_S, timeout_s), total=timeout_s)
        try:
            response = self._pool.urlopen(
                "POST", self._path, body=body, timeout=timeout, retries=False, redirect=False, preload_content=False
            )
            try:
                data = response.read(_LARGEST_BODY + 1, decode_content=True)
            finally:
                if not response.closed:
                    response.close()
                response.release_conn()
        except urllib3.exceptions.ReadTimeoutError as error:
            raise Fault(FaultKind.TIMEOUT, f"no whole response in {timeout_s:.3g} s") from error
        except urllib3.exceptions.HTTPError as error:
            raise Fault(_kind_of(error), self._without_secret(_cause(error).encode()).decode()) from error
        except ValueError as error:  # chunks of a negative length, for one
            raise Fault(FaultKind.RESPONSE, f"no HTTP response: {error}") from error
        if len(data) > _LARGEST_BODY:
            raise Fault(FaultKind.RESPONSE, f"a response of more than {_LARGEST_BODY} bytes", is_final=True)
        return HttpResponse(response.status, self._without_secret(data), response.headers.get("Retry-After"))

    def _without_secret(self, data: bytes) -> bytes:
        return data if self._secret is None else data.replace(self._secret.encode(), b"[key]")


def fault_of_status(response: HttpResponse) -> Fault:
    """The fault that a response of another status than success is."""
    status = response.status
    wait_s = _retry_after(response.retry_after)
    said = excerpt(response.data) or ("redirections are not followed" if 300 <= status < 400 else "no reason given")
    message = f"status {status}: {said}"
    if status >= 500:
        return Fault(FaultKind.SERVER, message, retry_after_s=wait_s)
    if status in _BUSY:
        return Fault(FaultKind.BUSY, message, retry_after_s=wait_s)
    if status == 408:
        return Fault(FaultKind.TIMEOUT, message, retry_after_s=wait_s)
    is_configuration = status in _CONFIGURATION or 300 <= status < 400
    return Fault(FaultKind.REFUSED, message, is_final=True, is_configuration=is_configuration)


def excerpt(data: bytes) -> str:
    """The beginning of a body, in one line."""
    text = " ".join(data[: 4 * _SHOWN].decode("utf-8", "replace").split())
    return text if len(text) <= _SHOWN else text[:_SHOWN] + "..."


def _retry_after(value: str | None) -> float | None:
    """Seconds, from a number, whole or not, or a date; nothing if it is neither."""
    if value is None:
        return None
    try:
        seconds = float(value)
    except ValueError:
        try:
            return urllib3.Retry().parse_retry_after(value)
        except (urllib3.exceptions.InvalidHeader, ValueError, OverflowError):
            return None
    return seconds if math.isfinite(seconds) and seconds >= 0 else None


def _kind_of(error: urllib3.exceptions.HTTPError) -> FaultKind:
    if _is_cut(error):
        return FaultKind.RESPONSE
    never = (urllib3.exceptions.NewConnectionError, urllib3.exceptions.ConnectTimeoutError, urllib3.exceptions.SSLError)
    return FaultKind.CONNECTION if isinstance(error, never) else FaultKind.LOST


def _is_cut(error: urllib3.exceptions.HTTPError) -> bool:
    """Whether a response began and its body did not come whole, or cannot be decoded."""
    if isinstance(error, urllib3.exceptions.DecodeError):
        return True
    return any(isinstance(part, http.client.IncompleteRead) for part in (error, *error.args))


def _cause(error: urllib3.exceptions.HTTPError) -> str:
    """The reason for an error, without the connection's name or address in memory before it."""
    return _CONNECTION_NAME.sub("", str(error)) or type(error).__name__


class _TimedStream(io.RawIOBase):
    """Reads from a socket until a deadline, however little each read gives."""

    def __init__(self, stream: io.RawIOBase, connection: socket.socket) -> None:
        self._stream = stream
        self._connection = connection
        timeout_s = connection.gettimeout()
        self._ends = math.inf if timeout_s is None else time.monotonic() + timeout_s

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int | None:
        left_s = self._ends - time.monotonic()
        if left_s <= 0:
            raise TimeoutError("timed out")
        if self._ends < math.inf:
            self._connection.settimeout(left_s)
        return self._stream.readinto(buffer)

    def close(self) -> None:
        self._stream.close()
        super().close()


class _TimedResponse(http.client.HTTPResponse):
    """A response whose timeout is for all of it, headers and body; the library's own is for each read."""

    def __init__(self, sock: socket.socket, *args: Any, **kwargs: Any) -> None:
        super().__init__(sock, *args, **kwargs)
        self.fp = io.BufferedReader(_TimedStream(self.fp.detach(), sock))


class _TimedHttp(urllib3.connection.HTTPConnection):
    response_class = _TimedResponse


class _TimedHttps(urllib3.connection.HTTPSConnection):
    response_class = _TimedResponse
