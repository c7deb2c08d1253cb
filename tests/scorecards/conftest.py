"""What the tests of scorecards share."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import pytest

from cgr_audit.sandbox.interpreter import Interpreter


@pytest.fixture(scope="session", autouse=True)
def shared_interpreters() -> Iterator[None]:
    """Every sandbox of a profile uses the same interpreter: these tests only run programs in them."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("cgr_audit.scorecards.running.sandboxes.Interpreter", cache(Interpreter))
        yield
