"""A program for the sandbox: list the members of its modules and of their classes, with their parameters.

``members(modules)`` gives, by owner (``module re``, ``class re.Pattern closed``), each member with its kind and, where
calls with wrong arguments were tried and raised ``TypeError``, its parameters.
"""

import builtins
import inspect
import re
from array import array
from collections import Counter, OrderedDict, defaultdict, deque
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from fractions import Fraction
from importlib import import_module
from random import Random
from types import ModuleType, SimpleNamespace

INSTANCES = (
    "", b"", 0, 1.0, 1j, True, None, [], {}, set(), frozenset(), (), bytearray(), range(1), slice(1), memoryview(b""),
    Counter(), OrderedDict(), defaultdict(list), deque(), array("i"), Decimal(), Fraction(), Random(0),
    date(2026, 1, 1), datetime(2026, 1, 1), time(), timedelta(), re.compile(""), re.match("", ""),
    {}.keys(), {}.values(), {}.items(), enumerate([]), zip(), map(str, []), filter(str, []), reversed([]),
    (one for one in []), lambda: None, "".join,
)  # fmt: skip
OF_CLASS = {type(one): one for one in INSTANCES}
SUBMODULES = {
    "collections": ("abc",),
    "html": ("entities", "parser"),
    "json": ("decoder", "encoder", "scanner", "tool"),
    "logging": ("config", "handlers"),
    "string": ("templatelib",),
    "sympy": (
        "abc", "algebras", "assumptions", "calculus", "categories", "codegen", "combinatorics", "concrete", "core",
        "crypto", "diffgeom", "discrete", "external", "functions", "geometry", "holonomic", "integrals", "interactive",
        "liealgebras", "logic", "matrices", "multipledispatch", "ntheory", "parsing", "physics", "plotting", "polys",
        "printing", "release", "series", "sets", "simplify", "solvers", "stats", "strategies", "tensor", "testing",
        "unify", "utilities", "vector",
    ),
    "mpmath": ("calculus", "ctx_base", "ctx_fp", "ctx_iv", "ctx_mp", "functions", "libmp", "matrices", "rational"),
}  # fmt: skip
"""Submodules that an import may name, whether or not the sandbox holds them."""
UNSIGNED = {
    "count": "sub, start=0, end=0, /",
    "dict.pop": "key, default=0, /",
    "endswith": "suffix, start=0, end=0, /",
    "find": "sub, start=0, end=0, /",
    "index": "sub, start=0, end=0, /",
    "int": "x=0, /, base=0",
    "max": "first, /, *others, key=0, default=0",
    "min": "first, /, *others, key=0, default=0",
    "next": "iterator, default=0, /",
    "range": "start, stop=0, step=0, /",
    "rfind": "sub, start=0, end=0, /",
    "rindex": "sub, start=0, end=0, /",
    "startswith": "prefix, start=0, end=0, /",
    "str": "object=0, encoding=0, errors=0",
}
"""Parameters of builtins without a signature; they are tried like all others."""
HEAP_CLASSES = {Counter, OrderedDict, Fraction, Random}
"""Classes written in Python whose instances have no members but those of the class."""
WRONG = re.compile("argument|takes|expected|got ")


def members(modules):
    """By owner, the members of the modules and of the classes that these export."""
    owners = {}
    for name in modules:
        module = import_module(name)
        head = f"module {name} open" if "__getattr__" in vars(module) else f"module {name}"
        owners[head] = dict.fromkeys(SUBMODULES.get(name, ()), "module")
        owners[head].update((part, described(getattr(module, part, None))) for part in named(module))
        for part in [*named(module), "__class__"]:
            value = getattr(module, part, None)
            if isinstance(value, type):
                owners.update(class_members(value))
    for one in INSTANCES:
        owners.update(class_members(type(one)))
    return owners


def class_members(cls):
    """The members of a class as an instance shows them."""
    instance = OF_CLASS.get(cls)
    names = {*named(cls), *(named(instance) if cls in OF_CLASS else ())}
    head = f"class {class_name(cls)} closed" if is_closed(cls) else f"class {class_name(cls)}"
    return {head: {name: member(cls, instance, name) for name in sorted(names)}}


