"""That every task of a pool of children comes to an end."""

from __future__ import annotations

import os
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from types import SimpleNamespace

import pytest
from pebble import ProcessFuture

from cgr_audit.audit import child_pool
from cgr_audit.audit.child_pool import ChildPool, Task


def test_a_task_gives_what_its_function_returns() -> None:
    pool = ChildPool(1)
    assert pool.schedule(max, 3, 7, deadline=60).result() == 7
    pool.stop()


def test_a_task_that_was_sent_as_the_pool_broke_ends() -> None:
    """The pool gives up the tasks that it knows; one that comes after that stays as it is."""
    lost: Task[int] = Task(ProcessFuture(), SimpleNamespace(active=False))  # type: ignore[arg-type]
    with pytest.raises(BrokenProcessPool, match="broke as the task was sent"):
        lost.result()


def test_a_broken_pool_takes_no_task(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(child_pool, "prepare_child", partial(os._exit, 5))
    pool = ChildPool(1)
    with pytest.raises(BrokenProcessPool):
        pool.schedule(max, 3, 7, deadline=60).result()
    pool.stop()
    with pytest.raises(BrokenProcessPool):
        pool.schedule(max, 3, 7, deadline=60)
