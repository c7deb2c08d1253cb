"""What a worker of a cluster holds while an assignment lasts, and the one task that it is sent."""

from __future__ import annotations

import asyncio
import multiprocessing
import pickle
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from distributed import Worker, WorkerPlugin, get_worker

from cgr_audit.cluster.installation import Expectation
from cgr_audit.errors import IncompleteError
from cgr_audit.sandbox.threads import map_in_order

__all__ = ["AssignmentPlugin", "BatchFunction", "EachOf", "run_batch"]

_Item = TypeVar("_Item")
_Result = TypeVar("_Result")
_Given_contra = TypeVar("_Given_contra", contravariant=True)
_Got_co = TypeVar("_Got_co", covariant=True)


class BatchFunction(Protocol[_Given_contra, _Got_co]):
    """What a worker does with a batch. It is picklable, and unpickled once on each worker."""

    def __call__(self, items: Sequence[_Given_contra], /) -> Sequence[_Got_co]:
        """Each item's result, in their order; called from several threads."""
        ...

    def close(self) -> None:
        """Give back what was kept between batches."""
        ...


@dataclass(frozen=True, slots=True)
class EachOf(Generic[_Item, _Result]):
    """A function of one item as one of a batch, on guest threads of the worker."""

    function: Callable[[_Item], _Result]
    jobs: int
    """How many items of a batch are under way at a time."""

    def __call__(self, items: Sequence[_Item]) -> list[_Result]:
        """The results, in the items' order."""
        return list(map_in_order(self.function, items, self.jobs))

    def close(self) -> None:
        """Nothing is kept but what the process keeps."""


class AssignmentPlugin(WorkerPlugin):  # type: ignore[misc]
    """Keeps an assignment's function on each worker, with the rules, contract and component that it stands on.

    A worker that joins later, or is started again, gets it before any work, and compares its installation too.
    """

    def __init__(self, function: BatchFunction[Any, Any], expectation: Expectation) -> None:
        self._packed = pickle.dumps(function)
        self._expectation = expectation
        self._function: BatchFunction[Any, Any] | None = None

    async def setup(self, worker: Worker) -> None:  # noqa: ARG002  as Dask calls it
        """Get ready beside the worker's own loop, which has to go on answering."""
        self._lock = threading.Lock()
        own = multiprocessing.current_process()
        if own.daemon:
            own.daemon = False  # Dask's are, and then may start no process: but programs are audited in a child
        await asyncio.to_thread(self._prepare)

    def teardown(self, worker: Worker) -> None:  # noqa: ARG002  as Dask calls it
        """Give back what the assignment kept."""
        if self._function is not None:
            self._function.close()

    def run(self, items: Sequence[Any]) -> Sequence[Any]:
        """The results of a batch.

        Raises:
            IncompleteError: the worker is not one that may do this work.
        """
        function, refusal = self._prepare()
        if function is None:
            raise IncompleteError(str(refusal))
        return function(items)

    def _prepare(self) -> tuple[BatchFunction[Any, Any] | None, str | None]:
        with self._lock:
            if self._function is None:
                refusal = self._expectation.refusal()
                if refusal is not None:
                    return None, refusal
                self._function = pickle.loads(self._packed)  # noqa: S301  packed by the process that asks
            return self._function, None

    def __getstate__(self) -> dict[str, Any]:
        return {"_packed": self._packed, "_expectation": self._expectation, "_function": None}


def run_batch(name: str, packed: bytes) -> tuple[float, bytes]:
    """Do a batch of an assignment on a worker: the seconds it took, and its results, packed.

    Raises:
        IncompleteError: the worker has no such assignment, or may not do it.
    """
    started = time.perf_counter()
    worker = get_worker()
    plugin = worker.plugins.get(name)
    if plugin is None:
        raise IncompleteError(f"worker {worker.address}: it never got the assignment")
    try:
        results = plugin.run(pickle.loads(packed))  # noqa: S301  packed by the process that asks
    except IncompleteError as error:
        raise type(error)(f"worker {worker.address}: {error}") from error
    return time.perf_counter() - started, pickle.dumps(results)