def member(cls, instance, name):
    """The kind of one member, with parameters where an instance to try them on is at hand."""
    raw = next((vars(base)[name] for base in cls.__mro__ if name in vars(base)), None)
    if isinstance(raw, classmethod | staticmethod) or type(raw).__name__ == "classmethod_descriptor":
        return described(getattr(cls, name, None), "static")
    if not callable(raw) or isinstance(raw, type):
        return "value"
    bound = getattr(instance, name, None) if cls in OF_CLASS else None
    return "method" if bound is None else described(bound, "method")


def is_closed(cls):
    """Whether instances have no members but those of the class: nothing writes others into a dictionary of theirs."""
    if any("__getattr__" in vars(base) for base in cls.__mro__) or cls is SimpleNamespace:
        return False
    if cls.__getattribute__ is not object.__getattribute__:  # modules, classes, proxies
        return False
    is_written_in_python = bool(cls.__flags__ & 1 << 9)  # Py_TPFLAGS_HEAPTYPE
    return not cls.__dictoffset__ or not is_written_in_python or cls in HEAP_CLASSES


def class_name(cls):
    """The name by which the table knows a class."""
    return f"{cls.__module__}.{cls.__qualname__}"


def named(owner):
    """The names of members, without special ones."""
    return [name for name in sorted(dir(owner)) if not (name.startswith("__") and name.endswith("__"))]


def described(value, kind=""):
    """The kind of a member, with its parameters where they are certain."""
    if isinstance(value, ModuleType):
        return "module"
    if not callable(value):
        return "value"
    is_class = isinstance(value, type)
    kind = kind or (f"class {class_name(value)} " if is_class else "function")
    parameters = certain_parameters(value)
    return kind.strip() if parameters is None else f"{kind.strip()} ({parameters})"


def certain_parameters(function):
    """The parameters as a ``def`` would name them; None if they are unknown, or calls take others."""
    found = parameters_of(function)
    if found is None:
        return None
    by_position = [one for one in found if one.kind in (one.POSITIONAL_ONLY, one.POSITIONAL_OR_KEYWORD)]
    required = [one for one in by_position if one.default is one.empty]
    named_only = {one.name: None for one in found if one.kind is one.KEYWORD_ONLY and one.default is one.empty}
    kinds = {one.kind for one in found}
    wrong = []
    if inspect.Parameter.VAR_POSITIONAL not in kinds:
        wrong.append((len(by_position) + 1, named_only))
    if inspect.Parameter.VAR_KEYWORD not in kinds:
        wrong.append((len(required), {**named_only, "no_such_parameter": None}))
    if required:
        wrong.append((len(required) - 1, named_only))
    if not all(is_refused(function, count, given) for count, given in wrong):
        return None
    return ", ".join(written(found))


def parameters_of(function):
    """The parameters in the signature of a callable, or in ``UNSIGNED``."""
    try:
        return list(inspect.signature(function).parameters.values())
    except (ValueError, TypeError):
        owner = type(getattr(function, "__self__", None))
        is_builtin = function in vars(builtins).values() or owner in (str, bytes, list, tuple, dict)
        text = UNSIGNED.get(function.__qualname__) or UNSIGNED.get(function.__name__) if is_builtin else None
        return None if text is None else list(inspect.signature(eval(f"lambda {text}: 0")).parameters.values())


def is_refused(function, count, named):
    """Whether a call with so many arguments raises a ``TypeError`` about them."""
    for filler in (None, [], ""):
        try:
            function(*[filler] * count, **dict.fromkeys(named, filler))
            return False
        except TypeError as error:
            if WRONG.search(str(error)):
                return True
        except BaseException:
            pass
    return False


def written(parameters):
    """The parameters with their markers; what a default is does not matter."""
    kinds = inspect.Parameter
    starred = False
    for at, one in enumerate(parameters):
        star = {kinds.VAR_POSITIONAL: "*", kinds.VAR_KEYWORD: "**"}.get(one.kind, "")
        if one.kind is kinds.KEYWORD_ONLY and not starred:
            yield "*"
        starred = starred or one.kind in (kinds.VAR_POSITIONAL, kinds.KEYWORD_ONLY)
        yield star + one.name + ("" if star or one.default is one.empty else "=0")
        is_last = at + 1 == len(parameters) or parameters[at + 1].kind is not kinds.POSITIONAL_ONLY
        if one.kind is kinds.POSITIONAL_ONLY and is_last:
            yield "/"
