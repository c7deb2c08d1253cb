"""The options that a program carries itself, and the numbers that it compares others with."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from cgr_audit.analysis.index import Index, position_of

__all__ = ["find_compared_numbers", "find_written_options"]

_LISTED = re.compile(r"^[\s(\[]*([A-J])[).:\]]+\s+(\S.*)$")
_MOST_OPTIONS = 10
_LARGEST = 10**30
"""Whole numbers beyond name nothing, and Python writes none out that has thousands of digits."""


def find_written_options(index: Index) -> tuple[str, ...]:
    """The texts of the options A, B, ... in that order; nothing if none are written down.

    Found in tables with letters as keys, in lists of pairs, and in texts and lists whose lines begin with letters. The
    largest set of them counts, of equally large ones the first.
    """
    found = [options for options in _candidates(index) if _is_lettered(options)]
    best = max(found, key=len, default=[])
    return tuple(text for _, text in best)


def find_compared_numbers(index: Index) -> tuple[str, ...]:
    """Numbers that are compared with something, or listed, in the order of the program, each once."""
    nodes: list[ast.AST] = list(_compared(index))
    collections: list[ast.List | ast.Tuple | ast.Set] = [*_listed(index), *index.of(ast.Set)]
    for collection in collections:
        nodes += collection.elts
    nodes += [value for table in index.of(ast.Dict) for value in table.values]
    numbers = [node for node in nodes if isinstance(node, ast.Constant) and _is_number(node.value)]
    in_order = sorted(numbers, key=position_of)
    return tuple(dict.fromkeys(str(node.value) for node in in_order))


def _compared(index: Index) -> Iterator[ast.AST]:
    """Everything in comparisons, once each: comparisons may hold comparisons."""
    waiting: list[ast.AST] = list(index.of(ast.Compare))
    seen: set[ast.AST] = set()
    while waiting:
        node = waiting.pop()
        if node not in seen:
            seen.add(node)
            yield node
            waiting += ast.iter_child_nodes(node)


def _candidates(index: Index) -> Iterator[list[tuple[str, str]]]:
    for table in index.of(ast.Dict):
        yield _paired((key, value) for key, value in zip(table.keys, table.values, strict=True) if key is not None)
    for listed in _listed(index):
        elements = listed.elts
        pairs = [one.elts for one in elements if isinstance(one, ast.Tuple | ast.List) and len(one.elts) == 2]
        yield _paired((first, second) for first, second in pairs)
        yield _lettered_lines([one.value for one in elements if isinstance(one, ast.Constant)])
    for constant in index.of(ast.Constant):
        if isinstance(constant.value, str) and "\n" in constant.value:
            yield _lettered_lines(constant.value.splitlines())


def _is_number(value: object) -> bool:
    return type(value) is float or (type(value) is int and abs(value) < _LARGEST)


def _listed(index: Index) -> list[ast.List | ast.Tuple]:
    return [*index.of(ast.List), *index.of(ast.Tuple)]


def _paired(pairs: Iterator[tuple[ast.expr, ast.expr]]) -> list[tuple[str, str]]:
    """Letters and texts; a number stands for its digits."""
    found = []
    for key, value in pairs:
        if not isinstance(key, ast.Constant) or not isinstance(value, ast.Constant):
            return []
        if not isinstance(key.value, str) or not (isinstance(value.value, str) or _is_number(value.value)):
            return []
        found.append((key.value.strip("()."), str(value.value)))
    return found


def _lettered_lines(lines: Sequence[object]) -> list[tuple[str, str]]:
    matches = (_LISTED.match(line) for line in lines if isinstance(line, str))
    return [(match.group(1), match.group(2).strip()) for match in matches if match is not None]


def _is_lettered(options: list[tuple[str, str]]) -> bool:
    """Whether the letters are A, B, ... in turn, and the texts all different and more than letters."""
    letters, texts = [letter for letter, _ in options], [text for _, text in options]
    in_turn = bool(letters) and letters[0] == "A" and all(
        len(two) == 1 and ord(two) == ord(one) + 1 for one, two in pairwise(letters)
    )  # fmt: skip
    is_told = len(set(texts)) == len(texts) and not any(re.fullmatch("[A-Z]?", text) for text in texts)
    return in_turn and is_told and 2 <= len(options) <= _MOST_OPTIONS
