"""``--cluster``: from its text to a cluster whose workers are all known to fit."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from cgr_audit.errors import IncompleteError, UsageError
from cgr_audit.safe_start import safe_environment

if TYPE_CHECKING:
    from distributed import Client

    from cgr_audit.cluster.executor import ClusterExecutor
    from cgr_audit.cluster.installation import Expectation

__all__ = ["open_cluster"]

_LOCAL = re.compile(r"local:([1-9]\d{0,3})")
_ADDRESS = re.compile(r"(tcp|tls)://[^/\s]+:\d+")
CONNECT_S = 10.0
QUIET = {
    "distributed.admin.system-monitor.gil.enabled": False,
    "distributed.admin.system-monitor.interval": "5s",
    "distributed.admin.tick.interval": "1s",
    "distributed.scheduler.active-memory-manager.start": False,
    "distributed.worker.memory.monitor-interval": "1s",
    "distributed.worker.profile.enabled": False,
}
"""Dask's settings for a cluster of our own. By default each of its processes wakes up to a hundred times a second to
watch itself, for a dashboard that nobody looks at: a tenth of a processor for two workers."""
_SILENT = logging.CRITICAL + 1


@contextmanager
def open_cluster(spec: str, profile: str, rules_folder: Path | None = None) -> Iterator[ClusterExecutor]:
    """Connect to a cluster, or start one on this machine, and check every worker before any work.

    Args:
        spec: ``tcp://HOST:PORT`` or ``tls://HOST:PORT`` of a scheduler, or ``local:N``.
        profile: which of the sandbox's components is needed.
        rules_folder: a folder of further rules; it has to be there on each worker.

    Raises:
        UsageError: the text is none of these, Dask is missing, or a worker has another version, rules or component.
        IncompleteError: the cluster cannot be reached, or has no workers.
    """
    local = _LOCAL.fullmatch(spec)
    if local is None and _ADDRESS.fullmatch(spec) is None:
        raise UsageError(f"--cluster {spec!r}: not an address as in tcp://scheduler:8786, nor local:N as in local:2")
    try:
        from distributed import Client  # noqa: PLC0415  an extra, and it costs start-up time
    except ImportError as error:
        raise UsageError(f"--cluster needs Dask ({error}); run: pip install 'cgr-audit[dask]'") from error
    from cgr_audit.cluster.executor import ClusterExecutor  # noqa: PLC0415  it stands on Dask
    from cgr_audit.cluster.installation import Expectation  # noqa: PLC0415  it reads all rules

    folder = None if rules_folder is None else rules_folder.resolve()
    expectation = Expectation.here(profile, folder)
    logging.getLogger("distributed").setLevel(_SILENT)  # what goes wrong is said here, in one line
    with ExitStack() as stack:
        address = spec
        if local is not None:
            try:
                address = stack.enter_context(_local_cluster(int(local[1])))
            except (OSError, RuntimeError, TimeoutError) as error:
                raise IncompleteError(f"--cluster {spec}: a worker's process ended as it started: {error}") from error
        try:
            client = stack.enter_context(Client(address, timeout=CONNECT_S, set_as_default=False))
        except (OSError, TimeoutError, ValueError) as error:
            said = str(error).splitlines()[0]
            raise IncompleteError(f"--cluster {spec}: the scheduler cannot be reached: {said}") from error
        _check_workers(client, spec, expectation)
        yield ClusterExecutor(client, spec, expectation)


@contextmanager
def _local_cluster(workers: int) -> Iterator[str]:
    """A scheduler in this process and workers in processes of their own; its address."""
    import dask  # noqa: PLC0415  an extra
    from distributed import LocalCluster  # noqa: PLC0415  an extra

    safe = {name: value for name, value in safe_environment().items() if name in {"PYTHONSAFEPATH", "PYTHONPATH"}}
    with (
        dask.config.set({**QUIET, "distributed.nanny.pre-spawn-environ": safe}),
        LocalCluster(
            n_workers=workers,
            threads_per_worker=1,
            processes=True,
            dashboard_address="127.0.0.1:0",  # its own port, so that two commands do not meet at one
            silence_logs=_SILENT,
            scheduler_kwargs={"allowed_failures": 0},
        ) as cluster,
    ):
        yield cluster.scheduler_address


def _check_workers(client: Client, spec: str, expectation: Expectation) -> None:
    """See that every worker may do the work.

    Raises:
        UsageError: one may not; the message names it.
        IncompleteError: there is none.
    """
    from cgr_audit.cluster.executor import answer  # noqa: PLC0415  it stands on Dask

    try:
        said = answer(client, client.run, expectation.refusal, on_error="return")
    except (OSError, TimeoutError) as error:
        raise IncompleteError(f"--cluster {spec}: the workers do not answer: {error}") from error
    if not said:
        raise IncompleteError(f"--cluster {spec}: the scheduler has no workers")
    for worker, refusal in sorted(said.items()):
        if isinstance(refusal, BaseException):
            why = f"{type(refusal).__name__}: {refusal}".splitlines()[0]
            raise UsageError(f"--cluster {spec}: worker {worker}: cgr-audit does not work there: {why}")
        if refusal is not None:
            raise UsageError(f"--cluster {spec}: worker {worker}: {refusal}")
