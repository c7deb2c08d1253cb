"""A program for the sandbox: list the public names of its modules, and which of them are modules."""

import sys
from importlib import import_module
from types import ModuleType

OTHERS = ("mpmath", "sympy")
"""Packages whose modules import most names from each other; only names that ``belongs`` accepts are listed."""


def exports(packages):
    """By module and loaded submodule, its public names; for a name that is a module itself, the full name of that."""
    for package in packages:
        import_module(package)
    loaded = (name for name in sorted(sys.modules) if name.partition(".")[0] in packages)
    return {
        name: module_exports(sys.modules[name])
        for name in loaded
        if not any(part.startswith("_") for part in name.split(".")[1:])
    }


def module_exports(module):
    """The public names of one module; its ``__all__`` names those that it makes on demand."""
    names = {*dir(module), *getattr(module, "__all__", ())}
    held = {name: getattr(module, name, None) for name in sorted(names) if not name.startswith("_")}
    if module.__name__.startswith(OTHERS):
        held = {name: value for name, value in held.items() if belongs(module, value)}
    return {name: value.__name__ if isinstance(value, ModuleType) else "" for name, value in held.items()}


def belongs(module, value):
    """Whether a module of such a package defines a name, or is a package that re-exports it."""
    package, is_module = module.__name__.partition(".")[0], isinstance(value, ModuleType)
    home = value.__name__ if is_module else getattr(value, "__module__", None) or type(value).__module__
    if is_module or hasattr(module, "__path__"):
        return str(home).partition(".")[0] == package or type(value) in (bool, float, int, str)
    return home == module.__name__ or (type(value).__module__.partition(".")[0] == package and not callable(value))
