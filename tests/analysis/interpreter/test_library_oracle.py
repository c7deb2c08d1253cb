"""Every declaration of the library, held to what CPython does: sizes, effects on what it is given, calls, results."""

from __future__ import annotations

import ast
import contextlib
import importlib
from collections.abc import Iterator

import pytest

from cgr_audit.analysis.facts import Facts
from cgr_audit.analysis.interpreter.library.calls import DECLARED
from cgr_audit.analysis.interpreter.library.container_methods import MAPPING_METHODS, SEQUENCE_METHODS
from cgr_audit.analysis.interpreter.library.exceptions import BUILT_IN_EXCEPTIONS
from cgr_audit.analysis.interpreter.library.executors import EXECUTOR_METHODS
from cgr_audit.analysis.interpreter.library.integers import INTEGERS
from cgr_audit.analysis.interpreter.library.operators import OPERATORS
from cgr_audit.analysis.interpreter.library.pure_functions import PURE_FUNCTIONS
from cgr_audit.source.contract import load_contract
from tests.analysis.interpreter.library_examples import (
    FUNCTIONS,
    LISTS,
    MAPPINGS,
    METHODS_OF_LISTS,
    METHODS_OF_MAPPINGS,
    METHODS_OF_SETS,
    QUEUES,
    SETS,
)

_CONTRACT = load_contract("cgr")
_MODULES = (
    "abc, asyncio, bisect, collections, concurrent.futures, contextlib, copy, dataclasses, enum, functools, heapq, io, "
    "itertools, math, operator, random, re, statistics, sys, time, types, typing"
)
_MOST = 300
_AT_ONCE = 2
"""With so many containers each example is tried in a quick run."""
_ITEMS = (("b",), ("a", "bb", "a", "ccc"))
_OF_LISTS = frozenset(METHODS_OF_LISTS) - {"appendleft", "extendleft", "popleft", "rotate"}
_OF_QUEUES = frozenset(METHODS_OF_LISTS) - {"sort", "__setitem__", "__delitem__"}
_NO_COUNTERS = frozenset(("subtract", "most_common", "elements"))
_ARITHMETIC = frozenset(
    name for name, declared in OPERATORS.items() if declared.parameters == "a, b, /" and name not in FUNCTIONS
)
"""Functions of ``operator`` that are one operator of two numbers."""


class _Stopped(BaseException):
    pass


def _program(container: str, example: str, constants: tuple[object, ...] = ()) -> str:
    kind, expression = example[0], example[1:]
    uses = {
        "*": "    for part in result:\n        llm_model('each', {})\n" + "".join(
            f"        if part == {constant!r}:\n            llm_model('same', {{}})\n" for constant in constants),
        "#": "    for _ in range(result):\n        llm_model('number', {})\n"
             "    for _ in range(6 - result):\n        llm_model('less', {})\n",
        "-": "",
    }  # fmt: skip
    return (
        f"import {_MODULES}\n"
        "def call(*given):\n    llm_model('call', {})\n    return given[0] if given else 0\n"
        "def solve(question, options):\n"
        f"    held = {container}\n"
        f"    result = {expression}\n"
        "    for part in held:\n        llm_model('held', {})\n"
        "    for _ in range(7 - len(held)):\n        llm_model('short', {})\n"
        f"{uses[kind]}"
        "    return 'A', 'A', 1\n"
    )


def _executed(source: str, options: tuple[str, ...]) -> int:
    """How many solver calls an execution makes."""
    calls = 0

    def llm_model(prompt: object, config: object) -> str:
        nonlocal calls
        calls += 1
        if calls > _MOST:
            raise _Stopped
        return "x"

    names: dict[str, object] = {"llm_model": llm_model}
    exec(compile(source, "<example>", "exec"), names)
    with contextlib.suppress(Exception, SystemExit, _Stopped):  # what an example raises ends it
        names["solve"]("one more question", list(options))  # type: ignore[operator]
    return calls


