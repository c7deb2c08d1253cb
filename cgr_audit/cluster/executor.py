"""Batches of work on a Dask cluster: in order, a bounded number under way, and no batch lost with its worker."""

from __future__ import annotations

import itertools
import pickle
import time
import uuid
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import CancelledError
from contextlib import contextmanager, suppress
from typing import Any, Protocol, TypeVar

from distributed import Client, Future, KilledWorker

from cgr_audit.cluster.assignment import AssignmentPlugin, BatchFunction, EachOf, run_batch
from cgr_audit.cluster.batches import BatchSizes
from cgr_audit.cluster.installation import Expectation
from cgr_audit.errors import IncompleteError

__all__ = ["ClusterExecutor", "answer"]

_Item = TypeVar("_Item")
_Result = TypeVar("_Result")
_Given_contra = TypeVar("_Given_contra", contravariant=True)

AHEAD = 3
"""How many batches for each thread of a worker are under way."""

TRIES_ALONE = 3
"""An item whose worker is lost so often, with nothing else in its batch, is named as what ends it. Once may have been
the fault of another batch of that worker, or of whoever ends processes."""

LOOK_S = 5.0
"""Seconds between two looks at who works."""

ABSENT_S = 300.0
"""Seconds that a cluster may be without any worker, or its scheduler silent: a worker that is started again takes some,
on a busy machine many."""

FAREWELL_S = 10.0
"""Seconds that a scheduler has to forget an assignment."""

TRIES_TO_ASSIGN = 3
"""How often an assignment is announced: a worker that ends at that moment makes Dask give up on the others too."""

ENDED = "its worker's process ended, and another one's too"


class Known(Protocol[_Given_contra, _Result]):
    """Results of earlier runs."""

    def find(self, items: Sequence[_Given_contra], /) -> Sequence[_Result | None]:
        """The result of each item; nothing for one that is not known."""
        ...

    def store(self, item: _Given_contra, result: _Result, /) -> None:
        """Keep a result, if it is one that may be kept."""
        ...


