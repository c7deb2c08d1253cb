"""What a call may be a call of: the abstract values that the call graph follows through a program."""

from __future__ import annotations

import ast
from dataclasses import dataclass

from cgr_audit.analysis.scopes import Function

__all__ = [
    "ASKING_METHODS",
    "Agent",
    "BoundMethod",
    "Callable",
    "Class",
    "Dynamic",
    "Factory",
    "Instance",
    "Local",
    "Partial",
    "Solver",
    "SolverModule",
    "Super",
    "Targets",
]

ASKING_METHODS = frozenset({"__call__", "query"})
"""The methods of a solver object that ask the solver, each once."""


@dataclass(frozen=True, slots=True)
class Local:
    """A function or lambda of the program."""

    node: Function


@dataclass(frozen=True, slots=True)
class Class:
    """A class of the program; calling it makes an instance."""

    node: ast.ClassDef


@dataclass(frozen=True, slots=True)
class Instance:
    """Any instance of a class of the program."""

    node: ast.ClassDef


@dataclass(frozen=True, slots=True)
class Super:
    """What ``super()`` gives inside a class: the methods of its bases."""

    node: ast.ClassDef


@dataclass(frozen=True, slots=True)
class BoundMethod:
    """A method with its first parameter already given."""

    node: Function
    owner: ast.ClassDef
    of_class: bool = False
    """Whether the first parameter is the class (``@classmethod``)."""


@dataclass(frozen=True, slots=True)
class Partial:
    """What ``functools.partial`` makes of one callable; ``node`` is the call that made it."""

    node: ast.Call
    of: Callable


@dataclass(frozen=True, slots=True)
class Solver:
    """The runner's own solver helper."""

    name: str


@dataclass(frozen=True, slots=True)
class SolverModule:
    """A module that offers the solver helpers."""

    name: str


@dataclass(frozen=True, slots=True)
class Factory:
    """A class whose instances are solver callables; one without a name is found at an instance."""

    name: str


@dataclass(frozen=True, slots=True)
class Agent:
    """An object that a solver factory, or a class derived from one, made at one place; or its method that asks."""

    made_at: ast.AST


@dataclass(frozen=True, slots=True)
class Dynamic:
    """Something looked up by a name that is computed at run time: it may be anything."""


Callable = Local | Class | Instance | Super | BoundMethod | Partial | Solver | SolverModule | Factory | Agent | Dynamic
"""Everything that can be called, or that holds what can be called."""


@dataclass(frozen=True, slots=True)
class Targets:
    """What one call expression may call."""

    functions: frozenset[Function] = frozenset()
    """Functions, methods (``__init__`` of a class that is called) and lambdas of the program."""
    is_solver: bool = False
    """Whether it may be a call of the solver itself."""
    passed: frozenset[Function] = frozenset()
    """Functions handed to a callee outside the program that calls them: ``f`` in ``map(f, xs)``."""
    passes_solver: bool = False
    """Whether it hands the solver to such a callee: ``map(llm_model, prompts)``."""
    unknown: bool = False
    """Whether it may call something that cannot be followed, such as ``getattr(module, name)()``."""

    @property
    def all_functions(self) -> frozenset[Function]:
        """Every function of the program that runs because of this call."""
        return self.functions | self.passed

    @property
    def reaches_solver_directly(self) -> bool:
        """Whether the solver is called here, by the program or by what the program hands it to."""
        return self.is_solver or self.passes_solver
