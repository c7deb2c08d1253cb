"""Responses that need not be asked for again: kept in the user's cache folder by everything that decided them.

A response is found by the model's identity, the prompt, the parameters that were sent, and whose call it was: another
run, in another folder, asks nothing twice, and draws that are to be independent stay so. Each is written at once, so
that a run that is killed loses none. Nothing is dropped by itself: responses may have cost money.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
import threading
from pathlib import Path

from cgr_audit.cache_file import CacheFile, Say, sealed, unsealed
from cgr_audit.cache_folder import cache_folder
from cgr_audit.records.rows import CallStatus, Channel
from cgr_audit.solvers.interface import SolverReply, SolverRequest
from cgr_audit.solvers.sampling import sent_parameters

__all__ = ["FILE", "ResponseCache", "call_key"]

FORMAT = 2
"""Raised whenever entries are written in another way."""
FILE = f"responses-{FORMAT}.sqlite3"
_PATIENCE_S = 30.0
"""Seconds that another process's lock is waited for; nobody holds it for longer than one entry takes."""
_SCHEMA = """
    PRAGMA journal_mode = WAL;
    CREATE TABLE IF NOT EXISTS entry (key BLOB PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID;
"""


class ResponseCache:
    """The kept responses, for many threads and processes at once.

    Args:
        say: takes a line where the cache cannot be used; then nothing is found or kept.
        folder: where its file is; the user's cache folder by default.
    """

    def __init__(self, say: Say, folder: Path | None = None) -> None:
        self._path = (folder or cache_folder("responses")) / FILE
        self._say = say
        self._opening = threading.Lock()
        self._file: CacheFile | None = None

    def find(self, key: bytes) -> SolverReply | None:
        """The reply that was kept under a key, with the seconds it took then."""
        entry = self._opened().attempt(lambda database: _select(database, key))
        told = unsealed(key, entry[0]) if entry is not None else None
        if told is None:
            return None
        text, status, prompt_tokens, response_tokens, latency_s, reason, model = json.loads(told)
        tokens = (prompt_tokens, response_tokens)
        said = {"latency_s": latency_s, "finish_reason": reason, "model": model}
        return SolverReply(text, *tokens, CallStatus(status), cached=True, **said)

    def keep(self, key: bytes, reply: SolverReply) -> None:
        """Keep a reply, unless another thread or process has kept one meanwhile."""
        tokens = (reply.prompt_tokens, reply.response_tokens)
        parts = (reply.text, reply.status.value, *tokens, reply.latency_s, reply.finish_reason, reply.model)
        value = sealed(key, json.dumps(parts).encode())
        self._opened().attempt(
            lambda database: database.execute("INSERT OR IGNORE INTO entry VALUES (?, ?)", (key, value)).rowcount
        )

    def close(self) -> None:
        """Give the file back; it is opened again where it is needed."""
        with self._opening:
            if self._file is not None:
                self._file.close()
                self._file = None

    def _opened(self) -> CacheFile:
        """The file, from the first look into it on: most commands ask nobody."""
        with self._opening:
            if self._file is None:
                self._file = CacheFile(self._path, "response cache", _SCHEMA, self._say, _PATIENCE_S)
            return self._file


def call_key(identity: str, request: SolverRequest) -> bytes:
    """What decides a response: which model, what it is asked, and whose call it is.

    The row's solver is no part of it: that is a name for the model. Nor is a program, where an item is asked directly.
    """
    origin = request.origin
    key = origin.key
    facts = (
        identity,
        request.prompt,
        sent_parameters(request),
        (key.dataset, key.item_id, *((key.generator, key.sample) if origin.channel != Channel.DIRECT else ())),
        (origin.channel, origin.attempt, request.call_index),
    )
    return hashlib.sha256(json.dumps(facts, sort_keys=True).encode()).digest()


def _select(database: sqlite3.Connection, key: bytes) -> tuple[bytes] | None:
    found: tuple[bytes] | None = database.execute("SELECT value FROM entry WHERE key = ?", (key,)).fetchone()
    return found
