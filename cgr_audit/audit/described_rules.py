"""What rules say of themselves, for one who runs none.

Loading rules imports them and all they stand on. Who only has to know what rules there are asks a child, which has to
load them anyway, or the cache, which was told before.
"""

from __future__ import annotations

import multiprocessing
import sys
from collections.abc import Callable
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, TypeAlias

from cgr_audit.audit.cache import AuditCache
from cgr_audit.audit.children import children_context, prepare_child
from cgr_audit.audit.finding import Confidence, Severity
from cgr_audit.audit.registry import Registry, load_rules
from cgr_audit.audit.rule import BaseRule, DescribedRule, Meta
from cgr_audit.audit.rule_sources import rules_digest
from cgr_audit.errors import IncompleteError, UsageError

__all__ = ["Described", "described_by_child", "known_registry"]

Described: TypeAlias = tuple[tuple[str, str, str, str, str, str | None], ...]
"""Of each rule its code, slug, severity, confidence, the version that first had it, and its docstring."""


def described_by_child(folder: Path | None = None) -> Described:
    """What the rules say of themselves, with those of a folder of rule files.

    Raises:
        UsageError: as for ``load_registry``.
        IncompleteError: the child ended without an answer.
    """
    if "forkserver" not in multiprocessing.get_all_start_methods():
        return _described(folder)  # a child would load them afresh too
    context = children_context()
    answer, question = context.Pipe(duplex=False)
    child = context.Process(target=_answer, args=(question, folder))  # type: ignore[attr-defined]
    try:
        child.start()
        question.close()
        said: Described | UsageError = answer.recv()
        child.join()
    except EOFError as error:
        raise IncompleteError("the process that loads the rules ended before it could say what they are") from error
    finally:
        answer.close()
    if isinstance(said, UsageError):
        raise said
    return said


def known_registry(
    folder: Path | None, cache: AuditCache | None, ask: Callable[[Path | None], Described] = described_by_child
) -> Registry:
    """The rules as they describe themselves; they cannot be run.

    Args:
        folder: a folder of further rule files.
        cache: asked first, and told.
        ask: asked where the cache does not know.

    Raises:
        UsageError: as for ``load_registry``.
        IncompleteError: nobody could say what the rules are.
    """
    digest = rules_digest(folder)
    name = f"rules {digest} {sys.version}"
    known: Any = None if cache is None else cache.known(name)
    if known is None:
        known = ask(folder)
        if cache is not None:
            cache.keep(name, known)
    return Registry([_from_description(*described) for described in known], digest)


def _answer(question: Connection, folder: Path | None) -> None:
    """Run in the child."""
    prepare_child()
    try:
        question.send(_described(folder))
    except UsageError as error:
        question.send(error)


def _described(folder: Path | None) -> Described:
    return tuple(_description(rule) for rule in load_rules(folder))


def _description(rule: BaseRule) -> tuple[str, str, str, str, str, str | None]:
    meta = rule.meta
    return meta.code, meta.slug, meta.severity.value, meta.confidence.value, meta.since, type(rule).__doc__


def _from_description(
    code: str, slug: str, severity: str, confidence: str, since: str, docstring: str | None
) -> DescribedRule:
    return DescribedRule(Meta(code, slug, Severity(severity), Confidence(confidence), since), docstring)
