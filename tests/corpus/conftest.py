"""The demo package and the scripts beside it."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
CORPUS = ROOT / "corpus"
sys.path.insert(0, str(CORPUS))

import simulate  # noqa: E402  found through the path above


@pytest.fixture(scope="session")
def demo() -> Path:
    return CORPUS / "demo"


@pytest.fixture(scope="session")
def demo_lines(demo: Path) -> Callable[[str], list[dict[str, Any]]]:
    def read(name: str) -> list[dict[str, Any]]:
        return [json.loads(line) for line in (demo / name).read_text(encoding="utf-8").splitlines()]

    return read


@pytest.fixture(scope="session")
def simulated(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The simulated package of today's code; only read. It is kept in pytest's cache until the code changes."""
    cache = getattr(request.config, "cache", None)
    kept = Path(cache.mkdir("simulated")) if cache else tmp_path_factory.mktemp("simulated")
    folder = kept / _digest_of_code()
    if not folder.is_dir():
        generated = kept / f"{folder.name}.{os.getpid()}"
        simulate.write_package(generated)
        try:
            generated.rename(folder)
        except OSError:  # another worker was first
            shutil.rmtree(generated)
        for other in kept.iterdir():
            if other.name[:64] != folder.name:
                shutil.rmtree(other, ignore_errors=True)
    return folder


def _digest_of_code() -> str:
    digest = hashlib.sha256()
    places = (*ROOT.glob("cgr_audit/**/*"), *ROOT.glob("rules/*.py"), *ROOT.glob("schemas/*.json"))
    for path in sorted((*places, CORPUS / "simulate.py", *CORPUS.glob("simulation/*"))):
        if path.is_file() and path.suffix not in {".pyc", ".wasm", ".cwasm"}:
            digest.update(str(path.relative_to(ROOT)).encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()