def _elements(container: str, expression: str) -> tuple[object, ...]:
    """Some constants among the elements of what an example gives."""
    source = _program(container, f"*{expression}").replace("return 'A', 'A', 1", "return None").replace(
        "        llm_model('each', {})\n", "        found.append(part)\n")  # fmt: skip
    found: list[object] = []
    names: dict[str, object] = {"llm_model": lambda *_: "x", "found": found}
    exec(compile(source, "<example>", "exec"), names)
    with contextlib.suppress(Exception, SystemExit):
        names["solve"]("one more question", list(_ITEMS[-1]))  # type: ignore[operator]
    return tuple(dict.fromkeys(part for part in found[:9] if isinstance(part, int | str)))[:3]


def _examples(*, every: bool) -> Iterator[tuple[str, str]]:
    """Each example with some containers, taken in turn, or with all of them."""
    kinds = [
        *(
            ((*LISTS,) if "held" in example else LISTS[:1], example)
            for found in FUNCTIONS.values()
            for example in found
        ),
        *(
            ((LISTS if name in _OF_LISTS else ()) + (QUEUES if name in _OF_QUEUES else ()), example)
            for name, found in METHODS_OF_LISTS.items()
            for example in found
        ),
        *((SETS, example) for found in METHODS_OF_SETS.values() for example in found),
        *((MAPPINGS, example) for found in METHODS_OF_MAPPINGS.values() for example in found),
        *((LISTS, f"#{name}(len(held), 2)") for name in sorted(_ARITHMETIC)),
    ]
    for number, (containers, example) in enumerate(kinds):
        taken = containers if every else [containers[(number + by) % len(containers)] for by in range(_AT_ONCE)]
        yield from ((container, example) for container in dict.fromkeys(taken))


def _exceeding(*, every: bool) -> list[str]:
    found = []
    for container, example in _examples(every=every):
        constants = _elements(container, example[1:]) if example[0] == "*" else ()
        source = _program(container, example, constants)
        bound = Facts(ast.parse(source), _CONTRACT).call_bound
        for options in _ITEMS:
            most = bound.at(len(options))
            made = _executed(source, options)
            if most is not None and made > most:
                found.append(f"{example} with held = {container}: {made} calls with {len(options)} options, not {most}")
                break
    return found


def test_no_execution_of_an_example_calls_the_solver_more_often_than_its_declaration_allows() -> None:
    assert _exceeding(every=False) == []


@pytest.mark.slow
def test_nor_does_an_execution_of_any_example_with_any_container() -> None:
    assert _exceeding(every=True) == []


def test_most_examples_have_a_bound() -> None:
    """A declaration that says nothing would be right as well."""
    every = [(container, example) for container, example in _examples(every=False) if example[0] != "-"][::3]
    bounded = [1 for container, example in every if Facts(
        ast.parse(_program(container, example)), _CONTRACT).call_bound.at(4) is not None]  # fmt: skip
    assert len(bounded) > 0.75 * len(every)


def test_every_declaration_has_an_example() -> None:
    exceptions = {f"builtins.{name}" for name in BUILT_IN_EXCEPTIONS}
    internal = {"<new class>", "operator.<method>"}
    boxes = {name for name, declared in DECLARED.items() if declared.parameters == "*args"} - FUNCTIONS.keys()
    declared = {*DECLARED, *OPERATORS, *INTEGERS} - exceptions - internal - boxes - _ARITHMETIC
    methods = {*SEQUENCE_METHODS} - METHODS_OF_LISTS.keys() - METHODS_OF_SETS.keys()
    methods |= MAPPING_METHODS.keys() - METHODS_OF_MAPPINGS.keys()
    assert sorted(declared - FUNCTIONS.keys()) == []
    assert sorted(methods) == []


@pytest.mark.parametrize("module", [name for name in PURE_FUNCTIONS if name != "builtins"])
def test_what_is_said_to_be_pure_exists(module: str) -> None:
    found = importlib.import_module(module)
    later = {"template"}  # gone from Python 3.13
    assert [name for name in PURE_FUNCTIONS[module].split() if not hasattr(found, name) and name not in later] == []


def test_methods_of_executors_exist() -> None:
    for owner, name in EXECUTOR_METHODS:
        module, _, cls = owner.rpartition(".")
        assert hasattr(getattr(importlib.import_module(module), cls), name)
