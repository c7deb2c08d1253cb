"""From text to syntax trees, the same on every host.

A program parses if libcst parses it *and* a compiler accepts it (libcst alone lets a top-level ``return``,
a stray ``break`` or duplicate parameters pass). The host's compiler is asked first; where it objects, the
sandbox's own decides, for the host may be older or newer than the interpreter that will run the program.
"""

from __future__ import annotations

import ast
import re
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cgr_audit.source.text import split_lines

if TYPE_CHECKING:
    import libcst

__all__ = ["Accepts", "CompileError", "ParseFailure", "Trees", "parse"]


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


@dataclass(frozen=True, slots=True)
class Trees:
    """The two trees of one program."""

    module: libcst.Module
    """The tree of record, with every blank and comment."""
    tree: ast.Module
    """The same program as the analyses walk it."""


@dataclass(frozen=True, slots=True)
class ParseFailure:
    """A text that is no Python program."""

    message: str
    line: int
    column: int
    """Where the parser stopped, from 1: just after the offending token. A compiler's place is the offending one."""
    by_compiler: bool
    """Whether it parses, and only a compiler objects."""


def parse(text: str, accepts: Accepts | None = None) -> Trees | ParseFailure:
    """Parse a text into both trees, or say why it is no program.

    The host's parser goes first: it is the cheaper one, and refuses what is nested so deeply that libcst would overflow
    its stack on it. Where libcst and a compiler accept a text that the host's parser refuses, the tree is made from
    libcst's.

    Args:
        text: the program, decoded; newlines as found.
        accepts: the compiler inside the sandbox; without it the host's own word is final.
    """
    if "\0" in text:
        before = split_lines(text[: text.index("\0")])
        return ParseFailure("holds a null byte", len(before), len(before[-1]) + 1, by_compiler=False)
    host = _host_tree(text)
    if isinstance(host, CompileError) and _is_too_deep(host):
        objection = host if accepts is None else accepts(text.encode("utf-8", "surrogatepass"))
        if objection is not None:
            return ParseFailure(objection.message, objection.line or 1, objection.column or 1, by_compiler=True)
    return _with_libcst(text, host, accepts)


def _with_libcst(text: str, host: ast.Module | CompileError, accepts: Accepts | None) -> Trees | ParseFailure:
    import libcst  # noqa: PLC0415  costs start-up time

    from cgr_audit.source.lowering import LoweringError, lower, needs_lowering  # noqa: PLC0415

    try:
        module = libcst.parse_module(text)
    except libcst.ParserSyntaxError as error:
        place = _ERROR_AT.search(error.message)
        line, column = (int(place[1]), int(place[2])) if place is not None else (1, 0)
        return ParseFailure(error.message, line, column + 1, by_compiler=False)
    except (libcst.CSTValidationError, libcst.CSTLogicError) as error:  # bytes or a t-string beside another string
        if isinstance(host, CompileError):
            return ParseFailure(host.message, host.line or 1, host.column or 1, by_compiler=True)
        return ParseFailure(str(error), 1, 1, by_compiler=True)
    if isinstance(host, CompileError):
        objection = host if accepts is None else accepts(text.encode("utf-8", "surrogatepass"))
        if objection is not None:
            return ParseFailure(objection.message, objection.line or 1, objection.column or 1, by_compiler=True)
    elif not needs_lowering(text, host):
        return Trees(module, host)
    try:
        return Trees(module, lower(module, text))
    except LoweringError as error:
        return ParseFailure(error.reason, error.line, 1, by_compiler=False)


def _is_too_deep(host: CompileError) -> bool:
    """Whether the host gave up on the depth of a text: 200 brackets in each other, or its own stack's end."""
    return "too many nested parentheses" in host.message or host.message.startswith(("RecursionError", "MemoryError"))


def _host_tree(text: str) -> ast.Module | CompileError:
    """The host's tree of a text that its compiler accepts, or why it does not."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            tree = ast.parse(text)
            compile(tree, "<program>", "exec", dont_inherit=True)
        except SyntaxError as error:
            return CompileError(error.msg, error.lineno, error.offset)
        except (ValueError, OverflowError, RecursionError, MemoryError) as error:
            return CompileError(f"{type(error).__name__}: {error}", None, None)
    return tree
