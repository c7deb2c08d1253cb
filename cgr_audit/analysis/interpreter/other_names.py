"""Whether a program may reach its own functions by another way than their names, or import itself once more.

What a run did once is told by counting names. So everything that hands out a namespace, a frame or an attribute whose
name is worked out is refused here, and every module that is not known to hand out none of them. A program that is
refused wrongly is less well decided; one that is let through wrongly is decided wrongly.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from cgr_audit.analysis.index import Index

__all__ = ["KNOWN_MODULES", "attributes", "opens", "reaches_by_other_names"]

KNOWN_MODULES = frozenset(
    {
        "__future__", "abc", "base64", "binascii", "bisect", "cmath", "collections", "contextlib", "copy",
        "dataclasses", "datetime", "decimal", "difflib", "enum", "fractions", "functools", "hashlib", "heapq", "html",
        "io", "itertools", "json", "math", "numbers", "operator", "random", "re", "statistics", "string", "textwrap",
        "time", "typing", "unicodedata", "zlib",
    }
)  # fmt: skip
"""Modules that look nothing up for a program, apart from what :func:`opens` names."""

_BUILTINS = frozenset(
    {
        "globals", "locals", "vars", "eval", "exec", "compile", "getattr", "setattr", "delattr", "dir", "breakpoint",
        "help",
    }
)  # fmt: skip
_MEMBERS = frozenset(
    {
        # modules, which other modules hold under these names
        "sys", "os", "builtins", "bltns", "inspect", "importlib", "gc", "traceback", "types", "pickle", "copyreg",
        "codecs", "warnings", "weakref", "thread", "program",
        # what takes the name of an attribute, or evaluates a text
        "attrgetter", "methodcaller", "Formatter", "get_type_hints", "ForwardRef", "evaluate_forward_ref",
        "singledispatch", "singledispatchmethod", "update_wrapper", "redirect_stdout", "redirect_stderr",
        "make_dataclass", "global_enum",
    }
)  # fmt: skip
_FRAMES = ("gi_", "cr_", "ag_", "tb_", "f_")
"""How the attributes of generators, coroutines, tracebacks and frames begin."""
_HARMLESS = frozenset(
    {"__name__", "__doc__", "__all__", "__version__", "__author__", "__file__", "__slots__", "__debug__"}
)
_LOOKED_UP = frozenset(
    {"__getattr__", "__getattribute__", "__setattr__", "__delattr__", "__prepare__", "__instancecheck__"}
)
"""Methods that Python hands the names of attributes, or lets say what an object is."""
_DUNDER = re.compile(r"__\w+?__|\b(?:gi|cr|ag|tb)_\w|\bf_(?:back|builtins|code|globals|locals)\b")
_BUILT_IN = frozenset({"bool", "bytes", "dict", "float", "frozenset", "int", "list", "set", "str", "tuple"})
_OF_ONE = frozenset({"type", "wraps"})


def reaches_by_other_names(index: Index) -> bool:
    """Whether counting names does not tell how often a function of the program is called."""
    return (
        any(map(opens, attributes(index)))
        or any(map(_is_special, index.of(ast.Name)))
        or any(name in _LOOKED_UP for name in _defined(index))
        or any(map(_imports_unknown, index.of(ast.Import)))
        or any(map(_imports_unknown, index.of(ast.ImportFrom)))
        or any(map(_spells_special, index.of(ast.Constant)))
        or not all(map(_calls_by_name, index.of(ast.Call)))
        or any(map(_takes_fields, index.of(ast.MatchClass)))
        or any(keyword.arg == "metaclass" for node in index.of(ast.ClassDef) for keyword in node.keywords)
        or any(node.id in _OF_ONE and not _is_called_with_one(node, index) for node in index.of(ast.Name))
        or any(node.attr == "wraps" and not _is_called_with_one(node, index) for node in index.of(ast.Attribute))
    )


def opens(name: str) -> bool:
    """Whether an attribute, or what is imported from a module, may lead to a namespace or to any attribute."""
    return name.lstrip("_") in _MEMBERS or name.startswith(_FRAMES) or (name.startswith("__") and name != "__init__")


def attributes(index: Index) -> Iterator[str]:
    """The names that are taken from objects."""
    yield from (node.attr for node in index.of(ast.Attribute))
    yield from (name for node in index.of(ast.MatchClass) for name in node.kwd_attrs)


def _defined(index: Index) -> Iterator[str]:
    """The names of functions."""
    yield from (node.name for node in index.of(ast.FunctionDef))
    yield from (node.name for node in index.of(ast.AsyncFunctionDef))


def _is_special(node: ast.Name) -> bool:
    """Whether a variable looks something up, is made by Python, or has another name inside a class."""
    return node.id in _BUILTINS | _MEMBERS or (node.id.startswith("__") and node.id not in _HARMLESS)


def _imports_unknown(node: ast.Import | ast.ImportFrom) -> bool:
    if isinstance(node, ast.ImportFrom):
        modules, taken = [node.module or ""], [one.name for one in node.names]
    else:
        modules, taken = [one.name for one in node.names], []
    parts = [part for module in modules for part in module.split(".")[1:]]
    if "*" in taken or any(module.partition(".")[0] not in KNOWN_MODULES for module in modules):
        return True
    is_renamed = any(one.name == "wraps" and one.asname is not None for one in node.names)
    return is_renamed or any(map(opens, [*parts, *taken]))


def _spells_special(node: ast.Constant) -> bool:
    """Whether a text holds the name of an attribute that leads on."""
    text = node.value.decode("latin-1") if isinstance(node.value, bytes) else node.value
    return isinstance(text, str) and any(found != "__main__" for found in _DUNDER.findall(text))


def _takes_fields(node: ast.MatchClass) -> bool:
    """Whether a pattern takes attributes by their place, whose names the class may have worked out."""
    return bool(node.patterns) and not (isinstance(node.cls, ast.Name) and node.cls.id in _BUILT_IN)


def _is_called_with_one(node: ast.expr, index: Index) -> bool:
    """Whether ``type`` only says what an object is, and ``wraps`` copies no attributes but the usual ones."""
    call = index.parent(node)
    if not isinstance(call, ast.Call) or call.func is not node or call.keywords:
        return False
    return len(call.args) == 1 and not isinstance(call.args[0], ast.Starred)


def _calls_by_name(node: ast.Call) -> bool:
    """Whether what is called is not itself picked by a key: a named thing, or what one gave."""
    function = node.func.func if isinstance(node.func, ast.Call) else node.func
    return isinstance(function, ast.Name | ast.Attribute | ast.Lambda)
