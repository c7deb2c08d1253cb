"""Branches that the runner never takes, such as those under ``if __name__ == "__main__":``."""

from __future__ import annotations

import ast

from cgr_audit.analysis.constants import Constants
from cgr_audit.analysis.flow.truth import known_truth
from cgr_audit.analysis.index import Index

__all__ = ["is_skipped"]


def is_skipped(node: ast.AST, index: Index, constants: Constants, module_name: str | None) -> bool:
    """Whether a node stands in a branch of an ``if`` that is not taken in a module of that name.

    Without a name, which a program may bind itself, only constant tests are known.
    """
    known = {} if module_name is None else {"__name__": module_name}
    inner = node
    for around in index.ancestors(node):
        if isinstance(around, ast.If) and inner is not around.test:
            truth = known_truth(around.test, known, constants)
            if truth is not None and inner in (around.orelse if truth else around.body):
                return True
        inner = around
    return False
