"""The attributes that format templates walk through: ``"{0.__globals__}".format(f)``."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator

from cgr_audit.analysis.index import Index
from cgr_audit.analysis.scopes import Scopes

__all__ = ["COMPUTED", "format_fields"]

_METHODS = frozenset({"format", "format_map", "get_field", "vformat"})
_FIELD = re.compile(r"[.\[](\w+)(?=[.\[\]!:}]|$)")
"""The attributes and keys that the fields of a template walk through."""
_FIELDS = re.compile(r"\{[^{}\s]*\}")
_NESTED = re.compile(r"\{\{\w*(?:[.\[]\w*)*[.\[]_*(?:\{|(?<=__))")
"""A field with an attribute, in a template that makes templates: ``{{step.__{}__}}``."""
_OPEN = re.compile(r"\{\w*(?:[.\[]\w*)*[.\[]\w*$")
"""A field whose attribute another piece of text completes: ``"{0." + name``."""
COMPUTED = "a computed attribute"


def format_fields(
    index: Index, scopes: Scopes, texts: Callable[[ast.expr], tuple[str, ...]]
) -> Iterator[tuple[ast.expr, str]]:
    """Every template that is formatted somewhere, with each attribute or key of its fields.

    A text that looks like a template counts wherever it stands: who formats it (``logging.Formatter``,
    ``map(str.format, ...)``) need not be seen.

    Args:
        index: the program's nodes.
        scopes: what its names mean.
        texts: the constant texts that an expression may be.
    """
    formatted: set[str] = set()
    for template in _templates(index):
        found = texts(template)
        formatted.update(found)
        for name in dict.fromkeys(name for text in found for name in _FIELD.findall(text)):
            yield template, name
        if any(map(_NESTED.search, found)) or any(_OPEN.search(piece) for piece in _pieces(template, scopes)):
            yield template, COMPUTED
    for constant in index.of(ast.Constant):
        if isinstance(constant.value, str) and "{" in constant.value and constant.value not in formatted:
            names = (name for field in _FIELDS.findall(constant.value) for name in _FIELD.findall(field))
            yield from ((constant, name) for name in dict.fromkeys(names))


def _templates(index: Index) -> Iterator[ast.expr]:
    for method in index.of(ast.Attribute):
        if method.attr in _METHODS:
            yield method.value
            call = index.parent(method)
            if isinstance(call, ast.Call) and call.func is method:
                yield from call.args[:1]


def _pieces(template: ast.expr, scopes: Scopes) -> Iterator[str]:
    """The pieces of a template that is put together, there or where its name is bound."""
    if isinstance(template, ast.Name):
        binding = scopes.sole_binding(template)
        if binding is None or binding.value is None:
            return
        template = binding.value
    if isinstance(template, ast.BinOp | ast.JoinedStr | ast.Call):
        for part in ast.walk(template):
            if isinstance(part, ast.Constant) and isinstance(part.value, str):
                yield part.value
