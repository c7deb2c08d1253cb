"""A pool of child processes in which every task comes to an end, also one that is sent as the pool breaks."""

from __future__ import annotations

from collections.abc import Callable
from concurrent import futures
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from cgr_audit.audit.children import children_context, prepare_child

if TYPE_CHECKING:
    from pebble import ProcessFuture, ProcessPool

__all__ = ["ChildPool", "Task"]

_Result = TypeVar("_Result")


class ChildPool:
    """Children of this process that are prepared to analyse programs."""

    def __init__(self, jobs: int) -> None:
        """Set up ``jobs`` children; they start with the first task."""
        from pebble import ProcessPool  # noqa: PLC0415  pebble costs start-up time

        self._pool: ProcessPool = ProcessPool(jobs, initializer=prepare_child, context=children_context(jobs))

    def schedule(self, function: Callable[..., _Result], *arguments: Any, deadline: float) -> Task[_Result]:
        """Have a child call a function.

        Args:
            function: of a module that children can import.
            arguments: its own.
            deadline: seconds after which the child is ended.

        Raises:
            BrokenProcessPool: the pool broke since it was last asked.
        """
        try:
            return Task(self._pool.schedule(function, args=arguments, timeout=deadline), self._pool)
        except RuntimeError as error:
            raise BrokenProcessPool(str(error)) from error

    def stop(self) -> None:
        """End the children, whatever they do."""
        self._pool.stop()
        self._pool.join()


@dataclass(frozen=True, slots=True)
class Task(Generic[_Result]):
    """A call that a child makes."""

    _future: ProcessFuture[_Result]
    _pool: ProcessPool

    def result(self) -> _Result:
        """What the function returned, as soon as it is there; what it raised is raised.

        Raises:
            TimeoutError: the call took longer than its deadline.
            ProcessExpired: the child is gone.
            BrokenProcessPool: a child was lost before it took anything on, and the pool with it.
        """
        while not futures.wait([self._future], timeout=1).done:  # without end it could not be interrupted on Windows
            # The pool gives up the tasks that it knows of when it breaks, and not one that is sent at that moment.
            if not self._pool.active and not self._future.done():
                raise BrokenProcessPool("the pool broke as the task was sent")
        found: _Result = self._future.result()
        return found
