"""The demo package and the scripts beside it."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

CORPUS = Path(__file__).resolve().parent.parent.parent / "corpus"
sys.path.insert(0, str(CORPUS))


@pytest.fixture(scope="session")
def demo() -> Path:
    return CORPUS / "demo"


@pytest.fixture(scope="session")
def demo_lines(demo: Path) -> Callable[[str], list[dict[str, Any]]]:
    def read(name: str) -> list[dict[str, Any]]:
        return [json.loads(line) for line in (demo / name).read_text(encoding="utf-8").splitlines()]

    return read
