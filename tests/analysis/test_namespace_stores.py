"""Stores into the module's names are found without following each variable again for each of its uses."""

from __future__ import annotations

import ast
import sys
from collections import Counter
from types import FrameType

import pytest

from cgr_audit.analysis.facts import Facts
from cgr_audit.analysis.namespace_stores import NamespaceStore
from cgr_audit.source.contract import load_contract

CONTRACT = load_contract("function")


def stores(source: str) -> tuple[NamespaceStore, ...]:
    return Facts(ast.parse(source), CONTRACT).namespace_stores


def calls_made(source: str) -> int:
    """How many functions are called while the stores are searched for; the same in every run."""
    facts, counted = Facts(ast.parse(source), CONTRACT), Counter[str]()

    def count(_frame: FrameType, event: str, _argument: object) -> None:
        counted[event] += 1

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        assert facts.namespace_stores == ()
    finally:
        sys.setprofile(before)
    return counted["call"] + counted["c_call"]


@pytest.mark.parametrize(
    "lines",
    [
        " x = x()\n", " x = x\n x()\n", " x = x()\n x['a'] = x\n", " x = x if x else xs\n x()\n", " x.a = x = x()\n",
        " y = x\n x = y\n y()\n x()\n", " x['a'] = x = xs\n x.update(x)\n",
    ],
)  # fmt: skip
def test_the_search_grows_with_the_text_however_often_a_variable_is_bound_and_used(lines: str) -> None:
    short, long = (calls_made("def f(x, xs):\n" + lines * number) for number in (25, 100))
    assert long < 5 * short


@pytest.mark.parametrize("called", ["store", "(store if q else print)", "(q and store)", "(other := store)", "last"])
def test_a_variable_for_a_storing_method_is_followed_at_each_of_its_calls(called: str) -> None:
    source = (
        "def f(q):\n    store = print\n    store = globals().__setitem__\n    last = store\n"
        f"    {called}('solve', q)\n    {called}('helper', q)\n"
    )
    assert [store.name for store in stores(source)] == ["solve", "helper"]


def test_a_variable_of_the_same_name_in_another_function_is_another() -> None:
    source = "def f(q):\n    names = {}\n    names['a'] = q\n\ndef g(q):\n    names = globals()\n    names['b'] = q\n"
    assert [store.name for store in stores(source)] == ["b"]


def test_a_parameter_is_the_modules_names_where_some_call_hands_it_these() -> None:
    source = (
        "def put(names, q):\n    names['solve'] = q\n\ndef f(q):\n    names = globals()\n    put(names, q)\n"
        "    alias = names\n    alias['helper'] = q\n"
    )
    assert [store.name for store in stores(source)] == ["solve", "helper"]
