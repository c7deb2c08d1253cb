"""How much work something is, counted in lines of Python: a measure that does not depend on the machine."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import FrameType


def lines_run(function: Callable[[], object]) -> int:
    """How many lines a call runs, those of everything that it calls included."""
    count = 0

    def counting(_frame: FrameType, event: str, _argument: object) -> object:
        nonlocal count
        count += event == "line"
        return counting

    before = sys.gettrace()
    sys.settrace(counting)
    try:
        function()
    finally:
        sys.settrace(before)
    return count
