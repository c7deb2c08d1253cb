"""Fixtures that every test may use."""

from __future__ import annotations

import gc
import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

from tests.scripted_service import Endpoint, serving

if TYPE_CHECKING:
    from cgr_audit.sandbox.interpreter import Interpreter

# The same few examples in every run, so that a failing check is failing for what changed. `make test-slow` draws new
# ones, and many: a property names a number of its own only where it can afford fewer.
# No deadline: how long an example takes depends on what else the machine does, and on what is imported first.
settings.register_profile("same", derandomize=True, deadline=None, max_examples=15)
settings.register_profile("new", deadline=None, max_examples=300)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "same"))

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="session")
def interpreter() -> Interpreter:
    """The one interpreter of a process, for tests that only run programs in it."""
    from cgr_audit.sandbox.interpreter import Interpreter  # costs the start of wasmtime

    return Interpreter()


@pytest.fixture(scope="session")
def data_folder() -> Path:
    """The folder with other people's programs and scores; tests that need it skip where it is absent."""
    folder = Path(os.environ.get("CGR_AUDIT_DATA", ROOT.parent / "shared" / "data"))
    if not folder.is_dir():
        pytest.skip(f"no data folder at {folder}; set CGR_AUDIT_DATA to test against real programs")
    return folder


@pytest.fixture
def endpoint() -> Iterator[Endpoint]:
    """A model's service on the loopback."""
    with serving() as state:
        yield state


def pytest_xdist_auto_num_workers() -> int:
    """One process more than there are processors: tests of commands wait for processes of their own."""
    return (os.cpu_count() or 1) + 1


def pytest_collection_finish() -> None:
    """Leave what collecting made out of every garbage collection from here on."""
    gc.collect()
    gc.freeze()