class ClusterExecutor:
    """Does batches of work on a cluster whose workers have been checked."""

    def __init__(self, client: Client, name: str, expectation: Expectation) -> None:
        """Set up.

        Args:
            client: connected.
            name: as ``--cluster`` said it.
            expectation: what each worker has to have, also one that joins later.
        """
        self.name = name
        self.client = client
        self._expectation = expectation
        self._threads = 0
        self._looked = self._seen = time.monotonic()

    def map(
        self,
        function: Callable[[_Item], _Result],
        items: Iterable[_Item],
        jobs: int,
        lost: Callable[[_Item, str], _Result],
    ) -> Iterator[_Result]:
        """Call a function on every item, as :class:`~cgr_audit.sandbox.executor.Executor` says.

        Raises:
            IncompleteError: the cluster is gone.
        """
        return self.map_batches(EachOf(function, jobs), items, lost, least=1 if jobs == 1 else 2 * jobs)

    def map_batches(
        self,
        function: BatchFunction[_Item, _Result],
        items: Iterable[_Item],
        lost: Callable[[_Item, str], _Result],
        known: Known[_Item, _Result] | None = None,
        least: int = 1,
    ) -> Iterator[_Result]:
        """The same for a function of many items at a time.

        Args:
            function: gives each item's result, in their order.
            items: taken as they are needed.
            lost: the result of an item that ends its workers.
            known: results of earlier runs, whose items go nowhere; it is told of new ones.
            least: how many items a batch has however long they take: where several of one are under way at a time.

        Raises:
            IncompleteError: the cluster is gone.
        """
        source, sizes = iter(items), BatchSizes(least)
        under_way: deque[tuple[Sequence[_Result | None], tuple[_Item, ...], Future | None]] = deque()
        with self._assigned(function) as send:

            def begin(batch: tuple[_Item, ...]) -> Future | None:
                if not batch:
                    return None
                packed = pickle.dumps(batch)
                sizes.note_bytes(len(batch), len(packed))
                return send(packed)

            def results(batch: tuple[_Item, ...], future: Future | None, tries: int = 1) -> Iterator[_Result]:
                if future is None:
                    return
                try:
                    seconds, packed = self._wait(future)
                except KilledWorker:
                    if len(batch) > 1:
                        half = len(batch) // 2
                        parts = [(part, begin(part)) for part in (batch[:half], batch[half:])]
                        for part, again in parts:
                            yield from results(part, again)
                    elif tries < TRIES_ALONE:
                        yield from results(batch, begin(batch), tries + 1)
                    else:
                        yield lost(batch[0], ENDED)
                    return
                sizes.note_cost(len(batch), seconds)
                yield from pickle.loads(packed)  # noqa: S301  by a worker of the cluster, which is trusted

            def take() -> bool:
                batch = sizes.take(source, self._slots())
                found = [None] * len(batch) if known is None else known.find(batch)
                unknown = tuple(item for item, result in zip(batch, found, strict=True) if result is None)
                if batch:
                    under_way.append((found, unknown, begin(unknown)))
                return bool(batch)

            try:
                while True:
                    while len(under_way) < AHEAD * self._slots() and take():
                        pass
                    if not under_way:
                        return
                    found, batch, future = under_way.popleft()
                    fresh = zip(batch, results(batch, future), strict=True)
                    for one in found:
                        if one is not None:
                            yield one
                            continue
                        item, result = next(fresh)
                        if known is not None:
                            known.store(item, result)
                        yield result
            finally:
                under_way.clear()  # Dask gives up what nobody refers to

    @contextmanager
    def _assigned(self, function: BatchFunction[Any, Any]) -> Iterator[Callable[[bytes], Future]]:
        """A function on every worker; what sends packed items to it. At the end nothing of it is left."""
        name = f"cgr-audit-{uuid.uuid4().hex}"
        numbers = itertools.count()

        def send(packed: bytes) -> Future:
            return self.client.submit(run_batch, name, packed, key=f"{name}-{next(numbers)}", pure=False)

        self._announce(AssignmentPlugin(function, self._expectation), name)
        try:
            yield send
        finally:
            with suppress(Exception):  # the cluster may be gone
                answer(self.client, self.client.unregister_worker_plugin, name, within_s=FAREWELL_S)

    def _announce(self, plugin: AssignmentPlugin, name: str) -> None:
        for _ in range(TRIES_TO_ASSIGN):
            try:
                answer(self.client, self.client.register_plugin, plugin, name=name)
            except TimeoutError as error:
                raise self._gone() from error
            except OSError as error:
                last = error
            else:
                return
        raise self._gone() from last

    def _wait(self, future: Future) -> tuple[float, bytes]:
        while True:
            try:
                done: tuple[float, bytes] = future.result(timeout=LOOK_S)
            except TimeoutError:
                if future.done() and future.status == "error":
                    raise
                self._look()
            except CancelledError as error:
                raise self._gone() from error
            else:
                return done

    def _slots(self) -> int:
        """How many batches can be worked on at a time."""
        if not self._threads or time.monotonic() - self._looked > LOOK_S:
            self._look()
        return max(self._threads, 1)

    def _look(self) -> None:
        """Count the workers' threads.

        Raises:
            IncompleteError: there have been none for long, or nobody says.
        """
        self._looked = time.monotonic()
        try:
            self._threads = sum(answer(self.client, self.client.nthreads).values())
        except (OSError, TimeoutError) as error:
            raise self._gone() from error
        if self._threads:
            self._seen = self._looked
        elif self._looked - self._seen > ABSENT_S:
            raise IncompleteError(f"--cluster {self.name}: no workers for {ABSENT_S:g} s; what was finished is kept")

    def _gone(self) -> IncompleteError:
        return IncompleteError(f"--cluster {self.name}: the connection to the scheduler was lost")


def answer(client: Client, method: Callable[..., Any], *arguments: Any, within_s: float = 0.0, **named: Any) -> Any:
    """What a method of a client returns; by itself it would wait for ever for a scheduler that stands still.

    Raises:
        TimeoutError: it took longer than ``ABSENT_S``, or than ``within_s``.
        OSError: the connection was lost.
    """
    return client.sync(method, *arguments, callback_timeout=within_s or ABSENT_S, **named)
