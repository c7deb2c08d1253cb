"""Who may begin: limits together stay below a total, in the order asked, and all that is held is given back."""

from __future__ import annotations

import os
import threading
import time
from pathlib import Path

import pytest

from cgr_audit.sandbox.memory_total import MemoryTotal, planned_memory


class Asker(threading.Thread):
    """Takes a share, says so, and holds it until told to let go."""

    def __init__(self, total: MemoryTotal, size: int) -> None:
        super().__init__(daemon=True)
        self._total, self._size = total, size
        self.has_it, self.let_go = threading.Event(), threading.Event()
        self.start()
        while not self.is_waiting() and not self.has_it.wait(0.001):
            pass

    def is_waiting(self) -> bool:
        return len(self._total._waiting) > 0 and not self.has_it.is_set()

    def run(self) -> None:
        with self._total.share(self._size):
            self.has_it.set()
            self.let_go.wait(10)

    def end(self) -> None:
        self.let_go.set()
        self.join(10)


def test_shares_are_given_while_they_fit() -> None:
    total = MemoryTotal(100)
    first, second = Asker(total, 60), Asker(total, 40)
    assert first.has_it.wait(5)
    assert second.has_it.wait(5)
    third = Asker(total, 1)
    assert not third.has_it.wait(0.05)
    first.end()
    assert third.has_it.wait(5)
    second.end()
    third.end()
    assert total.free == 100


def test_a_share_that_is_larger_than_everything_waits_for_everything() -> None:
    total = MemoryTotal(100)
    small = Asker(total, 1)
    large = Asker(total, 10**9)
    assert not large.has_it.wait(0.05)
    small.end()
    assert large.has_it.wait(5)
    assert total.free == 0
    large.end()
    assert total.free == 100


def test_who_asks_for_much_is_not_passed_by_who_asks_for_little_later() -> None:
    total = MemoryTotal(100)
    small = Asker(total, 1)
    large = Asker(total, 100)
    later = Asker(total, 1)
    assert not later.has_it.wait(0.05)
    small.end()
    assert large.has_it.wait(5)
    assert not later.has_it.wait(0.05)
    large.end()
    assert later.has_it.wait(5)
    later.end()
    assert total.free == 100


@pytest.mark.parametrize("error", [KeyboardInterrupt, SystemExit, MemoryError])
def test_a_wait_that_is_interrupted_holds_nothing_and_keeps_nobody_waiting(
    monkeypatch: pytest.MonkeyPatch, error: type[BaseException]
) -> None:
    total = MemoryTotal(100)
    holder = Asker(total, 60)

    def interrupted(*_arguments: object) -> bool:
        raise error

    with monkeypatch.context() as patched:
        patched.setattr(total._changed, "wait", interrupted)
        with pytest.raises(error), total.share(80):
            pass
    assert (total.free, len(total._waiting)) == (40, 0)
    assert Asker(total, 40).has_it.wait(5)
    holder.end()


def test_what_fails_inside_gives_its_share_back() -> None:
    total = MemoryTotal(100)
    with pytest.raises(KeyboardInterrupt), total.share(30):
        raise KeyboardInterrupt
    assert total.free == 100


def test_many_at_once_never_hold_more_than_there_is() -> None:
    total = MemoryTotal(100)
    seen: list[int] = []

    def take(number: int) -> None:
        for turn in range(50):
            with total.share(1 + (number * 37 + turn * 11) % 150):
                seen.append(total.free)
                time.sleep(0)

    threads = [threading.Thread(target=take, args=(number,)) for number in range(16)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert len(seen) == 16 * 50
    assert min(seen) >= 0
    assert total.free == 100


def test_three_quarters_of_what_there_is_are_planned_with(tmp_path: Path) -> None:
    physical = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    assert planned_memory(tmp_path, tmp_path / "none") == physical * 3 // 4


@pytest.mark.parametrize(
    ("membership", "limits", "least"),
    [
        ("0::/\n", {"memory.max": "1000"}, 1000),
        ("0::/\n", {"memory.max": "max"}, None),
        ("0::/a/b\n", {"a/b/memory.max": "3000", "a/memory.max": "2000"}, 2000),
        ("0::/a/b\n", {"other/memory.max": "1"}, None),
        ("4:memory:/x\n0::/\n", {"memory/x/memory.limit_in_bytes": "4000"}, 4000),
        ("4:memory:/x\n", {"memory/memory.limit_in_bytes": "4000"}, 4000),
        ("4:memory:/\n", {"memory/memory.limit_in_bytes": str((1 << 63) - 4096)}, None),
        ("5:cpu:/x\n", {"cpu/x/memory.max": "4000"}, None),
        ("nonsense\n\n", {"memory.max": "4000"}, None),
    ],
)
def test_a_control_group_that_leaves_less_counts(
    tmp_path: Path, membership: str, limits: dict[str, str], least: int | None
) -> None:
    (tmp_path / "cgroup").write_text(membership)
    for name, text in limits.items():
        path = tmp_path / "groups" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    physical = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    expected = (physical if least is None else least) * 3 // 4
    assert planned_memory(tmp_path / "groups", tmp_path / "cgroup") == expected
