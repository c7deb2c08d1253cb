"""A contract's prelude: what the runner provides before a program, read once for all programs."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from functools import lru_cache

from cgr_audit.analysis.scopes import Scopes, build_scopes
from cgr_audit.source.parse import Trees, parse

__all__ = ["Prelude", "read_prelude"]


@dataclass(frozen=True, slots=True)
class Prelude:
    """A prelude's tree and scopes, which no analysis changes."""

    tree: ast.Module
    scopes: Scopes

    @property
    def names(self) -> frozenset[str]:
        """The names that it binds."""
        return frozenset(self.scopes.module.bindings)


@lru_cache(maxsize=16)
def read_prelude(source: str) -> Prelude | None:
    """Read a prelude; nothing if there is none, or where it is not a program."""
    if not source.strip():
        return None
    trees = parse(source)
    return Prelude(trees.tree, build_scopes(trees.tree)) if isinstance(trees, Trees) else None
