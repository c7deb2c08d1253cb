"""What is known of a program without running it: its constructs, its complexity, and how to count its loops' rounds.

This runs in child processes, as everything that reads programs; ``studied.py`` starts them.
"""

from __future__ import annotations

import ast
import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from cgr_audit.analysis.facts import Facts
from cgr_audit.analysis.flow.constructs import Construct
from cgr_audit.analysis.limits import TooLargeError
from cgr_audit.audit.children import STACK
from cgr_audit.source.contract import Contract, load_contract
from cgr_audit.source.parse import Trees, parse

__all__ = ["CONSTRUCTS", "ROUNDS", "ProgramStudy", "in_words", "study_chunk"]

CONSTRUCTS = (
    Construct.FOR,
    Construct.WHILE,
    Construct.IF,
    Construct.TRY,
    Construct.SWITCH,
    Construct.NESTED_LOOP,
    Construct.NESTED_IF,
    Construct.BASIC,
)
"""Those that CodeMind breaks results down by, in its order."""

ROUNDS = "__cgr_rounds__"
"""The list in a counting program whose one element is the number of rounds so far."""

_LOOPS = (ast.For, ast.AsyncFor, ast.While)


@dataclass(frozen=True, slots=True)
class ProgramStudy:
    """What is known of one program."""

    constructs: tuple[str, ...] = ()
    """Those of ``CONSTRUCTS`` that it holds, in that order, in words."""
    complexity: int | None = None
    """``e - n + 2p`` over its functions."""
    has_loops: bool = False
    counting: str | None = None
    """The same program, which counts the rounds of its loops; nothing without loops, or where nobody asked."""
    entry: str | None = None
    """The function that is called unless another is named; nothing in a script, and where its loops run later."""
    failure: str | None = None
    """Why nothing is known."""


def in_words(construct: Construct) -> str:
    """What a construct is called: ``nested loop``."""
    return construct.value.replace("_", " ")


def study_chunk(sources: Sequence[str], counting: bool) -> list[ProgramStudy]:
    """Study programs in a child, on a stack of known size.

    Args:
        sources: the programs.
        counting: whether their loops are to be counted.
    """
    threading.stack_size(STACK)
    with ThreadPoolExecutor(1) as executor:
        return executor.submit(_study_each, sources, counting).result()


def _study_each(sources: Sequence[str], counting: bool) -> list[ProgramStudy]:
    contract = load_contract("function")
    return [_study(source, contract, counting=counting) for source in sources]


def _study(source: str, contract: Contract, *, counting: bool) -> ProgramStudy:
    try:
        trees = parse(source)
        if not isinstance(trees, Trees):
            return ProgramStudy(failure=f"not a Python program (line {trees.line})")
        return _of_tree(trees.tree, contract, counting=counting)
    except (RecursionError, MemoryError, TooLargeError):
        return ProgramStudy(failure="too large or too deep to be analysed")
    except Exception as error:  # noqa: BLE001  an internal error on one program is its record
        return ProgramStudy(failure=f"could not be analysed: {type(error).__name__}")


def _of_tree(tree: ast.Module, contract: Contract, *, counting: bool) -> ProgramStudy:
    facts = Facts(tree, contract)
    constructs = tuple(in_words(tag) for tag in CONSTRUCTS if tag in facts.constructs)
    complexity = facts.complexity.of_program()
    has_loops = any(isinstance(node, _LOOPS) for node in ast.walk(tree))
    entry = None
    if facts.entry is not None and isinstance(facts.entry.node, ast.FunctionDef):
        starts_later = facts.control_flow.is_generator(facts.entry.node)
        entry = None if starts_later else facts.entry.node.name
    # the tree is changed last: everything else was read from it
    return ProgramStudy(constructs, complexity, has_loops, _counting(tree) if counting and has_loops else None, entry)


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
