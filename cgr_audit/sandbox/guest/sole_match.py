"""The entry of a program that leaves no choice, without a syntax tree, which costs more than all else about a run."""

import re
from inspect import CO_OPTIMIZED
from types import CodeType

from .untouched import BUILTINS

__builtins__ = BUILTINS

_defined = re.compile(rb"\bdef\s+(\w+)").findall


def sole_match(code, source, matches):
    """The one name that matches among all functions of the source, if one of the module's has it; else nothing.

    With one name there is nothing for ``entry.find_entry`` to choose from. What only looks like a definition (in a
    text, a comment, a class) can make it two, never one out of two: then the tree decides.
    """
    names = {name for name in _defined(source) if matches(name.decode("latin-1"))}
    if len(names) != 1:
        return None
    name = names.pop().decode("latin-1")
    for constant in code.co_consts:
        if type(constant) is CodeType and constant.co_flags & CO_OPTIMIZED and constant.co_name == name:
            return name
    return None
