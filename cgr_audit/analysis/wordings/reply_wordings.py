"""The wordings that a program looks for in texts: its patterns, and texts that it builds and compares others with."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from itertools import islice
from string import Formatter

from cgr_audit.analysis.constants import Constants
from cgr_audit.analysis.expression_text import last_name
from cgr_audit.analysis.index import Index
from cgr_audit.analysis.wordings.pattern_samples import pattern_samples
from cgr_audit.analysis.wordings.wording import Hole, Part, Wording

__all__ = ["SEARCHING", "find_reply_wordings"]

SEARCHING = frozenset(
    {
        "count", "endswith", "find", "index", "partition", "removeprefix", "removesuffix", "rfind", "rindex",
        "rpartition", "rsplit", "split", "startswith",
    }
)  # fmt: skip
"""Methods of texts whose argument is looked for."""

_MATCHING = frozenset({"search", "match", "fullmatch", "findall", "finditer", "split", "sub", "subn", "compile"})
_VERBOSE = frozenset({"VERBOSE", "X"})
_LIKE_A_PATTERN = re.compile(r"\\[bdswBDSW.()\[\]*+?{}|]|\(\?|\[[^\]-]*-[^\]]*\]|\([^()|]*\|[^()]*\)")
_LONGEST_PATTERN = 300
_MOST_PATTERNS = 200
"""That are read, of those that differ: a probe tries some dozens of wordings."""
_DEEPEST = 20
"""Of texts put together inside others."""
_HOLE = "\ue000"
"""Stands for an option in a pattern that a program builds; no program's own character."""


def find_reply_wordings(index: Index, constants: Constants) -> tuple[Wording, ...]:
    """What a reply may have to say, in the order of the program, each once: patterns first, then built texts."""
    read = islice(_distinct(_patterns(index, constants)), _MOST_PATTERNS)
    patterns = [sample for text, verbose in read for sample in pattern_samples(text, hole=_HOLE, is_verbose=verbose)]
    built = [Wording(tuple(parts)) for parts in _built(index)]
    return tuple(dict.fromkeys(one for one in (*patterns, *built) if one.parts))


def _patterns(index: Index, constants: Constants) -> Iterator[tuple[str, bool]]:
    """Every pattern, and whether it is verbose: those that are handed to ``re``, then texts that look like some."""
    seen: set[ast.AST] = set()
    for call in index.of(ast.Call):
        if last_name(call.func) not in _MATCHING or not call.args:
            continue
        argument = call.args[0]
        seen.add(argument)
        text = constants.text(argument) or _pattern_with_holes(argument)
        if text:
            yield text, _is_verbose(call)
    if seen:
        for constant in index.of(ast.Constant):
            value = constant.value
            is_apart = constant not in seen and not isinstance(index.parent(constant), ast.JoinedStr)
            if not isinstance(value, str) or len(value) > _LONGEST_PATTERN or not is_apart:
                continue
            if _LIKE_A_PATTERN.search(value):
                yield value, False


def _distinct(patterns: Iterator[tuple[str, bool]]) -> Iterator[tuple[str, bool]]:
    seen: set[tuple[str, bool]] = set()
    for pattern in patterns:
        if pattern not in seen:
            seen.add(pattern)
            yield pattern


def _is_verbose(call: ast.Call) -> bool:
    """Whether a flag says so; what the method is called on is not a flag, and may be a long chain of calls."""
    flags = (*call.args[1:], *(keyword.value for keyword in call.keywords))
    return any(isinstance(node, ast.Attribute) and node.attr in _VERBOSE for flag in flags for node in ast.walk(flag))


def _pattern_with_holes(node: ast.expr) -> str | None:
    """The text of a pattern that is put together, with a mark where something is put in."""
    parts = _template(node)
    if parts is None:
        return None
    return "".join(_HOLE if isinstance(part, Hole) else part for part in parts)


def _built(index: Index) -> Iterator[list[Part]]:
    """Texts that are put together to be compared with others or searched for in them."""
    assigned = {
        target.id: assignment.value
        for assignment in index.of(ast.Assign)
        for target in assignment.targets
        if isinstance(target, ast.Name)
    }
    sides = (assigned.get(side.id) if isinstance(side, ast.Name) else side for side in _compared(index))
    for node in dict.fromkeys(side for side in sides if side is not None):
        parts = _template(node)
        if parts and any(not isinstance(part, Hole) and part.strip() for part in parts):
            yield parts


def _compared(index: Index) -> Iterator[ast.expr]:
    for comparison in index.of(ast.Compare):
        yield from (comparison.left, *comparison.comparators)
    for call in index.of(ast.Call):
        if isinstance(call.func, ast.Attribute) and call.func.attr in SEARCHING:
            yield from call.args


def _template(node: ast.expr, depth: int = 0) -> list[Part] | None:
    """The parts of a text that is put together out of constants and one option, or several times that."""
    if depth > _DEEPEST:
        return None
    match node:
        case ast.JoinedStr(values=values):
            parts = [_constant_or_hole(value) for value in values]
        case ast.BinOp(op=ast.Add()):
            parts = [part for side in _added(node) for part in _template(side, depth + 1) or [_constant_or_hole(side)]]
        case ast.BinOp(left=ast.Constant(value=str() as text), op=ast.Mod()):
            parts = _with_holes(re.split(r"%[srd]", text))
        case ast.Call(func=ast.Attribute(value=ast.Constant(value=str() as text), attr="format")):
            parts = _formatted(text)
        case ast.Call(func=ast.Attribute(value=value, attr="lower" | "casefold"), args=[]):
            built = _template(value, depth + 1)
            parts = [] if built is None else [Hole.LOWER if isinstance(part, Hole) else part.lower() for part in built]
        case ast.Call(func=ast.Attribute(value=value, attr="upper" | "strip"), args=[]):
            parts = _template(value, depth + 1) or []
        case _:
            return None
    return parts if any(isinstance(part, Hole) for part in parts) else None


def _added(node: ast.expr) -> list[ast.expr]:
    """What a sum adds, from left to right: a long one is as deep as it is long."""
    operands: list[ast.expr] = []
    while isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        operands.append(node.right)
        node = node.left
    return [node, *reversed(operands)]


def _constant_or_hole(node: ast.expr) -> Part:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else Hole.OPTION


def _with_holes(texts: list[str]) -> list[Part]:
    parts: list[Part] = [texts[0]]
    for text in texts[1:]:
        parts += [Hole.OPTION, text]
    return [part for part in parts if part]


def _formatted(text: str) -> list[Part]:
    try:
        pieces = list(Formatter().parse(text))
    except ValueError:
        return []
    return [part for before, field, *_ in pieces for part in (before, field is not None and Hole.OPTION) if part]
