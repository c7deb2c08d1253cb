"""From text to syntax trees, the same on every host.

What an interpreter accepts is a program: the host's compiler is asked first, and where it objects, for it may only be
older than the interpreter that will run the program, the compiler inside the sandbox has the last word. libcst parses
every program, and the tree that the analyses walk is lowered from its tree. The host's own tree stands in for the few
programs that libcst does not read, or does not read as interpreters do.
"""

from __future__ import annotations
import __future__

import ast
import re
import warnings
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cgr_audit.source.compiled_size import outgrown
from cgr_audit.source.concrete import concrete_tree
from cgr_audit.source.lowering import LoweringError, lower_module
from cgr_audit.source.text import split_lines

if TYPE_CHECKING:
    import libcst

__all__ = ["Accepts", "CompileError", "ParseFailure", "Trees", "is_program", "parse"]


_DEFERRED = __future__.annotations.compiler_flag
"""Compiles annotations as 3.14 does, which does not evaluate them and refuses an assignment or ``yield`` in them."""

_ERROR_AT = re.compile(r"error at (\d+):(\d+)")
"""How libcst words the place of a parser's error: line from 1, column from 0, of the token after the offending one."""

_LONG = 100_000
"""So many characters keep libcst busy for a second, and several where it refuses them: compilers refuse them first."""


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

    text: str
    tree: ast.Module
    """What the analyses walk."""
    module: libcst.Module | None
    """The tree with every blank and comment; nothing for one of the few programs that libcst does not read."""


@dataclass(frozen=True, slots=True)
class ParseFailure:
    """A text that is not a Python program."""

    message: str
    line: int
    column: int
    """Where the parser stopped, from 1: just after the offending token. A compiler's place is the offending one."""
    by_compiler: bool
    """Whether it parses, and only a compiler objects."""
    too_much: bool = False
    """Whether it is a program, and one from which no compiler should be asked to make anything."""


def parse(text: str, accepts: Accepts | None = None) -> Trees | ParseFailure:
    """Parse a text into its trees, or say why it is not a program.

    Args:
        text: the program, decoded; newlines as found.
        accepts: the compiler inside the sandbox; without it the host's own word is final.
    """
    host = _host_objection(text)
    if host is None:
        return _trees(text, accepts)
    return host if isinstance(host, ParseFailure) else _beyond_host(text, host, accepts)


def is_program(text: str, accepts: Accepts | None = None) -> bool:
    """Whether :func:`parse` finds a program in a text, told without the trees where the host's compiler takes it."""
    host = _host_objection(text)
    return host is None or (isinstance(host, CompileError) and isinstance(_beyond_host(text, host, accepts), Trees))


def _host_objection(text: str) -> CompileError | ParseFailure | None:
    """Why the host's compiler refuses a text, or should not be given it; nothing if it takes it."""
    if "\0" in text:
        before = split_lines(text[: text.index("\0")])
        return ParseFailure("holds a null byte", len(before), len(before[-1]) + 1, by_compiler=False)
    try:
        too_much = _outgrown(text, lambda: _host_tree(text))
        if too_much is None:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                compile(text, "<program>", "exec", flags=_DEFERRED, dont_inherit=True)
    except SyntaxError as error:
        return CompileError(error.msg, error.lineno, error.offset)
    except (ValueError, OverflowError, RecursionError, MemoryError) as error:
        return CompileError(f"{type(error).__name__}: {error}", None, None)
    return too_much


def _trees(text: str, accepts: Accepts | None) -> Trees | ParseFailure:
    """The trees of a text that the host's compiler takes."""
    read = concrete_tree(text)
    module = None if isinstance(read, str) else read
    if module is not None:
        with suppress(LoweringError, RecursionError):
            return Trees(text, lower_module(module, text), module)
    try:
        return Trees(text, _host_tree(text), module)
    except (RecursionError, MemoryError) as error:
        return _beyond_host(text, CompileError(f"{type(error).__name__}: {error}", None, None), accepts)


def _beyond_host(text: str, host: CompileError, accepts: Accepts | None) -> Trees | ParseFailure:
    """A text that the host refuses: libcst and the compiler inside the sandbox decide."""
    if len(text) > _LONG or _is_too_deep(host):
        objection = _objection(text, host, accepts)
        if objection is not None:
            return _refused_by(objection, by_compiler=_is_too_deep(host))
    module = concrete_tree(text)
    if module is None:
        return _refused_by(host)
    if isinstance(module, str):
        place = _ERROR_AT.search(module)
        line, column = (int(place[1]), int(place[2])) if place is not None else (1, 0)
        return ParseFailure(module, line, column + 1, by_compiler=False)
    failure: ParseFailure | None = None
    try:
        tree = lower_module(module, text)
        too_much = _outgrown(text, lambda: tree)
        if too_much is not None:
            return too_much
    except LoweringError as error:
        failure = ParseFailure(error.reason, error.line, 1, by_compiler=False)
    objection = _objection(text, host, accepts)
    if objection is not None:
        return _refused_by(objection)
    return failure or Trees(text, tree, module)


def _objection(text: str, host: CompileError, accepts: Accepts | None) -> CompileError | None:
    """What the compiler that has the last word says against a text."""
    return host if accepts is None else accepts(text.encode("utf-8", "surrogatepass"))


def _refused_by(objection: CompileError, *, by_compiler: bool = True) -> ParseFailure:
    return ParseFailure(objection.message, objection.line or 1, objection.column or 1, by_compiler=by_compiler)


def _is_too_deep(host: CompileError) -> bool:
    """Whether the host gave up on the depth of a text: 200 brackets in each other, or its own stack's end."""
    return "too many nested parentheses" in host.message or host.message.startswith(("RecursionError", "MemoryError"))


def _outgrown(text: str, read: Callable[[], ast.Module]) -> ParseFailure | None:
    """Why no compiler should be given a text, where that is so."""
    node = outgrown(text, read)
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


def _host_tree(text: str) -> ast.Module:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return ast.parse(text)
