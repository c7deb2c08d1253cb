"""From text to syntax trees, the same on every host.

A program parses if libcst parses it *and* a compiler accepts it (libcst alone lets a top-level ``return``,
a stray ``break`` or duplicate parameters pass). The host's compiler is asked first; where it objects, the
sandbox's own decides, for the host may be older or newer than the interpreter that will run the program.
"""

from __future__ import annotations

import ast
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import libcst

__all__ = ["Accepts", "CompileError", "ParseFailure", "Trees", "parse"]


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
    by_compiler: bool
    """Whether it parses, and only a compiler objects."""


def parse(text: str, accepts: Accepts | None = None) -> Trees | ParseFailure:
    """Parse a text into both trees, or say why it is no program.

    Args:
        text: the program, decoded; newlines as found.
        accepts: the compiler inside the sandbox; without it the host's own word is final.
    """
    import libcst  # noqa: PLC0415  costs start-up time

    from cgr_audit.source.lowering import LoweringError, lower, needs_lowering  # noqa: PLC0415

    if "\0" in text:
        before = text[: text.index("\0")]
        line_start = max(before.rfind("\n"), before.rfind("\r")) + 1
        return ParseFailure("holds a null byte", before.count("\n") + 1, len(before) - line_start + 1, False)
    try:
        module = libcst.parse_module(text)
    except libcst.ParserSyntaxError as error:
        host = _host_tree(text)
        if isinstance(host, CompileError):
            return ParseFailure(host.message, host.line or error.raw_line, host.column or 1, False)
        return ParseFailure(error.message, error.raw_line, error.raw_column + 1, False)
    except (libcst.CSTValidationError, libcst.CSTLogicError) as error:  # bytes or a t-string beside another string
        host = _host_tree(text)
        if isinstance(host, CompileError):
            return ParseFailure(host.message, host.line or 1, host.column or 1, False)
        return ParseFailure(str(error), 1, 1, False)
    host = _host_tree(text)
    if isinstance(host, CompileError):
        objection = host if accepts is None else accepts(text.encode("utf-8", "surrogatepass"))
        if objection is not None:
            return ParseFailure(objection.message, objection.line or 1, objection.column or 1, True)
    elif not needs_lowering(text, host):
        return Trees(module, host)
    try:
        return Trees(module, lower(module, text))
    except LoweringError as error:
        return ParseFailure(error.reason, error.line, 1, False)


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
