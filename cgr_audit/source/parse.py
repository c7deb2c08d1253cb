"""From text to syntax trees, the same on every host.

What an interpreter accepts is a program: the host's parser and compiler are asked first, and where they take a text
and place its nodes well, theirs is the tree. Where the host objects, it may only be older than the interpreter that
will run the program: then libcst must parse the text and the compiler inside the sandbox accept it, and the tree is
lowered from libcst's. libcst's own tree is otherwise built only when a rule asks for it: it costs ten times as much.
"""

from __future__ import annotations
import __future__

import ast
import re
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from cgr_audit.source.compiled_size import outgrown
from cgr_audit.source.concrete import concrete_tree
from cgr_audit.source.lowering import LoweringError, lower, needs_lowering
from cgr_audit.source.text import split_lines

if TYPE_CHECKING:
    import libcst

__all__ = ["Accepts", "CompileError", "ParseFailure", "Trees", "parse"]


_DEFERRED = __future__.annotations.compiler_flag
"""Compiles annotations as 3.14 does, which does not evaluate them and refuses an assignment or ``yield`` in them."""

_ERROR_AT = re.compile(r"error at (\d+):(\d+)")
"""How libcst words the place of a parser's error: line from 1, column from 0, of the token after the offending one."""


@dataclass(frozen=True, slots=True)
class CompileError:
    """Why a compiler refuses a program."""

    message: str
    line: int | None
    """Counted from 1, where the compiler names one."""
    column: int | None
    """Counted from 1 in code points, where the compiler names one."""


Accepts = Callable[[bytes], CompileError | None]
"""Asks the interpreter that will run the programs whether it compiles these bytes; nothing means it does."""


@dataclass(frozen=True)
class Trees:
    """The two trees of one program."""

    text: str
    tree: ast.Module
    """What the analyses walk."""

    @cached_property
    def module(self) -> libcst.Module | None:
        """The tree with every blank and comment; nothing for one of the few programs that libcst does not read."""
        tree = concrete_tree(self.text)
        return None if isinstance(tree, str) else tree


@dataclass(frozen=True, slots=True)
class ParseFailure:
    """A text that is no Python program."""

    message: str
    line: int
    column: int
    """Where the parser stopped, from 1: just after the offending token. A compiler's place is the offending one."""
    by_compiler: bool
    """Whether it parses, and only a compiler objects."""
    too_much: bool = False
    """Whether it is a program, and one from which no compiler should be asked to make anything."""


def parse(text: str, accepts: Accepts | None = None) -> Trees | ParseFailure:
    """Parse a text into its trees, or say why it is no program.

    The host's parser goes first: it is the cheaper one, and refuses what is nested so deeply that libcst would overflow
    its stack on it.

    Args:
        text: the program, decoded; newlines as found.
        accepts: the compiler inside the sandbox; without it the host's own word is final.
    """
    if "\0" in text:
        before = split_lines(text[: text.index("\0")])
        return ParseFailure("holds a null byte", len(before), len(before[-1]) + 1, by_compiler=False)
    host = _host_tree(text)
    if isinstance(host, ParseFailure):
        return host
    if isinstance(host, CompileError):
        return _beyond_host(text, host, accepts)
    lowered = _lowered(text) if needs_lowering(text, host) else None
    return Trees(text, lowered or host)


def _lowered(text: str) -> ast.Module | None:
    """The tree made from libcst's; nothing where libcst does not read the text, or not as interpreters do."""
    module = concrete_tree(text)
    if module is None or isinstance(module, str):
        return None
    try:
        return lower(module, text)
    except LoweringError:
        return None


def _beyond_host(text: str, host: CompileError, accepts: Accepts | None) -> Trees | ParseFailure:
    """A text that the host refuses: libcst and the compiler inside the sandbox decide."""
    if _is_too_deep(host):
        objection = _objection(text, host, accepts)
        if objection is not None:
            return _refused_by(objection)
    module = concrete_tree(text)
    if module is None:
        return _refused_by(host)
    if isinstance(module, str):
        place = _ERROR_AT.search(module)
        line, column = (int(place[1]), int(place[2])) if place is not None else (1, 0)
        return ParseFailure(module, line, column + 1, by_compiler=False)
    lowered: ast.Module | ParseFailure
    try:
        lowered = lower(module, text)
    except LoweringError as error:
        lowered = ParseFailure(error.reason, error.line, 1, by_compiler=False)
    too_much = _outgrown(lowered, text) if isinstance(lowered, ast.Module) else None
    if too_much is not None:
        return too_much
    objection = _objection(text, host, accepts)
    if objection is not None:
        return _refused_by(objection)
    return Trees(text, lowered) if isinstance(lowered, ast.Module) else lowered


def _objection(text: str, host: CompileError, accepts: Accepts | None) -> CompileError | None:
    """What the compiler that has the last word says against a text."""
    return host if accepts is None else accepts(text.encode("utf-8", "surrogatepass"))


def _refused_by(objection: CompileError) -> ParseFailure:
    return ParseFailure(objection.message, objection.line or 1, objection.column or 1, by_compiler=True)


def _is_too_deep(host: CompileError) -> bool:
    """Whether the host gave up on the depth of a text: 200 brackets in each other, or its own stack's end."""
    return "too many nested parentheses" in host.message or host.message.startswith(("RecursionError", "MemoryError"))


def _outgrown(tree: ast.Module, text: str) -> ParseFailure | None:
    """Why no compiler should be given a tree, where that is so."""
    node = outgrown(tree, text)
    if node is None:
        return None
    match node:
        case ast.Match():
            what = "too many names in one pattern"
        case ast.Try():
            what = "finally blocks that multiply"
        case _:
            what = "too many functions"
    message = f"too much to compile: {what}"
    return ParseFailure(message, node.lineno, node.col_offset + 1, by_compiler=True, too_much=True)


def _host_tree(text: str) -> ast.Module | CompileError | ParseFailure:
    """The host's tree of a text that its compiler accepts, or why it does not."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            tree = ast.parse(text)
            too_much = _outgrown(tree, text)
            if too_much is not None:
                return too_much
            compile(tree, "<program>", "exec", flags=_DEFERRED, dont_inherit=True)
        except SyntaxError as error:
            return CompileError(error.msg, error.lineno, error.offset)
        except (ValueError, OverflowError, RecursionError, MemoryError) as error:
            return CompileError(f"{type(error).__name__}: {error}", None, None)
    return tree
