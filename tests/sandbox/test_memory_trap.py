"""The one instruction of the component that is changed."""

from __future__ import annotations

import pytest

from cgr_audit.sandbox.component import load_portable_component
from cgr_audit.sandbox.memory_trap import UnknownGrowthError, is_failed_growth, trap_failed_growth

GROW = bytes.fromhex("4000220041 7f470d00")
REPORT = bytes.fromhex("2383808080004130360200417f0f")


def test_the_branch_that_reports_a_failure_traps_and_nothing_else_changes() -> None:
    changed = trap_failed_growth(b"before" + GROW + REPORT + b"\x0bafter")
    assert changed == b"before" + GROW + b"\x00" + b"\x01" * 13 + b"\x0bafter"


def test_a_component_without_such_a_branch_or_with_two_is_refused() -> None:
    branch = GROW + REPORT + b"\x0b"
    for component, count in ((b"", 0), (branch + branch, 2), (GROW + b"\x0b", 0)):
        with pytest.raises(UnknownGrowthError, match=f"{count} places"):
            trap_failed_growth(component)


def test_the_component_that_is_used_has_been_changed() -> None:
    with pytest.raises(UnknownGrowthError, match="0 places"):
        trap_failed_growth(load_portable_component("standard").data)


def test_only_a_trap_where_memory_grows_is_one_for_want_of_memory() -> None:
    frames = "error while executing at wasm backtrace:\n    0:  0x1 - libc.so!{}\n    1:  0x2 - libc.so!{}\n"
    assert is_failed_growth(frames.format("sbrk", "dlmalloc"))
    assert is_failed_growth(frames.format("abort", "sbrk"))
    assert not is_failed_growth(frames.format("abort", "dlmalloc"))
    assert not is_failed_growth("wasm trap: wasm `unreachable` instruction executed")
    assert not is_failed_growth("")
