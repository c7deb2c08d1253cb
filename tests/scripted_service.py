"""An OpenAI-compatible service on the loopback that gives what a test tells it to, faults among it."""

from __future__ import annotations

import contextlib
import json
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import MappingProxyType
from typing import Any, NamedTuple


class Sent(NamedTuple):
    """A response, and how it is sent."""

    status: int
    body: bytes
    headers: MappingProxyType[str, str] | dict[str, str] = MappingProxyType({})
    cut: int | None = None
    """So many bytes of the body come, then the connection ends."""
    trickle_s: float | None = None
    """Seconds between two bytes of the head and the body."""
    chunked: bool = False


def completion(text: Any, reason: str | None = "stop", **usage: int) -> bytes:
    choice = {"message": {"role": "assistant", "content": text}, "finish_reason": reason}
    return json.dumps({"choices": [choice], "usage": usage}).encode()


@dataclass
class Endpoint:
    """What it was asked, and what it gives: the answers in turn, the last one from then on."""

    answers: list[Sent | tuple[int, bytes]]
    base_url: str = ""
    requests: list[tuple[str, dict[str, str], Any]] = field(default_factory=list)
    lock: threading.Lock = field(default_factory=threading.Lock)
    closing: threading.Event = field(default_factory=threading.Event)

    def answer(self, path: str, headers: dict[str, str], body: bytes) -> Sent:
        with self.lock:
            self.requests.append((path, headers, json.loads(body)))
            return Sent(*(self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]))


@contextlib.contextmanager
def serving() -> Iterator[Endpoint]:
    """A service that answers B until it is told otherwise."""
    state = Endpoint([(200, completion("B", prompt_tokens=12, completion_tokens=1))])

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            sent = state.answer(self.path, dict(self.headers), body)
            self.send_response(sent.status)
            if sent.status == 302:
                self.send_header("Location", state.base_url + "/elsewhere")
            for name, value in sent.headers.items():
                self.send_header(name, value)
            if sent.chunked:
                self.send_header("Transfer-Encoding", "chunked")
            elif "Connection" not in sent.headers:
                self.send_header("Content-Length", str(len(sent.body)))
            answer = sent.body[: sent.cut]
            if sent.chunked:
                answer = b"%x\r\n%s" % (len(sent.body), answer)
            if sent.trickle_s is not None:
                self._trickle(sent.trickle_s, answer)
                return
            self.end_headers()
            self.wfile.write(answer)
            if sent.cut is not None:
                self.close_connection = True

        def _trickle(self, seconds: float, body: bytes) -> None:
            head = b"".join(self._headers_buffer)
            self._headers_buffer: list[bytes] = []
            with contextlib.suppress(OSError):
                for byte in head + b"\r\n" + body:
                    self.wfile.write(bytes([byte]))
                    if state.closing.wait(seconds):
                        break
            self.close_connection = True

        def log_message(self, *_arguments: object) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    state.base_url = f"http://127.0.0.1:{server.server_port}/v1"
    threading.Thread(target=lambda: server.serve_forever(poll_interval=0.01), daemon=True).start()
    try:
        yield state
    finally:
        state.closing.set()
        server.shutdown()
        server.server_close()
