"""Guest threads, and results in the order of their items."""

from __future__ import annotations

import mmap
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import suppress

import pytest

from cgr_audit.sandbox.threads import GuestThread, call_on_guest_thread, map_in_order


def test_results_come_in_the_order_of_the_items_whatever_finishes_first() -> None:
    def slow_first(number: int) -> int:
        time.sleep(0.02 if number == 0 else 0)
        return number * number

    assert list(map_in_order(slow_first, range(20), 4)) == [number * number for number in range(20)]
    assert list(map_in_order(slow_first, [], 4)) == []


def test_items_are_taken_only_as_they_are_needed() -> None:
    taken: list[int] = []

    def endless() -> Iterator[int]:
        number = 0
        while True:
            taken.append(number)
            yield number
            number += 1

    results = map_in_order(lambda number: number, endless(), 3)
    assert [next(results) for _ in range(5)] == [0, 1, 2, 3, 4]
    assert len(taken) <= 5 + 2 * 3
    results.close()  # type: ignore[attr-defined]


def test_an_exception_is_raised_in_its_turn_and_ends_the_threads() -> None:
    def fail_at_three(number: int) -> int:
        if number == 3:
            raise KeyError(number)
        return number

    others = set(threading.enumerate())
    results = map_in_order(fail_at_three, range(10), 2)
    assert [next(results) for _ in range(3)] == [0, 1, 2]
    with pytest.raises(KeyError):
        next(results)
    for thread in set(threading.enumerate()) - others:
        if isinstance(thread, GuestThread):
            thread.join(5)
            assert not thread.is_alive()


def test_a_call_runs_on_a_guest_thread_and_on_the_same_one_from_there() -> None:
    outer = call_on_guest_thread(threading.current_thread)
    assert isinstance(outer, GuestThread)
    inner = call_on_guest_thread(lambda: (threading.current_thread(), call_on_guest_thread(threading.current_thread)))
    assert inner[0] is inner[1]


def test_what_a_call_raises_is_raised_where_it_was_asked_for() -> None:
    def stop() -> None:
        raise SystemExit(3)

    with pytest.raises(SystemExit):
        call_on_guest_thread(stop)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only Linux counts the pages of a thread")
def test_a_thread_that_touched_much_memory_is_replaced_so_that_its_stack_is_given_back() -> None:
    def touch(pages: int) -> threading.Thread:
        with mmap.mmap(-1, pages * mmap.PAGESIZE) as memory:  # new to the process, and one page at a time
            with suppress(OSError):  # a kernel without huge pages
                memory.madvise(mmap.MADV_NOHUGEPAGE)
            for page in range(pages):
                memory[page * mmap.PAGESIZE] = 1
        return threading.current_thread()

    threads = list(map_in_order(touch, [1, 1, 4000, 1, 1], 1))
    assert threads[0] is threads[1] is threads[2]
    assert threads[3] is threads[4] is not threads[0]
    assert all(isinstance(thread, GuestThread) for thread in threads)
