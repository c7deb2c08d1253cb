"""``open_package`` and ``join``: recorded rows and what they come to, from Python."""

from __future__ import annotations

from pathlib import Path

from cgr_audit.accuracy.join import Joined, join_package
from cgr_audit.accuracy.settings import Settings
from cgr_audit.api.programs import terms_of
from cgr_audit.records import package as packages
from cgr_audit.records.package import TracePackage, own_contract
from cgr_audit.source.contract import Contract

__all__ = ["join", "open_package"]


def open_package(folder: str | Path) -> TracePackage:
    """Open a trace package, every record of which is checked.

    >>> import cgr_audit
    >>> package = cgr_audit.open_package("corpus/demo")
    >>> len(package.programs), len(package.items)
    (142, 72)

    Raises:
        RecordError: it is not a package, or holds what is not a record; the message names file and line.
    """
    return packages.open_package(Path(folder))


def join(
    package: TracePackage | str | Path,
    *,
    contract: Contract | str | Path | None = None,
    settings: Settings | None = None,
) -> Joined:
    """Result rows joined with verdicts, findings and run metrics, and every accuracy figure with what it rests on.

    Args:
        package: a trace package with result rows, or its folder.
        contract: another than the package's own.
        settings: what a missing answer counts as, and how intervals are resampled.

    Raises:
        RecordError: it is not a package, or holds what is not a record.
        UsageError: the contract cannot be used.
    """
    opened = package if isinstance(package, TracePackage) else open_package(package)
    name, origin = own_contract(opened.folder)
    terms = terms_of(origin if contract is None else contract)
    is_own = contract is None or terms_of(origin).digest == terms.digest
    return join_package(opened, terms, settings, overrides=None if is_own else name)
