"""Studying programs, Python and Java: for Python also how to count the rounds of its loops.

This runs in child processes, as everything that reads programs; ``studied.py`` starts them.
"""

from __future__ import annotations

import ast
import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

from cgr_audit.analysis.facts import Facts
from cgr_audit.analysis.limits import TooLargeError
from cgr_audit.audit.children import STACK
from cgr_audit.scorecards.codemind.java import is_java, study_java
from cgr_audit.scorecards.codemind.language import Language
from cgr_audit.scorecards.codemind.lines import lines_of_code
from cgr_audit.scorecards.codemind.program_study import ProgramStudy, in_order
from cgr_audit.scorecards.other_language import is_other_language
from cgr_audit.source.contract import Contract, load_contract
from cgr_audit.source.parse import Trees, parse

__all__ = ["ROUNDS", "study_chunk"]

ROUNDS = "__cgr_rounds__"
"""The list in a counting program whose one element is the number of rounds so far."""

_LOOPS = (ast.For, ast.AsyncFor, ast.While)
_SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)


def study_chunk(sources: Sequence[str], counting: bool, language: Language | None = None) -> list[ProgramStudy]:
    """Study programs in a child, on a stack of known size.

    Args:
        sources: the programs.
        counting: whether the loops of Python programs are to be counted.
        language: of all of them; where rows name none, that in which one parses, Python first.
    """
    threading.stack_size(STACK)
    with ThreadPoolExecutor(1) as executor:
        return executor.submit(_study_each, sources, counting, language).result()


def _study_each(sources: Sequence[str], counting: bool, language: Language | None) -> list[ProgramStudy]:
    contract = load_contract("function")
    return [_study(source, contract, language, counting=counting) for source in sources]


def _study(source: str, contract: Contract, language: Language | None, *, counting: bool) -> ProgramStudy:
    try:
        if language is Language.JAVA:
            return study_java(source)
        trees = parse(source)
        if isinstance(trees, Trees):
            return _of_tree(trees, contract, counting=counting)
        if language is None and is_other_language(source) and is_java(source):
            return study_java(source)
        return ProgramStudy(failure=f"not a Python program (line {trees.line})")
    except (RecursionError, MemoryError, TooLargeError):
        return ProgramStudy(failure="too large or too deep to be analysed")
    except Exception as error:  # noqa: BLE001  an internal error on one program is its record
        return ProgramStudy(failure=f"not analysable: {type(error).__name__}")


def _of_tree(trees: Trees, contract: Contract, *, counting: bool) -> ProgramStudy:
    tree = trees.tree
    facts = Facts(tree, contract)
    entry = None
    if facts.entry is not None and isinstance(facts.entry.node, ast.FunctionDef):
        starts_later = facts.control_flow.is_generator(facts.entry.node)
        entry = None if starts_later else facts.entry.node.name
    loops = sum(isinstance(node, _LOOPS) for node in ast.walk(tree))
    study = ProgramStudy(
        in_order(facts.constructs),
        facts.complexity.of_program(),
        loops=loops,
        loop_depth=_depth(tree),
        lines=lines_of_code(trees.text, tree),
        entry=entry,
    )
    # the tree is changed last: everything else was read from it
    return replace(study, counting=_counting(tree)) if counting and loops else study


def _depth(tree: ast.Module) -> int:
    """How deep loops are nested; a function or class inside a loop begins anew."""
    deepest = 0
    waiting: list[tuple[ast.AST, int]] = [(tree, 0)]
    while waiting:
        node, depth = waiting.pop()
        depth = 0 if isinstance(node, _SCOPES) else depth + isinstance(node, _LOOPS)
        deepest = max(deepest, depth)
        waiting.extend((child, depth) for child in ast.iter_child_nodes(node))
    return deepest


def _counting(tree: ast.Module) -> str:
    """The program with a count at the start of each round of every loop."""
    for node in ast.walk(tree):
        if isinstance(node, _LOOPS):
            node.body.insert(0, _statement(f"{ROUNDS}[0] += 1"))
    tree.body.insert(_first_place(tree), _statement(f"{ROUNDS} = [0]"))
    return ast.unparse(ast.fix_missing_locations(tree))


def _first_place(tree: ast.Module) -> int:
    """Behind the docstring and the imports from ``__future__``, which must come first."""
    for place, statement in enumerate(tree.body):
        is_text = isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
        is_future = isinstance(statement, ast.ImportFrom) and statement.module == "__future__"
        if not (is_text or is_future):
            return place
    return len(tree.body)


def _statement(text: str) -> ast.stmt:
    return ast.parse(text).body[0]
